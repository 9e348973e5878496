// SPDX-License-Identifier: MIT
// Bindings that two passes of the debug overlay share: the frame that it is drawn over, its numbers and plots.
// The includer has OVERLAY_PLOTS, how it uses them, and kViews, the views that it knows.
#include "photopic/overlay_interface.h"
#include "local_exposure/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_OVERLAY_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_STATE, std430) readonly buffer State { ExposureState state; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_DATA, std430) readonly buffer Data { OverlayData overlay; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_LDR, LDR_FORMAT) uniform LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_LOCAL, std430) readonly buffer Local {
  LocalGrid local_grid;
  uint local_nodes[];
};
layout(set = 0, binding = PHOTOPIC_OVERLAY_PLOTS, std430) OVERLAY_PLOTS buffer Plots { OverlayPlots plots; };
layout(push_constant, std430) uniform Push { OverlayPush pc; };

/// Of the scene: from here on nothing is pre-exposed.
#define INVERSE_PRE_EXPOSURE 1.0
vec4 scene_texel(ivec2 texel) {
  vec4 color = texelFetch(hdr, texel, 0);
  return vec4(color.rgb * overlay.params.inverse_pre_exposure, color.a);
}

bool has_view(uint view) { return (pc.views & kViews & view) != 0u; }

/// On the split's side that is shown as the naive mean exposes it.
bool is_in_split(uvec2 texel) {
  return has_view(PHOTOPIC_OVERLAY_SPLIT) && float(texel.x) < overlay.params.split * float(pc.width);
}

#define EFFECTS overlay.params.effects
#define FINISH_TABLES overlay.params.finish
