// SPDX-License-Identifier: MIT
// Smaller pictures for SSIM: luma of the pair, or with PHOTOPIC_METRICS_LEVEL of a level of its pyramids, to a level.
#include "metrics/ssim/interface.h"
#ifdef PHOTOPIC_METRICS_LEVEL
layout(set = 0, binding = PHOTOPIC_METRICS_LEVEL_SOURCE, std430) readonly buffer Source { float source[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_LEVEL_TARGET, std430) writeonly buffer Target { float target[]; };
#else
#include "metrics/input.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Target { float target[]; };
#endif

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;
layout(push_constant, std430) uniform Push { MetricsScaleParams pc; };

/// The upper groups make the reference's level, those below the test's.
bool is_test() { return gl_WorkGroupID.y >= pc.group_rows; }
uvec2 group_origin() {
  return uvec2(gl_WorkGroupID.x, gl_WorkGroupID.y - (is_test() ? pc.group_rows : 0u)) * PHOTOPIC_METRICS_SIDE;
}

/// Mirrored at the edges, which are seen twice.
float luma_at(ivec2 pixel) {
  ivec2 extent = ivec2(pc.width, pc.height);
  pixel = mix(pixel, -1 - pixel, lessThan(pixel, ivec2(0)));
  pixel = mix(pixel, 2 * extent - 1 - pixel, greaterThanEqual(pixel, extent));
  pixel = clamp(pixel, ivec2(0), extent - 1);  // of samples that no target needs
#ifdef PHOTOPIC_METRICS_LEVEL
  uint index = uint(pixel.y) * pc.width + uint(pixel.x);
  return source[(is_test() ? pc.width * pc.height : 0u) + index];
#else
  return luma_of(is_test() ? test_y(pixel) : reference_y(pixel));
#endif
}

void store(uvec2 place, float value) {
  if (place.x >= pc.target_width || place.y >= pc.target_height) return;
  uint image = is_test() ? pc.target_width * pc.target_height : 0u;
  target[image + place.y * pc.target_width + place.x] = value;
}
