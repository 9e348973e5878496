// SPDX-License-Identifier: MIT
// Settings: every value that may change from frame to frame. Plain data. Units are in the names.
#ifndef PHOTOPIC_SETTINGS_H
#define PHOTOPIC_SETTINGS_H

#include <photopic/c/settings.h>
#include <photopic/display.h>
#include <photopic/effects.h>
#include <photopic/look.h>
#include <photopic/operators.h>

#include <cstdint>

namespace photopic {

/// Metering: how the luminance of a frame is measured.
struct MeterSettings {
  /// Range of luminance, log2 of the HDR image's units; -64 <= min < max <= 64. Valid texels are clamped to it before
  /// their logarithms are averaged. It is the histogram's range, too.
  float min_log2_luminance = -16.0f;
  float max_log2_luminance = 16.0f;

  // From a histogram; single pass only. The result is the mean between two percentiles, blended with the median.
  float low_percentile = 0.0f;     ///< percent, [0, 100]
  float high_percentile = 100.0f;  ///< percent, at least 0.1 above low_percentile
  float median_blend = 0.0f;       ///< 0 = trimmed mean, 1 = median; [0, 1]
  /// Limit of highlights above the metered luminance, stops, [0, 128]; 128 = no limit. The metered luminance is raised
  /// until highlights are within this limit. Their level is the log2 of a mean luminance of the brightest
  /// `highlight_percent`. Larger areas count more in it, so it changes smoothly with their size and luminance.
  float highlight_stops = 128.0f;
  float highlight_percent = 2.5f;  ///< share of the weight that is highlights, percent, (0, 100]
  /// Threshold of black, stops below the scene's level, [4, 128]; 128 = every texel counts. Texels below the threshold,
  /// or at 2^min_log2_luminance, have weight 0; the weight rises to 1 over the next 4 stops. A view starts with the
  /// first frame in which 0.1 % of the weight is above black. Frames with less light move the exposure less. During the
  /// first second of light, a brighter scene is adapted to at once.
  float black_stops = 128.0f;

  // Weights; single pass only. A texel's weight is the product of all that are on. Without any, it is 1.
  bool centre = false;             ///< Gaussian about the centre: exp(-r^2 / (2 sigma^2)), r in half diagonals
  bool spot = false;               ///< disc about the centre: weight 1 inside, 0 outside
  bool ellipse = false;            ///< ellipse with soft edge, anywhere
  bool mask = false;               ///< the image WeightImages::mask, which must be given
  float centre_sigma = 0.35f;      ///< centre: standard deviation, half diagonals of the region, > 0
  float spot_radius = 0.15f;       ///< spot: radius, half diagonals of the region, > 0
  float ellipse_x = 0.5f;          ///< ellipse: centre, fraction of the region's width from its left edge
  float ellipse_y = 0.5f;          ///< ellipse: centre, fraction of the region's height from its top edge
  float ellipse_radius_x = 0.25f;  ///< ellipse: horizontal radius, fraction of the region's width, > 0
  float ellipse_radius_y = 0.25f;  ///< ellipse: vertical radius, fraction of the region's height, > 0
  float ellipse_softness = 0.5f;   ///< ellipse: share of the radius over which the weight falls to 0; [0, 1]
  // The following weights are on if they exclude anything.
  float window_min_log2 = -64.0f;  ///< log2 of the smallest luminance that counts; -64 = no limit
  float window_max_log2 = 64.0f;   ///< log2 of the largest luminance that counts, >= window_min_log2; 64 = no limit
  float depth_min = 0.0f;          ///< smallest value of WeightImages::depth that counts; 0 = no limit
  float depth_max = 1.0f;          ///< largest value of WeightImages::depth that counts, >= depth_min; 1 = no limit
  /// Classes that count, 256 bits: bit i stands for value i of WeightImages::classes. Values above 255 count as 255.
  /// All bits set = all classes count.
  std::uint32_t metered_classes[8] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
};

/// Source of the exposure.
enum class ExposureMode : std::uint32_t {
  automatic,  ///< metered and adapted
  manual,     ///< ExposureSettings::manual_ev100
  camera,     ///< aperture, shutter time and sensitivity
};

/// Course of the adaptation over time.
enum class AdaptationCurve : std::uint32_t {
  /// Constant speed far from the target, exponential within `transition_ev` of it, with a smooth transition.
  linear_exponential,
  /// Exponential with one time constant.
  exponential,
  /// Average of a fast and a slow exponential: a fast first response and a long tail, as in the eye.
  two_exponentials,
};

/// Exposure and adaptation. Members `to_bright_*` apply while the scene is brighter than the adapted luminance,
/// `to_dark_*` while it is darker.
struct ExposureSettings {
  ExposureMode mode = ExposureMode::automatic;
  float compensation_ev = 0.0f;     ///< stops, [-32, 32]; +1 doubles the exposed luminance; acts at once
  float min_ev100 = -16.0f;         ///< automatic: lower limit of the adapted EV, [-64, 64]
  float max_ev100 = 24.0f;          ///< automatic: upper limit of the adapted EV, min_ev100..64
  float manual_ev100 = 0.0f;        ///< manual: EV at ISO 100, [-64, 64]
  float aperture_f_number = 16.0f;  ///< camera: f-number, > 0
  float shutter_s = 1.0f / 100.0f;  ///< camera: shutter time, seconds, > 0
  float sensitivity_iso = 100.0f;   ///< camera: ISO sensitivity, > 0; EV100 of the three members in [-64, 64]
  AdaptationCurve curve = AdaptationCurve::linear_exponential;
  float to_bright_ev_per_s = 3.0f;         ///< linear_exponential: EV per second, >= 0; 0 = never adapts
  float to_dark_ev_per_s = 1.0f;           ///< linear_exponential: EV per second, >= 0; 0 = never adapts
  float transition_ev = 1.5f;              ///< linear_exponential: distance to the target, EV, >= 0; 0 = only linear
  float to_bright_time_constant_s = 0.4f;  ///< exponentials: seconds to 63.2 % of a step, >= 0; 0 = at once
  float to_dark_time_constant_s = 1.2f;    ///< exponentials: seconds to 63.2 % of a step, >= 0; 0 = at once
  float slow_time_constant_ratio = 4.0f;   ///< two_exponentials: slow time constant over the fast one; [1, 1000]
  /// Exposure lock: keeps the adapted EV, while metering goes on. A view's first frame is measured nevertheless.
  bool hold = false;
  /// Keeps the adapted EV while the frame is black, that is, while no texel is brighter than 2^min_log2_luminance. With
  /// weights, and in the single pass without extrema: while the mean is within 4e-6 stops of this. A black first frame
  /// is exposed for a luminance of 1, and the next frame counts as the first.
  bool hold_on_black = false;

