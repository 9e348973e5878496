// SPDX-License-Identifier: MIT
// Parameter blocks of the samples' own shaders, for C++ and GLSL. 4-byte scalars alone.
#ifndef PHOTOPIC_SCENE_INTERFACE_H
#define PHOTOPIC_SCENE_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
namespace scene {
using uint = std::uint32_t;
#endif

#define SCENE_PANORAMA_VIEW_PANORAMA 0  // sampler2D, equirectangular, scene-linear BT.709
#define SCENE_PANORAMA_VIEW_TARGET 1    // image2D, rgba16f
#define SCENE_PANORAMA_VIEW_GROUP_SIDE 8

struct PanoramaViewParams {
  uint width;  // texels of the target
  uint height;
  float yaw_rad;          // 0 looks at the panorama's centre, positive turns right
  float pitch_rad;        // positive looks up
  float tan_half_fov;     // of the horizontal field of view
  uint samples_per_side;  // rays per texel and axis
};

#ifdef __cplusplus
static_assert(sizeof(PanoramaViewParams) == 24);
}  // namespace scene
#endif
#endif
