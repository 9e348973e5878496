// SPDX-License-Identifier: MIT
// Texture from the bytes of a picture file, for engine::load_gltf().
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_TEXTURE_FILE_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_TEXTURE_FILE_H

#include <cstring>
#include <span>
#include <string>

#include "engine/scene/scene.h"
#include "image_io/code_image.h"

namespace session {

/// 16 bits are rounded to 8. Throws files::Error "NAME: REASON".
inline engine::TextureImage decode_texture(std::span<const unsigned char> file, const std::string& name) {
  const image_io::CodeImage image = image_io::read_code_image(file, name);
  engine::TextureImage texture = {image.width, image.height, {}};
  const std::size_t codes = std::size_t{4} * image.width * image.height;
  if (image.samples == image_io::CodeImage::Samples::codes8) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(image.texels.data());
    texture.rgba.assign(first, first + codes);
    return texture;
  }
  texture.rgba.resize(codes);
  for (std::size_t i = 0; i < texture.rgba.size(); ++i) {
    constexpr unsigned kStep = 65535 / 255;
    std::uint16_t code;
    std::memcpy(&code, image.texels.data() + i * sizeof code, sizeof code);
    texture.rgba[i] = static_cast<std::uint8_t>((code + kStep / 2) / kStep);
  }
  return texture;
}

}  // namespace session

#endif
