// SPDX-License-Identifier: MIT
// Light that a surface sends to the camera, nits.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"
#include "brdf.glsl"
#include "probes.glsl"
#include "lights.glsl"
#include "ambient.glsl"
#include "sky.glsl"

layout(set = 1, binding = SCENE_MATERIAL_METALLIC_ROUGHNESS) uniform sampler2D metallic_roughness_texture;
layout(set = 1, binding = SCENE_MATERIAL_NORMAL) uniform sampler2D normal_texture;
layout(set = 1, binding = SCENE_MATERIAL_OCCLUSION) uniform sampler2D occlusion_texture;
layout(set = 1, binding = SCENE_MATERIAL_EMISSIVE) uniform sampler2D emissive_texture;

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 vertex_normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in vec2 texture_coordinate;
layout(location = 4) in vec4 vertex_color;
layout(location = 5) in vec2 second_coordinate;
layout(location = 0) out vec4 color;

layout(constant_id = SCENE_SPEC_UNLIT) const int kUnlit = 0;

/// Of the texture of that binding.
vec2 coordinate(int binding) {
  return (kTextures >> (binding + SCENE_SECOND_COORDINATES) & 1) != 0 ? second_coordinate : texture_coordinate;
}

vec3 textured_normal(vec3 normal, float side) {
  if (!has_texture(SCENE_MATERIAL_NORMAL)) return normal;
  vec3 local = texture(normal_texture, coordinate(SCENE_MATERIAL_NORMAL)).xyz * 2.0 - 1.0;
  local.xy *= material.factors.z;
  // The tangent need not be at right angles to the normal after interpolation.
  vec3 t = direction_or(tangent.xyz - normal * dot(normal, tangent.xyz), vec3(0.0));
  vec3 b = cross(normal, t) * tangent.w;
  return direction_or(t * (side * local.x) + b * local.y + normal * local.z, normal);
}

void set_material(inout Surface surface, vec3 base) {
  float metallic = material.factors.x;
  float roughness = material.factors.y;
  if (has_texture(SCENE_MATERIAL_METALLIC_ROUGHNESS)) {
    vec4 texel = texture(metallic_roughness_texture, coordinate(SCENE_MATERIAL_METALLIC_ROUGHNESS));
    roughness *= texel.g;
    metallic *= texel.b;
  }
  surface.diffuse_color = base * (1.0 - metallic);
  surface.f0 = mix(vec3(0.04), base, metallic);
  surface.roughness = clamp(roughness, SCENE_MIN_ROUGHNESS, 1.0);
  surface.occlusion = 1.0;
  if (has_texture(SCENE_MATERIAL_OCCLUSION)) {
    surface.occlusion += material.factors.w * (texture(occlusion_texture, coordinate(SCENE_MATERIAL_OCCLUSION)).r - 1.0);
  }
  surface.emissive = material.emissive.rgb;
  if (has_texture(SCENE_MATERIAL_EMISSIVE)) surface.emissive *= texture(emissive_texture, coordinate(SCENE_MATERIAL_EMISSIVE)).rgb;
}

void main() {
  vec4 base = base_color(texture_coordinate) * vertex_color;
  if (kUnlit != 0) {
    cut_out(base.a);
    color = storable(base.rgb * frame.sun_illuminance.w);
    if (kAlpha == SCENE_ALPHA_BLEND) color.a = clamp(base.a, 0.0, 1.0);
    return;
  }
  Surface surface;
  surface.position = position;
  surface.view = direction_or(frame.camera_position.xyz - position, vec3(0.0, 1.0, 0.0));
  float side = gl_FrontFacing ? 1.0 : -1.0;
  surface.geometric_normal = direction_or(vertex_normal * side, surface.view);
  surface.normal = textured_normal(surface.geometric_normal, side);
  set_material(surface, base.rgb);
  cut_out(base.a);  // after the last tap that needs derivatives
  Cell cell = find_cell(surface.position, surface.geometric_normal);
  float whole = kAlpha == SCENE_ALPHA_FADE ? smoothstep(0.0, 1.0, base.a) : 1.0;
  float near = whole * whole * whole * whole;  // what probes see ends before shadows do, and with their grid
  if (kAlpha == SCENE_ALPHA_FADE) near *= inside_grid(position);
  vec3 nits =
      surface.emissive + sunlight(surface) + punctual_lights(surface, cell) + ambient_light(surface, cell, near);
  if (kAlpha == SCENE_ALPHA_FADE) nits = mix(seen_sky(-surface.view), nits, whole);
  color = storable(nits);
  if (kAlpha == SCENE_ALPHA_BLEND) color.a = clamp(base.a, 0.0, 1.0);
}
