// SPDX-License-Identifier: MIT
// Glare, light that an eye or a lens scatters: settings for C++, device parameters for C++ and GLSL. docs/glare.md.
#ifndef PHOTOPIC_GLARE_H
#define PHOTOPIC_GLARE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Scattering model of glare.
enum class GlareProfile : std::uint32_t {
  off,
  eye,     ///< the CIE standard observer of ViewSettings::observer_age_years
  camera,  ///< a lens: power law
};
/// Light that glare scatters.
enum class GlareSource : std::uint32_t {
  all,     ///< all light
  excess,  ///< only light above the display's peak; the viewer's own eye scatters the rest
};
/// Treatment of light that would leave the picture.
enum class GlareBorder : std::uint32_t {
  fold,  ///< stays at the border: no light is lost
  dark,  ///< is lost
};
/// Filter of glare's pyramid.
enum class GlareKernel : std::uint32_t {
  b6,  ///< 8 taps per axis: the glow of a moving light changes by 2 %
  j,   ///< 6 taps per axis: the glow of a moving light changes by 9 %
};

/// Glare: surrounds bright texels with scattered light. Off by default. Linear in light. With GlareSource::all and
/// GlareBorder::fold, the picture's total light stays the same. Uses field of view and age of ViewSettings.
struct GlareSettings {
  GlareProfile glare = GlareProfile::off;
  float pigmentation = 0.5f;      ///< eye: 0 = very dark brown, 0.5 = brown, 1 = blue-green, 1.2 = light blue; [0, 1.2]
  float veil_fraction = 0.05f;    ///< camera: share of the light that is scattered; [0, 0.95]
  float falloff_exponent = 1.0f;  ///< camera: each octave of angle has 2^-falloff_exponent of the one below; [0.25, 3]
  float glare_min_deg = 0.25f;    ///< smallest angle of scattering, degrees, [0, 90]; less stays in place
  float bloom_scale = 1.0f;       ///< factor of the scattered share, [0, 6]; 1 = as measured; the share is at most 0.95
  GlareSource glare_source = GlareSource::all;
  /// Limit of fireflies, stops, [0, 32]; 0 = off. A texel scatters at most this many stops more than the brightest of
  /// its 8 neighbours.
  float firefly_limit_ev = 0.0f;
  GlareBorder glare_border = GlareBorder::fold;
  GlareKernel glare_kernel = GlareKernel::b6;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

#define PHOTOPIC_GLARE_MAX_LEVELS 16  // levels of a picture with sides up to 65536 texels
#define PHOTOPIC_GLARE_ENDS 9         // texels of an axis whose coverage may differ from 1

struct GlareParams {
  float excess_above;      // exposed luminance above which light is scattered; 0 = all light
  float luminance_of_red;  // luminance of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  uint kernel;           // PHOTOPIC_GLARE_KERNEL_*
  float veil_from_lens;  // 1 = the lens scatters, so vignette dims the veil; 0 = the eye scatters, after the lens
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
