// SPDX-License-Identifier: MIT
// Signals that the final pass left, and what becomes of them: effects that look around in them, what is drawn over the
// picture, dither. The includer has finish/store.glsl; with DRAWS, it is a draw.
layout(set = 0, binding = PHOTOPIC_STORE_SIGNALS) uniform sampler2D signal_image;
#define FINISH_BINDING PHOTOPIC_STORE_FINISH
#include "finish/tables.glsl"
layout(set = 0, binding = PHOTOPIC_STORE_UI) uniform sampler2D ui_image;
#ifdef DRAWS
layout(push_constant, std430) uniform Push { DrawParams draw; };
#define pc draw.picture
#include "finish/draw/scaled.glsl"
#else
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
#endif
layout(constant_id = PHOTOPIC_SPEC_EFFECTS) const uint kEffects = 0u;
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;
layout(constant_id = PHOTOPIC_SPEC_UI) const uint kUi = 0u;
const uint kEncoding = PHOTOPIC_ENCODING_AUTOMATIC;  // the tables say which
#define TABLES_ENCODING
#define EFFECTS kEffects
#define DISPLAY finish_tables.display
#define HAS_NOISE
// Of the texel of the HDR image.
#define HAS_UI (kUi != 0u && (pc.flags & PHOTOPIC_TONE_MAP_HAS_UI) != 0u)
#define UI_AT(texel) texelFetch(ui_image, ivec2(texel - uvec2(pc.source_x, pc.source_y) + uvec2(pc.target_x, pc.target_y)), 0)

vec3 signal_of_stored(vec3 stored);
#ifdef DRAWS
vec4 signal_at(ivec2 place);
#define SIGNAL_AT(place) signal_at(place)
#define SHOWN_EXTENT (kScaled != 0u ? ivec2(draw.shown_width, draw.shown_height) : ivec2(pc.width, pc.height))
#else
#define SIGNAL_AT(place) texelFetch(signal_image, place, 0)
#define SHOWN_EXTENT ivec2(pc.width, pc.height)
#endif

/// Beyond the picture, the nearest texel of it.
vec3 signal_near(uvec2 texel, ivec2 offset) {
  ivec2 place = ivec2(texel - uvec2(pc.source_x, pc.source_y)) + offset;
  return signal_of_stored(SIGNAL_AT(clamp(place, ivec2(0), SHOWN_EXTENT - 1)).rgb);
}
#define SIGNAL_NEAR(texel, offset) signal_near(texel, offset)

#include "finish/dither.glsl"
#include "finish/stored.glsl"

#ifdef MAX_CODE
vec3 signal_of_stored(vec3 stored) { return stored; }

vec3 stored_picture(vec3 color, uvec2 texel) {
  SignalTexel signals[1];
  signals[0] = SignalTexel(color, texel, pc.dither_seed);
  add_signal_effects(signals);
  return finished(signals[0].color * MAX_CODE, texel, pc.dither_seed);
}
#else
vec3 stored_picture(vec3 color, uvec2 texel) {
  vec4 texels[1];
  texels[0] = vec4(color, 1.0);
  uvec2 places[1];
  places[0] = texel;
  finish_texels(texels, places, pc.dither_seed);
  return texels[0].rgb;
}
#endif

#ifdef DRAWS
/// Of a texel of the attachment, counted from where the picture begins.
vec4 signal_at(ivec2 place) {
  if (kScaled == 0u) return texelFetch(signal_image, place, 0);
  Four four = four_around(place);
  vec4 light = vec4(0.0);
  for (uint i = 0u; i < 4u; ++i) {
    vec4 signal = texelFetch(signal_image, ivec2(texel_of_four(four, i)), 0);
    light += weight_of_four(four, i) * vec4(decoded(picture_encoding(), signal.rgb), signal.a);
  }
  return vec4(signal_in(picture_encoding(), light.rgb), light.a);
}
#endif
