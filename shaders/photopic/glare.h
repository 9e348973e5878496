// SPDX-License-Identifier: MIT
// Settings of glare: light that the eye or a lens scatters. For C++ and, of the parameters on the device, GLSL.
// docs/glare.md.
#ifndef PHOTOPIC_GLARE_H
#define PHOTOPIC_GLARE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// What scatters the light.
enum class GlareProfile : std::uint32_t {
  off,
  eye,     ///< the CIE's standard observer of an age
  camera,  ///< a power law
};
/// Which light is scattered.
enum class GlareSource : std::uint32_t {
  all,
  excess,  ///< what is above the display's peak: the viewer's eye scatters the rest by itself
};
/// What is beyond the picture.
enum class GlareBorder : std::uint32_t {
  fold,  ///< light that would leave the picture stays at its border: none is lost
  dark,  ///< nothing: it is lost
};
/// How levels of the pyramid are made.
enum class GlareKernel : std::uint32_t {
  b6,  ///< 8 taps an axis: glows of moving lights change by 2 %
  j,   ///< 6 taps an axis: by 9 %
};

/// Light that is scattered, so that it surrounds what is bright. Off by default. Linear; with GlareSource::all and
/// GlareBorder::fold it keeps the picture's light, at every size. Angles and the age of the
/// eye come of ViewSettings.
struct GlareSettings {
  GlareProfile glare = GlareProfile::off;
  float pigmentation = 0.5f;      ///< eye: 0 very dark brown, 0.5 brown, 1 blue-green, 1.2 light blue; [0, 1.2]
  float veil_fraction = 0.05f;    ///< camera: share of the light that is scattered; [0, 0.95]
  float falloff_exponent = 1.0f;  ///< camera: light of each octave of angle over the octave below is 2^-this; [0.25, 3]
  float glare_min_deg = 0.25f;    ///< what is scattered by less stays where it is, degrees; [0, 90]
  float bloom_scale = 1.0f;       ///< of the scattered share, which is 0.95 at most; 1 = as measured; [0, 6]
  GlareSource glare_source = GlareSource::all;
  /// A texel that is brighter than the brightest of its 8 neighbours by more than this many stops scatters as if it
  /// were brighter by that; 0 = off; [0, 32].
  float firefly_limit_ev = 0.0f;
  GlareBorder glare_border = GlareBorder::fold;
  GlareKernel glare_kernel = GlareKernel::b6;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

#define PHOTOPIC_GLARE_MAX_LEVELS 16  // of a picture of up to 65536 texels a side
#define PHOTOPIC_GLARE_ENDS 9         // texels of an axis that may have a coverage other than 1

struct GlareParams {
  float excess_above;      // exposed luminance up to which light isn't scattered; 0 = all is
  float luminance_of_red;  // of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  uint kernel;           // PHOTOPIC_GLARE_KERNEL_*
  float veil_from_lens;  // 1 = the lens scatters, and its falloff dims the veil; 0 = an eye does, behind it
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
