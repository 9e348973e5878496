// SPDX-License-Identifier: MIT
// Local exposure on one texel: the curves of the nodes around it at its luminance.
#include "local_exposure/grid.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_LOCAL_EXPOSURE) uniform sampler2D local_curves;

// In registers, for all texels of a tile.
vec3 local_row;
uvec2 local_texel;  // the invocation's first one
vec2 local_place;   // of that texel in the image of curves
vec2 local_step;

/// Before the texels of a tile.
void local_exposure_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, LocalExposureParams params) {
  local_row = vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue) * INVERSE_PRE_EXPOSURE;
#ifdef EFFECTS_BY_TEXEL
  local_texel = uvec2(0u);
#else
  // Written as the final pass does: how far its texels are from it is constant then.
  local_texel = origin + (corner + strip_texel_of_invocation(gl_LocalInvocationIndex));
#endif
  LocalGrid grid = local_grid(uvec2(params.pitch_x, params.pitch_y), uvec2(params.origin_x, params.origin_y));
  local_step = vec2(grid.step_x, grid.step_y);
  local_place = vec2(grid.first_x, grid.first_y) + vec2(local_texel) * local_step;
}

/// Of a texel of that luminance: its EV, and what its base is above its log2 luminance.
vec2 local_curves_at(uvec2 texel, float luminance) {
  const float kIntervals = PHOTOPIC_LOCAL_INTERVALS;
  const float kMost = kIntervals * (1.0 - 1.0 / 4194304.0);  // so that there is always a slice above
  const float kWhole = 12582912.0;                           // 1.5 * 2^23: rounds; floor() is slower
  // NaN is as dark as can be. From the middle of the first interval.
  float share = nclamp(fma(log2(luminance), 0.5 / PHOTOPIC_LOCAL_RANGE, 0.5), 0.0, 1.0);
  float z = fma(share, kMost, -0.5);
  precise float shifted = z + kWhole;
  precise float interval = shifted - kWhole;
  vec2 place = local_place + vec2(texel - local_texel) * local_step;
  place.y += interval * (1.0 / kIntervals);
  vec4 ends = textureLod(local_curves, place, 0.0);
  return ends.xz + (ends.yw - ends.xz) * ((z - interval) + 0.5);
}

void local_exposure(inout SceneTexel texels[TEXELS_AT_ONCE], LocalExposureParams) {
  if ((EFFECTS_ON & PHOTOPIC_EFFECT_LOCAL_EXPOSURE) == 0u) return;
  EACH_TEXEL(i) {
    vec2 curves = local_curves_at(texels[i].texel, dot(texels[i].color, local_row));
    texels[i].gain *= curves.x == 0.0 ? 1.0 : exp2(curves.x);  // not every device's exp2(0) is 1
    texels[i].around = curves.y;
  }
}
