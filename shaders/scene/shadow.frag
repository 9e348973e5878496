// SPDX-License-Identifier: MIT
// Alpha test of the shadow map, for materials with an alpha mask; others need no fragment shader.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "material.glsl"

layout(location = 0) in vec2 texture_coordinate;
layout(location = 1) in float alpha;

void main() { cut_out(base_color(texture_coordinate).a * alpha); }
