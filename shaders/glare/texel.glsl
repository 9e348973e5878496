// SPDX-License-Identifier: MIT
// Glare on one texel of the final pass: what is scattered leaves it, and what comes from level 1 is added.
#include "glare/interface.h"
#include "glare/source.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE) uniform sampler2D glare_level_1;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE + 1, std430) readonly buffer Glare { GlareTables glare_tables; };
#define TABLES glare_tables
#define UP_COARSE glare_level_1
#define UP_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define UP_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
#include "glare/up.glsl"
#undef TABLES

uvec2 glare_corner;  // of the tile, texels of the HDR image
uvec2 glare_extent;  // of the picture
float glare_scattered;

/// Before the texels of a tile, by all invocations of the workgroup: `corner` of the tile in a picture of that extent,
/// which begins at `origin` in the HDR image.
void glare_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, GlareParams params) {
  glare_corner = origin + corner;
  glare_extent = extent;
  if (params.is_on == 0.0) return;
  glare_scattered = glare_tables.scattered;
  up_begin(corner, extent);
}

void glare(inout SceneTexel texel, GlareParams params) {
  if (params.is_on == 0.0) return;
  float exposure = valid_exposure(texel.exposure);
  if (exposure == 0.0) return;  // black with and without
  float luminance = dot(texel.hdr, vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue));
  float share = scattered_share(luminance * exposure, params.excess_above);
  texel.direct = 1.0 - glare_scattered * share;
  vec3 direct = texel.color * texel.direct;
  vec3 veil = in_scene_primaries(up_at(texel.texel - glare_corner, glare_extent)) / exposure;
  bvec3 is_nan = greaterThan(floatBitsToUint(direct) & 0x7fffffffu, uvec3(0x7f800000u));
  texel.color = mix(direct, vec3(0.0), is_nan) + veil;
}
