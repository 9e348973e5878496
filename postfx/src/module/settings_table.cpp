// SPDX-License-Identifier: MIT
// Rows of the table of settings.
#include "settings/table.h"

#include <array>
#include <span>
#include <string_view>

#include "chain/chain.h"
#include "module/grade_rows.h"
#include "settings/operators.h"
#include "settings/rows.h"

namespace photopic {
namespace {

static_assert(sizeof(ExposureMode) == sizeof(std::uint32_t) && sizeof(AdaptationCurve) == sizeof(std::uint32_t) &&
              sizeof(ToneMapper) == sizeof(std::uint32_t));

constexpr const char* kModes[] = {"automatic", "manual", "camera"};
constexpr const char* kCurves[] = {"linear-exponential", "exponential", "two-exponentials"};

#define PHOTOPIC_ENCODING(number, name, word, range, primaries) #word,
constexpr const char* kEncodingWords[] = {PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING)};
#undef PHOTOPIC_ENCODING
// In the order of their enumerations.
constexpr const char* kPrimaries[] = {"auto", "bt709", "p3", "bt2020", "ap1", "ap0", "custom"};
constexpr const char* kSceneGamuts[] = {"unbounded", "aces13"};
constexpr const char* kLimitPrimaries[] = {"bt709", "p3", "bt2020"};
constexpr const char* kTransforms[] = {"exact", "baked"};
constexpr const char* kDitherNoises[] = {"hash", "blue"};
constexpr const char* kUiCurves[] = {"srgb", "power22"};
constexpr const char* kUiBlends[] = {"auto", "encoded", "linear"};
constexpr const char* kAlphas[] = {"copied", "one"};
constexpr const char* kLpmContents[] = {"limit", "bt709", "p3", "bt2020"};
constexpr const char* kGamutMaps[] = {"clip", "desaturate", "soft-clip", "perceptual", "relative", "reach"};

constexpr const char* kWhiteBalances[] = {"off", "manual", "daylight", "auto"};
constexpr const char* kChromaticAdaptations[] = {"cat16", "bradford"};

constexpr SettingRange kChromaticityRange = {-2.0, 2.0};  // of camera primaries, far outside colours that there are
constexpr SettingRange kLightRange = {2000.0, 25000.0};   // what BT.709 has enough blue for
constexpr SettingRange kNitsRange = {1.0, 10000.0};       // of PQ
constexpr SettingRange kPlaceRange = {-1000.0, 1000.0};   // shares of a region's side, about it
constexpr SettingRange kSizeRange = {1e-3, 1000.0};       // its square is far from underflow
// The square, and Hable's curve of it, are far from underflow and overflow; 65536: the brightest input of operators.
constexpr SettingRange kWhiteRange = {1e-3, 65536.0};
constexpr SettingRange kLpmInputRange = {1.0, 65536.0};
constexpr SettingRange kLpmSaturationRange = {-0.5, 0.5};
constexpr SettingRange kHighlightRange = {0.0, 128.0};
constexpr std::uint32_t kHistogramNeeds = kNeedsMeter | kNeedsHistogram;
constexpr std::uint32_t kLightNeeds = kHistogramNeeds | kNeedsHighlightsAndBlack;

// clang-format off
constexpr SettingInfo kOwnRows[] = {
    PHOTOPIC_NUMBER(meter, min_log2_luminance, "log2", kStopRange, kNeedsMeter,
                    "darker texels are raised to 2^this before averaging; log2 of the file's unit"),
    PHOTOPIC_NUMBER(meter, max_log2_luminance, "log2", kStopRange, kNeedsMeter,
                    "brighter texels are lowered to 2^this before averaging"),
    PHOTOPIC_NUMBER(meter, low_percentile, "percent", kPercentRange, kHistogramNeeds,
                    "the darkest texels up to this share don't count, percent"),
    PHOTOPIC_NUMBER(meter, high_percentile, "percent", kPercentRange, kHistogramNeeds,
                    "the brightest texels beyond this share don't count, percent"),
    PHOTOPIC_NUMBER(meter, median_blend, "", kShareRange, kHistogramNeeds, "0 takes the mean between the percentiles, 1 the median"),
    PHOTOPIC_NUMBER(meter, highlight_stops, "stops", kHighlightRange, kLightNeeds,
                    "highlights are at most this far above what is metered; 128 = no limit"),
    PHOTOPIC_NUMBER(meter, highlight_percent, "percent", (SettingRange{0.0, 100.0, true}), kLightNeeds,
                    "highlights are the brightest texels up to this share, larger areas of them more, percent"),
    PHOTOPIC_NUMBER(meter, black_stops, "stops", (SettingRange{4.0, 128.0}), kLightNeeds,
                    "what is this far below the scene's level is black and doesn't count; 128 = all counts"),
    PHOTOPIC_NUMBER(meter, centre_sigma, "half diagonals", kSizeRange, needs_weight(kWeightCentre),
                    "weight centre: standard deviation, half diagonals of the frame"),
    PHOTOPIC_NUMBER(meter, spot_radius, "half diagonals", kSizeRange, needs_weight(kWeightSpot),
                    "weight spot: radius about the centre, half diagonals of the frame"),
    PHOTOPIC_NUMBER(meter, ellipse_x, "widths", kPlaceRange, needs_weight(kWeightEllipse),
                    "weight ellipse: its centre, share of the frame's width from the left"),
    PHOTOPIC_NUMBER(meter, ellipse_y, "heights", kPlaceRange, needs_weight(kWeightEllipse),
                    "weight ellipse: its centre, share of the frame's height from the top"),
    PHOTOPIC_NUMBER(meter, ellipse_radius_x, "widths", kSizeRange, needs_weight(kWeightEllipse),
                    "weight ellipse: share of the frame's width"),
    PHOTOPIC_NUMBER(meter, ellipse_radius_y, "heights", kSizeRange, needs_weight(kWeightEllipse),
                    "weight ellipse: share of the frame's height"),
    PHOTOPIC_NUMBER(meter, ellipse_softness, "", kShareRange, needs_weight(kWeightEllipse),
                    "weight ellipse: share of the radius over which the weight falls to 0"),
    PHOTOPIC_NUMBER(meter, window_min_log2, "log2", kStopRange, needs_weight(kWeightWindow),
                    "weight window: darker texels than 2^this don't count; -64 = no limit"),
    PHOTOPIC_NUMBER_FROM(meter, window_max_log2, "log2", kStopRange, "window_min_log2", needs_weight(kWeightWindow),
                         "weight window: brighter texels than 2^this don't count; 64 = no limit"),
    PHOTOPIC_NUMBER(meter, depth_min, "", kFiniteRange, needs_weight(kWeightDepth), "weight depth: least value that counts"),
    PHOTOPIC_NUMBER_FROM(meter, depth_max, "", kFiniteRange, "depth_min", needs_weight(kWeightDepth),
                         "weight depth: largest value that counts"),
    PHOTOPIC_CHOICE(exposure, mode, kModes, kNeedsMeter, "where the exposure comes from"),
    PHOTOPIC_NUMBER(exposure, calibration_k, "cd s / (m^2 lx)", (SettingRange{1.0, 100.0}), kNeedsMeter,
                    "K of the meter: EV at ISO 100 is log2(luminance 100 / K)"),
    PHOTOPIC_NUMBER(exposure, compensation_ev, "EV", (SettingRange{-32.0, 32.0}), kNeedsMeter,
                    "stops; +1 makes the picture twice as bright"),
    PHOTOPIC_CURVE(exposure, compensation_curve, "EV", kStopRange, kNeedsMeter, "stops over adapted EV, added to the compensation"),
    PHOTOPIC_CURVE(exposure, target_curve, "EV", kStopRange, kNeedsMeter, "EV to adapt to, over the scene's EV"),
    PHOTOPIC_NUMBER(exposure, min_ev100, "EV", kStopRange, kNeedsMeter, "darkest scene that is followed, EV at ISO 100"),
    PHOTOPIC_NUMBER_FROM(exposure, max_ev100, "EV", kStopRange, "min_ev100", kNeedsMeter,
                         "brightest scene that is followed, EV at ISO 100"),
    PHOTOPIC_CURVE(exposure, min_curve, "EV", kStopRange, kNeedsMeter, "takes the place of min-ev100, over the scene's EV"),
    PHOTOPIC_CURVE(exposure, max_curve, "EV", kStopRange, kNeedsMeter, "takes the place of max-ev100, over the scene's EV"),
    PHOTOPIC_NUMBER(exposure, manual_ev100, "EV", kStopRange, kNeedsMeter, "mode manual: EV at ISO 100"),
    PHOTOPIC_NUMBER(exposure, aperture_f_number, "f-number", kAboveZeroRange, kNeedsMeter, "mode camera: f-number"),
    PHOTOPIC_NUMBER(exposure, shutter_s, "s", kAboveZeroRange, kNeedsMeter, "mode camera: shutter time, seconds"),
    PHOTOPIC_NUMBER(exposure, sensitivity_iso, "ISO", kAboveZeroRange, kNeedsMeter, "mode camera: ISO sensitivity"),
    PHOTOPIC_CHOICE(exposure, curve, kCurves, kNeedsMeter, "how the exposure moves to its target over time"),
    PHOTOPIC_NUMBER(exposure, to_bright_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: speed into a brighter scene, EV per second"),
    PHOTOPIC_NUMBER(exposure, to_dark_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: speed into a darker scene, EV per second"),
    PHOTOPIC_NUMBER(exposure, transition_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: distance to the target where it slows down, EV"),
    PHOTOPIC_NUMBER(exposure, to_bright_time_constant_s, "s", kNotNegativeRange, kNeedsMeter,
                    "exponentials: seconds to 63.2 % of a step into a brighter scene"),
    PHOTOPIC_NUMBER(exposure, to_dark_time_constant_s, "s", kNotNegativeRange, kNeedsMeter,
                    "exponentials: seconds to 63.2 % of a step into a darker scene"),
    PHOTOPIC_NUMBER(exposure, slow_time_constant_ratio, "", (SettingRange{1.0, 1000.0}), kNeedsMeter,
                    "two-exponentials: time constant of the slower one, multiple of the other's"),
    PHOTOPIC_FLAG(exposure, hold, kNeedsMeter,
         "true keeps the exposure where it is; the first frame is measured all the same"),
    PHOTOPIC_FLAG(exposure, hold_on_black, kNeedsMeter,
         "true keeps the exposure while no texel is brighter than 2^min-log2-luminance"),
    PHOTOPIC_NUMBER(exposure, dead_band_ev, "EV", (SettingRange{0.0, 64.0}), kNeedsMeter,
                    "distance to the target that doesn't move the exposure, EV"),
    PHOTOPIC_NUMBER(exposure, cut_low_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "change of the scene within a frame that begins to count as a cut, EV"),
    PHOTOPIC_NUMBER(exposure, cut_high_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "change from which on the target is taken at once, EV; 0 = never"),
    PHOTOPIC_NUMBER(exposure, max_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "bound of the exposure's speed, EV per second; 0 = none"),
    PHOTOPIC_NUMBER(exposure, max_reversals_per_s, "1/s", kNotNegativeRange, kNeedsMeter,
                    "bound of its changes of direction per second; 0 = none"),
    PHOTOPIC_CHOICE(input, primaries, kPrimaries, 0, "primaries of the HDR image; auto takes the file's, else BT.709"),
    PHOTOPIC_NUMBER(input, red_x, "", kChromaticityRange, 0, "primaries custom: x of red, CIE 1931"),
    PHOTOPIC_NUMBER(input, red_y, "", kChromaticityRange, 0, "primaries custom: y of red"),
    PHOTOPIC_NUMBER(input, green_x, "", kChromaticityRange, 0, "primaries custom: x of green"),
    PHOTOPIC_NUMBER(input, green_y, "", kChromaticityRange, 0, "primaries custom: y of green"),
    PHOTOPIC_NUMBER(input, blue_x, "", kChromaticityRange, 0, "primaries custom: x of blue"),
    PHOTOPIC_NUMBER(input, blue_y, "", kChromaticityRange, 0, "primaries custom: y of blue"),
    PHOTOPIC_NUMBER(input, white_x, "", kChromaticityRange, 0, "primaries custom: x of white"),
    PHOTOPIC_NUMBER(input, white_y, "", kChromaticityRange, 0, "primaries custom: y of white"),
    PHOTOPIC_CHOICE(input, scene_gamut, kSceneGamuts, 0,
                    "colours outside of AP1: aces13 brings them inside by ACES 1.3's reference gamut compression"),
    PHOTOPIC_CHOICE(white_balance, white_balance, kWhiteBalances, kNeedsToneMap,
                    "light that becomes neutral: manual takes a blackbody's, daylight the sun's and the sky's, auto the scene's"),
    PHOTOPIC_NUMBER(white_balance, temperature_k, "K", (SettingRange{1000.0, 25000.0}), kNeedsToneMap,
                    "white balance: temperature of that light, kelvin; daylight: from 4000"),
    PHOTOPIC_NUMBER(white_balance, duv, "", (SettingRange{-0.0625, 0.0625}), kNeedsToneMap,
                    "white balance: how much greener that light is, distance in CIE 1960; below 0: more magenta"),
    PHOTOPIC_CHOICE(white_balance, chromatic_adaptation, kChromaticAdaptations, kNeedsToneMap,
                    "white balance: cone responses that are scaled"),
    PHOTOPIC_NUMBER(white_balance, adaptation_degree, "", kShareRange, kNeedsAutoWhiteBalance,
                    "white balance auto: share of the light's colour that is taken away"),
    PHOTOPIC_NUMBER(white_balance, min_temperature_k, "K", kLightRange, kNeedsAutoWhiteBalance,
                    "white balance auto: warmer lights are taken for this, kelvin"),
    PHOTOPIC_NUMBER_FROM(white_balance, max_temperature_k, "K", kLightRange, "min_temperature_k", kNeedsAutoWhiteBalance,
                         "white balance auto: cooler lights are taken for this, kelvin"),
    PHOTOPIC_NUMBER(white_balance, max_duv, "", (SettingRange{0.0, 0.05}), kNeedsAutoWhiteBalance,
                    "white balance auto: largest tint that is adapted to, distance in CIE 1960"),
    PHOTOPIC_NUMBER(white_balance, light_time_constant_s, "s", kNotNegativeRange, kNeedsAutoWhiteBalance,
                    "white balance auto: seconds to 63.2 % of a change of light"),
    PHOTOPIC_NUMBER(white_balance, light_slow_ratio, "", (SettingRange{1.0, 1000.0}), kNeedsAutoWhiteBalance,
                    "white balance auto: time constant of a slower part, multiple of the other's; 1 = there is none"),
    PHOTOPIC_NUMBER(white_balance, dead_band_duv, "", (SettingRange{0.0, 1.0}), kNeedsAutoWhiteBalance,
                    "white balance auto: distance from the light that moves nothing, CIE 1960"),
    PHOTOPIC_NUMBER(white_balance, max_mired_per_s, "mired/s", kNotNegativeRange, kNeedsAutoWhiteBalance,
                    "white balance auto: bound of the movement, 1e6 / kelvin per second; 0 = none"),
    PHOTOPIC_CHOICE(tone_map, tone_mapper, kToneMapperWords, kNeedsToneMap, "tone mapping operator"),
    PHOTOPIC_NUMBER(tone_map, reinhard_white, "", kWhiteRange, kNeedsToneMap,
                    "reinhard-extended: exposed luminance that becomes white"),
    PHOTOPIC_NUMBER(tone_map, hable_white, "", kWhiteRange, kNeedsToneMap, "hable: his W; half of it, exposed, becomes white"),
    PHOTOPIC_NUMBER(tone_map, source_peak_nits, "nits", (SettingRange{100.0, 10000.0}), kNeedsToneMap,
                    "bt2390, bt2446a, spline: luminance that becomes the display's peak, cd/m^2"),
    PHOTOPIC_NUMBER(tone_map, spline_knee_adaptation, "", kShareRange, kNeedsToneMap,
                    "spline: how far its knee follows the display's range"),
    PHOTOPIC_NUMBER(tone_map, spline_contrast, "", kShareRange, kNeedsToneMap,
                    "spline: contrast kept at the knee; 1 = all"),
    PHOTOPIC_CHOICE(tone_map, lpm_content, kLpmContents, kNeedsToneMap,
                    "lpm: primaries of the content; limit takes the display's limiting ones"),
    PHOTOPIC_NUMBER(tone_map, lpm_input_max, "", kLpmInputRange, kNeedsToneMap,
                    "lpm: exposed value that becomes the display's peak"),
    PHOTOPIC_NUMBER(tone_map, lpm_exposure_ev, "EV", (SettingRange{4.0, 10.0}), kNeedsToneMap,
                    "lpm: stops from lpm-input-max to middle grey"),
    PHOTOPIC_NUMBER(tone_map, lpm_contrast, "", (SettingRange{0.0, 0.5}), kNeedsToneMap, "lpm: contrast added to 1"),
    PHOTOPIC_NUMBER(tone_map, lpm_shoulder, "", (SettingRange{0.875, 1.0}), kNeedsToneMap,
                    "lpm: less compresses highlights softer"),
    PHOTOPIC_NUMBER(tone_map, lpm_soft_gap, "", (SettingRange{0.0, 0.5}), kNeedsToneMap,
                    "lpm: share of the range that colours outside the limiting primaries are compressed into"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_red, "", kLpmSaturationRange, kNeedsToneMap,
                    "lpm: saturation added to red"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_green, "", kLpmSaturationRange, kNeedsToneMap, "lpm: and to green"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_blue, "", kLpmSaturationRange, kNeedsToneMap, "lpm: and to blue"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_red, "", kShareRange, kNeedsToneMap,
                    "lpm: how much red takes of the light that other channels have no room for"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_green, "", kShareRange, kNeedsToneMap, "lpm: and green"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_blue, "", kShareRange, kNeedsToneMap, "lpm: and blue"),
    PHOTOPIC_FLAG(tone_map, dither, kNeedsToneMap, "true adds triangular noise of one code value before rounding to 8 or 10 bit"),
    PHOTOPIC_CHOICE(tone_map, dither_noise, kDitherNoises, kNeedsToneMap,
                    "dither: hash is white noise, blue is noise without low frequencies"),
    PHOTOPIC_COUNT(tone_map, dither_seed, (SettingRange{0.0, 4294967295.0}), kNeedsToneMap, "changes the noise; a whole number"),
    PHOTOPIC_CHOICE(display, encoding, kEncodingWords, kNeedsToneMap, "how the picture is stored"),
    PHOTOPIC_NUMBER(display, paper_white_nits, "nits", kNitsRange, kNeedsToneMap,
                    "HDR encodings: luminance of diffuse white, cd/m^2"),
    PHOTOPIC_NUMBER_FROM(display, peak_nits, "nits", kNitsRange, "paper_white_nits", kNeedsToneMap,
                         "HDR encodings: brightest that the display shows, cd/m^2"),
    PHOTOPIC_NUMBER(display, min_nits, "nits", (SettingRange{0.0, 1.0}), kNeedsToneMap,
                    "HDR encodings: darkest that the display shows, cd/m^2; bt2390, spline, metadata"),
    PHOTOPIC_NUMBER(display, ui_white_nits, "nits", kNitsRange, kNeedsToneMap,
                    "HDR encodings: white of what is drawn over the picture, cd/m^2"),
    PHOTOPIC_NUMBER(display, scrgb_reference_nits, "nits", kNitsRange, kNeedsToneMap,
                    "scrgb: luminance of 1, cd/m^2; paper-white-nits where 1 is the system's white"),
    PHOTOPIC_CHOICE(display, limit_primaries, kLimitPrimaries, kNeedsToneMap, "primaries that colours are kept within"),
    PHOTOPIC_CHOICE(display, gamut_map, kGamutMaps, kNeedsToneMap, "how colours come within the limiting primaries"),
    PHOTOPIC_CHOICE(display, transform, kTransforms, kNeedsToneMap,
                    "exact evaluates the look for each texel, baked reads it from a LUT"),
    PHOTOPIC_CHOICE(display, ui_curve, kUiCurves, kNeedsToneMap, "curve of an image that is drawn over the picture"),
    PHOTOPIC_CHOICE(display, ui_blend, kUiBlends, kNeedsToneMap,
                    "values that it is drawn in; auto: encoded over SDR, linear over HDR"),
    PHOTOPIC_NUMBER(display, ui_scene_limit_nits, "nits", (SettingRange{0.0, 10000.0}), kNeedsToneMap,
                    "linear: the picture under it is darkened to this, cd/m^2; 0 = not at all"),
    PHOTOPIC_CHOICE(display, alpha, kAlphas, kNeedsToneMap, "alpha of the picture: copied or one"),
    PHOTOPIC_NUMBER(view, field_of_view_vertical_deg, "degrees", (SettingRange{0.0, 170.0, true}), kNeedsToneMap,
                    "angle that the picture's height covers, for effects that depend on it"),
    PHOTOPIC_NUMBER(view, cd_m2_per_unit, "cd/m^2", (SettingRange{0.0, 1e9}), kNeedsToneMap,
                    "luminance that 1 in the HDR image stands for, cd/m^2; 0 = unknown"),
    PHOTOPIC_NUMBER(view, observer_age_years, "years", kAgeRange, kNeedsToneMap,
                    "age of the viewer, years: glare of an eye, pupil"),
};
// clang-format on

/// All rows of the lists, one after another.
template <std::size_t... kCounts>
constexpr auto joined(const SettingInfo (&... lists)[kCounts]) {
  std::array<SettingInfo, (kCounts + ...)> all = {};
  std::size_t count = 0;
  const auto append = [&](std::span<const SettingInfo> list) {
    for (const SettingInfo& info : list) all[count++] = info;
  };
  (append(lists), ...);
  return all;
}

constexpr auto kRows =
    joined(kOwnRows, kGradeRows, aberration::kSettings, glare::kSettings, acuity::kSettings, lens::kSettings,
           local_exposure::kSettings, night::kSettings, sharpening::kSettings, grain::kSettings);

/// The row of that name, kRows.size() if there is none.
constexpr std::size_t row_of(std::string_view group, std::string_view name) {
  std::size_t row = 0;
  while (row < kRows.size() && (group != kRows[row].group || name != kRows[row].name)) ++row;
  return row;
}

constexpr auto kAtLeastRows = [] {
  std::array<std::size_t, kRows.size()> rows = {};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = kRows[i].at_least == nullptr ? kRows.size() : row_of(kRows[i].group, kRows[i].at_least);
  }
  return rows;
}();

/// Rows from the first of `group` on; groups are not mixed.
constexpr std::size_t first_of(std::string_view group) {
  std::size_t row = 0;
  while (row < kRows.size() && group != kRows[row].group) ++row;
  return row;
}
constexpr std::size_t kFirstExposure = first_of("exposure");
constexpr std::size_t kFirstInput = first_of("input");
constexpr std::size_t kFirstFinish = first_of("white_balance");
static_assert(first_of("meter") == 0 && kFirstExposure < kFirstInput && kFirstInput < kFirstFinish &&
              kFirstFinish < kRows.size());

constexpr SettingTable rows_between(std::size_t first, std::size_t end) {
  return {kRows.data() + first, static_cast<std::uint32_t>(end - first)};
}

}  // namespace

SettingTable setting_table() noexcept { return rows_between(0, kRows.size()); }
SettingTable meter_rows() noexcept { return rows_between(0, kFirstExposure); }
SettingTable exposure_rows() noexcept { return rows_between(kFirstExposure, kFirstInput); }
SettingTable input_rows() noexcept { return rows_between(kFirstInput, kFirstFinish); }
SettingTable finish_rows() noexcept { return rows_between(kFirstFinish, kRows.size()); }

const SettingInfo* find_setting(const char* group, const char* name) noexcept {
  const std::size_t row = row_of(group, name);
  return row < kRows.size() ? &kRows[row] : nullptr;
}

const SettingInfo* at_least_row(const SettingInfo& row) noexcept {
  const std::size_t found = kAtLeastRows[static_cast<std::size_t>(&row - kRows.data())];
  return found < kRows.size() ? &kRows[found] : nullptr;
}

}  // namespace photopic
