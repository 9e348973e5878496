// SPDX-License-Identifier: MIT
// Local exposure on one texel: the curves of the nodes around it at its luminance.
#include "local_exposure/interface.h"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE) uniform sampler2D local_curves;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE + 1, std430) readonly buffer Grid {
  LocalGrid local_grid;
};

/// EV at a luminance, `node` nodes from the first one.
float local_ev(vec2 node, float luminance) {
  const float kSegments = PHOTOPIC_LOCAL_SEGMENTS;
  // NaN is as dark as can be.
  float z = nclamp(log2(luminance), -PHOTOPIC_LOCAL_RANGE, PHOTOPIC_LOCAL_RANGE) + PHOTOPIC_LOCAL_RANGE;
  float cell = min(floor(z * (1.0 / kSegments)), float(PHOTOPIC_LOCAL_CELLS - 1));
  float row = floor((cell + 0.5) * (1.0 / PHOTOPIC_LOCAL_CELLS_X));
  // Nodes are at centres of texels.
  vec2 place = (node + 0.5) * vec2(local_grid.inverse_width, local_grid.inverse_height);
  vec2 corner = vec2(cell - row * PHOTOPIC_LOCAL_CELLS_X, row) / vec2(PHOTOPIC_LOCAL_CELLS_X, PHOTOPIC_LOCAL_CELLS_Y);
  vec4 curve = textureLod(local_curves, corner + place, 0.0);
  float along = z - cell * kSegments;
  vec3 steps = curve.yzw - curve.xyz;
  return curve.x + dot(steps, clamp(along - vec3(0.0, 1.0, 2.0), 0.0, 1.0));
}

void local_exposure(inout SceneTexel texel, LocalExposureParams params) {
  if (params.is_on == 0.0) return;
  vec3 row = vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue);
  vec2 first = vec2(local_grid.first_x, local_grid.first_y);
  vec2 node = first + (vec2(texel.texel) + 0.5) / float(PHOTOPIC_LOCAL_TILE_SIDE);
  float ev = local_ev(node, dot(texel.color, row));
  texel.gain *= ev == 0.0 ? 1.0 : exp2(ev);  // not every device's exp2(0) is 1
}
