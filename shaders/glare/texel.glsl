// SPDX-License-Identifier: MIT
// Glare on one texel of the final pass: what is scattered leaves it, and what comes from the pyramid is added.
#include "glare/interface.h"
#include "glare/source.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_GLARE) uniform sampler2D glare_level;
#define UP_ROWS glare_shown.up_rows
#define UP_WIDTH PHOTOPIC_TONE_MAP_TILE_WIDTH
#define UP_HEIGHT PHOTOPIC_TONE_MAP_TILE_HEIGHT
// Shared memory of passes without glare takes room from the texture cache.
#define UP_WORDS ((EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u ? (UP_WIDTH / 2 + 6) * UP_HEIGHT : 1)
vec3 up_coarse_at(uint steps, ivec2 texel) { return texelFetch(glare_level, texel, 0).rgb; }
#include "glare/up.glsl"

uvec2 glare_corner;  // of the tile, texels of the HDR image
uvec2 glare_extent;  // of the picture
// In registers: of each texel of a tile.
float glare_scattered;
float glare_excess_above;
#ifndef EFFECTS_BY_TEXEL
uint glare_steps;
uvec2 glare_tile;  // the tile's corner in the picture
#endif
bool glare_is_on = false;

/// Before a barrier and the texels of a tile, by all invocations of the workgroup: `corner` of the tile in a picture of
/// that extent, which begins at `origin` in the HDR image.
void glare_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, GlareParams params) {
  glare_corner = origin + corner;
  glare_extent = extent;
  glare_is_on = (EFFECTS_ON & PHOTOPIC_EFFECT_GLARE) != 0u;  // of the parameters, since a buffer is waited for
  if (!glare_is_on) return;
  glare_scattered = glare_shown.scattered;
  glare_excess_above = params.excess_above;
  set_taps(params.kernel);
#ifndef EFFECTS_BY_TEXEL
  glare_steps = glare_shown.steps;
  glare_tile = corner;
  if (glare_steps == 1u) {
    up_begin_near(0u, 0u, corner, extent);
  } else if (glare_steps == 2u) {  // constants: fewer instructions before the first read
    up_begin_far(0u, 2u, 0u, corner, extent, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(2u, 1u));
  } else {
    up_begin_far(0u, 3u, 0u, corner, extent, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(3u, 1u));
  }
#endif
}

/// What is scattered to texels, exposed.
#ifdef EFFECTS_BY_TEXEL
void find_veils(SceneTexel texels[TEXELS_AT_ONCE], out vec3 veils[TEXELS_AT_ONCE]) {
  EACH_TEXEL(i) veils[i] = up_at(texels[i].texel - glare_corner, glare_extent);
}
#else
UpWeights veil_weights(uvec2 place) {
  uint first_of_last = PHOTOPIC_GLARE_UP_LAST_ROW(glare_steps, 0u);
  return up_weights(glare_steps, glare_tile.x + place.x, glare_extent.x, 0u, first_of_last);
}

void find_veils(SceneTexel texels[TEXELS_AT_ONCE], out vec3 veils[TEXELS_AT_ONCE]) {
  uint ends = PHOTOPIC_GLARE_UP_ENDS(glare_steps);
  if (glare_tile.x >= ends && glare_tile.x + uint(UP_WIDTH) + ends <= glare_extent.x) {
    // An invocation's texels are multiples of 8 apart: between the ends, their weights are the same.
    UpWeights weights = veil_weights(texels[0].texel - glare_corner);
    EACH_TEXEL(i) veils[i] = up_at(glare_steps, 0u, texels[i].texel - glare_corner, weights);
  } else {
    EACH_TEXEL(i) {
      uvec2 place = texels[i].texel - glare_corner;
      veils[i] = up_at(glare_steps, 0u, place, veil_weights(place));
    }
  }
}
#endif

void glare(inout SceneTexel texels[TEXELS_AT_ONCE], GlareParams params) {
  float exposure = valid_exposure(texels[0].exposure);  // of all of them
  if (!glare_is_on || exposure == 0.0) return;          // black with and without
  float stays[TEXELS_AT_ONCE];
  EACH_TEXEL(i) stays[i] = 1.0 - glare_scattered;
  if (glare_excess_above > 0.0) {
    vec3 luminance_of = vec3(params.luminance_of_red, params.luminance_of_green, params.luminance_of_blue);
    EACH_TEXEL(i) {
      float luminance = dot(texels[i].hdr, luminance_of) * exposure;
      stays[i] = 1.0 - glare_scattered * scattered_share(luminance, glare_excess_above);
    }
  }
  vec3 veils[TEXELS_AT_ONCE];
  find_veils(texels, veils);
  EACH_TEXEL(i) {
    float through_lens = mix(1.0, texels[i].direct, params.veil_from_lens);
    vec3 veil = in_scene_primaries(veils[i]) * (through_lens / exposure);
    bvec3 is_nan = greaterThan(floatBitsToUint(texels[i].color) & 0x7fffffffu, uvec3(0x7f800000u));
    texels[i].color = mix(texels[i].color, vec3(0.0), is_nan) * stays[i] + veil;
    texels[i].direct *= stays[i];
  }
}
