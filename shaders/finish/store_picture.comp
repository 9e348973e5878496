// SPDX-License-Identifier: MIT
// Storing pass: signals that the final pass left -> display-referred image, with effects that look around in them.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "finish/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_STORE_SIGNALS) uniform sampler2D signals;
layout(set = 0, binding = PHOTOPIC_STORE_LDR, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_STORE_FINISH, std430) readonly buffer Finish { FinishTables finish_tables; };
layout(set = 0, binding = PHOTOPIC_STORE_UI) uniform sampler2D ui_image;
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
layout(constant_id = PHOTOPIC_SPEC_EFFECTS) const uint kEffects = 0u;
layout(constant_id = PHOTOPIC_SPEC_DITHER) const uint kDither = 0u;
layout(constant_id = PHOTOPIC_SPEC_UI) const uint kUi = 0u;
layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;
const uint kEncoding = PHOTOPIC_ENCODING_AUTOMATIC;  // the tables say which
#define TABLES_ENCODING
#define SIGNAL_TILE
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
  return signal_of_stored(texelFetch(signals, clamp(place, ivec2(0), ivec2(pc.width, pc.height) - 1), 0).rgb);
}
#define SIGNAL_NEAR(texel, offset) signal_near(texel, offset)

#include "finish/dither.glsl"
#include "finish/stored.glsl"

#ifdef MAX_CODE
vec3 signal_of_stored(vec3 stored) { return stored; }

vec3 stored_picture(vec3 color, uvec2 texel) {
  SignalTexel signal = SignalTexel(color, texel, pc.dither_seed);
  add_signal_effects(signal);
  return finished_code(signal.color * MAX_CODE, texel, pc.dither_seed);
}
#else
vec3 stored_picture(vec3 color, uvec2 texel) { return stored_signal(color, texel, pc.dither_seed); }
#endif

#ifdef MEASURES_LIGHT
#define LIGHT_BINDING PHOTOPIC_STORE_LIGHT
#include "finish/light.glsl"
#endif

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 target = uvec2(pc.target_x, pc.target_y);
  uvec2 tile = gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT);
  uvec2 corner = tile + strip_texel_of_invocation(gl_LocalInvocationIndex);
  begin_signal_effects(source + tile, pc.dither_seed);
  for (uint i = 0u; i < PHOTOPIC_TONE_MAP_STEPS; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u && any(greaterThanEqual(texel, extent))) continue;
    vec4 signal = texelFetch(signals, ivec2(texel), 0);
    vec4 result = vec4(stored_picture(signal.rgb, source + texel), signal.a);
    imageStore(ldr, ivec2(target + texel), stored_texel(result));
#ifdef MEASURES_LIGHT
    see_light(result.rgb);
#endif
  }
#ifdef MEASURES_LIGHT
  add_light();
#endif
}
