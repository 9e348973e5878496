// SPDX-License-Identifier: MIT
#include "viewer/golden.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "io/image_file.h"
#include "reference/tone_map.h"

namespace viewer {
namespace {

std::string text(VkExtent2D extent) { return std::to_string(extent.width) + "x" + std::to_string(extent.height); }

bool is_png(const std::filesystem::path& file) {
  char start[8] = {};
  std::ifstream(file, std::ios::binary).read(start, sizeof start);
  return std::memcmp(start, "\x89PNG\r\n\x1a\n", sizeof start) == 0;
}

}  // namespace

void Golden::capture(VkExtent2D extent, std::span<const std::byte> rgba) {
  extent_ = extent;
  rgba_.assign(rgba.begin(), rgba.end());
}

void Golden::save(const std::filesystem::path& file) const {
  const auto writer = io::create_png(file, extent_.width, extent_.height);
  writer->write_rows(extent_.height, rgba_.data());
  writer->finish();
}

void Golden::load(const std::filesystem::path& file) {
  const io::Image image = io::read_image(file);
  if (!is_png(file)) throw io::Error(file, "is not a PNG");
  std::vector<std::byte> rgba(std::size_t(4) * image.info.width * image.info.height);
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    float linear = 0.0f;
    std::memcpy(&linear, image.texels.data() + i * sizeof linear, sizeof linear);
    // What was an 8-bit code comes back as that code.
    rgba[i] = std::byte(i % 4 == 3 ? 255 : reference::srgb_code8(double(linear)));
  }
  extent_ = {image.info.width, image.info.height};
  rgba_ = std::move(rgba);
}

Difference Golden::compare(VkExtent2D extent, std::span<const std::byte> rgba) const {
  if (extent.width != extent_.width || extent.height != extent_.height) {
    throw std::invalid_argument("the golden is " + text(extent_) + ", the picture " + text(extent));
  }
  Difference difference;
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < rgba_.size(); i += 4) {
    std::uint32_t largest = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const int a = std::to_integer<int>(rgba_[i + channel]), b = std::to_integer<int>(rgba[i + channel]);
      const auto apart = std::uint32_t(std::abs(a - b));
      squares += std::uint64_t(apart) * apart;
      largest = std::max(largest, apart);
    }
    difference.max_abs = std::max(difference.max_abs, largest);
    difference.differing_pixels += largest > 0;
  }
  difference.mse = double(squares) / (0.75 * double(rgba_.size()));
  difference.psnr_db =
      squares == 0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(255.0 * 255.0 / difference.mse);
  return difference;
}

}  // namespace viewer
