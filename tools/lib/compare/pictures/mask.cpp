// SPDX-License-Identifier: MIT
// Masks from picture files and rectangles.
#include "compare/pictures/mask.h"

#include <algorithm>
#include <string>

#include "compare/pictures/frame.h"
#include "files/error.h"

namespace compare {
namespace {

image_io::CodeImage read_mask(const std::filesystem::path& file) {
  image_io::CodeImage image = image_io::read_code_image(file);
  if (image.samples != image_io::CodeImage::Samples::codes8) throw files::Error(file, "a mask has 8 bits");
  return image;
}

void apply_file(VkExtent2D extent, const std::filesystem::path& file, std::vector<std::uint8_t>& mask) {
  const image_io::CodeImage image = read_mask(file);
  if (image.width != extent.width || image.height != extent.height) {
    throw Mismatch(file.string() + ": the mask has " + std::to_string(image.width) + " x " +
                   std::to_string(image.height) + " pixels, the pictures " + std::to_string(extent.width) + " x " +
                   std::to_string(extent.height));
  }
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = std::to_integer<std::uint8_t>(image.texels[4 * i]);
}

void apply_rectangle(VkExtent2D extent, const Rectangle& rectangle, std::vector<std::uint8_t>& mask) {
  const auto end = [](std::uint32_t first, std::uint32_t count, std::uint32_t limit) {
    return std::size_t(std::min<std::uint64_t>(std::uint64_t{first} + count, limit));
  };
  const std::size_t right = end(rectangle.x, rectangle.width, extent.width);
  for (std::size_t y = rectangle.y; y < end(rectangle.y, rectangle.height, extent.height); ++y) {
    for (std::size_t x = rectangle.x; x < right; ++x) mask[y * extent.width + x] = 0;
  }
}

}  // namespace

void check_mask(const std::filesystem::path& file) { read_mask(file); }

std::vector<std::uint8_t> make_mask(VkExtent2D extent, const std::filesystem::path& file,
                                    std::span<const Rectangle> ignored) {
  if (file.empty() && ignored.empty()) return {};
  std::vector<std::uint8_t> mask(std::size_t{extent.width} * extent.height, 255);
  if (!file.empty()) apply_file(extent, file, mask);
  for (const Rectangle& rectangle : ignored) apply_rectangle(extent, rectangle, mask);
  return mask;
}

}  // namespace compare
