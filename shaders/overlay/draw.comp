// SPDX-License-Identifier: MIT
// Drawing of the debug overlay into the picture, in two dispatches that share no texel: views of the whole picture
// beside the panels, and panels with what is below them. Each has only the code that it runs: CPU devices take all
// branches.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define OVERLAY_PLOTS readonly
#include "glare/interface.h"
#include "photopic/overlay_interface.h"
layout(constant_id = PHOTOPIC_OVERLAY_SPEC_VIEWS) const uint kViews = PHOTOPIC_OVERLAY_VIEWS;
layout(constant_id = PHOTOPIC_OVERLAY_SPEC_PANELS) const uint kDrawsPanels = 0u;
layout(constant_id = PHOTOPIC_OVERLAY_SPEC_STORED) const uint kStored = 0u;
#include "overlay/frame.glsl"

layout(set = 0, binding = PHOTOPIC_OVERLAY_BLIT, std430) readonly buffer Blit { float blit_weights[]; };
layout(set = 0, binding = PHOTOPIC_OVERLAY_LEVEL) uniform sampler2D level;
layout(set = 0, binding = PHOTOPIC_OVERLAY_MASK) uniform sampler2D mask;
layout(set = 0, binding = PHOTOPIC_OVERLAY_DEPTH) uniform sampler2D depth;
layout(set = 0, binding = PHOTOPIC_OVERLAY_CLASSES) uniform usampler2D classes;
layout(set = 0, binding = PHOTOPIC_OVERLAY_GLARE_LEVEL) uniform sampler2D glare_level;
layout(set = 0, binding = PHOTOPIC_OVERLAY_GLARE_TABLES, std430) readonly buffer Glare { GlareTables glare_tables; };

layout(constant_id = PHOTOPIC_SPEC_ENCODING) const uint kEncoding = 0u;
const uint kDither = 0u;
#define DISPLAY FINISH_TABLES.display
#include "finish/dither.glsl"
#include "finish/stored.glsl"
#include "overlay/stored_colors.glsl"
#include "display/finite.glsl"
#define WEIGHTS overlay.params.weights
#define WEIGHT_TABLES overlay.params.tables
#include "meter/weights.glsl"

/// Of the HDR image.
float scene_luminance(vec3 color) {
  return luminance_of(color, vec3(WEIGHT_TABLES.luminance_row[0], WEIGHT_TABLES.luminance_row[1],
                                  WEIGHT_TABLES.luminance_row[2]));
}

// All colours here are sRGB-encoded, as in overlay/stored_colors.glsl.

#include "adapt/light.glsl"
#include "overlay/colors.glsl"
#include "overlay/local.glsl"
#include "overlay/glare.glsl"
#include "overlay/panels.glsl"

const uint kLocalViews =
    PHOTOPIC_OVERLAY_LOCAL_EXPOSURE | PHOTOPIC_OVERLAY_LOCAL_BASE | PHOTOPIC_OVERLAY_LOCAL_DETAIL;
const uint kSceneViews = PHOTOPIC_OVERLAY_FALSE_COLOR | PHOTOPIC_OVERLAY_WEIGHTS | PHOTOPIC_OVERLAY_INVALID |
                         PHOTOPIC_OVERLAY_GLARE | kLocalViews;
const uint kPictureViews = kSceneViews | PHOTOPIC_OVERLAY_ZEBRA | PHOTOPIC_OVERLAY_NITS;
const bool kHasScene = (kViews & kSceneViews) != 0u;

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
  [[dont_unroll]] for (int y = -1; y <= 1; ++y) {
    [[dont_unroll]] for (int x = -1; x <= 1; ++x) {
      ivec2 near = clamp(ivec2(texel) + ivec2(x, y), ivec2(0), ivec2(pc.width, pc.height) - 1);
      if (is_invalid(uvec2(near))) return true;
    }
  }
  return false;
}

vec3 with_zebra(vec3 color, uvec2 texel, float code) {
  bool is_over = code >= overlay.params.zebra_over;
  bool is_under = code <= overlay.params.zebra_under;
  if (!is_over && !is_under) return color;
  uint across = is_over ? across_falling(texel) : across_rising(texel);
  if (across >= 4u) return color;
  return is_over ? kOverColor : kUnderColor;
}

