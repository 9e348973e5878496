// SPDX-License-Identifier: MIT
// Input, white balance and display (encodings, primaries, luminances): settings for C++, device parameters for C++ and
// GLSL. docs/display.md.
#ifndef PHOTOPIC_DISPLAY_H
#define PHOTOPIC_DISPLAY_H

// Luminance range of an encoding.
#define PHOTOPIC_RANGE_SDR 0u     // up to paper white
#define PHOTOPIC_RANGE_HDR 1u     // up to the display's peak
#define PHOTOPIC_RANGE_LINEAR 2u  // up to paper white, but an operator may store more than 1 in half floats

// ENCODING(number, name, word, range, primaries): a row of OutputEncoding. `primaries`: of the stored colours.
// clang-format off
#define PHOTOPIC_ENCODINGS(ENCODING) \
  /* sRGB in 8-bit and 10-bit formats; linear with SDR's range in half floats. */ \
  ENCODING(0, automatic, auto, PHOTOPIC_RANGE_LINEAR, bt709) \
  /* IEC 61966-2-1, BT.709 primaries. */ \
  ENCODING(1, srgb, srgb, PHOTOPIC_RANGE_SDR, bt709) \
  /* Power 1/2.2, BT.709 primaries, for SDR displays with gamma 2.2. */ \
  ENCODING(2, power22, power22, PHOTOPIC_RANGE_SDR, bt709) \
  /* sRGB's curve, P3 primaries. */ \
  ENCODING(3, display_p3, display-p3, PHOTOPIC_RANGE_SDR, p3) \
  /* Display-linear, 1 = paper white, BT.709 primaries; colours outside have negative channels. */ \
  ENCODING(4, linear, linear, PHOTOPIC_RANGE_HDR, bt709) \
  /* SMPTE ST 2084 of nits, BT.2020 primaries. */ \
  ENCODING(5, hdr10, hdr10, PHOTOPIC_RANGE_HDR, bt2020) \
  /* BT.2100 HLG for a display of 1000 nits, BT.2020 primaries. */ \
  ENCODING(6, hlg, hlg, PHOTOPIC_RANGE_HDR, bt2020) \
  /* Extended linear sRGB: nits over scrgb_reference_nits, BT.709 primaries, negative channels. */ \
  ENCODING(7, scrgb, scrgb, PHOTOPIC_RANGE_HDR, bt709)
// clang-format on

#define PHOTOPIC_ENCODING_AUTOMATIC 0u
#define PHOTOPIC_ENCODING_SRGB 1u
#define PHOTOPIC_ENCODING_POWER22 2u
#define PHOTOPIC_ENCODING_DISPLAY_P3 3u
#define PHOTOPIC_ENCODING_LINEAR 4u
#define PHOTOPIC_ENCODING_HDR10 5u
#define PHOTOPIC_ENCODING_HLG 6u
#define PHOTOPIC_ENCODING_SCRGB 7u

// Content of R32_UINT texels of a picture.
#define PHOTOPIC_PACKING_A2B10G10R10 0u
#define PHOTOPIC_PACKING_A2R10G10B10 1u
#define PHOTOPIC_PACKING_BGRA8 2u
#define PHOTOPIC_PACKING_COUNT 3u

// LimitPrimaries.
#define PHOTOPIC_LIMIT_BT709 0u
#define PHOTOPIC_LIMIT_P3 1u
#define PHOTOPIC_LIMIT_BT2020 2u

// LpmContent: the limiting primaries, or PHOTOPIC_LIMIT_* + 1.
#define PHOTOPIC_LPM_LIMIT 0u

// GamutMap.
#define PHOTOPIC_GAMUT_CLIP 0u
#define PHOTOPIC_GAMUT_DESATURATE 1u
#define PHOTOPIC_GAMUT_SOFT_CLIP 2u
// Baked looks only:
#define PHOTOPIC_GAMUT_PERCEPTUAL 3u
#define PHOTOPIC_GAMUT_RELATIVE 4u
#define PHOTOPIC_GAMUT_REACH 5u

#ifdef __cplusplus
#include <cstdint>
namespace photopic {

/// Encoding of the stored picture: the rows of PHOTOPIC_ENCODINGS.
enum class OutputEncoding : std::uint32_t {
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) name = (number),
  PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING)
#undef PHOTOPIC_ENCODING
};
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) +1
inline constexpr std::uint32_t kOutputEncodingCount = 0 PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING);
#undef PHOTOPIC_ENCODING
/// Bit of an encoding in a set of encodings.
constexpr std::uint32_t encoding_bit(OutputEncoding encoding) noexcept {
  return 1u << static_cast<std::uint32_t>(encoding);
}
static_assert(encoding_bit(OutputEncoding::scrgb) == 1u << PHOTOPIC_ENCODING_SCRGB && kOutputEncodingCount == 8);
/// Whether an encoding stores more than paper white.
constexpr bool is_hdr(OutputEncoding encoding) noexcept {
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) \
  case OutputEncoding::name:                                    \
    return (range) == PHOTOPIC_RANGE_HDR;
  switch (encoding) { PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING) }
