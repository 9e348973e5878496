// SPDX-License-Identifier: MIT
// Display transform for the debug overlay: with PHOTOPIC_OVERLAY_SPLIT, the split's side of the picture; with
// PHOTOPIC_OVERLAY_HISTOGRAM, the tone curves of its columns. Apart from overlay_draw, since operators are long.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define OVERLAY_ACCESS
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
#include "meter/tile.glsl"

void main() {
  const uint kEdges = uint(PHOTOPIC_OVERLAY_CURVE_EDGES);
  bool is_split = has_view(PHOTOPIC_OVERLAY_SPLIT);
  uvec2 texel = gl_WorkGroupID.xy * PHOTOPIC_STEP_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
  uint place = gl_WorkGroupID.x * PHOTOPIC_OVERLAY_INVOCATIONS + gl_LocalInvocationIndex;
  vec4 color;
  float exposure = pc.shows_previous != 0u ? state.previous_exposure : state.exposure;
  if (is_split) {
    // As if the eye were adapted as much brighter or darker as the naive mean is off.
    float error_stops = overlay.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS];
    if (is_nonfinite(error_stops) || !is_in_split(texel) || texel.x >= pc.width || texel.y >= pc.height) return;
    color = scene_texel(ivec2(texel));
    exposure *= exp2(-error_stops);
  } else {
    // Grey, first without local exposure, then with that of the node that is looked at.
    bool is_of_node = place >= kEdges;
    uint edge = is_of_node ? place - kEdges : place;
    uint columns = overlay.params.panels[PHOTOPIC_OVERLAY_PANEL_HISTOGRAM].width - 2u * kBorder * pc.scale;
    if (edge > columns || place >= 2u * kEdges) return;
    float share = float(edge) / float(columns);
    float log2_luminance = mix(overlay.params.min_log2, overlay.params.max_log2, share);
    if (is_of_node && local_pitch() != 0u) log2_luminance += local_ev_of_node(log2_luminance);
    color = vec4(vec3(exp2(log2_luminance)), 1.0);
    texel = uvec2(pc.width, pc.height) / 2u;  // where effects of place do least
  }
  load_balance();
  vec4 shown = display_texel(color, exposure, texel, make_picture(ivec2(0), uvec2(pc.width, pc.height)), 0u);
  if (is_split) {
    float alpha = texel_of_stored(imageLoad(ldr, ivec2(texel))).a;
    imageStore(ldr, ivec2(texel), stored_texel(vec4(shown.rgb, alpha)));
  } else {
    overlay.tone_curves[place] = srgb_of_stored(shown.rgb).g;
  }
}
