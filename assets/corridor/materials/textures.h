// SPDX-License-Identifier: MIT
// Pictures of surfaces, made of noise. Each continues itself on all sides, but for the painting.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_TEXTURES_H
#define PHOTOPIC_ASSETS_CORRIDOR_MATERIALS_TEXTURES_H

#include <cstdint>
#include <vector>

namespace corridor {

enum class TextureName { plaster, tiles, paving, stone, brick, wood, picture, none };
inline constexpr int kTextureCount = static_cast<int>(TextureName::none);

/// Side of the square of wall that one repeat covers, metres.
float tile_side_m(TextureName name);
const char* texture_label(TextureName name);

/// 8-bit RGBA, row by row from the top.
struct Bitmap {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

struct TextureSet {
  Bitmap color;      ///< sRGB-encoded
  Bitmap normal;     ///< +X right, +Y up; empty for the painting
  Bitmap roughness;  ///< in G, B is 0 (no metal)
};
TextureSet draw_textures(TextureName name);

}  // namespace corridor

#endif
