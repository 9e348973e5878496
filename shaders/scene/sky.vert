// SPDX-License-Identifier: MIT
// One triangle over the whole image, at the far plane.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) out vec3 ray;

void main() {
  vec2 ndc = vec2(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0);
  ray = frame.ray_forward.xyz + ndc.x * frame.ray_right.xyz - ndc.y * frame.ray_up.xyz;
  gl_Position = vec4(ndc, 0.0, 1.0);
}
