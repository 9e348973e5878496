// SPDX-License-Identifier: MIT
// Decoding of PNG and JPEG textures.
// The one translation unit with stb_image in it. Built with -fwrapv: stb's JPEG arithmetic overflows on corrupt files.
// Not tinygltf's: that one decodes more formats, can't be told to zero its memory, and is out of a sanitizer's sight.
#include "engine/scene/reader/image.h"

#include <cstdlib>
#include <limits>
#include <memory>

// Zeroed memory: a corrupt JPEG file can name tables that it doesn't hold, and leave parts of the picture unwritten.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(data, size) std::realloc(data, size)
#define STBI_FREE(data) std::free(data)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS 16384
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

static_assert(STBI_MAX_DIMENSIONS == engine::gltf::kMaxImageSide);

namespace engine::gltf {
namespace {

constexpr int kChannels = 4;

void check_texels(const ImageHeader& header, std::uint64_t& left_texels) {
  const std::uint64_t texels = std::uint64_t{header.width} * header.height;
  // stb_image counts bytes in int.
  const std::uint64_t bytes = texels * kChannels * (header.bit_depth > 8 ? 2 : 1);
  if (texels > left_texels || bytes > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
    refuse("too large: the limit is " + std::to_string(kMaxImageTexels) +
           " texels in all images, half as many in one of 16 bits");
  }
  left_texels -= texels;
}

std::uint8_t narrowed(std::uint8_t sample) { return sample; }

std::uint8_t narrowed(std::uint16_t sample) {
  constexpr unsigned kStep = 65535 / 255;
  return static_cast<std::uint8_t>((sample + kStep / 2) / kStep);
}

template <typename Sample, typename Load>
std::vector<std::uint8_t> decode(Bytes file, const ImageHeader& header, Load load) {
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<Sample[], decltype(&std::free)> samples(
      load(file.data(), static_cast<int>(file.size()), &width, &height, &channels, kChannels), std::free);
  if (!samples || width != static_cast<int>(header.width) || height != static_cast<int>(header.height)) {
    const char* reason = samples ? nullptr : stbi_failure_reason();
    refuse(reason != nullptr ? "can't be decoded: " + printable(reason) : "can't be decoded");
  }
  std::vector<std::uint8_t> rgba(std::size_t{header.width} * header.height * kChannels);
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = narrowed(samples[i]);
  return rgba;
}

}  // namespace

TextureImage decode_image(Bytes file, std::uint64_t& left_texels) {
  const ImageHeader header = check_image(file);
  check_texels(header, left_texels);
  // stb's own way from 16 bits to 8 cuts off where it should round.
  auto rgba = header.bit_depth == 16 ? decode<std::uint16_t>(file, header, stbi_load_16_from_memory)
                                     : decode<std::uint8_t>(file, header, stbi_load_from_memory);
  return {header.width, header.height, std::move(rgba)};
}

}  // namespace engine::gltf
