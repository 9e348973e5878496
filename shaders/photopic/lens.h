// SPDX-License-Identifier: MIT
// Settings of the lens: vignette. For C++ and, of the parameters on the device, GLSL. docs/lens.md.
#ifndef PHOTOPIC_LENS_H
#define PHOTOPIC_LENS_H

#ifdef __cplusplus
namespace photopic {

/// What a camera's lens does to the picture. Off by default.
struct LensSettings {
  /// Share of the natural falloff toward the corners, the fourth power of the cosine of the angle to the axis; 1 = all
  /// of it, 0 = off; [0, 1]. The angle comes of ViewSettings.
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
