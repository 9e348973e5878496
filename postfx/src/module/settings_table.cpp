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
                    "lower limit of a texel's luminance in the mean, log2 of the file's unit; darker texels are raised "
                    "to it"),
    PHOTOPIC_NUMBER(meter, max_log2_luminance, "log2", kStopRange, kNeedsMeter,
                    "upper limit of a texel's luminance in the mean, log2; brighter texels are lowered to it"),
    PHOTOPIC_NUMBER(meter, low_percentile, "percent", kPercentRange, kHistogramNeeds,
                    "share of the darkest texels that don't count, percent"),
    PHOTOPIC_NUMBER(meter, high_percentile, "percent", kPercentRange, kHistogramNeeds,
                    "percentile above which texels don't count; 100 = all count"),
    PHOTOPIC_NUMBER(meter, median_blend, "", kShareRange, kHistogramNeeds,
                    "blend between the percentiles: 0 = mean, 1 = median"),
    PHOTOPIC_NUMBER(meter, highlight_stops, "stops", kHighlightRange, kLightNeeds,
                    "largest distance of highlights above the metered luminance, stops; 128 = no limit"),
    PHOTOPIC_NUMBER(meter, highlight_percent, "percent", (SettingRange{0.0, 100.0, true}), kLightNeeds,
                    "share of the brightest texels that are highlights, percent; larger areas of highlights weigh "
                    "more"),
    PHOTOPIC_NUMBER(meter, black_stops, "stops", (SettingRange{4.0, 128.0}), kLightNeeds,
                    "distance below the scene's level at which texels are black and don't count, stops; 128 = all "
                    "count"),
    PHOTOPIC_FLAG(meter, centre, kNeedsMeter, "weight centre: texels near the centre count more"),
    PHOTOPIC_FLAG(meter, spot, kNeedsMeter, "weight spot: only a disc around the centre counts"),
    PHOTOPIC_FLAG(meter, ellipse, kNeedsMeter, "weight ellipse: only a soft ellipse counts"),
    PHOTOPIC_FLAG(meter, mask, kNeedsMeter, "weight mask: an image has the weight of each texel"),
    PHOTOPIC_NUMBER(meter, centre_sigma, "half diagonals", kSizeRange, needs_weight(kWeightCentre),
                    "weight centre: standard deviation, half diagonals of the metered region"),
    PHOTOPIC_NUMBER(meter, spot_radius, "half diagonals", kSizeRange, needs_weight(kWeightSpot),
                    "weight spot: radius of the disc, half diagonals of the metered region"),
    PHOTOPIC_NUMBER(meter, ellipse_x, "widths", kPlaceRange, needs_weight(kWeightEllipse),
                    "weight ellipse: x of its centre, share of the region's width from the left"),
    PHOTOPIC_NUMBER(meter, ellipse_y, "heights", kPlaceRange, needs_weight(kWeightEllipse),
                    "weight ellipse: y of its centre, share of the region's height from the top"),
    PHOTOPIC_NUMBER(meter, ellipse_radius_x, "widths", kSizeRange, needs_weight(kWeightEllipse),
                    "weight ellipse: horizontal radius, share of the region's width"),
    PHOTOPIC_NUMBER(meter, ellipse_radius_y, "heights", kSizeRange, needs_weight(kWeightEllipse),
                    "weight ellipse: vertical radius, share of the region's height"),
    PHOTOPIC_NUMBER(meter, ellipse_softness, "", kShareRange, needs_weight(kWeightEllipse),
                    "weight ellipse: share of the radius over which the weight falls to 0"),
    PHOTOPIC_NUMBER(meter, window_min_log2, "log2", kStopRange, needs_weight(kWeightWindow),
                    "weight window: smallest luminance that counts, log2; -64 = no limit"),
    PHOTOPIC_NUMBER_FROM(meter, window_max_log2, "log2", kStopRange, "window_min_log2", needs_weight(kWeightWindow),
                         "weight window: largest luminance that counts, log2; 64 = no limit"),
    PHOTOPIC_NUMBER(meter, depth_min, "", kFiniteRange, needs_weight(kWeightDepth),
                    "weight depth: smallest depth that counts"),
    PHOTOPIC_NUMBER_FROM(meter, depth_max, "", kFiniteRange, "depth_min", needs_weight(kWeightDepth),
                         "weight depth: largest depth that counts"),
    PHOTOPIC_CHOICE(exposure, mode, kModes, kNeedsMeter,
                    "source of the exposure: the meter, an EV, or aperture, shutter and ISO"),
    PHOTOPIC_NUMBER(exposure, calibration_k, "cd s / (m^2 lx)", (SettingRange{1.0, 100.0}), kNeedsMeter,
                    "K of the meter: EV at ISO 100 = log2(100 luminance / K)"),
    PHOTOPIC_NUMBER(exposure, compensation_ev, "EV", (SettingRange{-32.0, 32.0}), kNeedsMeter,
                    "stops; +1 makes the picture twice as bright"),
    PHOTOPIC_CURVE(exposure, compensation_curve, "EV", kStopRange, kNeedsMeter,
                   "stops added to the compensation, over the adapted EV"),
    PHOTOPIC_CURVE(exposure, target_curve, "EV", kStopRange, kNeedsMeter, "EV to adapt to, over the EV of the scene"),
    PHOTOPIC_NUMBER(exposure, min_ev100, "EV", kStopRange, kNeedsMeter, "lower limit of the adapted EV, EV at ISO 100"),
    PHOTOPIC_NUMBER_FROM(exposure, max_ev100, "EV", kStopRange, "min_ev100", kNeedsMeter,
                         "upper limit of the adapted EV, EV at ISO 100"),
    PHOTOPIC_CURVE(exposure, min_curve, "EV", kStopRange, kNeedsMeter, "replaces min-ev100, over the EV of the scene"),
    PHOTOPIC_CURVE(exposure, max_curve, "EV", kStopRange, kNeedsMeter, "replaces max-ev100, over the EV of the scene"),
    PHOTOPIC_NUMBER(exposure, manual_ev100, "EV", kStopRange, kNeedsMeter, "mode manual: EV at ISO 100"),
    PHOTOPIC_NUMBER(exposure, aperture_f_number, "f-number", kAboveZeroRange, kNeedsMeter, "mode camera: f-number"),
    PHOTOPIC_NUMBER(exposure, shutter_s, "s", kAboveZeroRange, kNeedsMeter, "mode camera: shutter time, seconds"),
    PHOTOPIC_NUMBER(exposure, sensitivity_iso, "ISO", kAboveZeroRange, kNeedsMeter, "mode camera: ISO sensitivity"),
    PHOTOPIC_CHOICE(exposure, curve, kCurves, kNeedsMeter, "curve by which the exposure moves to its target over time"),
    PHOTOPIC_NUMBER(exposure, to_bright_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: speed into a brighter scene, EV per second"),
    PHOTOPIC_NUMBER(exposure, to_dark_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: speed into a darker scene, EV per second"),
    PHOTOPIC_NUMBER(exposure, transition_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "linear-exponential: distance to the target at which it slows down, EV"),
    PHOTOPIC_NUMBER(exposure, to_bright_time_constant_s, "s", kNotNegativeRange, kNeedsMeter,
                    "exponentials: seconds to 63.2 % of a step into a brighter scene"),
    PHOTOPIC_NUMBER(exposure, to_dark_time_constant_s, "s", kNotNegativeRange, kNeedsMeter,
                    "exponentials: seconds to 63.2 % of a step into a darker scene"),
    PHOTOPIC_NUMBER(exposure, slow_time_constant_ratio, "", (SettingRange{1.0, 1000.0}), kNeedsMeter,
                    "two-exponentials: slow time constant over the fast one"),
    PHOTOPIC_FLAG(exposure, hold, kNeedsMeter,
         "true keeps the exposure; the first frame is measured nevertheless"),
    PHOTOPIC_FLAG(exposure, hold_on_black, kNeedsMeter,
         "true keeps the exposure while no texel is brighter than 2^min-log2-luminance"),
    PHOTOPIC_NUMBER(exposure, dead_band_ev, "EV", (SettingRange{0.0, 64.0}), kNeedsMeter,
                    "distance to the target within which the exposure doesn't move, EV"),
    PHOTOPIC_NUMBER(exposure, cut_low_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "change of the scene between two frames above which it counts partly as a cut, EV"),
    PHOTOPIC_NUMBER(exposure, cut_high_ev, "EV", kNotNegativeRange, kNeedsMeter,
                    "change of the scene between two frames that is a cut: adapts at once, EV; 0 = never"),
    PHOTOPIC_NUMBER(exposure, max_ev_per_s, "EV/s", kNotNegativeRange, kNeedsMeter,
                    "limit of the exposure's speed, EV per second; 0 = no limit"),
    PHOTOPIC_NUMBER(exposure, max_reversals_per_s, "1/s", kNotNegativeRange, kNeedsMeter,
                    "limit of the exposure's changes of direction per second; 0 = no limit"),
    PHOTOPIC_CHOICE(input, primaries, kPrimaries, 0, "primaries of the HDR image; auto = the file's, else BT.709"),
    PHOTOPIC_NUMBER(input, red_x, "", kChromaticityRange, 0, "primaries custom: x of red, CIE 1931"),
    PHOTOPIC_NUMBER(input, red_y, "", kChromaticityRange, 0, "primaries custom: y of red"),
    PHOTOPIC_NUMBER(input, green_x, "", kChromaticityRange, 0, "primaries custom: x of green"),
    PHOTOPIC_NUMBER(input, green_y, "", kChromaticityRange, 0, "primaries custom: y of green"),
    PHOTOPIC_NUMBER(input, blue_x, "", kChromaticityRange, 0, "primaries custom: x of blue"),
    PHOTOPIC_NUMBER(input, blue_y, "", kChromaticityRange, 0, "primaries custom: y of blue"),
    PHOTOPIC_NUMBER(input, white_x, "", kChromaticityRange, 0, "primaries custom: x of white"),
    PHOTOPIC_NUMBER(input, white_y, "", kChromaticityRange, 0, "primaries custom: y of white"),
    PHOTOPIC_CHOICE(input, scene_gamut, kSceneGamuts, 0,
                    "treatment of colours outside AP1; aces13 = reference gamut compression of ACES 1.3"),
    PHOTOPIC_CHOICE(white_balance, white_balance, kWhiteBalances, kNeedsToneMap,
                    "light that becomes neutral; manual = a blackbody, daylight = sun and sky, auto = measured"),
    PHOTOPIC_NUMBER(white_balance, temperature_k, "K", (SettingRange{1000.0, 25000.0}), kNeedsToneMap,
                    "white balance manual, daylight: temperature of the light, kelvin; daylight: at least 4000"),
    PHOTOPIC_NUMBER(white_balance, duv, "", (SettingRange{-0.0625, 0.0625}), kNeedsToneMap,
                    "white balance: tint of the light, distance in CIE 1960; above 0 greener, below 0 more magenta"),
    PHOTOPIC_CHOICE(white_balance, chromatic_adaptation, kChromaticAdaptations, kNeedsToneMap,
                    "white balance: cone responses of the adaptation"),
    PHOTOPIC_NUMBER(white_balance, adaptation_degree, "", kShareRange, kNeedsAutoWhiteBalance,
                    "white balance auto: share of the light's colour that is removed"),
    PHOTOPIC_NUMBER(white_balance, min_temperature_k, "K", kLightRange, kNeedsAutoWhiteBalance,
                    "white balance auto: lower limit of the light's temperature, kelvin"),
    PHOTOPIC_NUMBER_FROM(white_balance, max_temperature_k, "K", kLightRange, "min_temperature_k", kNeedsAutoWhiteBalance,
                         "white balance auto: upper limit of the light's temperature, kelvin"),
    PHOTOPIC_NUMBER(white_balance, max_duv, "", (SettingRange{0.0, 0.05}), kNeedsAutoWhiteBalance,
                    "white balance auto: largest tint of the light, distance in CIE 1960"),
    PHOTOPIC_NUMBER(white_balance, light_time_constant_s, "s", kNotNegativeRange, kNeedsAutoWhiteBalance,
                    "white balance auto: seconds to 63.2 % of a change of light"),
    PHOTOPIC_NUMBER(white_balance, light_slow_ratio, "", (SettingRange{1.0, 1000.0}), kNeedsAutoWhiteBalance,
                    "white balance auto: slow time constant over light-time-constant-s; 1 = no slow part"),
    PHOTOPIC_NUMBER(white_balance, dead_band_duv, "", (SettingRange{0.0, 1.0}), kNeedsAutoWhiteBalance,
                    "white balance auto: distance to the light within which nothing moves, CIE 1960"),
    PHOTOPIC_NUMBER(white_balance, max_mired_per_s, "mired/s", kNotNegativeRange, kNeedsAutoWhiteBalance,
                    "white balance auto: limit of the speed, mired (1e6 / kelvin) per second; 0 = no limit"),
    PHOTOPIC_CHOICE(tone_map, tone_mapper, kToneMapperWords, kNeedsToneMap, "tone mapping operator"),
    PHOTOPIC_NUMBER(tone_map, reinhard_white, "", kWhiteRange, kNeedsToneMap,
                    "reinhard-extended: exposed luminance that becomes white"),
    PHOTOPIC_NUMBER(tone_map, hable_white, "", kWhiteRange, kNeedsToneMap,
                    "hable: Hable's W; an exposed value of W / 2 becomes white"),
    PHOTOPIC_NUMBER(tone_map, source_peak_nits, "nits", (SettingRange{100.0, 10000.0}), kNeedsToneMap,
                    "bt2390, bt2446a, spline: luminance that becomes the display's peak, cd/m^2"),
    PHOTOPIC_NUMBER(tone_map, spline_knee_adaptation, "", kShareRange, kNeedsToneMap,
                    "spline: share by which the knee follows the display's range"),
    PHOTOPIC_NUMBER(tone_map, spline_contrast, "", kShareRange, kNeedsToneMap,
                    "spline: share of the contrast that stays at the knee"),
    PHOTOPIC_CHOICE(tone_map, lpm_content, kLpmContents, kNeedsToneMap,
                    "lpm: primaries of the content; limit = the display's limiting primaries"),
    PHOTOPIC_NUMBER(tone_map, lpm_input_max, "", kLpmInputRange, kNeedsToneMap,
                    "lpm: exposed value that becomes the display's peak"),
    PHOTOPIC_NUMBER(tone_map, lpm_exposure_ev, "EV", (SettingRange{4.0, 10.0}), kNeedsToneMap,
                    "lpm: stops from lpm-input-max to middle grey"),
    PHOTOPIC_NUMBER(tone_map, lpm_contrast, "", (SettingRange{0.0, 0.5}), kNeedsToneMap, "lpm: contrast added to 1"),
    PHOTOPIC_NUMBER(tone_map, lpm_shoulder, "", (SettingRange{0.875, 1.0}), kNeedsToneMap,
                    "lpm: shoulder; smaller values compress highlights more softly"),
    PHOTOPIC_NUMBER(tone_map, lpm_soft_gap, "", (SettingRange{0.0, 0.5}), kNeedsToneMap,
                    "lpm: share of the range for colours outside the limiting primaries"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_red, "", kLpmSaturationRange, kNeedsToneMap,
                    "lpm: saturation added to red"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_green, "", kLpmSaturationRange, kNeedsToneMap,
                    "lpm: saturation added to green"),
    PHOTOPIC_NUMBER(tone_map, lpm_saturation_blue, "", kLpmSaturationRange, kNeedsToneMap,
                    "lpm: saturation added to blue"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_red, "", kShareRange, kNeedsToneMap,
                    "lpm: share that red takes of light beyond the range of other channels"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_green, "", kShareRange, kNeedsToneMap,
                    "lpm: share that green takes of light beyond the range of other channels"),
    PHOTOPIC_NUMBER(tone_map, lpm_crosstalk_blue, "", kShareRange, kNeedsToneMap,
                    "lpm: share that blue takes of light beyond the range of other channels"),
    PHOTOPIC_FLAG(tone_map, dither, kNeedsToneMap,
                  "true adds triangular noise of one code before rounding to 8 or 10 bits"),
    PHOTOPIC_CHOICE(tone_map, dither_noise, kDitherNoises, kNeedsToneMap,
                    "dither: kind of noise; hash = white noise, blue = noise without low frequencies"),
    PHOTOPIC_COUNT(tone_map, dither_seed, (SettingRange{0.0, 4294967295.0}), kNeedsToneMap,
                   "number of the noise pattern; change it every frame"),
    PHOTOPIC_CHOICE(display, encoding, kEncodingWords, kNeedsToneMap, "encoding of the picture"),
    PHOTOPIC_NUMBER(display, paper_white_nits, "nits", kNitsRange, kNeedsToneMap,
                    "HDR encodings: luminance of diffuse white, cd/m^2"),
    PHOTOPIC_NUMBER_FROM(display, peak_nits, "nits", kNitsRange, "paper_white_nits", kNeedsToneMap,
                         "HDR encodings: largest luminance of the display, cd/m^2"),
    PHOTOPIC_NUMBER(display, min_nits, "nits", (SettingRange{0.0, 1.0}), kNeedsToneMap,
                    "HDR encodings: smallest luminance of the display, cd/m^2; used by bt2390, spline and metadata"),
    PHOTOPIC_NUMBER(display, ui_white_nits, "nits", kNitsRange, kNeedsToneMap,
                    "HDR encodings: white of the user interface, cd/m^2"),
    PHOTOPIC_NUMBER(display, scrgb_reference_nits, "nits", kNitsRange, kNeedsToneMap,
                    "scrgb: luminance of 1, cd/m^2; set paper-white-nits if 1 is the system's white"),
    PHOTOPIC_CHOICE(display, limit_primaries, kLimitPrimaries, kNeedsToneMap, "primaries that colours are kept within"),
    PHOTOPIC_CHOICE(display, gamut_map, kGamutMaps, kNeedsToneMap,
                    "method that brings colours within the limiting primaries"),
    PHOTOPIC_CHOICE(display, transform, kTransforms, kNeedsToneMap,
                    "evaluation of the look; exact = for each texel, baked = from a LUT"),
    PHOTOPIC_CHOICE(display, ui_curve, kUiCurves, kNeedsToneMap, "curve of the user interface's colours"),
    PHOTOPIC_CHOICE(display, ui_blend, kUiBlends, kNeedsToneMap,
                    "values in which the user interface is blended; auto = encoded over SDR, linear over HDR"),
    PHOTOPIC_NUMBER(display, ui_scene_limit_nits, "nits", (SettingRange{0.0, 10000.0}), kNeedsToneMap,
                    "ui-blend linear: limit of the picture below the user interface, cd/m^2; 0 = no limit"),
    PHOTOPIC_CHOICE(display, alpha, kAlphas, kNeedsToneMap, "alpha of the picture: copied from the HDR image, or one"),
    PHOTOPIC_NUMBER(view, field_of_view_vertical_deg, "degrees", (SettingRange{0.0, 170.0, true}), kNeedsToneMap,
                    "vertical field of view, degrees; effects with angles use it"),
    PHOTOPIC_NUMBER(view, cd_m2_per_unit, "cd/m^2", (SettingRange{0.0, 1e9}), kNeedsToneMap,
                    "luminance of 1 in the HDR image, cd/m^2; 0 = unknown"),
    PHOTOPIC_NUMBER(view, observer_age_years, "years", kAgeRange, kNeedsToneMap,
                    "age of the viewer, years; glare of an eye and the pupil use it"),
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
constexpr std::size_t kFirstToneMap = first_of("tone_map");
constexpr std::size_t kFirstDisplay = first_of("display");  // the group after tone_map
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
SettingTable tone_map_rows() noexcept { return rows_between(kFirstToneMap, kFirstDisplay); }

const SettingInfo* find_setting(const char* group, const char* name) noexcept {
  const std::size_t row = row_of(group, name);
  return row < kRows.size() ? &kRows[row] : nullptr;
}

const SettingInfo* at_least_row(const SettingInfo& row) noexcept {
  const std::size_t found = kAtLeastRows[static_cast<std::size_t>(&row - kRows.data())];
  return found < kRows.size() ? &kRows[found] : nullptr;
}

}  // namespace photopic
