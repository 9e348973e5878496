// SPDX-License-Identifier: MIT
// Block and textures of a material.
layout(set = 1, binding = SCENE_MATERIAL_BLOCK, std140) uniform Material { SceneMaterial material; };
layout(set = 1, binding = SCENE_MATERIAL_BASE_COLOR) uniform sampler2D base_color_texture;

layout(constant_id = SCENE_SPEC_ALPHA) const int kAlpha = SCENE_ALPHA_OPAQUE;
layout(constant_id = SCENE_SPEC_TEXTURES) const int kTextures = 0;

bool has_texture(int binding) { return (kTextures >> binding & 1) != 0; }

vec4 base_color(vec2 texture_coordinate) {
  if (!has_texture(SCENE_MATERIAL_BASE_COLOR)) return material.base_color;
  return material.base_color * texture(base_color_texture, texture_coordinate);
}

/// KHR: alpha below the cutoff is left out.
void cut_out(float alpha) {
  if (kAlpha == SCENE_ALPHA_MASK && alpha < material.emissive.w) discard;
}
