// SPDX-License-Identifier: MIT
// Rows of the table of settings.
#include <photopic/post_process.h>
#include <photopic/settings_table.h>

#include <array>
#include <cfloat>
#include <cstring>
#include <iterator>

namespace photopic {
namespace {

static_assert(sizeof(ExposureMode) == sizeof(std::uint32_t) && sizeof(AdaptationCurve) == sizeof(std::uint32_t) &&
              sizeof(ToneMapper) == sizeof(std::uint32_t));

constexpr const char* kModes[] = {"automatic", "manual", "camera"};
constexpr const char* kCurves[] = {"linear-exponential", "exponential", "two-exponentials"};
constexpr const char* kToneMappers[] = {"none",      "reinhard", "reinhard-extended", "hable",      "aces-narkowicz",
                                        "aces-hill", "agx",      "agx-golden",        "agx-punchy", "pbr-neutral",
                                        "uchimura",  "lottes"};
static_assert(std::size(kToneMappers) == kToneMapperCount);

struct Range {
  double min = 0.0;
  double max = 0.0;
  bool excludes_min = false;
};
constexpr double kMaxFloat = FLT_MAX;
constexpr Range kStops = {-64.0, 64.0};  // 2^64 and its inverse are still normal floats
constexpr Range kPercent = {0.0, 100.0};
constexpr Range kShare = {0.0, 1.0};
constexpr Range kPlace = {-1000.0, 1000.0};  // shares of a region's side, about it
constexpr Range kSize = {1e-3, 1000.0};      // its square is far from underflow
constexpr Range kAboveZero = {0.0, kMaxFloat, true};
constexpr Range kNotNegative = {0.0, kMaxFloat};
constexpr Range kFinite = {-kMaxFloat, kMaxFloat};
// The square, and Hable's curve of it, are far from underflow and overflow; 65536: the brightest input of operators.
constexpr Range kWhite = {1e-3, 65536.0};

constexpr std::uint32_t needs_weight(Weight weight) { return kNeedsMeter | weight << kNeedsWeightShift; }
constexpr std::uint32_t kHistogramNeeds = kNeedsMeter | kNeedsHistogram;

struct Words {
  const char* const* first = nullptr;
  std::uint32_t count = 0;
  constexpr Words() = default;
  template <std::size_t kCount>
  constexpr Words(const char* const (&words)[kCount]) : first(words), count(kCount) {}
};

constexpr SettingInfo row(const char* group, const char* name, const char* unit, SettingType type, Range range,
                          const char* at_least, std::uint32_t needs, Words words, std::size_t offset_bytes,
                          const char* help) {
  const double max = type == SettingType::choice ? words.count - 1.0 : range.max;
  return {group,    name,  unit,        help,        type,        range.min, max, range.excludes_min,
          at_least, needs, words.first, words.count, offset_bytes};
}

#define PHOTOPIC_ROW(group, name, unit, type, range, at_least, needs, words, help) \
  row(#group, #name, unit, SettingType::type, range, at_least, needs, words, offsetof(Settings, group.name), help)
#define NUMBER(group, name, unit, range, needs, help) \
  PHOTOPIC_ROW(group, name, unit, number, range, nullptr, needs, Words(), help)
#define NUMBER_FROM(group, name, unit, range, at_least, needs, help) \
  PHOTOPIC_ROW(group, name, unit, number, range, at_least, needs, Words(), help)
#define COUNT(group, name, range, needs, help) \
  PHOTOPIC_ROW(group, name, "", count, range, nullptr, needs, Words(), help)
#define FLAG(group, name, needs, help) PHOTOPIC_ROW(group, name, "", flag, Range(), nullptr, needs, Words(), help)
#define CHOICE(group, name, words, needs, help) \
  PHOTOPIC_ROW(group, name, "", choice, Range(), nullptr, needs, words, help)
#define CURVE(group, name, unit, needs, help) \
  PHOTOPIC_ROW(group, name, unit, curve, kStops, nullptr, needs, Words(), help)

// clang-format off
constexpr SettingInfo kRows[] = {
    NUMBER(meter, min_log2_luminance, "log2", kStops, kNeedsMeter,
           "darker texels are raised to 2^this before averaging; log2 of the file's unit"),
    NUMBER(meter, max_log2_luminance, "log2", kStops, kNeedsMeter,
           "brighter texels are lowered to 2^this before averaging"),
    NUMBER(meter, low_percentile, "percent", kPercent, kHistogramNeeds,
           "the darkest texels up to this share don't count, percent"),
    NUMBER(meter, high_percentile, "percent", kPercent, kHistogramNeeds,
           "the brightest texels beyond this share don't count, percent"),
    NUMBER(meter, median_blend, "", kShare, kHistogramNeeds, "0 takes the mean between the percentiles, 1 the median"),
    NUMBER(meter, centre_sigma, "half diagonals", kSize, needs_weight(kWeightCentre),
           "weight centre: standard deviation, half diagonals of the frame"),
    NUMBER(meter, spot_radius, "half diagonals", kSize, needs_weight(kWeightSpot),
           "weight spot: radius about the centre, half diagonals of the frame"),
    NUMBER(meter, ellipse_x, "widths", kPlace, needs_weight(kWeightEllipse),
           "weight ellipse: its centre, share of the frame's width from the left"),
    NUMBER(meter, ellipse_y, "heights", kPlace, needs_weight(kWeightEllipse),
           "weight ellipse: its centre, share of the frame's height from the top"),
    NUMBER(meter, ellipse_radius_x, "widths", kSize, needs_weight(kWeightEllipse),
           "weight ellipse: share of the frame's width"),
    NUMBER(meter, ellipse_radius_y, "heights", kSize, needs_weight(kWeightEllipse),
           "weight ellipse: share of the frame's height"),
    NUMBER(meter, ellipse_softness, "", kShare, needs_weight(kWeightEllipse),
           "weight ellipse: share of the radius over which the weight falls to 0"),
    NUMBER(meter, window_min_log2, "log2", kStops, needs_weight(kWeightWindow),
           "weight window: darker texels than 2^this don't count; -64 = no limit"),
    NUMBER_FROM(meter, window_max_log2, "log2", kStops, "window_min_log2", needs_weight(kWeightWindow),
                "weight window: brighter texels than 2^this don't count; 64 = no limit"),
    NUMBER(meter, depth_min, "", kFinite, needs_weight(kWeightDepth), "weight depth: least value that counts"),
    NUMBER_FROM(meter, depth_max, "", kFinite, "depth_min", needs_weight(kWeightDepth),
                "weight depth: largest value that counts"),
    CHOICE(exposure, mode, kModes, kNeedsMeter, "where the exposure comes from"),
    NUMBER(exposure, calibration_k, "cd s / (m^2 lx)", (Range{1.0, 100.0}), kNeedsMeter,
           "K of the meter: EV at ISO 100 is log2(luminance 100 / K)"),
    NUMBER(exposure, compensation_ev, "EV", (Range{-32.0, 32.0}), kNeedsMeter,
           "stops; +1 makes the picture twice as bright"),
    CURVE(exposure, compensation_curve, "EV", kNeedsMeter, "stops over adapted EV, added to the compensation"),
    CURVE(exposure, target_curve, "EV", kNeedsMeter, "EV to adapt to, over the scene's EV"),
    NUMBER(exposure, min_ev100, "EV", kStops, kNeedsMeter, "darkest scene that is followed, EV at ISO 100"),
    NUMBER_FROM(exposure, max_ev100, "EV", kStops, "min_ev100", kNeedsMeter,
                "brightest scene that is followed, EV at ISO 100"),
    CURVE(exposure, min_curve, "EV", kNeedsMeter, "takes the place of min-ev100, over the scene's EV"),
    CURVE(exposure, max_curve, "EV", kNeedsMeter, "takes the place of max-ev100, over the scene's EV"),
    NUMBER(exposure, manual_ev100, "EV", kStops, kNeedsMeter, "mode manual: EV at ISO 100"),
    NUMBER(exposure, aperture_f_number, "f-number", kAboveZero, kNeedsMeter, "mode camera: f-number"),
    NUMBER(exposure, shutter_s, "s", kAboveZero, kNeedsMeter, "mode camera: shutter time, seconds"),
    NUMBER(exposure, sensitivity_iso, "ISO", kAboveZero, kNeedsMeter, "mode camera: ISO sensitivity"),
    CHOICE(exposure, curve, kCurves, kNeedsMeter, "how the exposure moves to its target over time"),
    NUMBER(exposure, to_bright_ev_per_s, "EV/s", kNotNegative, kNeedsMeter,
           "linear-exponential: speed into a brighter scene, EV per second"),
    NUMBER(exposure, to_dark_ev_per_s, "EV/s", kNotNegative, kNeedsMeter,
           "linear-exponential: speed into a darker scene, EV per second"),
    NUMBER(exposure, transition_ev, "EV", kNotNegative, kNeedsMeter,
           "linear-exponential: distance to the target where it slows down, EV"),
    NUMBER(exposure, to_bright_time_constant_s, "s", kNotNegative, kNeedsMeter,
           "exponentials: seconds to 63.2 % of a step into a brighter scene"),
    NUMBER(exposure, to_dark_time_constant_s, "s", kNotNegative, kNeedsMeter,
           "exponentials: seconds to 63.2 % of a step into a darker scene"),
    NUMBER(exposure, slow_time_constant_ratio, "", (Range{1.0, 1000.0}), kNeedsMeter,
           "two-exponentials: time constant of the slower one, multiple of the other's"),
    FLAG(exposure, hold, kNeedsMeter,
         "true keeps the exposure where it is; the first frame is measured all the same"),
    FLAG(exposure, hold_on_black, kNeedsMeter,
         "true keeps the exposure while no texel is brighter than 2^min-log2-luminance"),
    NUMBER(exposure, dead_band_ev, "EV", (Range{0.0, 64.0}), kNeedsMeter,
           "distance to the target that doesn't move the exposure, EV"),
    NUMBER(exposure, cut_low_ev, "EV", kNotNegative, kNeedsMeter,
           "change of the scene within a frame that begins to count as a cut, EV"),
    NUMBER(exposure, cut_high_ev, "EV", kNotNegative, kNeedsMeter,
           "change from which on the target is taken at once, EV; 0 = never"),
    NUMBER(exposure, max_ev_per_s, "EV/s", kNotNegative, kNeedsMeter,
           "bound of the exposure's speed, EV per second; 0 = none"),
    NUMBER(exposure, max_reversals_per_s, "1/s", kNotNegative, kNeedsMeter,
           "bound of its changes of direction per second; 0 = none"),
    CHOICE(tone_map, tone_mapper, kToneMappers, kNeedsToneMap, "tone mapping operator"),
    NUMBER(tone_map, reinhard_white, "", kWhite, kNeedsToneMap,
           "reinhard-extended: exposed luminance that becomes white"),
    NUMBER(tone_map, hable_white, "", kWhite, kNeedsToneMap, "hable: his W; half of it, exposed, becomes white"),
    FLAG(tone_map, dither, kNeedsToneMap, "true adds triangular noise of one code value before rounding to 8 bit"),
    COUNT(tone_map, dither_seed, (Range{0.0, 4294967295.0}), kNeedsToneMap, "changes the noise; a whole number"),
};
// clang-format on

}  // namespace

SettingTable setting_table() noexcept { return {kRows, static_cast<std::uint32_t>(std::size(kRows))}; }

const SettingInfo* find_setting(const char* group, const char* name) noexcept {
  for (const SettingInfo& info : kRows) {
    if (std::strcmp(info.group, group) == 0 && std::strcmp(info.name, name) == 0) return &info;
  }
  return nullptr;
}

const char* tone_mapper_name(ToneMapper tone_mapper) noexcept {
  const auto index = static_cast<std::uint32_t>(tone_mapper);
  return index < kToneMapperCount ? kToneMappers[index] : nullptr;
}

}  // namespace photopic
