// SPDX-License-Identifier: MIT
// Block and maps of a frame, and the functions that every forward shader needs of them.
#include "interface.h"

layout(set = 0, binding = SCENE_FRAME_BLOCK, std140) uniform Frame { SceneFrame frame; };

const float kPi = 3.14159265358979;

/// m * v, summed in the same order by every compiler: neighbours and shadows then meet on every API.
vec4 transformed(mat4 m, vec4 v) {
  precise vec4 sum = m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w;
  return sum;
}

/// Unit length; `fallback` for vectors without a direction.
vec3 direction_or(vec3 v, vec3 fallback) {
  float squared = dot(v, v);
  return squared > 1e-30 && squared < 1e30 ? v * inversesqrt(squared) : fallback;
}

/// Equirectangular: the centre is -z, up is the top row. atan(0, 0) is undefined.
vec2 equirect(vec3 direction) {
  float turn = abs(direction.x) + abs(direction.z) > 1e-9 ? atan(direction.x, -direction.z) : 0.0;
  return vec2(0.5 + turn / (2.0 * kPi), acos(clamp(direction.y, -1.0, 1.0)) / kPi);
}

/// Pre-exposed, as far as rgba16f can hold it: neither NaN nor infinite.
vec4 storable(vec3 scene_nits) {
  vec3 nits = scene_nits * frame.probe_count.w;
  return vec4(mix(vec3(0.0), min(nits, SCENE_MAX_NITS), greaterThanEqual(nits, vec3(0.0))), 1.0);
}
