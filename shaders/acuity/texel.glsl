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

/// A level's light. `place` in texels of the picture.
vec3 acuity_light(uint level, vec2 place) {
  uint log2_side = acuity_log2_side(level);
  vec2 last = vec2(acuity_extent(log2_side, acuity_picture) - 1u);
  vec2 texel = clamp(place * exp2(-float(log2_side)) - 0.5, vec2(0.0), last);
  vec2 corner = vec2(acuity_corner(level, acuity_picture)) + 0.5;
  return textureLod(acuity_levels, (corner + texel) / vec2(textureSize(acuity_levels, 0)), 0.0).rgb;
}

/// What an eye sees that resolves 2^level times less than a texel. At level 0 that is the texel's own light; at level 1
/// averages of 2 x 2 texels leave too much, and these smoothed, which are level 2, too little: half of each.
vec3 acuity_seen(float level, vec3 own, uvec2 texel) {
  vec2 place = vec2(texel - acuity_origin) + 0.5;
  bool is_coarse = level > 2.0;
  vec3 finer = acuity_light(is_coarse ? 2u : 1u, place);
  vec3 coarser = acuity_light(is_coarse ? 3u : 2u, place);
  float share = is_coarse ? level - 2.0 : 0.5 * max(level, 1.0);
  return mix(own, mix(finer, coarser, share), min(level, 1.0));
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
  float own_log2 = log2(nmax(luminance * acuity_params.cd_m2_per_unit, 1e-12));
  float local_log2 = mix(acuity_log2_adapted, own_log2, acuity_params.local_adaptation);
  float share = acuity_params.loss * (1.0 - acuity_m(local_log2, acuity_first_log2, acuity_nodes_per_ev));
  float most_cycles_per_deg = acuity_params.cycles_per_deg * float(acuity_picture.y);
  float level = log2(most_cycles_per_deg / acuity_cycles_per_deg(local_log2));
  if (share <= 0.0 || level <= 0.0) return;
  level = min(level, float(PHOTOPIC_ACUITY_LEVELS));
  vec3 seen = acuity_seen(level, texel.hdr * exposure, texel.texel) * (1.0 / exposure);
  // Of the light that glare leaves in its place.
  texel.color += (in_scene_primaries(seen) - in_scene_primaries(texel.hdr)) * (share * texel.direct);
}

void acuity(inout SceneTexel texels[TEXELS_AT_ONCE], AcuityParams) {
  if (acuity_params.loss == 0.0) return;
  EACH_TEXEL(i) acuity_of_texel(texels[i]);
}
