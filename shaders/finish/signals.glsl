// SPDX-License-Identifier: MIT
// Signals that the final pass left, and what becomes of them: effects that look around in them, what is drawn over the
// picture, dither. The includer has finish/store.glsl.
layout(set = 0, binding = PHOTOPIC_STORE_SIGNALS) uniform sampler2D signal_image;
layout(set = 0, binding = PHOTOPIC_STORE_FINISH, std430) readonly buffer Finish { FinishTables finish_tables; };
layout(set = 0, binding = PHOTOPIC_STORE_UI) uniform sampler2D ui_image;
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
layout(constant_id = PHOTOPIC_SPEC_EFFECTS) const uint kEffects = 0u;
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;
layout(constant_id = PHOTOPIC_SPEC_UI) const uint kUi = 0u;
const uint kEncoding = PHOTOPIC_ENCODING_AUTOMATIC;  // the tables say which
#define TABLES_ENCODING
#define EFFECTS kEffects
#define FINISH_TABLES finish_tables
#define DISPLAY finish_tables.display
#define BLUE_NOISE_BINDING PHOTOPIC_STORE_BLUE_NOISE
// Of the texel of the HDR image.
#define HAS_UI (kUi != 0u && (pc.flags & PHOTOPIC_TONE_MAP_HAS_UI) != 0u)
#define UI_AT(texel) texelFetch(ui_image, ivec2(texel - uvec2(pc.source_x, pc.source_y) + uvec2(pc.target_x, pc.target_y)), 0)

vec3 signal_of_stored(vec3 stored);

/// Beyond the picture, the nearest texel of it.
vec3 signal_near(uvec2 texel, ivec2 offset) {
  ivec2 place = ivec2(texel - uvec2(pc.source_x, pc.source_y)) + offset;
  return signal_of_stored(texelFetch(signal_image, clamp(place, ivec2(0), ivec2(pc.width, pc.height) - 1), 0).rgb);
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
