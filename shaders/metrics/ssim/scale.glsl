// SPDX-License-Identifier: MIT
// Smaller pictures for SSIM: luma of the pair, or with PHOTOPIC_METRICS_LEVEL of a level of its pyramids, to a level.
#include "metrics/ssim/interface.h"

layout(push_constant, std430) uniform Push { MetricsScaleParams pc; };
#ifdef PHOTOPIC_METRICS_LEVEL
#include "metrics/strips.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_LEVEL_SOURCE, std430) readonly buffer Source { float source[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_LEVEL_TARGET, std430) writeonly buffer Target { float target[]; };
#else
#include "metrics/input.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Target { float target[]; };
#endif

#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"

/// The upper groups make the reference's level, those below the test's.
bool is_test() { return gl_WorkGroupID.y >= pc.group_rows; }
uvec2 group_origin() {
  uvec2 group = uvec2(gl_WorkGroupID.x, gl_WorkGroupID.y - (is_test() ? pc.group_rows : 0u));
  return group * PHOTOPIC_METRICS_SIDE + uvec2(0u, kHasStrips != 0u ? pc.first_target : 0u);
}

/// Word of a sample in a level's buffer.
uint level_index(uvec2 place, uvec2 extent, uint ring_rows) {
  if (kHasStrips != 0u) {
    return ((is_test() ? ring_rows : 0u) + place.y % ring_rows) * extent.x + place.x;
  }
  return ((is_test() ? extent.y : 0u) + place.y) * extent.x + place.x;
}

/// Mirrored at the edges, which are seen twice.
float luma_at(ivec2 pixel) {
  ivec2 extent = ivec2(pc.width, pc.height);
  pixel = mix(pixel, -1 - pixel, lessThan(pixel, ivec2(0)));
  pixel = mix(pixel, 2 * extent - 1 - pixel, greaterThanEqual(pixel, extent));
  pixel = clamp(pixel, ivec2(0), extent - 1);  // of samples that no target needs
#ifdef PHOTOPIC_METRICS_LEVEL
  return source[level_index(uvec2(pixel), uvec2(extent), pc.source_ring)];
#else
  return luma_of(is_test() ? test_y(pixel) : reference_y(pixel));
#endif
}

void store(uvec2 place, float value) {
  if (place.x >= pc.target_width || place.y >= pc.target_height) return;
  target[level_index(place, uvec2(pc.target_width, pc.target_height), pc.target_ring)] = value;
}
