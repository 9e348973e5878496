// SPDX-License-Identifier: MIT
// Every setting that may change from frame to frame. Plain data; units are in the names.
#ifndef PHOTOPIC_SETTINGS_H
#define PHOTOPIC_SETTINGS_H

#include <cstdint>

namespace photopic {

/// What the meter takes as a measurement.
struct MeterSettings {
  /// Valid texels are clamped to [2^min, 2^max] before the logarithm is averaged, so that black has a finite weight.
  /// log2 of the HDR image's units; -64 <= min < max <= 64.
  float min_log2_luminance = -16.0f;
  float max_log2_luminance = 16.0f;
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
  float to_bright_time_constant_s = 0.4f;  ///< exponential; seconds to 63.2 % of a step, >= 0; 0 = at once
  float to_dark_time_constant_s = 1.2f;    ///< exponential
  bool hold =
      false;  ///< keep the adapted EV (exposure lock); metering goes on. The first frame is measured all the same
};

/// Scene-linear BT.709 colour, exposed, in; display-linear BT.709 in [0, 1] out. Formulas and sources of each:
/// docs/tone-mapping.md. The values are those of POSTFX_TONE_MAPPER_*.
enum class ToneMapper : std::uint32_t {
  none,               ///< clip
  reinhard,           ///< Reinhard et al. 2002, eq. 3, per channel
  reinhard_extended,  ///< Reinhard et al. 2002, eq. 4, by luminance
  hable,              ///< Hable 2010, "Uncharted 2"
  aces_narkowicz,     ///< Narkowicz 2016, ACES fit
  aces_hill,          ///< Hill 2016, ACES RRT and ODT fit
  agx,                ///< Sobotka's AgX, base look, fit by Wrensch 2023
  agx_golden,         ///< AgX, golden look; tints grey by design
  agx_punchy,         ///< AgX, punchy look
  pbr_neutral,        ///< Khronos PBR Neutral, 2024
  uchimura,           ///< Uchimura 2017, "Gran Turismo"
  lottes,             ///< Lottes 2016
};
inline constexpr std::uint32_t kToneMapperCount = 12;

/// "none", "reinhard", "reinhard-extended", "hable", "aces-narkowicz", ...; null for a value outside the enumeration.
const char* tone_mapper_name(ToneMapper tone_mapper) noexcept;

struct ToneMapSettings {
  ToneMapper tone_mapper = ToneMapper::agx;
  float reinhard_white = 4.0f;  ///< exposed luminance that reinhard_extended maps to 1; [1e-3, 65536]
  float hable_white = 11.2f;    ///< Hable's W: exposed value, after his bias of 2, that maps to 1; [1e-3, 65536]
  bool dither = false;          ///< triangular noise of +-1 code value; R8G8B8A8_UNORM output alone
  std::uint32_t dither_seed = 0;
};

struct Settings {
  MeterSettings meter;
  ExposureSettings exposure;
  ToneMapSettings tone_map;
};

}  // namespace photopic

#endif
