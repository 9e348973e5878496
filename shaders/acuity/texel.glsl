// SPDX-License-Identifier: MIT
// Acuity on texels: where rods see, their light is that of their surroundings, as far as they can't tell them apart.
#include "acuity/interface.h"
#include "acuity/levels.glsl"

layout(set = 0, binding = PHOTOPIC_TONE_MAP_ACUITY) uniform sampler2D acuity_levels;

uvec2 acuity_origin;   // of the picture in the HDR image
uvec2 acuity_picture;  // its extent
// In registers, for all texels of a tile: stores between reads of a buffer make some compilers read it again.
AcuityParams acuity_params;
float acuity_log2_adapted;
float acuity_first_log2;
float acuity_nodes_per_ev;

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
  acuity_params = params;
  acuity_params.cd_m2_per_unit *= INVERSE_PRE_EXPOSURE;  // of the texels' colour
  if ((EFFECTS_ON & PHOTOPIC_EFFECT_ACUITY) == 0u) return;  // the exposure is no NightExposure then
  if (night_table.acuity_finds != PHOTOPIC_ACUITY_DARK) acuity_params.loss = 0.0;
  acuity_log2_adapted = night_table.log2_adapted;
  acuity_first_log2 = night_table.acuity_first_log2;
  acuity_nodes_per_ev = night_table.acuity_nodes_per_ev;
#ifndef EFFECTS_BY_TEXEL
  uint node = gl_LocalInvocationIndex;  // a workgroup has as many invocations
  if (acuity_params.loss != 0.0 && node <= kAcuityLast) acuity_nodes[node] = acuity_node(node);
#endif
}

/// Share of the blurred light in what a texel shows, and its level. 0 for colours without a luminance, such as NaN and
/// infinity: they stay as they are.
void acuity_of(vec3 color, out float share, out float level) {
  const float kMost = 1e30;
  float luminance = dot(vec3(acuity_params.photopic[0], acuity_params.photopic[1], acuity_params.photopic[2]), color);
  float own_log2 = log2(nmax(luminance * acuity_params.cd_m2_per_unit, 1e-12));
  float local_log2 = mix(acuity_log2_adapted, own_log2, acuity_params.local_adaptation);
  float node = nclamp((local_log2 - acuity_first_log2) * acuity_nodes_per_ev, 0.0, float(kAcuityLast));
  uint below = uint(node);
  vec4 ends = ACUITY_NODE(below);
  vec2 share_and_level = ends.xy + ends.zw * (node - float(below));
  level = share_and_level.y;
  share = luminance >= 0.0 && luminance < kMost && level > 0.0 ? share_and_level.x : 0.0;
}

// Texels whose reads are asked for before one of them is waited for. More would take more registers.
const uint kAcuityReads = TEXELS_AT_ONCE > 1 ? 2u : 1u;

/// An eye that resolves 2^level times less than a texel sees, at level 0, the texel's own light. At level 1, averages of
/// 2 x 2 texels leave too much, and these smoothed, which are level 2, too little: half of each.
void acuity(inout SceneTexel texels[TEXELS_AT_ONCE], AcuityParams params) {
  float exposure = texels[0].exposure;  // of all of them
  if (acuity_params.loss == 0.0 || !(exposure > 0.0 && exposure < 3.0e38)) return;
  float shares[TEXELS_AT_ONCE], levels[TEXELS_AT_ONCE];
  bool is_any = false;
  EACH_TEXEL(i) {
    acuity_of(texels[i].color, shares[i], levels[i]);
    is_any = is_any || shares[i] > 0.0;
  }
  if (!is_any) return;  // by day
  // Places of the levels in their image, which filters clamp to.
  vec2 inverse_size = 1.0 / vec2(textureSize(acuity_levels, 0));
  vec2 fine_last = vec2(acuity_extent(acuity_log2_side(2u), acuity_picture)) - 0.5;
  vec2 coarse_last = vec2(acuity_extent(acuity_log2_side(3u), acuity_picture)) - 0.5;
  vec2 to_2 = vec2(acuity_corner(2u, acuity_picture)) * inverse_size;
  vec2 to_3 = vec2(acuity_corner(3u, acuity_picture)) * inverse_size;
  float inverse_exposure = 1.0 / exposure;
  for (uint first = 0u; first < uint(TEXELS_AT_ONCE); first += kAcuityReads) {
    vec3 finer[kAcuityReads], coarser[kAcuityReads];
    for (uint j = 0u; j < kAcuityReads; ++j) {
      vec2 place = vec2(texels[first + j].texel - acuity_origin) + 0.5;
      vec2 fine = clamp(place * 0.5, vec2(0.5), fine_last) * inverse_size;
      vec2 coarse = clamp(place * 0.25, vec2(0.5), coarse_last) * inverse_size;
      bool is_coarse = levels[first + j] > 2.0;
      finer[j] = textureLod(acuity_levels, is_coarse ? fine + to_2 : fine, 0.0).rgb;
      coarser[j] = textureLod(acuity_levels, is_coarse ? coarse + to_3 : fine + to_2, 0.0).rgb;
    }
    for (uint j = 0u; j < kAcuityReads; ++j) {
      uint i = first + j;
      float share = levels[i] > 2.0 ? levels[i] - 2.0 : 0.5 * max(levels[i], 1.0);
      vec3 seen = mix(texels[i].hdr * exposure, mix(finer[j], coarser[j], share), min(levels[i], 1.0));
      // Glare has scattered the rest of the texel's light.
      vec3 added = in_scene_primaries(seen * inverse_exposure) - in_scene_primaries(texels[i].hdr);
      if (shares[i] > 0.0) texels[i].color += added * (shares[i] * texels[i].direct);
    }
  }
}
