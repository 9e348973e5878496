// SPDX-License-Identifier: MIT
// Glare on one texel of the final pass: what is scattered leaves it, and what comes from the pyramid is added.
#include "glare/interface.h"
#include "glare/source.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE) uniform sampler2D glare_level;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE + 1, std430) readonly buffer Glare { GlareTables glare_tables; };
#define TABLES glare_tables
#define UP_ROWS glare_tables.up_rows
#define UP_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define UP_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
// Shared memory of passes without glare takes room from the texture cache.
#define UP_WORDS ((EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u ? (UP_WIDTH / 2 + 6) * UP_HEIGHT : 1)
vec3 up_coarse_at(uint steps, ivec2 texel) { return texelFetch(glare_level, texel, 0).rgb; }
#include "glare/up.glsl"
#undef TABLES

uvec2 glare_corner;  // of the tile, texels of the HDR image
uvec2 glare_extent;  // of the picture
// In registers: of each texel of a tile.
float glare_scattered;
float glare_excess_above;
#ifndef EFFECTS_BY_TEXEL
uint glare_steps;
// Weights of the tile's columns: registers for them would leave room for fewer workgroups.
const uint kGlareColumns = (EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u ? UP_WIDTH : 1u;
shared vec4 glare_weights_a[kGlareColumns];
shared vec4 glare_weights_b[kGlareColumns];
#endif
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
  set_taps(params.kernel);
#ifndef EFFECTS_BY_TEXEL
  glare_steps = glare_tables.steps;
  if (glare_steps == 1u) {
    up_begin_near(0u, 0u, corner, extent);
  } else {
    up_begin_far(0u, glare_steps, 0u, corner, extent, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(glare_steps, 1u));
  }
  uint column = gl_LocalInvocationIndex;
  if (column < uint(UP_WIDTH)) {
    UpWeights weights = up_weights(glare_steps, corner.x + column, extent.x, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(glare_steps, 0u));
    glare_weights_a[column] = weights.a;
    glare_weights_b[column] = weights.b;
  }
  barrier();
#endif
}

/// What is scattered to a texel, exposed.
vec3 veil_at(uvec2 texel) {
  uvec2 place = texel - glare_corner;
#ifdef EFFECTS_BY_TEXEL
  return up_at(place, glare_extent);
#else
  return up_at(glare_steps, 0u, place, UpWeights(glare_weights_a[place.x], glare_weights_b[place.x]));
#endif
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
  vec3 veil = in_scene_primaries(veil_at(texel.texel)) * (1.0 / exposure);
  bvec3 is_nan = greaterThan(floatBitsToUint(texel.color) & 0x7fffffffu, uvec3(0x7f800000u));
  texel.color = mix(texel.color, vec3(0.0), is_nan) * kept + veil;
}