/// Weight in the measurement as brightness of a warm colour over the dimmed picture `color`; what isn't metered is
/// hatched.
vec3 weighted(vec3 color, uvec2 texel, float luminance) {
  precise float grey = 0.25 * color.r + 0.5 * color.g + 0.25 * color.b;
  if (!is_metered(texel)) return blend(vec3(0.25 * grey), kUnusedColor, is_hatched(texel) ? 0.6 : 0.0);
  uvec2 metered = texel - uvec2(overlay.params.meter_x, overlay.params.meter_y);
  uvec2 extent = uvec2(overlay.params.meter_width, overlay.params.meter_height);
  uint weight = is_valid_luminance(luminance) ? uint(PHOTOPIC_WEIGHT_ONE) : 0u;
  if (overlay.params.weights != 0u && weight != 0u) weight = weight_of(metered, extent, texel, luminance);
  precise float share = 0.8 * float(weight) / float(PHOTOPIC_WEIGHT_ONE);
  precise vec3 color_of_weight = blend(vec3(0.25 * grey), kWeightColor, share) + 0.15 * grey;
  return color_of_weight;
}

/// Of the split, whose side overlay_display has exposed.
bool is_split_edge(uvec2 texel) {
  return is_in_split(texel) && float(texel.x) >= overlay.params.split * float(pc.width) - float(2u * pc.scale);
}

/// Of a stored colour's channels.
float brightest_nits(vec3 stored) {
  if (kEncoding != PHOTOPIC_ENCODING_HLG) return nits_of_signal(vec3(max(stored.r, max(stored.g, stored.b)))).r;
  vec3 nits = nits_of_signal(stored);  // each of all three
  return max(nits.r, max(nits.g, nits.b));
}

/// What the zebra judges: the picture, whatever is drawn over it.
float zebra_code(vec3 stored) {
  if (kStored == 0u) {
    vec3 shown = srgb_of_stored(stored);
    return max(shown.r, max(shown.g, shown.b));
  }
  if (kIsHdr) return pq_of_nits(vec3(brightest_nits(stored))).r;
  return nmax(stored.r, nmax(stored.g, stored.b));
}

/// Of the views that take the picture's place, the last.
vec3 replaced(uvec2 texel, vec3 stored, float luminance) {
  if (has_view(PHOTOPIC_OVERLAY_NITS)) return nits_color(pq_of_nits(vec3(brightest_nits(stored))).r, texel);
  if (!kHasScene) return srgb_of_stored(stored);
  if (has_view(PHOTOPIC_OVERLAY_GLARE) && has_glare()) return glare_color(texel, luminance);
  if (has_view(kLocalViews) && local_pitch() != 0u) return local_color(texel, luminance);
  if (!has_view(PHOTOPIC_OVERLAY_FALSE_COLOR)) return srgb_of_stored(stored);
  if (!is_valid_luminance(luminance)) return kInvalidColor;
  return false_color(log2(luminance) + overlay.params.ev100_of_luminance_one, texel);
}

/// The picture with the views that cover all of it.
vec3 picture(uvec2 texel, vec3 stored) {
  if (is_split_edge(texel)) return vec3(1.0);
  float luminance = 0.0;
  if (kHasScene) luminance = scene_luminance(scene_texel(ivec2(texel)).rgb);
  vec3 result = replaced(texel, stored, luminance);
  if (kHasScene) {
    if (has_view(PHOTOPIC_OVERLAY_WEIGHTS)) result = weighted(srgb_of_stored(stored), texel, luminance);
  }
  if (has_view(PHOTOPIC_OVERLAY_ZEBRA)) result = with_zebra(result, texel, zebra_code(stored));
  if (kHasScene) {
    if (has_view(PHOTOPIC_OVERLAY_INVALID) && !is_all_valid() && is_near_invalid(texel)) result = kInvalidColor;
  }
  return result;
}

void main() {
  uint panel;
  uvec2 texel;
  if (kDrawsPanels != 0u) {
    if (!find_panel_texel(panel, texel)) return;
  } else {
    find_tile_panels();
    texel = gl_WorkGroupID.xy * PHOTOPIC_STEP_SIDE + texel_of_invocation(gl_LocalInvocationIndex);
    if (texel.x >= pc.width || texel.y >= pc.height || is_in_panel(texel)) return;
    if (!has_view(kPictureViews) && !is_split_edge(texel)) return;  // it stays as it is
  }
  vec4 stored = texel_of_stored(imageLoad(ldr, ivec2(texel)));
  if (kStored != 0u) stored.rgb = finite(stored.rgb);
  vec3 result = picture(texel, stored.rgb);
  if (kDrawsPanels != 0u) {
    result = with_panel(panel, texel, result);
  } else if (kStored != 0u) {
    if (all(equal(result, srgb_of_stored(stored.rgb)))) return;  // it keeps its bits
  }
  imageStore(ldr, ivec2(texel), stored_texel(vec4(stored_of_srgb(result), stored.a)));
}
