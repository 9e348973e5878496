// SPDX-License-Identifier: MIT
// Display that the picture is for: encodings, primaries, luminances. For C++ and, of the parameters on the device,
// GLSL. docs/display.md.
#ifndef PHOTOPIC_DISPLAY_H
#define PHOTOPIC_DISPLAY_H

// Ranges of an encoding: what paper white and the brightest that it shows are.
#define PHOTOPIC_RANGE_SDR 0u     // paper white is the brightest
#define PHOTOPIC_RANGE_HDR 1u     // up to the display's peak
#define PHOTOPIC_RANGE_LINEAR 2u  // SDR, but an operator may leave more than 1 in half floats

// ENCODING(number, name, word, range, primaries): a row of OutputEncoding. `primaries` are those of the stored colours.
// clang-format off
#define PHOTOPIC_ENCODINGS(ENCODING) \
  /* sRGB in formats of 8 and 10 bits, linear_relative at SDR's range in half floats. */ \
  ENCODING(0, automatic, auto, PHOTOPIC_RANGE_LINEAR, bt709) \
  /* IEC 61966-2-1, BT.709 primaries. */ \
  ENCODING(1, srgb, srgb, PHOTOPIC_RANGE_SDR, bt709) \
  /* The 2.2th root, BT.709 primaries: what most SDR displays undo. */ \
  ENCODING(2, power22, power22, PHOTOPIC_RANGE_SDR, bt709) \
  /* sRGB's curve, P3 primaries. */ \
  ENCODING(3, display_p3, display-p3, PHOTOPIC_RANGE_SDR, p3) \
  /* Display-linear, 1 = paper white, BT.709 primaries; colours outside of them have channels below 0. */ \
  ENCODING(4, linear, linear, PHOTOPIC_RANGE_HDR, bt709) \
  /* SMPTE ST 2084 of nits, BT.2020 primaries. */ \
  ENCODING(5, hdr10, hdr10, PHOTOPIC_RANGE_HDR, bt2020) \
  /* BT.2100 HLG for a display of 1000 nits, BT.2020 primaries. */ \
  ENCODING(6, hlg, hlg, PHOTOPIC_RANGE_HDR, bt2020) \
  /* Windows' and Vulkan's extended linear sRGB: nits over a reference, BT.709 primaries, channels below 0. */ \
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

// What R32_UINT texels of a picture hold.
#define PHOTOPIC_PACKING_A2B10G10R10 0u
#define PHOTOPIC_PACKING_A2R10G10B10 1u
#define PHOTOPIC_PACKING_BGRA8 2u
#define PHOTOPIC_PACKING_COUNT 3u

// LimitPrimaries.
#define PHOTOPIC_LIMIT_BT709 0u
#define PHOTOPIC_LIMIT_P3 1u
#define PHOTOPIC_LIMIT_BT2020 2u

// Primaries of the content of tone mapper lpm. LpmContent: the limiting ones, or PHOTOPIC_LIMIT_* + 1.
#define PHOTOPIC_LPM_LIMIT 0u

// How colours come into the limiting primaries. GamutMap.
#define PHOTOPIC_GAMUT_CLIP 0u
#define PHOTOPIC_GAMUT_DESATURATE 1u
#define PHOTOPIC_GAMUT_SOFT_CLIP 2u
// Of baked looks alone:
#define PHOTOPIC_GAMUT_PERCEPTUAL 3u
#define PHOTOPIC_GAMUT_RELATIVE 4u
#define PHOTOPIC_GAMUT_REACH 5u

#ifdef __cplusplus
#include <cstdint>
namespace photopic {

/// How the picture is stored. Rows of PHOTOPIC_ENCODINGS.
enum class OutputEncoding : std::uint32_t {
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) name = (number),
  PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING)
#undef PHOTOPIC_ENCODING
};
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) +1
inline constexpr std::uint32_t kOutputEncodingCount = 0 PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING);
#undef PHOTOPIC_ENCODING
/// The bit of an encoding in CreateInfo::encodings.
constexpr std::uint32_t encoding_bit(OutputEncoding encoding) noexcept {
  return 1u << static_cast<std::uint32_t>(encoding);
}
static_assert(encoding_bit(OutputEncoding::scrgb) == 1u << PHOTOPIC_ENCODING_SCRGB && kOutputEncodingCount == 8);
/// Whether it shows more than paper white.
constexpr bool is_hdr(OutputEncoding encoding) noexcept {
#define PHOTOPIC_ENCODING(number, name, word, range, primaries) \
  case OutputEncoding::name:                                    \
    return (range) == PHOTOPIC_RANGE_HDR;
  switch (encoding) { PHOTOPIC_ENCODINGS(PHOTOPIC_ENCODING) }
#undef PHOTOPIC_ENCODING
  return false;
}
/// Least DisplaySettings::peak_nits of HDR encodings with ToneMapper::gt7, whose curve is made for this and more.
inline constexpr float kGt7MinPeakNits = 250.0f;
inline constexpr std::uint32_t kAllEncodings = (1u << kOutputEncodingCount) - 1;

