// SPDX-License-Identifier: MIT
// Lens (vignette): settings for C++, device parameters for C++ and GLSL. docs/lens.md.
#ifndef PHOTOPIC_LENS_H
#define PHOTOPIC_LENS_H

#ifdef __cplusplus
namespace photopic {

/// Lens: vignette. Off by default.
struct LensSettings {
  /// Share of the natural falloff cos^4 of the angle to the axis, [0, 1]; 0 = off. Uses the field of view of
  /// ViewSettings.
  float vignette = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
#endif

struct LensParams {
  float falloff;               // exponent of 1 + tan^2 of the angle to the axis: -2 vignette
  float tangent_half_squared;  // tan^2 of half the vertical field of view
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
