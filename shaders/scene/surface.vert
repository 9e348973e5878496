// SPDX-License-Identifier: MIT
// Transformation of vertices from mesh to world to clip space.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(push_constant, std430) uniform Push { SceneDraw draw; };
layout(location = SCENE_VERTEX_POSITION) in vec3 position;
layout(location = SCENE_VERTEX_NORMAL) in vec3 normal;
layout(location = SCENE_VERTEX_TANGENT) in vec4 tangent;
layout(location = SCENE_VERTEX_TEXTURE_COORDINATE) in vec2 texture_coordinate;
layout(location = SCENE_VERTEX_COLOR) in vec4 color;
layout(location = SCENE_VERTEX_SECOND_COORDINATE) in vec2 second_coordinate;

layout(location = 0) out vec3 surface_position;
layout(location = 1) out vec3 surface_normal;
layout(location = 2) out vec4 surface_tangent;
layout(location = 3) out vec2 surface_texture_coordinate;
layout(location = 4) out vec4 surface_color;
layout(location = 5) out vec2 surface_second_coordinate;

void main() {
  vec4 world = transformed(draw.world_from_mesh, vec4(position, 1.0));
  mat3 normal_from_mesh =
      mat3(draw.normal_from_mesh[0].xyz, draw.normal_from_mesh[1].xyz, draw.normal_from_mesh[2].xyz);
  surface_position = world.xyz;
  surface_normal = direction_or(normal_from_mesh * normal, vec3(0.0));
  surface_tangent.xyz = direction_or(mat3(draw.world_from_mesh) * tangent.xyz, vec3(0.0));
  surface_tangent.w = tangent.w * draw.normal_from_mesh[0].w;
  surface_texture_coordinate = texture_coordinate;
  surface_color = color;
  surface_second_coordinate = second_coordinate;
  gl_Position = transformed(frame.clip_from_world, world);
}
