// SPDX-License-Identifier: MIT
// Environment behind everything else, and the sun's disc.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "sky.glsl"

layout(location = 0) in vec3 ray;
layout(location = 0) out vec4 color;

void main() { color = storable(seen_sky(normalize(ray))); }
