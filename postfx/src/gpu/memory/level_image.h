// SPDX-License-Identifier: MIT
// An image with mip levels.
#ifndef PHOTOPIC_SRC_GPU_LEVEL_IMAGE_H
#define PHOTOPIC_SRC_GPU_LEVEL_IMAGE_H

#include <array>
#include <cstdint>

#include "gpu/memory/memory.h"

namespace photopic {

inline constexpr std::uint32_t kMaxLevels = 16;  // of an image of up to 65535 texels a side

class ImageArena;

/// A 2D image with a full mip chain, or its first levels, and one view per level. Used in GENERAL throughout.
class LevelImage final : private MemoryUser {
 public:
  /// `name` for captures; it must outlive this object.
  LevelImage(const Gpu& gpu, const char* name) : gpu_(gpu), name_(name), allocation_(gpu) {}
  ~LevelImage();

  /// With memory of its own, or of Gpu::memory_plan.
  Status create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, std::uint32_t most_levels = kMaxLevels,
                VkImageViewType view_type = VK_IMAGE_VIEW_TYPE_2D) noexcept;
  /// Without memory, which comes with ImageArena::bind().
  Status create_in(ImageArena& arena, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept;
  VkImage handle() const { return image_; }
  VkImageView level(std::uint32_t index) const { return views_[index]; }
  std::uint32_t level_count() const { return level_count_; }
  VkExtent2D extent() const { return extent_; }

 private:
  friend class ImageArena;
  Status create_image(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, std::uint32_t most_levels,
                      VkMemoryRequirements* requirements) noexcept;
  Status bind_memory() noexcept override;
  /// And makes the views.
  Status bind(VkDeviceMemory memory, VkDeviceSize offset_bytes) noexcept;

  const Gpu& gpu_;
  const char* name_;
  VkImage image_ = VK_NULL_HANDLE;
  Allocation allocation_;
  std::array<VkImageView, kMaxLevels> views_ = {};
  std::uint32_t level_count_ = 0;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkImageViewType view_type_ = VK_IMAGE_VIEW_TYPE_2D;
  VkExtent2D extent_ = {};
  VkDeviceSize offset_bytes_ = 0;  // in an arena
  LevelImage* next_ = nullptr;     // of it
};

/// Memory of images that live equally long, in one allocation. It outlives them.
class ImageArena final : private MemoryUser {
 public:
  explicit ImageArena(const Gpu& gpu) : allocation_(gpu) {}

  /// Gives memory to all images that were created in it. Called once.
  Status bind() noexcept;

 private:
  friend class LevelImage;
  void add(LevelImage& image, const VkMemoryRequirements& requirements) noexcept;
  Status bind_memory() noexcept override;

  Allocation allocation_;
  VkMemoryRequirements needs_ = {0, 1, ~std::uint32_t{0}};
  LevelImage* first_ = nullptr;
};

}  // namespace photopic

#endif