  /// K of the reflected-light meter: EV100 = log2(100 L / K); [1, 100]. ISO 2720 allows 10.6 to 13.4.
  float calibration_k = 12.5f;
  Curve compensation_curve = {};  ///< x: adapted EV100; y: stops, added to compensation_ev
  Curve target_curve = {};        ///< x: EV100 of the scene; y: EV100 to adapt to
  Curve min_curve = {};           ///< x: EV100 of the scene; y: replaces min_ev100
  Curve max_curve = {};           ///< x: EV100 of the scene; y: replaces max_ev100; wins over min_curve

  /// Distance to the target, EV, [0, 64], within which the adapted EV doesn't move. It stops at this distance.
  float dead_band_ev = 0.0f;
  /// Detector of cuts: change of the scene's EV100 from one frame to the next. Below cut_low_ev it does nothing. At and
  /// above cut_high_ev it adapts at once. Between them it adapts part of the way. 0 <= low < high; high = 0: off.
  float cut_low_ev = 0.0f;
  float cut_high_ev = 0.0f;
  // Limits for photosensitive viewers. They don't apply to a view's first frame and to Frame::cut.
  float max_ev_per_s = 0.0f;         ///< EV per second; 0 = no limit
  float max_reversals_per_s = 0.0f;  ///< changes of direction per second; 0 = no limit
};

/// Tone mapping operator: <photopic/operators.h> lists them, docs/tone-mapping.md has formulas and sources. Input:
/// exposed scene-linear BT.709 colour. Output: display-linear colour in [0, 1], or up to peak over paper white with an
/// HDR encoding.
enum class ToneMapper : std::uint32_t {
#define PHOTOPIC_OPERATOR(number, name, ...) name = (number),
  PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)
#undef PHOTOPIC_OPERATOR
};
#define PHOTOPIC_OPERATOR(...) +1
inline constexpr std::uint32_t kToneMapperCount = 0 PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR);
#undef PHOTOPIC_OPERATOR
static_assert(kToneMapperCount <= 32);
/// Bit of an operator in a set of operators.
constexpr std::uint32_t tone_mapper_bit(ToneMapper tone_mapper) noexcept {
  return 1u << static_cast<std::uint32_t>(tone_mapper);
}
inline constexpr std::uint32_t kAllToneMappers = ~0u >> (32 - kToneMapperCount);
/// Operators that DisplayTransform::exact supports (bits).
inline constexpr std::uint32_t kExactToneMappers = kAllToneMappers & ~tone_mapper_bit(ToneMapper::custom);
/// Operators whose row says `portable` (bits). OpenGL ES 2.0 supports them, and they compile fast.
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
  | (portable##u << (number))
inline constexpr std::uint32_t kPortableToneMappers = 0 PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR);
#undef PHOTOPIC_OPERATOR

/// Word of an operator: "none", "reinhard", "reinhard-extended", ... Static string; null for an invalid value.
const char* tone_mapper_name(ToneMapper tone_mapper) noexcept;

