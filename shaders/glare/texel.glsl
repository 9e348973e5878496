// SPDX-License-Identifier: MIT
// Glare on one texel of the final pass: what is scattered leaves it, and what comes from level 1 is added.
#include "glare/interface.h"
#include "glare/source.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE) uniform sampler2D glare_level_1;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE + 1, std430) readonly buffer Glare { GlareTables glare_tables; };
#define TABLES glare_tables
#define UP_COARSE glare_level_1
#define UP_IS_USED ((EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u)
#define UP_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define UP_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
#include "glare/up.glsl"
#undef TABLES

uvec2 glare_corner;  // of the tile, texels of the HDR image
uvec2 glare_extent;  // of the picture
// In registers: of each texel of a tile.
float glare_scattered;
float glare_excess_above;
bool glare_is_on = false;

/// Before the texels of a tile, by all invocations of the workgroup: `corner` of the tile in a picture of that extent,
/// which begins at `origin` in the HDR image.
void glare_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, GlareParams params) {
  glare_corner = origin + corner;
  glare_extent = extent;
  glare_is_on = (EFFECTS_ON & PHOTOPIC_EFFECT_GLARE) != 0u;  // of the parameters, since a buffer is waited for
  if (!glare_is_on) return;
  glare_scattered = glare_tables.scattered;
  glare_excess_above = params.excess_above;
  up_begin(corner, extent, params.kernel);
}

void glare(inout SceneTexel texel, GlareParams params) {
  float exposure = valid_exposure(texel.exposure);
  if (!glare_is_on || exposure == 0.0) return;  // black with and without
  float kept = 1.0 - glare_scattered;
  if (glare_excess_above > 0.0) {
    vec3 luminance_of = vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue);
    kept = 1.0 - glare_scattered * scattered_share(dot(texel.hdr, luminance_of) * exposure, glare_excess_above);
  }
  texel.direct = kept;
  vec3 veil = in_scene_primaries(up_at(texel.texel - glare_corner, glare_extent)) * (1.0 / exposure);
  bvec3 is_nan = greaterThan(floatBitsToUint(texel.color) & 0x7fffffffu, uvec3(0x7f800000u));
  texel.color = mix(texel.color, vec3(0.0), is_nan) * kept + veil;
}
