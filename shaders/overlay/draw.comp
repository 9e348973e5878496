// SPDX-License-Identifier: MIT
// Drawing of the debug overlay into the tone mapped picture: views of the whole picture first, panels on top.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "photopic/overlay_interface.h"
#include "local_exposure/interface.h"
#include "meter/color.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_OVERLAY_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_OVERLAY_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_STATE, std430) readonly buffer State { ExposureState state; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_DATA, std430) readonly buffer Data { OverlayData overlay; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_BLIT, std430) readonly buffer Blit { float blit_weights[]; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_LDR, LDR_FORMAT) uniform LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_OVERLAY_LEVEL) uniform sampler2D level;
layout(set = 0, binding = PHOTOPIC_OVERLAY_MASK) uniform sampler2D mask;
layout(set = 0, binding = PHOTOPIC_OVERLAY_DEPTH) uniform sampler2D depth;
layout(set = 0, binding = PHOTOPIC_OVERLAY_CLASSES) uniform usampler2D classes;
layout(set = 0, binding = PHOTOPIC_OVERLAY_LOCAL, std430) readonly buffer Local {
  LocalGrid local_grid;
  uint local_nodes[];
};
layout(set = 0, binding = PHOTOPIC_OVERLAY_GLARE_LEVEL) uniform sampler2D glare_level;
layout(push_constant, std430) uniform Push { OverlayPush pc; };

/// Of the scene: from here on nothing is pre-exposed.
#define INVERSE_PRE_EXPOSURE 1.0
vec4 scene_texel(ivec2 texel) {
  vec4 color = texelFetch(hdr, texel, 0);
  return vec4(color.rgb * overlay.params.inverse_pre_exposure, color.a);
}

#define TONE_MAPPER overlay.params.tone_mapper
#define EFFECTS overlay.params.effects
#define FINISH_TABLES overlay.params.finish
#define ACES2_BINDING PHOTOPIC_OVERLAY_ACES2
// What it can show; others are left out of the code.
layout(constant_id = PHOTOPIC_SPEC_OPERATORS) const uint kOperators = 0u;
#define OPERATORS kOperators
#define BALANCE_MATRIX(i) state.white_balance.matrix[i]
#define BALANCE_FRAMES state.white_balance.frames
#include "finish/display.glsl"
#define WEIGHTS overlay.params.weights
#define WEIGHT_TABLES overlay.params.tables
#include "meter/weights.glsl"
#include "meter/tile.glsl"

/// Of the HDR image.
float scene_luminance(vec3 color) {
  return luminance_of(color, vec3(WEIGHT_TABLES.luminance_row[0], WEIGHT_TABLES.luminance_row[1],
                                  WEIGHT_TABLES.luminance_row[2]));
}

// All colours here are sRGB-encoded, as in finish/encodings.glsl.

/// What the picture was exposed with.
float shown_exposure() { return pc.shows_previous != 0u ? state.previous_exposure : state.exposure; }

Picture frame_picture() { return make_picture(ivec2(0), uvec2(pc.width, pc.height)); }

bool has_view(uint view) { return (pc.views & view) != 0u; }

#include "adapt/light.glsl"
#include "overlay/colors.glsl"
#include "overlay/local.glsl"
#include "overlay/glare.glsl"
#include "overlay/panels.glsl"

const uint kLocalViews =
    PHOTOPIC_OVERLAY_LOCAL_EXPOSURE | PHOTOPIC_OVERLAY_LOCAL_BASE | PHOTOPIC_OVERLAY_LOCAL_DETAIL;

bool is_metered(uvec2 texel) {
  uvec2 metered = texel - uvec2(overlay.params.meter_x, overlay.params.meter_y);  // wraps around
  return metered.x < overlay.params.meter_width && metered.y < overlay.params.meter_height;
}

bool is_invalid(uvec2 texel) {
  return !is_valid_luminance(scene_luminance(scene_texel(ivec2(texel)).rgb));
}

/// The whole picture is metered, and gathering it found nothing invalid.
bool is_all_valid() {
  return overlay.invalid_texels == 0u && overlay.params.meter_x == 0u && overlay.params.meter_y == 0u &&
         overlay.params.meter_width == pc.width && overlay.params.meter_height == pc.height;
}

/// Also beside an invalid texel: a single one would be hard to find.
bool is_near_invalid(uvec2 texel) {
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      ivec2 near = clamp(ivec2(texel) + ivec2(x, y), ivec2(0), ivec2(pc.width, pc.height) - 1);
      if (is_invalid(uvec2(near))) return true;
    }
  }
  return false;
}

vec3 with_zebra(vec3 color, uvec2 texel) {
  bool is_over = max(color.r, max(color.g, color.b)) >= overlay.params.zebra_over;
  bool is_under = max(color.r, max(color.g, color.b)) <= overlay.params.zebra_under;
  bool is_stripe = ((texel.x + texel.y) / (4u * pc.scale) & 1u) == 0u;
  if (is_over && is_stripe) return kOverColor;
  if (is_under && is_stripe) return kUnderColor;
  return color;
}

