// SPDX-License-Identifier: MIT
// The scene as the sun sees it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(push_constant, std430) uniform Push { SceneDraw draw; };
layout(location = SCENE_VERTEX_POSITION) in vec3 position;
layout(location = SCENE_VERTEX_TEXTURE_COORDINATE) in vec2 texture_coordinate;
layout(location = SCENE_VERTEX_COLOR) in vec4 color;
layout(location = 0) out vec2 surface_texture_coordinate;
layout(location = 1) out float surface_alpha;

void main() {
  surface_texture_coordinate = texture_coordinate;
  surface_alpha = color.a;
  int map = int(draw.normal_from_mesh[1].w);
  vec4 world = transformed(draw.world_from_mesh, vec4(position, 1.0));
  gl_Position = transformed(frame.shadow_from_world[map], world);
}
