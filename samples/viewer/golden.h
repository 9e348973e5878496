// SPDX-License-Identifier: MIT
// A picture that others are compared with.
#ifndef PHOTOPIC_SAMPLES_VIEWER_GOLDEN_H
#define PHOTOPIC_SAMPLES_VIEWER_GOLDEN_H

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace viewer {

/// Of 8-bit code values, over red, green and blue.
struct Difference {
  double mse = 0.0;                    ///< mean squared error, squared code values
  double psnr_db = 0.0;                ///< 10 log10(255^2 / mse); infinite for equal pictures
  std::uint32_t max_abs = 0;           ///< largest difference of a channel, code values
  std::uint64_t differing_pixels = 0;  ///< pixels of which any channel differs
};

/// sRGB-encoded RGBA texels, row by row.
class Golden {
 public:
  bool is_empty() const { return rgba_.empty(); }
  VkExtent2D extent() const { return extent_; }

  void capture(VkExtent2D extent, std::span<const std::byte> rgba);
  /// PNG. Throw io::Error; load() keeps what was there.
  void save(const std::filesystem::path& file) const;
  void load(const std::filesystem::path& file);

  /// Of a picture of the same size. Throws std::invalid_argument for another.
  Difference compare(VkExtent2D extent, std::span<const std::byte> rgba) const;

 private:
  VkExtent2D extent_ = {};
  std::vector<std::byte> rgba_;
};

}  // namespace viewer

#endif