/// Noise of the dither.
enum class DitherNoise : std::uint32_t {
  hash,  ///< white noise, a hash of the texel's position and the seed; never repeats
  blue,  ///< blue noise: a tile of 64 x 64 texels, moved by the seed
};

/// Primaries that operator lpm assumes for the content. If they are wider than the display's limiting primaries, lpm
/// compresses colours softly into these.
enum class LpmContent : std::uint32_t { limit, bt709, p3, bt2020 };

/// Tone mapping and dither.
struct ToneMapSettings {
  ToneMapper tone_mapper = ToneMapper::agx;
  // Parameters of operators.
  float reinhard_white = 4.0f;       ///< reinhard_extended: exposed luminance that becomes 1; [1e-3, 65536]
  float hable_white = 11.2f;         ///< hable: W, the exposed value after the bias of 2 that becomes 1; [1e-3, 65536]
  float source_peak_nits = 1000.0f;  ///< bt2390, bt2446a, spline: nits that become the display's peak; [100, 10000]
  float spline_knee_adaptation = 0.4f;  ///< spline: share by which the knee follows the display's range; [0, 1]
  float spline_contrast = 0.5f;         ///< spline: contrast at the knee; 1 = unchanged; [0, 1]
  LpmContent lpm_content = LpmContent::limit;
  float lpm_input_max = 256.0f;         ///< lpm: exposed value that becomes the display's peak; [1, 65536]
  float lpm_exposure_ev = 8.0f;         ///< lpm: stops from lpm_input_max down to middle grey; [4, 10]
  float lpm_contrast = 0.25f;           ///< lpm: contrast above 1; [0, 0.5]
  float lpm_shoulder = 1.0f;            ///< lpm: shoulder; smaller = softer highlights; [0.875, 1]
  float lpm_soft_gap = 0.0f;            ///< lpm: share of the gamut that takes compressed outer colours; [0, 0.5]
  float lpm_saturation_red = 0.0f;      ///< lpm: added to the contrast of red's ratio to other channels; [-0.5, 0.5]
  float lpm_saturation_green = 0.0f;    ///< lpm: the same for green
  float lpm_saturation_blue = 0.0f;     ///< lpm: the same for blue
  float lpm_crosstalk_red = 1.0f;       ///< lpm: red's share of light that another channel can't hold; [0, 1]
  float lpm_crosstalk_green = 0.5f;     ///< lpm: the same for green
  float lpm_crosstalk_blue = 0.03125f;  ///< lpm: the same for blue
  // Dither.
  bool dither = false;  ///< adds triangular noise of +-1 code; integer formats only
  DitherNoise dither_noise = DitherNoise::hash;
  std::uint32_t dither_seed = 0;  ///< any number; change it every frame. Grain uses it, too
};

/// The camera that made the picture, and the observer who looks at it. Effects read them.
struct ViewSettings {
  float field_of_view_vertical_deg = 60.0f;  ///< vertical field of view of the picture, degrees, (0, 170]
  /// Luminance of value 1 in the HDR image, cd/m^2, [0, 1e9]; 0 = unknown. Night vision and acuity need it.
  float cd_m2_per_unit = 0.0f;
  float observer_age_years = 25.0f;  ///< age of the observer's eye, years, [20, 83]; glare and pupil use it
};

}  // namespace photopic

/// All settings: photopic::Settings. 0 isn't the default here: a default-constructed object has the defaults.
struct photopic_settings {
  photopic::MeterSettings meter = {};
  photopic::ExposureSettings exposure = {};
  photopic::InputSettings input = {};
  photopic::WhiteBalanceSettings white_balance = {};
  photopic::GradeSettings grade = {};
  photopic::ToneMapSettings tone_map = {};
  photopic::DisplaySettings display = {};
  photopic::ViewSettings view = {};
  // Effects, in the order of the chain. Off by default.
  photopic::AberrationSettings aberration = {};
  photopic::GlareSettings glare = {};
  photopic::AcuitySettings acuity = {};
  photopic::LensSettings lens = {};
  photopic::LocalExposureSettings local_exposure = {};
  photopic::NightSettings night = {};
  photopic::SharpeningSettings sharpening = {};
  photopic::GrainSettings grain = {};
};

namespace photopic {

using Settings = photopic_settings;

/// Effects that `settings` turn on (Effect bits).
std::uint32_t effects_of(const Settings& settings) noexcept;
/// Whether `settings` turn on an effect that reads neighbouring texels, such as glare. If so, a frame can't be a tile.
bool needs_whole_picture(const Settings& settings) noexcept;
/// Whether `settings` convert the input: primaries other than BT.709, a bounded scene gamut, or white balance for a
/// named light.
bool needs_input_conversion(const Settings& settings) noexcept;
/// Whether `settings` simulate receptors or a pupil.
bool needs_dark_adaptation(const Settings& settings) noexcept;

}  // namespace photopic

#endif