#undef PHOTOPIC_ENCODING
  return false;
}
/// Smallest DisplaySettings::peak_nits with ToneMapper::gt7 and an HDR encoding, nits.
inline constexpr float kGt7MinPeakNits = 250.0f;
inline constexpr std::uint32_t kAllEncodings = (1u << kOutputEncodingCount) - 1;

/// Primaries and white point of linear RGB.
enum class Primaries : std::uint32_t {
  automatic,  ///< BT.709; programs use the primaries that a file names
  bt709,      ///< ITU-R BT.709, sRGB; D65
  p3,         ///< SMPTE RP 431-2's with D65, Display P3
  bt2020,     ///< ITU-R BT.2020; D65
  ap1,        ///< ACEScg; ACES white
  ap0,        ///< ACES2065-1; ACES white
  custom,     ///< InputSettings::red_x to white_y
};

/// Limiting primaries: the colours that a display can show.
enum class LimitPrimaries : std::uint32_t { bt709, p3, bt2020 };

/// Gamut mapping: moves colours into the limiting primaries and into the primaries of the encoding.
enum class GamutMap : std::uint32_t {
  clip,        ///< clips each channel: fast; hues shift
  desaturate,  ///< mixes with a grey of the same luminance until no channel is negative
  soft_clip,   ///< the reference gamut compression of ACES 1.3, fitted to the limiting primaries; keeps gradients
  // DisplayTransform::baked only: too slow for every texel.
  perceptual,  ///< libplacebo's perceptual mapping; changes colours inside the gamut, too
  relative,    ///< libplacebo's relative mapping: to the gamut's hull at the same hue; keeps colours inside
  reach,       ///< the gamut mapping of ACES 2: toward grey, with the reach of AP1
};
/// Whether a gamut map needs DisplayTransform::baked.
constexpr bool is_baked_gamut_map(GamutMap map) noexcept { return map > GamutMap::soft_clip; }

/// Treatment of scene colours outside AP1, before tone mapping. Cameras and saturated lights produce such colours.
enum class SceneGamut : std::uint32_t {
  unbounded,  ///< unchanged
  aces13,     ///< moved into AP1 by the reference gamut compression of ACES 1.3
};

/// Input: meaning of the HDR image's values.
struct InputSettings {
  Primaries primaries = Primaries::automatic;  ///< primaries of the HDR image
  SceneGamut scene_gamut = SceneGamut::unbounded;
  // Primaries::custom: chromaticities, CIE 1931 xy, as in OpenEXR. Default: BT.709.
  float red_x = 0.64f;
  float red_y = 0.33f;
  float green_x = 0.30f;
  float green_y = 0.60f;
  float blue_x = 0.15f;
  float blue_y = 0.06f;
  float white_x = 0.3127f;
  float white_y = 0.3290f;
};

/// Whether the custom primaries make an invertible matrix: red, green and blue surround white counterclockwise.
bool has_usable_primaries(const InputSettings& input) noexcept;

/// Light that white balance makes neutral.
enum class WhiteBalance : std::uint32_t {
  off,        ///< none: colours keep their bits
  manual,     ///< a blackbody of temperature_k, 1000..25000 K
  daylight,   ///< CIE daylight of temperature_k, 4000..25000 K
  automatic,  ///< the light that the meter estimates, with adaptation over time
};

/// Cone space in which white balance scales the light to D65.
enum class ChromaticAdaptation : std::uint32_t { cat16, bradford };

/// White balance. The light's white of luminance 1 becomes (1, 1, 1), so the exposure stays. The meter measures colours
/// before white balance.
struct WhiteBalanceSettings {
  WhiteBalance white_balance = WhiteBalance::off;
  float temperature_k = 6500.0f;  ///< temperature of the scene's light, K; lower values make the picture cooler
  float duv = 0.0f;               ///< tint of the light: distance from the locus, CIE 1960 uv; positive = greener
  ChromaticAdaptation chromatic_adaptation = ChromaticAdaptation::cat16;
  // WhiteBalance::automatic only.
  float adaptation_degree = 0.6f;      ///< share of the light's colour that is removed; 1 = all, also of sunsets
  float min_temperature_k = 2500.0f;   ///< lower limit of the adapted light, K; warmer lights keep the difference
  float max_temperature_k = 9000.0f;   ///< upper limit of the adapted light, K
  float max_duv = 0.015f;              ///< limit of the adapted light's distance from the locus, both directions
  float light_time_constant_s = 2.0f;  ///< fast component: time to 63.2 % of a change, seconds
  float light_slow_ratio = 4.0f;       ///< time constant of the slow component over the fast one; 1 = one component
  float dead_band_duv = 0.01f;         ///< distance from the light, CIE 1960 uv, that causes no movement
  float max_mired_per_s = 200.0f;      ///< limit of the speed, mired per second; 0 = no limit
};
inline constexpr float kMinDaylightK = 4000.0f;  ///< smallest temperature_k of WhiteBalance::daylight, K

