// SPDX-License-Identifier: MIT
// Tone mapping as a draw: HDR image x exposure -> the attachment of a host's render pass. What stays of a texel is what
// tone_map.comp stores.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#ifdef DRAWS_VIEWS
#extension GL_EXT_multiview : require
#endif
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "finish/store.glsl"

#define DRAWS
#ifdef DRAWS_VIEWS
#define LAYER gl_ViewIndex
#else
#define EFFECT_PASSES
#define EFFECTS_BY_TEXEL
#endif
#include "finish/picture.glsl"

#include "finish/draw/drawn.glsl"
#include "finish/draw/scaled.glsl"

/// With effects on what is read of it. `place` from the picture's corner.
vec4 source_at(uvec2 place) {
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  vec4 color = hdr_at(source + place);
#ifdef EFFECT_PASSES
  vec4 colors[1];
  colors[0] = color;
  SourceTexel texels[1];
  texels[0] = SourceTexel(source + place, source, uvec2(pc.width, pc.height));
  add_source_effects(colors, texels);
  color = colors[0];
#endif
  return color;
}

/// As display_texel() of a picture in as many texels of the attachment. `texel`: as if it were one.
vec4 scaled_texel(float exposure, uvec2 texel, Picture picture) {
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  Four four = four_around(ivec2(texel - source));
  vec4 light = vec4(0.0);
  for (uint i = 0u; i < 4u; ++i) {
    uvec2 place = texel_of_four(four, i);
    light += weight_of_four(four, i) * shown_light(encoded_texel(source_at(place), exposure, source + place, picture));
  }
  vec4 texels[1];
  texels[0] = encoded_light(light);
  uvec2 places[1];
  places[0] = texel;
  finish_texels(texels, places, pc.dither_seed);
  return texels[0];
}

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 texel = source + uvec2(gl_FragCoord.xy) - uvec2(pc.target_x, pc.target_y);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
#ifdef EFFECT_PASSES
  begin_scene_effects(uvec2(0u), extent, source);
#endif
  vec4 result;
  if (kScaled != 0u) {
    result = scaled_texel(exposure, texel, picture);
  } else {
    result = display_texel(source_at(texel - source), exposure, texel, picture, pc.dither_seed);
  }
  drawn = stored_texel(vec4(drawn_color(result.rgb), result.a));
}

#ifdef EFFECT_PASSES
#include "finish/effect_passes.glsl"
#endif
