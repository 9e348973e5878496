// SPDX-License-Identifier: MIT
// Views of local exposure: change of exposure, base luminance, detail.

#include "overlay/local_nodes.glsl"

/// The same at a texel, between the nodes around it.
float local_at(uvec2 texel, uint first, float log2_luminance) {
  vec2 place = (vec2(texel) + 0.5) / float(PHOTOPIC_LOCAL_TILE_SIDE);
  uvec2 node = uvec2(place);
  vec2 share = place - vec2(node);
  vec2 rows = vec2(0.0);  // upper, lower
  [[dont_unroll]] for (uint y = 0u; y < 2u; ++y) {
    float left = 0.0, right = 0.0;
    [[dont_unroll]] for (uint x = 0u; x < 2u; ++x) {
      left = right;
      right = local_at_node(node + uvec2(x, y), first, log2_luminance);
    }
    rows[y] = left + (right - left) * share.x;
  }
  return rows.x + (rows.y - rows.x) * share.y;
}

float log2_luminance_at(uvec2 texel) {
  return log2(nmax(scene_luminance(scene_texel(ivec2(texel)).rgb), exp2(-PHOTOPIC_LOCAL_RANGE)));
}

/// Blue below 0, orange above, grey between; `x` in [-1, 1].
vec3 diverging(float x) {
  vec3 end = x < 0.0 ? vec3(0.10, 0.36, 0.95) : vec3(1.00, 0.62, 0.10);
  return blend(vec3(0.22), end, min(abs(x), 1.0));
}

/// Whether the texel's change of exposure is further than 0.5 EV from the median of nine places a tile apart: then five
/// of them are.
bool is_local_outlier(uvec2 texel, float ev) {
  uint below = 0u, above = 0u;
  [[dont_unroll]] for (int i = 0; i < 9; ++i) {
    ivec2 offset = (ivec2(i % 3, i / 3) - 1) * PHOTOPIC_LOCAL_TILE_SIDE;
    uvec2 near = uvec2(clamp(ivec2(texel) + offset, ivec2(0), ivec2(pc.width, pc.height) - 1));
    float difference = local_at(near, 0u, log2_luminance_at(near)) - ev;
    below += difference < -0.5 ? 1u : 0u;
    above += difference > 0.5 ? 1u : 0u;
  }
  return max(below, above) >= 5u;
}

/// The colour of a texel in one of the views of local exposure.
vec3 local_color(uvec2 texel, float luminance) {
  if (!is_valid_luminance(luminance)) return kInvalidColor;
  float log2_luminance = log2(nmax(luminance, exp2(-PHOTOPIC_LOCAL_RANGE)));
  bool is_change = has_view(PHOTOPIC_OVERLAY_LOCAL_EXPOSURE);
  float ev = local_at(texel, is_change ? 0u : PHOTOPIC_LOCAL_NODE_BASE, log2_luminance);
  if (!is_change && has_view(PHOTOPIC_OVERLAY_LOCAL_BASE)) {
    return false_color(log2_luminance + ev + overlay.params.ev100_of_luminance_one, texel);
  }
  vec3 color = diverging(is_change ? ev / PHOTOPIC_OVERLAY_LOCAL_MOST_EV : -ev / PHOTOPIC_OVERLAY_LOCAL_MOST_DETAIL_EV);
  return is_change && is_hatched(texel) && is_local_outlier(texel, ev) ? 0.5 * color : color;
}