/// Whether the light has enough blue to be made neutral. A blackbody of 1000 K has. A greener light may not.
bool has_neutral(const WhiteBalanceSettings& white_balance) noexcept;

/// Encoding of Frame::ui: sRGB's curve, or the power 1/2.2.
enum class UiCurve : std::uint32_t { srgb, power22 };

/// Values in which Frame::ui is blended over the picture.
enum class UiBlend : std::uint32_t {
  automatic,  ///< encoded over SDR, linear over HDR
  encoded,    ///< values as stored; sRGB codes if the picture is half floats of SDR
  linear,     ///< light
};

/// Alpha of the picture: that of the HDR image, or 1.
enum class OutputAlpha : std::uint32_t { copied, one };

/// Evaluation of the transform from exposed colour to stored colour.
enum class DisplayTransform : std::uint32_t {
  exact,  ///< evaluated for each texel
  /// Read from a LUT of Tuning::lut_size nodes per side. The device fills the LUT when settings change. The cost per
  /// texel is the same for all settings. docs/looks.md has the errors. Colours end at the display's peak.
  baked,
};

/// Display that the picture is made for. With SDR encodings, white is 1 and luminances have no effect.
struct DisplaySettings {
  OutputEncoding encoding = OutputEncoding::automatic;
  float paper_white_nits = 203.0f;     ///< luminance of diffuse white, nits (cd/m^2); ITU-R BT.2408
  float peak_nits = 1000.0f;           ///< largest luminance of the display, nits, >= paper_white_nits
  float min_nits = 0.005f;             ///< smallest luminance of the display, nits; for bt2390 and HDR metadata
  float ui_white_nits = 203.0f;        ///< white of Frame::ui and of the debug overlay over an HDR picture, nits
  float scrgb_reference_nits = 80.0f;  ///< nits of value 1 in scRGB; set paper_white_nits if 1 is the system's white
  LimitPrimaries limit_primaries = LimitPrimaries::bt709;
  GamutMap gamut_map = GamutMap::desaturate;
  DisplayTransform transform = DisplayTransform::exact;
  // Frame::ui.
  UiCurve ui_curve = UiCurve::srgb;
  UiBlend ui_blend = UiBlend::automatic;
  /// Limit of the picture below an opaque UI, nits; 0 = no limit. With linear blending, the picture is darkened to this
  /// limit where alpha is 1, and less where alpha is less.
  float ui_scene_limit_nits = 0.0f;
  OutputAlpha alpha = OutputAlpha::copied;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Parameters of the display transform. Matrices by rows. "Scene" primaries are the input of the display transform:
// BT.709, or the primaries of a LUT.
struct DisplayParams {
  float input_to_scene[9];      // HDR image to scene primaries, with white balance; is_balanced: to BT.709
  float balanced_to_scene[9];   // is_balanced: BT.709 to scene primaries
  float scene_to_ap1[9];        // compresses_gamut: scene primaries to AP1
  float ap1_to_scene[9];        // compresses_gamut: AP1 to scene primaries
  float to_limit[9];            // primaries of the operator's result to the limiting primaries
  float to_container[9];        // limiting primaries to the primaries of the encoding
  float limit_luminance[3];     // row of luminance of the limiting primaries
  float soft_clip_distance[3];  // largest distance from the achromatic that soft_clip brings inside, by channel
  float headroom;               // peak over paper white; 1 for SDR
  float paper_white_nits;
  float peak_nits;
  float min_nits;
  float paper_white_scrgb;  // value of paper white in scRGB
  float ui_white;           // white of the UI image, 1 = paper white
  uint gamut_map;           // PHOTOPIC_GAMUT_*
  uint limit_primaries;     // PHOTOPIC_LIMIT_*
  uint is_balanced;         // 1 = WhiteBalance::automatic: colours are multiplied by WhiteBalanceState::matrix
  uint encoding;            // PHOTOPIC_ENCODING_*, for pipelines that aren't compiled for one encoding
  uint compresses_gamut;    // 1 = SceneGamut::aces13
  uint ui_is_power22;       // 1 = UiCurve::power22
  uint ui_is_encoded;       // 1 = UiBlend::encoded
  float ui_scene_limit;     // limit of the picture below the UI, 1 = paper white; >= headroom = no limit
  float least_alpha;        // smallest alpha of the picture: 1 = OutputAlpha::one, 0 = OutputAlpha::copied
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