/// Weight in the measurement as brightness of a warm colour over a dimmed picture; what isn't metered is hatched.
vec3 with_weight(vec3 color, uvec2 texel, float luminance) {
  precise float grey = 0.25 * color.r + 0.5 * color.g + 0.25 * color.b;
  if (!is_metered(texel)) return blend(vec3(0.25 * grey), kUnusedColor, is_hatched(texel) ? 0.6 : 0.0);
  uvec2 metered = texel - uvec2(overlay.params.meter_x, overlay.params.meter_y);
  uvec2 extent = uvec2(overlay.params.meter_width, overlay.params.meter_height);
  uint weight = is_valid_luminance(luminance) ? weight_of(metered, extent, texel, luminance) : 0u;
  precise float share = 0.8 * float(weight) / float(PHOTOPIC_WEIGHT_ONE);
  precise vec3 color_of_weight = blend(vec3(0.25 * grey), kWeightColor, share) + 0.15 * grey;
  return color_of_weight;
}

bool is_in_split(uvec2 texel) {
  return has_view(PHOTOPIC_OVERLAY_SPLIT) && float(texel.x) < overlay.params.split * float(pc.width);
}

/// Of the split's side that is shown with the naive mean.
vec3 split_color = vec3(0.0);

/// Sets split_color and tone_curve_ends where they show. The display transform is long: one loop compiles it once.
void find_displayed(uvec2 texel, vec4 color, uint index) {
  uint ends = 0u;
  PanelPlace place;
  if (index == PHOTOPIC_OVERLAY_PANEL_HISTOGRAM) {
    place = place_in_panel(overlay.params.panels[index], texel);
    bool is_in_plot = place.at.x < place.inner.x && place.at.y >= place.plot_top && place.at.y < place.plot_end;
    if (is_in_plot) ends = local_pitch() != 0u ? 4u : 2u;
  }
  for (uint i = is_in_split(texel) ? 0u : 1u; i <= ends; ++i) {
    // As if the eye were adapted as much brighter or darker as the naive mean is off.
    float stops = -overlay.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS];
    float exposure = i == 0u ? shown_exposure() * exp2(stops) : shown_exposure();
    uvec2 shown_at = texel;
    if (i != 0u) {
      float share = float(place.at.x + (i - 1u & 1u)) / float(place.inner.x);
      float log2_luminance = mix(overlay.params.min_log2, overlay.params.max_log2, share);
      if (i > 2u) log2_luminance += local_ev_of_node(log2_luminance);
      color = vec4(vec3(exp2(log2_luminance)), 1.0);
      shown_at = uvec2(pc.width, pc.height) / 2u;  // where effects of place do least
    }
    vec3 shown = srgb_of_stored(display_texel(color, exposure, shown_at, frame_picture(), 0u).rgb);
    if (i == 0u) split_color = shown;
    else tone_curve_ends[i - 1u] = shown.g;
  }
}

/// The picture with the views that cover all of it.
vec3 picture(uvec2 texel, vec4 color) {
  vec3 result = srgb_of_stored(texel_of_stored(imageLoad(ldr, ivec2(texel))).rgb);
  float luminance = scene_luminance(color.rgb);
  if (is_in_split(texel)) {
    if (!is_nonfinite(overlay.values[PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS])) result = split_color;
    if (float(texel.x) >= overlay.params.split * float(pc.width) - float(2u * pc.scale)) return vec3(1.0);
  }
  if (has_view(PHOTOPIC_OVERLAY_FALSE_COLOR)) {
    result = is_valid_luminance(luminance)
                 ? false_color(log2(luminance) + overlay.params.ev100_of_luminance_one)
                 : kInvalidColor;
  }
  if (has_view(kLocalViews) && local_pitch() != 0u) result = local_color(texel, luminance);
  if (has_view(PHOTOPIC_OVERLAY_GLARE) && has_glare()) result = glare_color(texel, luminance);
  if (has_view(PHOTOPIC_OVERLAY_NITS)) {
    vec3 nits = nits_of_signal(texel_of_stored(imageLoad(ldr, ivec2(texel))).rgb);
    result = nits_color(pq_of_nits(vec3(max(nits.r, max(nits.g, nits.b)))).r);
  }
  if (has_view(PHOTOPIC_OVERLAY_WEIGHTS)) result = with_weight(result, texel, luminance);
  if (has_view(PHOTOPIC_OVERLAY_ZEBRA)) result = with_zebra(result, texel);
  if (has_view(PHOTOPIC_OVERLAY_INVALID) && !is_all_valid() && is_near_invalid(texel)) result = kInvalidColor;
  return result;
}

void main() {
  uvec2 texel = gl_WorkGroupID.xy * PHOTOPIC_STEP_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
  if (texel.x >= pc.width || texel.y >= pc.height) return;
  const uint kPictureViews = PHOTOPIC_OVERLAY_FALSE_COLOR | PHOTOPIC_OVERLAY_WEIGHTS | PHOTOPIC_OVERLAY_ZEBRA |
                             PHOTOPIC_OVERLAY_INVALID | PHOTOPIC_OVERLAY_SPLIT | PHOTOPIC_OVERLAY_NITS |
                             PHOTOPIC_OVERLAY_GLARE | kLocalViews;
  uint panel = panel_at(texel);
  if (!has_view(kPictureViews) && panel == PHOTOPIC_OVERLAY_PANELS) return;  // the picture stays as it is
  load_balance();
  vec4 color = scene_texel(ivec2(texel));
  find_displayed(texel, color, panel);
  vec3 result = picture(texel, color);
  if (panel < PHOTOPIC_OVERLAY_PANELS) result = with_panel(panel, texel, result);
  float alpha = texel_of_stored(imageLoad(ldr, ivec2(texel))).a;
  imageStore(ldr, ivec2(texel), stored_texel(vec4(stored_of_srgb(result), alpha)));
}
