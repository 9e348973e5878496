// SPDX-License-Identifier: MIT
// Display transform of the debug overlay: exposes the split's side of the picture anew, and finds the histogram's tone
// curves. The first rows of workgroups have the split's tiles, the others the curves. Apart from overlay_draw, since
// operators are long.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define OVERLAY_PLOTS writeonly
#include "photopic/overlay_interface.h"
const uint kViews = PHOTOPIC_OVERLAY_VIEWS;
#include "overlay/frame.glsl"

#define TONE_MAPPER overlay.params.tone_mapper
#define ACES2_BINDING PHOTOPIC_OVERLAY_ACES2
// What it can show; others are left out of the code.
layout(constant_id = PHOTOPIC_SPEC_OPERATORS) const uint kOperators = 0u;
#define OPERATORS kOperators
#define BALANCE_MATRIX(i) state.white_balance.matrix[i]
#define BALANCE_FRAMES state.white_balance.frames
#include "finish/display.glsl"
#include "overlay/stored_colors.glsl"
#include "overlay/local_nodes.glsl"

const uint kEdges = uint(PHOTOPIC_OVERLAY_CURVE_EDGES);

/// Texel `i` of the invocation's.
uvec2 texel_of_tile(uint i) {
  const uint kSquares = PHOTOPIC_OVERLAY_TILE_SIDE / PHOTOPIC_STEP_SIDE;
  uvec2 square = uvec2(i % kSquares, i / kSquares) * PHOTOPIC_STEP_SIDE;
  return gl_WorkGroupID.xy * PHOTOPIC_OVERLAY_TILE_SIDE + square + texel_of_invocation(gl_LocalInvocationIndex);
}

/// What is shown.
struct Shown {
  vec4 color;  // of the scene
  float exposure;
  uvec2 texel;
};

/// A texel of the split's side; false where there is none.
bool find_split(uvec2 texel, out Shown shown) {
  // As if the eye were adapted as much brighter or darker as the naive mean is off.
  float error_stops = overlay.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS];
  if (is_nonfinite(error_stops) || !is_in_split(texel) || texel.x >= pc.width || texel.y >= pc.height) return false;
  shown = Shown(scene_texel(ivec2(texel)), exp2(-error_stops), texel);
  return true;
}

/// Grey at the edge of a column, first without local exposure, then with that of the node that is looked at.
bool find_grey(uint place, out Shown shown) {
  bool is_of_node = place >= kEdges;
  uint edge = is_of_node ? place - kEdges : place;
  uint columns = overlay.params.panels[PHOTOPIC_OVERLAY_PANEL_HISTOGRAM].width - 2u * PHOTOPIC_OVERLAY_BORDER * pc.scale;
  if (edge > columns || place >= 2u * kEdges) return false;
  float log2_luminance = mix(overlay.params.min_log2, overlay.params.max_log2, float(edge) / float(columns));
  if (is_of_node && local_pitch() != 0u) log2_luminance += local_ev_of_node(log2_luminance);
  uvec2 centre = uvec2(pc.width, pc.height) / 2u;  // where effects of place do least
  shown = Shown(vec4(vec3(exp2(log2_luminance)), 1.0), 1.0, centre);
  return true;
}

void main() {
  load_balance();
  const uint kSide = uint(PHOTOPIC_OVERLAY_TILE_SIDE);
  uint split_rows = has_view(PHOTOPIC_OVERLAY_SPLIT) ? (pc.height + kSide - 1u) / kSide : 0u;
  bool is_split = gl_WorkGroupID.y < split_rows;
  float exposure = pc.shows_previous != 0u ? state.previous_exposure : state.exposure;
  Picture frame = make_picture(ivec2(0), uvec2(pc.width, pc.height));
  uint group = (gl_WorkGroupID.y - split_rows) * gl_NumWorkGroups.x + gl_WorkGroupID.x;  // of the curves
  uint place = group * PHOTOPIC_OVERLAY_INVOCATIONS + gl_LocalInvocationIndex;
  uint count = is_split ? PHOTOPIC_OVERLAY_TILE_SQUARES : 1u;
  [[dont_unroll]] for (uint i = 0u; i < count; ++i) {
    Shown shown;
    if (!(is_split ? find_split(texel_of_tile(i), shown) : find_grey(place, shown))) continue;
    vec3 stored = display_texel(shown.color, exposure * shown.exposure, shown.texel, frame, 0u).rgb;
    if (is_split) {
      float alpha = texel_of_stored(imageLoad(ldr, ivec2(shown.texel))).a;
      imageStore(ldr, ivec2(shown.texel), stored_texel(vec4(stored, alpha)));
    } else {
      plots.tone_curves[place] = srgb_of_stored(stored).g;
    }
  }
}