/// Primaries and white point of linear RGB.
enum class Primaries : std::uint32_t {
  automatic,  ///< BT.709; programs take those that a file names
  bt709,      ///< ITU-R BT.709, sRGB; D65
  p3,         ///< SMPTE RP 431-2's with D65, Display P3
  bt2020,     ///< ITU-R BT.2020; D65
  ap1,        ///< ACEScg; ACES white
  ap0,        ///< ACES2065-1; ACES white
  custom,     ///< InputSettings::red_x and the others
};

/// Primaries of the brightest colours that a display shows.
enum class LimitPrimaries : std::uint32_t { bt709, p3, bt2020 };

/// How colours outside the limiting primaries, or those of the encoding, come inside.
enum class GamutMap : std::uint32_t {
  clip,        ///< each channel: fast; hues shift
  desaturate,  ///< toward a grey of their luminance, until no channel is below 0
  soft_clip,   ///< ACES 1.3's reference gamut compression, made for the limiting primaries: keeps gradients
  // DisplayTransform::baked alone: too long for each texel.
  perceptual,  ///< libplacebo's: partly to where their numbers are in the limiting primaries; changes colours inside
  relative,    ///< libplacebo's: to the hull at their hue; colours inside stay
  reach,       ///< ACES 2's: toward the axis of greys, as far as AP1 reaches. CreateInfo::tone_mappers must name aces2
};
/// Whether a map is for baked looks alone.
constexpr bool is_baked_gamut_map(GamutMap map) noexcept { return map > GamutMap::soft_clip; }

/// How colours outside of AP1, which cameras and saturated lights make, come inside before they are tone mapped.
enum class SceneGamut : std::uint32_t {
  unbounded,  ///< left as they are
  aces13,     ///< ACES 1.3's reference gamut compression. Needs CreateInfo::convert_input
};

/// What the HDR image's numbers mean.
struct InputSettings {
  Primaries primaries = Primaries::automatic;  ///< others need CreateInfo::convert_input
  SceneGamut scene_gamut = SceneGamut::unbounded;
  // Primaries::custom: CIE 1931 xy, as OpenEXR's chromaticities.
  float red_x = 0.64f;
  float red_y = 0.33f;
  float green_x = 0.30f;
  float green_y = 0.60f;
  float blue_x = 0.15f;
  float blue_y = 0.06f;
  float white_x = 0.3127f;
  float white_y = 0.3290f;
};

/// Whether red, green and blue of `custom` go round the white point counterclockwise, and far enough to make a matrix.
bool has_usable_primaries(const InputSettings& input) noexcept;

/// The light that white balance makes neutral. `manual` and `daylight` need CreateInfo::convert_input, `automatic`
/// CreateInfo::auto_white_balance.
enum class WhiteBalance : std::uint32_t {
  off,        ///< colours are left as they are, to the bit
  manual,     ///< a blackbody's, 1000 to 25000 K
  daylight,   ///< CIE daylight, 4000 to 25000 K
  automatic,  ///< what the meter finds, after adaptation
};

/// Cone responses that a light's are brought to D65's in, each by a factor.
enum class ChromaticAdaptation : std::uint32_t { cat16, bradford };

/// The light of the scene, as photographers name it, that D65 takes the place of. Its white of luminance 1 becomes
/// (1, 1, 1): the exposure stays, and the meter measures colours as they were.
struct WhiteBalanceSettings {
  WhiteBalance white_balance = WhiteBalance::off;
  float temperature_k = 6500.0f;  ///< low = a warm light, whose picture becomes cooler
  float duv = 0.0f;               ///< tint: distance from the locus in CIE 1960 uv, positive = a greener light
  ChromaticAdaptation chromatic_adaptation = ChromaticAdaptation::cat16;
  // WhiteBalance::automatic
  float adaptation_degree = 0.6f;     ///< how much of the light's colour is taken away; 1 = all, also of sunsets
  float min_temperature_k = 2500.0f;  ///< of the light that is adapted to: what is warmer stays as much warmer
  float max_temperature_k = 9000.0f;
  float max_duv = 0.015f;              ///< greener or more magenta lights are taken for this
  float light_time_constant_s = 2.0f;  ///< seconds to 63.2 % of a change of light, of the faster component
  float light_slow_ratio = 4.0f;       ///< of a second component, averaged with the first; 1 = there is but one
  float dead_band_duv = 0.01f;         ///< distance from the light, CIE 1960, that moves nothing
  float max_mired_per_s = 200.0f;      ///< bound of the movement, reciprocal megakelvin per second; 0 = none
};
inline constexpr float kMinDaylightK = 4000.0f;  ///< least temperature of WhiteBalance::daylight

