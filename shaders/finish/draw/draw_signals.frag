// SPDX-License-Identifier: MIT
// Drawing of signals that the final pass left, with effects that look around in them: what store_picture.comp stores.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "finish/interface.h"
#include "meter/color.glsl"
#include "finish/store.glsl"
#define DRAWS
#include "finish/signals.glsl"
#include "finish/draw/drawn.glsl"

void main() {
  uvec2 texel = uvec2(gl_FragCoord.xy) - uvec2(pc.target_x, pc.target_y);
  vec4 signal = SIGNAL_AT(ivec2(texel));
  vec3 stored = stored_picture(signal.rgb, uvec2(pc.source_x, pc.source_y) + texel);
  drawn = stored_texel(vec4(drawn_color(stored), signal.a));
}
