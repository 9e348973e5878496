// SPDX-License-Identifier: MIT
// PNG and JPEG textures.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_IMAGE_H
#define PHOTOPIC_ENGINE_SCENE_READER_IMAGE_H

#include "engine/scene/reader/document/common.h"
#include "engine/scene/scene.h"

namespace engine::gltf {

inline constexpr std::uint32_t kMaxImageSide = 16384;
inline constexpr std::uint64_t kMaxImageTexels = std::uint64_t{1} << 28;  ///< of all images of a file

struct ImageHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t bit_depth = 8;  ///< of a channel
};

/// Walks through a PNG or JPEG to its end without decoding it. stb_image checks neither checksums nor sizes before it
/// allocates, overruns its tables on malformed Huffman tables, and makes up what a truncated file lacks.
ImageHeader check_image(Bytes file);

/// Decodes to 8 bits a channel; takes the image's texels off `left_texels`.
TextureImage decode_image(Bytes file, std::uint64_t& left_texels);

}  // namespace engine::gltf

#endif
