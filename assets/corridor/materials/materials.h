// SPDX-License-Identifier: MIT
// Materials of the scene, by name.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_MATERIALS_H
#define PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_MATERIALS_H

#include <array>
#include <glm/vec3.hpp>

#include "corridor/materials/textures.h"

namespace corridor {

enum class MaterialName {
  corridor_wall,
  corridor_dado,
  corridor_ceiling,
  white_wall,
  ochre_wall,
  brick,
  floor_tiles,
  paving,
  stone,
  pale_stone,
  terracotta,
  wood,
  dark_wood,
  green_paint,
  white_paint,
  pipe_paint,
  iron,
  gilding,
  glass,
  water,
  brass,
  soil,
  leaf,
  leaf_shade,
  canvas,
  globe,
  bulb,
};
inline constexpr int kMaterialCount = static_cast<int>(MaterialName::bulb) + 1;

struct MaterialTraits {
  const char* name;
  glm::vec3 color;  ///< linear; times the texture
  float roughness;
  TextureName color_texture = TextureName::none;
  TextureName normal_texture = TextureName::none;
  TextureName roughness_texture = TextureName::none;  ///< then `roughness` is 1
  float metallic = 0.0F;
  float emissive_nits = 0.0F;  ///< luminance; its colour is kLampColor
  bool is_double_sided = false;
};

const MaterialTraits& traits(MaterialName name);

}  // namespace corridor

#endif
