// SPDX-License-Identifier: MIT
// Every setting that may change from frame to frame. Plain data; units are in the names.
#ifndef PHOTOPIC_SETTINGS_H
#define PHOTOPIC_SETTINGS_H

#include <photopic/c/settings.h>
#include <photopic/display.h>
#include <photopic/effects.h>
#include <photopic/look.h>
#include <photopic/operators.h>

#include <cstdint>

namespace photopic {

/// What the meter takes as a measurement.
struct MeterSettings {
  /// Valid texels are clamped to [2^min, 2^max] before the logarithm is averaged, so that black has a finite weight. It
  /// is the histogram's range too. log2 of the HDR image's units; -64 <= min < max <= 64.
  float min_log2_luminance = -16.0f;
  float max_log2_luminance = 16.0f;

  // Single pass, from a histogram: the mean of what lies between two percentiles, blended with the median.
  float low_percentile = 0.0f;     ///< percent, [0, 100]
  float high_percentile = 100.0f;  ///< percent, at least 0.1 above low_percentile
  float median_blend = 0.0f;       ///< 0 = trimmed mean, 1 = median
  /// Highlights limit the exposure: what is metered is raised until they are at most these stops above it. Stops, [0,
  /// 128]; 128, the default, = no limit. Their level is the log2 of a mean luminance of the brightest
  /// `highlight_percent`, in which larger areas count more, so that it changes smoothly with their size and their
  /// luminance.
  float highlight_stops = 128.0f;
  float highlight_percent = 2.5f;  ///< percent of all weight, above 0 to 100
  /// Black is not a scene: what lies these stops below the scene's level, or at 2^min_log2_luminance, has no weight;
  /// the weight rises to its whole 4 stops higher. A view starts with the first frame of which at least 0.1 % of the
  /// weight isn't that dark, frames of less light move the exposure less, and none without any. Until a second of light
  /// has been seen, a brighter scene is adapted to at once. Stops, [4, 128]; 128, the default: every texel counts.
  float black_stops = 128.0f;

  // Single pass: weights of texels, which are multiplied. Without any, each texel counts alike.
  bool centre = false;             ///< exp(-r^2 / (2 sigma^2)), r in half diagonals of the region
  bool spot = false;               ///< weight 1 within a disc about the centre, 0 beyond
  bool ellipse = false;            ///< soft ellipse anywhere
  bool mask = false;               ///< WeightImages::mask
  float centre_sigma = 0.35f;      ///< half diagonals, > 0
  float spot_radius = 0.15f;       ///< half diagonals, > 0
  float ellipse_x = 0.5f;          ///< its centre, fraction of the region's width from its left
  float ellipse_y = 0.5f;          ///< fraction of its height from its top
  float ellipse_radius_x = 0.25f;  ///< fractions of width and height, > 0
  float ellipse_radius_y = 0.25f;
  float ellipse_softness = 0.5f;  ///< share of the radius over which the weight falls to 0; [0, 1]
  // These are weights as soon as they limit anything.
  float window_min_log2 = -64.0f;  ///< luminance outside [2^min, 2^max] counts nothing; -64 = no limit
  float window_max_log2 = 64.0f;   ///< >= window_min_log2; 64 = no limit
  float depth_min = 0.0f;          ///< values of WeightImages::depth that count; [0, 1] = all
  float depth_max = 1.0f;          ///< >= depth_min
  /// Bit i of 256 = class i of WeightImages::classes counts; ids above 255 are 255. All set = all count.
  std::uint32_t metered_classes[8] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
};

enum class ExposureMode : std::uint32_t {
  automatic,  ///< metered and adapted
  manual,     ///< ExposureSettings::manual_ev100
  camera,     ///< aperture, shutter time and sensitivity
};

enum class AdaptationCurve : std::uint32_t {
  /// Constant EV per second while far from the target, exponential within `transition_ev`; smooth where they meet.
  linear_exponential,
  /// Exponential throughout, with a time constant.
  exponential,
  /// The average of two exponentials, the second slower: a fast first response and a long tail, as in the eye.
  two_exponentials,
};

/// How the measured luminance becomes an exposure, and how fast. Fast and slow are named after what happens to the
/// scene: `to_bright` applies when it is brighter than what the eye is adapted to.
struct ExposureSettings {
  ExposureMode mode = ExposureMode::automatic;
  float compensation_ev = 0.0f;     ///< stops, acts at once; +1 doubles the exposed luminance; [-32, 32]
  float min_ev100 = -16.0f;         ///< darkest scene that is still followed; automatic mode; [-64, 64]
  float max_ev100 = 24.0f;          ///< brightest scene that is still followed; >= min_ev100
  float manual_ev100 = 0.0f;        ///< manual mode; [-64, 64]
  float aperture_f_number = 16.0f;  ///< camera mode; > 0
  float shutter_s = 1.0f / 100.0f;  ///< camera mode; seconds, > 0
  float sensitivity_iso = 100.0f;   ///< camera mode; ISO units, > 0; EV100 of the three in [-64, 64]
  AdaptationCurve curve = AdaptationCurve::linear_exponential;
  float to_bright_ev_per_s = 3.0f;  ///< linear_exponential; >= 0, 0 never adapts
  float to_dark_ev_per_s = 1.0f;    ///< linear_exponential; >= 0
  float transition_ev = 1.5f;       ///< linear_exponential; distance to the target, EV, >= 0; 0 = linear throughout
  float to_bright_time_constant_s = 0.4f;  ///< exponentials; seconds to 63.2 % of a step, >= 0; 0 = at once
  float to_dark_time_constant_s = 1.2f;    ///< exponentials
  float slow_time_constant_ratio = 4.0f;   ///< two_exponentials; time constant of the slower one over the other;
                                           ///< [1, 1000]
  /// Keep the adapted EV (exposure lock); metering goes on. The first frame is measured all the same.
  bool hold = false;
  /// Keep it also while the frame is black: no texel is brighter than 2^min_log2_luminance. (The single pass without
  /// extrema, and with weights: the mean is within 4e-6 stop of it.) A view's first frame, if it is black, is exposed
  /// as for a luminance of 1, and the next one is the first.
  bool hold_on_black = false;

