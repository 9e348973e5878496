// SPDX-License-Identifier: MIT
// An image with mip levels.
#ifndef PHOTOPIC_SRC_GPU_LEVEL_IMAGE_H
#define PHOTOPIC_SRC_GPU_LEVEL_IMAGE_H

#include <array>
#include <cstdint>

#include "gpu/memory.h"

namespace photopic {

inline constexpr std::uint32_t kMaxLevels = 16;  // of an image of up to 65535 texels a side

/// A 2D image with a full mip chain and one view per level. Used in GENERAL throughout.
class LevelImage {
 public:
  /// `name` for captures; it must outlive this object.
  LevelImage(const Gpu& gpu, const char* name) : gpu_(gpu), name_(name), allocation_(gpu) {}
  ~LevelImage();

  Status create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept;
  VkImage handle() const { return image_; }
  VkImageView level(std::uint32_t index) const { return views_[index]; }
  std::uint32_t level_count() const { return level_count_; }
  VkExtent2D extent() const { return extent_; }
  VkDeviceSize memory_bytes() const { return allocation_.size_bytes(); }

 private:
  const Gpu& gpu_;
  const char* name_;
  VkImage image_ = VK_NULL_HANDLE;
  Allocation allocation_;
  std::array<VkImageView, kMaxLevels> views_ = {};
  std::uint32_t level_count_ = 0;
  VkExtent2D extent_ = {};
};

}  // namespace photopic

#endif
