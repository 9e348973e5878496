// SPDX-License-Identifier: MIT
// Fragment shader of a test: one sample of each texel, from the layer of its number.
#version 450

layout(set = 0, binding = 0) uniform sampler2DArray samples_of_texels;
layout(push_constant) uniform Push { uint number; } pc;
layout(location = 0) out vec4 drawn;

void main() {
  drawn = texelFetch(samples_of_texels, ivec3(gl_FragCoord.xy, pc.number), 0);
  gl_SampleMask[0] = 1 << pc.number;
}