  /// K of the reflected-light meter: EV100 = log2(L 100 / K); [1, 100]. ISO 2720 allows 10.6 to 13.4.
  float calibration_k = 12.5f;
  Curve compensation_curve = {};  ///< stops over adapted EV100, added to compensation_ev
  Curve target_curve = {};        ///< EV100 to adapt to, over the scene's
  Curve min_curve = {};           ///< takes the place of min_ev100, over the scene's EV100
  Curve max_curve = {};           ///< takes the place of max_ev100; where the two cross, this one holds

  float dead_band_ev =
      0.0f;  ///< distances to the target up to this don't move the eye; it stops as far before it; [0, 64]
  /// Soft detector of cuts, from the change of the scene's EV100 within one frame: below cut_low_ev nothing happens,
  /// from cut_high_ev on the target is taken at once, between them a part of the way. 0 <= low < high, or high = 0:
  /// off.
  float cut_low_ev = 0.0f;
  float cut_high_ev = 0.0f;
  // Photosensitivity: bounds of everything but a first frame and Frame::cut.
  float max_ev_per_s = 0.0f;         ///< EV per second; 0 = no bound
  float max_reversals_per_s = 0.0f;  ///< changes of direction per second; 0 = no bound
};

/// Scene-linear BT.709 colour, exposed, in; display-linear colour out, in [0, 1], for HDR encodings up to peak over
/// paper white. Operators are the rows of <photopic/operators.h>; formulas and sources of each: docs/tone-mapping.md.
enum class ToneMapper : std::uint32_t {
#define PHOTOPIC_OPERATOR(number, name, ...) name = (number),
  PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)
#undef PHOTOPIC_OPERATOR
};
#define PHOTOPIC_OPERATOR(...) +1
inline constexpr std::uint32_t kToneMapperCount = 0 PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR);
#undef PHOTOPIC_OPERATOR
static_assert(kToneMapperCount <= 32);
/// The bit of an operator in sets of them.
constexpr std::uint32_t tone_mapper_bit(ToneMapper tone_mapper) noexcept {
  return 1u << static_cast<std::uint32_t>(tone_mapper);
}
inline constexpr std::uint32_t kAllToneMappers = ~0u >> (32 - kToneMapperCount);
/// Bits of those that DisplayTransform::exact takes.
inline constexpr std::uint32_t kExactToneMappers = kAllToneMappers & ~tone_mapper_bit(ToneMapper::custom);
/// Bits of those whose rows say `portable`: OpenGL ES 2.0 has them, and they compile quickly.
#define PHOTOPIC_OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, \
                          parameters)                                                                             \
  | (portable##u << (number))
inline constexpr std::uint32_t kPortableToneMappers = 0 PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR);
#undef PHOTOPIC_OPERATOR

