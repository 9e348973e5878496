// SPDX-License-Identifier: MIT
// Acuity on one texel: where rods see, its light is that of its surroundings, as far as they can't tell them apart.
#include "acuity/interface.h"
#include "acuity/levels.glsl"
#include "night/thresholds.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_ACUITY) uniform sampler2D acuity_levels;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_ACUITY + 1, std430) readonly buffer AcuityBuffer {
  NightTable acuity_table;
};
#define NIGHT_TABLE acuity_table
#define NIGHT_M acuity_m
#include "night/table.glsl"
#undef NIGHT_TABLE
#undef NIGHT_M

uvec2 acuity_origin;   // of the picture in the HDR image
uvec2 acuity_picture;  // its extent
// In registers, for all texels of a tile: stores between reads of a buffer make some compilers read it again.
AcuityParams acuity_params;
float acuity_log2_adapted;
float acuity_first_log2;
float acuity_nodes_per_ev;

void acuity_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, AcuityParams params) {
  acuity_origin = origin;
  acuity_picture = extent;
  acuity_params = params;
  acuity_params.cd_m2_per_unit *= INVERSE_PRE_EXPOSURE;  // of the texels' colour
  acuity_log2_adapted = acuity_table.log2_adapted;
  acuity_first_log2 = acuity_table.first_log2;
  acuity_nodes_per_ev = acuity_table.nodes_per_ev;
}

/// A level's averages, interpolated by cubic B-splines. `place` in texels of the picture.
vec3 acuity_average(uint level, vec2 place) {
  vec2 last = vec2(acuity_extent(level, acuity_picture) - 1u);
  vec2 corner = vec2(acuity_corner(level, acuity_picture)) + 0.5;
  vec2 texel = place * exp2(-float(level)) - 0.5;
  vec2 f = fract(texel);
  vec2 below = floor(texel);
  vec2 g = 1.0 - f;
  vec2 w0 = g * g * g;
  vec2 w1 = 4.0 - 3.0 * f * f * (1.0 + g);
  vec2 w3 = f * f * f;
  vec2 w2 = 6.0 - w0 - w1 - w3;
  // Two taps of linear filtering an axis.
  vec2 first = w0 + w1;
  vec2 second = w2 + w3;
  vec2 near = corner + clamp(below - 1.0 + w1 / first, vec2(0.0), last);
  vec2 far = corner + clamp(below + 1.0 + w3 / second, vec2(0.0), last);
  vec2 scale = 1.0 / vec2(textureSize(acuity_levels, 0));
  vec3 upper = textureLod(acuity_levels, near * scale, 0.0).rgb * first.x +
               textureLod(acuity_levels, vec2(far.x, near.y) * scale, 0.0).rgb * second.x;
  vec3 lower = textureLod(acuity_levels, vec2(near.x, far.y) * scale, 0.0).rgb * first.x +
               textureLod(acuity_levels, far * scale, 0.0).rgb * second.x;
  return (upper * first.y + lower * second.y) * (1.0 / 36.0);
}

/// Cycles per degree: Ward Larson et al. 1997, of Shlaer's measurements. Negative below 3e-5 cd/m^2: nothing is left.
float acuity_cycles_per_deg(float log2_cd_m2) {
  const float kLeast = 0.01;
  return max(17.25 * atan(1.4 * kLog10Of2 * log2_cd_m2 + 0.35) + 25.72, kLeast);
}

/// What is no colour, such as NaN and infinity, stays as it is.
void acuity_of_texel(inout SceneTexel texel) {
  const float kMost = 1e30;
  float exposure = texel.exposure > 0.0 && texel.exposure < 3.0e38 ? texel.exposure : 0.0;
  float luminance = dot(vec3(acuity_params.photopic[0], acuity_params.photopic[1], acuity_params.photopic[2]), texel.color);
  if (!(luminance >= 0.0 && luminance < kMost) || exposure == 0.0) return;
  float own_log2 = log2(max(luminance * acuity_params.cd_m2_per_unit, 1e-12));
  float local_log2 = mix(acuity_log2_adapted, own_log2, acuity_params.local_adaptation);
  float share = acuity_params.loss * (1.0 - acuity_m(local_log2, acuity_first_log2, acuity_nodes_per_ev));
  float most_cycles_per_deg = acuity_params.cycles_per_deg * float(acuity_picture.y);
  float level = log2(most_cycles_per_deg / acuity_cycles_per_deg(local_log2));
  if (share <= 0.0 || level <= 0.0) return;
  level = min(level, float(PHOTOPIC_ACUITY_LEVELS));
  float below = min(floor(level), float(PHOTOPIC_ACUITY_LEVELS - 1));
  vec2 place = vec2(texel.texel - acuity_origin) + 0.5;
  vec3 finer = below == 0.0 ? texel.hdr * exposure : acuity_average(uint(below), place);
  vec3 seen = mix(finer, acuity_average(uint(below) + 1u, place), level - below) * (1.0 / exposure);
  // Of the light that glare leaves in its place.
  texel.color += (in_scene_primaries(seen) - in_scene_primaries(texel.hdr)) * (share * texel.direct);
}

void acuity(inout SceneTexel texels[TEXELS_AT_ONCE], AcuityParams) {
  if (acuity_params.loss == 0.0) return;
  EACH_TEXEL(i) acuity_of_texel(texels[i]);
}
