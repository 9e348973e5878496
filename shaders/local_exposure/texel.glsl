// SPDX-License-Identifier: MIT
// Local exposure on one texel: the curves of the nodes around it at its luminance.
#include "local_exposure/interface.h"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE) uniform sampler2D local_curves;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE + 1, std430) readonly buffer Grid {
  LocalGrid local_grid;
};

// In registers, for all texels of a tile.
vec3 local_row;
vec2 local_first;
vec2 local_step;

/// Before the texels of a tile.
void local_exposure_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, LocalExposureParams params) {
  local_row = vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue) * INVERSE_PRE_EXPOSURE;
  local_first = vec2(local_grid.first_x, local_grid.first_y);
  local_step = vec2(local_grid.step_x, local_grid.step_y);
}

/// EV at a texel of that luminance.
float local_ev(uvec2 texel, float luminance) {
  const float kIntervals = PHOTOPIC_LOCAL_INTERVALS;
  // NaN is as dark as can be.
  float z = nclamp(log2(luminance), -PHOTOPIC_LOCAL_RANGE, PHOTOPIC_LOCAL_RANGE) + PHOTOPIC_LOCAL_RANGE;
  float interval = min(floor(z), kIntervals - 1.0);
  vec2 place = local_first + vec2(texel) * local_step;
  place.y += interval * (1.0 / kIntervals);
  vec2 ends = textureLod(local_curves, place, 0.0).xy;
  return ends.x + (ends.y - ends.x) * (z - interval);
}

void local_exposure(inout SceneTexel texel, LocalExposureParams) {
  if ((EFFECTS_ON & PHOTOPIC_EFFECT_LOCAL_EXPOSURE) == 0u) return;
  float ev = local_ev(texel.texel, dot(texel.color, local_row));
  texel.gain *= ev == 0.0 ? 1.0 : exp2(ev);  // not every device's exp2(0) is 1
}