/// "none", "reinhard", "reinhard-extended", "hable", "aces-narkowicz", ...; null for a value outside the enumeration.
const char* tone_mapper_name(ToneMapper tone_mapper) noexcept;

/// Where the noise of dither comes from.
enum class DitherNoise : std::uint32_t {
  hash,  ///< of the texel's place and the seed: white, never repeats
  blue,  ///< a tile of 64 x 64 texels without low frequencies, elsewhere for each seed
};

/// Primaries that tone mapper lpm takes the content to have. Where they are wider than the limiting ones, it brings
/// colours inside softly.
enum class LpmContent : std::uint32_t { limit, bt709, p3, bt2020 };

struct ToneMapSettings {
  ToneMapper tone_mapper = ToneMapper::agx;
  float reinhard_white = 4.0f;       ///< exposed luminance that reinhard_extended maps to 1; [1e-3, 65536]
  float hable_white = 11.2f;         ///< Hable's W: exposed value, after his bias of 2, that maps to 1; [1e-3, 65536]
  float source_peak_nits = 1000.0f;  ///< bt2390, bt2446a, spline: what becomes the display's peak; [100, 10000]
  float spline_knee_adaptation = 0.4f;  ///< spline: how far its knee follows the display's range; [0, 1]
  float spline_contrast = 0.5f;         ///< spline: contrast kept at the knee, 1 = all; [0, 1]
  LpmContent lpm_content = LpmContent::limit;
  float lpm_input_max = 256.0f;     ///< lpm: exposed value that becomes the display's peak; [1, 65536]
  float lpm_exposure_ev = 8.0f;     ///< stops from there to middle grey; [4, 10]
  float lpm_contrast = 0.25f;       ///< added to a contrast of 1; [0, 0.5]
  float lpm_shoulder = 1.0f;        ///< less compresses highlights softer; [0.875, 1]
  float lpm_soft_gap = 0.0f;        ///< of wider content: share that colours outside are compressed into; [0, 0.5]
  float lpm_saturation_red = 0.0f;  ///< added to the contrast of ratios between channels; [-0.5, 0.5]
  float lpm_saturation_green = 0.0f;
  float lpm_saturation_blue = 0.0f;
  float lpm_crosstalk_red = 1.0f;  ///< share of the light that others have no room for; [0, 1]
  float lpm_crosstalk_green = 0.5f;
  float lpm_crosstalk_blue = 0.03125f;
  bool dither = false;  ///< triangular noise of +-1 code value; formats of integers alone
  DitherNoise dither_noise = DitherNoise::hash;
  std::uint32_t dither_seed = 0;
};

/// What is known of the camera that the picture was made with, and of whoever looks. Effects read it.
struct ViewSettings {
  float field_of_view_vertical_deg = 60.0f;  ///< angle that the picture's height covers; (0, 170]
  /// Luminance that 1 in the HDR image stands for, cd/m^2, [0, 1e9]; 0 = unknown. What an eye does at night depends on
  /// it.
  float cd_m2_per_unit = 0.0f;
  float observer_age_years = 25.0f;  ///< of the eye that glare and pupil are of; [20, 83]
};

}  // namespace photopic

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

/// Bits Effect of the effects that settings turn on.
std::uint32_t effects_of(const Settings& settings) noexcept;
/// Whether settings turn on an effect that looks around, such as glare: a frame's extent must be its whole picture.
bool needs_whole_picture(const Settings& settings) noexcept;
/// Whether settings convert the input: other primaries than BT.709's, a bounded scene gamut, or white balance for a
/// light that they name.
bool needs_input_conversion(const Settings& settings) noexcept;
/// Whether settings move receptors or a pupil on.
bool needs_dark_adaptation(const Settings& settings) noexcept;

}  // namespace photopic

#endif
