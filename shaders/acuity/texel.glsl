// SPDX-License-Identifier: MIT
// Acuity on texels: where rods see, their light is that of their surroundings, as far as they can't tell them apart.
#include "acuity/interface.h"
#include "acuity/levels.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_ACUITY) uniform sampler2D acuity_levels;

uvec2 acuity_origin;   // of the picture in the HDR image
uvec2 acuity_picture;  // its extent
// In registers, for all texels of a tile: stores between reads of a buffer make some compilers read it again.
float acuity_loss;
vec3 acuity_cd_m2_per_unit;  // of each channel of a texel's colour
float acuity_nodes_per_ev;    // of a texel's own luminance
float acuity_first_node;      // that of a texel of 1 cd/m^2

const uint kAcuityLast = uint(PHOTOPIC_ACUITY_NODES - 1);

/// Share and level at a node, and their steps to the next one.
vec4 acuity_node(uint node) {
  uint next = min(node + 1u, kAcuityLast);
  vec2 own = vec2(night_table.acuity_share[node], night_table.acuity_level[node]);
  return vec4(own, vec2(night_table.acuity_share[next], night_table.acuity_level[next]) - own);
}

#ifdef EFFECTS_BY_TEXEL
#define ACUITY_NODE(node) acuity_node(node)
#else
// In shared memory: reads of a buffer at places that texels choose take longer.
shared vec4 acuity_nodes[(EFFECTS & PHOTOPIC_EFFECT_ACUITY) != 0u ? PHOTOPIC_ACUITY_NODES : 1];
#define ACUITY_NODE(node) acuity_nodes[node]
#endif

/// By all invocations of a workgroup, before a barrier and the texels of a tile.
void acuity_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, AcuityParams params) {
  acuity_origin = origin;
  acuity_picture = extent;
  acuity_loss = params.loss;
  acuity_cd_m2_per_unit =
      vec3(params.photopic[0], params.photopic[1], params.photopic[2]) * (params.cd_m2_per_unit * INVERSE_PRE_EXPOSURE);
  if ((EFFECTS_ON & PHOTOPIC_EFFECT_ACUITY) == 0u) return;  // the exposure is no NightExposure then
  if (night_table.acuity_finds != PHOTOPIC_ACUITY_DARK) acuity_loss = 0.0;
  float of_adapted = (1.0 - params.local_adaptation) * night_table.log2_adapted;
  acuity_nodes_per_ev = params.local_adaptation * night_table.acuity_nodes_per_ev;
  acuity_first_node = (of_adapted - night_table.acuity_first_log2) * night_table.acuity_nodes_per_ev;
#ifndef EFFECTS_BY_TEXEL
  uint node = gl_LocalInvocationIndex;  // a workgroup has as many invocations
  if (acuity_loss != 0.0 && node <= kAcuityLast) acuity_nodes[node] = acuity_node(node);
#endif
}

/// Share of the blurred light in what a texel shows, and its level. 0 for colours without a luminance, such as NaN and
/// infinity: they stay as they are.
void acuity_of(vec3 color, out float share, out float level) {
  const float kMost = 1e30;
  float cd_m2 = dot(acuity_cd_m2_per_unit, color);
  float own_log2 = log2(nmax(cd_m2, 1e-12));
  float node = nclamp(own_log2 * acuity_nodes_per_ev + acuity_first_node, 0.0, float(kAcuityLast));
  uint below = uint(node);
  vec4 ends = ACUITY_NODE(below);
  vec2 share_and_level = ends.xy + ends.zw * (node - float(below));
  level = share_and_level.y;
  share = cd_m2 >= 0.0 && cd_m2 < kMost && level > 0.0 ? share_and_level.x : 0.0;
}

// Texels whose reads are asked for before one of them is waited for. More would take more registers.
const uint kAcuityReads = TEXELS_AT_ONCE > 1 ? 2u : 1u;

/// An eye that resolves 2^level times less than a texel sees, at level 0, the texel's own light. At level 1, averages of
/// 2 x 2 texels leave too much, and these smoothed, which are level 2, too little: half of each.
void acuity(inout SceneTexel texels[TEXELS_AT_ONCE], AcuityParams params) {
  float exposure = texels[0].exposure;  // of all of them
  if (acuity_loss == 0.0 || !(exposure > 0.0 && exposure < 3.0e38)) return;
  float shares[TEXELS_AT_ONCE], levels[TEXELS_AT_ONCE];
  bool is_any = false;
  EACH_TEXEL(i) {
    acuity_of(texels[i].color, shares[i], levels[i]);
    is_any = is_any || shares[i] > 0.0;
  }
  if (!is_any) return;  // by day
  // Places of the levels in their image, which filters clamp to.
  vec2 inverse_size = 1.0 / vec2(textureSize(acuity_levels, 0));
  vec2 first_place = 0.5 * inverse_size;
  vec2 fine_last = (vec2(acuity_extent(acuity_log2_side(2u), acuity_picture)) - 0.5) * inverse_size;
  vec2 coarse_last = (vec2(acuity_extent(acuity_log2_side(3u), acuity_picture)) - 0.5) * inverse_size;
  float to_2 = float(acuity_corner(2u, acuity_picture).x) * inverse_size.x;
  float to_3 = float(acuity_corner(3u, acuity_picture).y) * inverse_size.y;
  float inverse_exposure = 1.0 / exposure;
  for (uint first = 0u; first < uint(TEXELS_AT_ONCE); first += kAcuityReads) {
    vec3 finer[kAcuityReads], coarser[kAcuityReads];
    for (uint j = 0u; j < kAcuityReads; ++j) {
      vec2 place = vec2(texels[first + j].texel - acuity_origin) + 0.5;
      vec2 fine = clamp(place * (0.5 * inverse_size), first_place, fine_last);
      vec2 coarse = clamp(place * (0.25 * inverse_size), first_place, coarse_last);
      bool is_coarse = levels[first + j] > 2.0;
      float of_2 = fine.x + to_2;
      finer[j] = textureLod(acuity_levels, vec2(is_coarse ? of_2 : fine.x, fine.y), 0.0).rgb;
      vec2 coarser_place = is_coarse ? vec2(coarse.x, coarse.y + to_3) : vec2(of_2, fine.y);
      coarser[j] = textureLod(acuity_levels, coarser_place, 0.0).rgb;
    }
    for (uint j = 0u; j < kAcuityReads; ++j) {
      uint i = first + j;
      float share = levels[i] > 2.0 ? levels[i] - 2.0 : 0.5 * max(levels[i], 1.0);
      vec3 blurred = mix(finer[j], coarser[j], share) * inverse_exposure;
      vec3 change = (blurred - texels[i].hdr) * min(levels[i], 1.0);
      // A gamut map is no linear function.
      vec3 added = kConvertInput == 0u
                       ? in_scene_primaries(change)
                       : in_scene_primaries(texels[i].hdr + change) - in_scene_primaries(texels[i].hdr);
      // Glare has scattered the rest of the texel's light.
      if (shares[i] > 0.0) texels[i].color += added * (shares[i] * texels[i].direct);
    }
  }
}
