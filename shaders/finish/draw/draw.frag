// SPDX-License-Identifier: MIT
// Tone mapping as a draw: HDR image x exposure -> the attachment of a host's render pass. What stays of a texel is what
// tone_map.comp stores.
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef DRAWS_VIEWS
#extension GL_EXT_multiview : require
#endif
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "finish/store.glsl"

#ifdef DRAWS_VIEWS
#define LAYER gl_ViewIndex
#else
#define EFFECT_PASSES
#define EFFECTS_BY_TEXEL
#endif
#include "finish/picture.glsl"

#include "finish/draw/drawn.glsl"

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 texel = source + uvec2(gl_FragCoord.xy) - uvec2(pc.target_x, pc.target_y);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
  vec4 color = hdr_at(texel);
#ifdef EFFECT_PASSES
  begin_scene_effects(uvec2(0u), extent, source);
  add_source_effects(color, SourceTexel(texel, source, extent));
#endif
  vec4 result = display_texel(color, exposure, texel, picture, pc.dither_seed);
  drawn = stored_texel(vec4(drawn_color(result.rgb), result.a));
}

#ifdef EFFECT_PASSES
#include "finish/effect_passes.glsl"
#endif