/// Whether the light has enough blue that a factor makes it neutral. A blackbody of 1000 K has; greener ones may not.
bool has_neutral(const WhiteBalanceSettings& white_balance) noexcept;

/// How an image that is drawn over the picture is encoded: sRGB's curve, or the 2.2th root.
enum class UiCurve : std::uint32_t { srgb, power22 };

/// In which values an image is drawn over the picture.
enum class UiBlend : std::uint32_t {
  automatic,  ///< encoded over SDR, linear over HDR
  encoded,    ///< as the picture is stored; half floats of SDR as sRGB
  linear,     ///< light
};

/// Alpha of the picture.
enum class OutputAlpha : std::uint32_t { copied, one };

/// How exposed colours become what is stored.
enum class DisplayTransform : std::uint32_t {
  exact,  ///< evaluated for each texel
  /// Read from a LUT of CreateInfo::lut_size nodes a side, which the device fills when settings have changed: the cost
  /// depends on no setting. Colours are within docs/display.md's table of the exact ones, and end at the headroom.
  baked,
};

/// The display that the picture is made for. SDR encodings take of the luminances nothing: their white is 1.
struct DisplaySettings {
  OutputEncoding encoding = OutputEncoding::automatic;
  float paper_white_nits = 203.0f;     ///< of diffuse white, cd/m^2; ITU-R BT.2408
  float peak_nits = 1000.0f;           ///< brightest that the display shows; at least paper_white_nits
  float min_nits = 0.005f;             ///< darkest that it shows; tone mapper bt2390 and HDR metadata
  float ui_white_nits = 203.0f;        ///< white of what is drawn over an HDR picture: the debug overlay
  float scrgb_reference_nits = 80.0f;  ///< of scRGB's 1; where 1 is the system's white, paper_white_nits
  LimitPrimaries limit_primaries = LimitPrimaries::bt709;
  GamutMap gamut_map = GamutMap::desaturate;
  DisplayTransform transform = DisplayTransform::exact;
  // ToneMapFrame::ui, whose white is ui_white_nits over HDR.
  UiCurve ui_curve = UiCurve::srgb;
  UiBlend ui_blend = UiBlend::automatic;
  /// With linear blending, the picture is darkened to at most this where the UI covers it wholly, less where it covers
  /// less; 0 = not at all.
  float ui_scene_limit_nits = 0.0f;
  OutputAlpha alpha = OutputAlpha::copied;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Matrices are by rows.
struct DisplayParams {
  float input_to_scene[9];     // linear colours of the HDR image to what the display transform takes, with white
                               // balance: BT.709, or the primaries of a LUT
  float balanced_to_scene[9];  // automatic white balance: BT.709 to what the display transform takes; input_to_scene is
                               // to BT.709 then
  float scene_to_ap1[9];       // what the display transform takes to AP1, and back, where the gamut is compressed
  float ap1_to_scene[9];
  float to_limit[9];            // what the operator returns, to the limiting primaries
  float to_container[9];        // these to the primaries of the encoding
  float limit_luminance[3];     // row of luminance of the limiting primaries
  float soft_clip_distance[3];  // largest distance from the achromatic that soft_clip brings inside, by channel
  float headroom;               // peak over paper white; 1 for SDR
  float paper_white_nits;
  float peak_nits;
  float min_nits;
  float paper_white_scrgb;  // what paper white is stored as in scRGB
  float ui_white;           // white of what is drawn over the picture, 1 = paper white
  uint gamut_map;           // PHOTOPIC_GAMUT_*
  uint limit_primaries;     // PHOTOPIC_LIMIT_*
  uint is_balanced;         // 1 = WhiteBalance::automatic: colours are multiplied by WhiteBalanceState::matrix
  uint encoding;            // PHOTOPIC_ENCODING_*, for looks that aren't compiled for one
  uint compresses_gamut;    // 1 = SceneGamut::aces13
  uint ui_is_power22;       // curve of what is drawn over the picture
  uint ui_is_encoded;       // 1 = drawn in stored values
  float ui_scene_limit;     // 1 = paper white; at least the headroom = none
  float least_alpha;        // 1 = alpha is 1
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
