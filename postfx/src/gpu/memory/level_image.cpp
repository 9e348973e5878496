// SPDX-License-Identifier: MIT
// Making of an image with a view for each mip level.
#include "gpu/memory/level_image.h"

#include <algorithm>

#include "gpu/host/debug_names.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"

namespace photopic {
namespace {

constexpr VkMemoryPropertyFlags kImageMemory[] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};

}  // namespace

LevelImage::~LevelImage() {
  if (image_ == VK_NULL_HANDLE) return;
  for (VkImageView view : views_) gpu_.vk.vkDestroyImageView(gpu_.device.device, view, gpu_.device.allocator);
  gpu_.vk.vkDestroyImage(gpu_.device.device, image_, gpu_.device.allocator);
}

Status LevelImage::create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, std::uint32_t most_levels,
                          VkImageViewType view_type) noexcept {
  view_type_ = view_type;
  VkMemoryRequirements requirements;
  PHOTOPIC_TRY(create_image(extent, format, usage, most_levels, &requirements));
  return allocation_.allocate({.requirements = requirements, .wishes = kImageMemory, .is_image = true}, *this);
}

Status LevelImage::bind_memory() noexcept { return bind(allocation_.memory(), allocation_.offset_bytes()); }

Status LevelImage::create_in(ImageArena& arena, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept {
  VkMemoryRequirements requirements;
  const Status status = create_image(extent, format, usage, kMaxLevels, &requirements);
  if (status == Status::ok) arena.add(*this, requirements);
  return status;
}

Status LevelImage::create_image(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage, std::uint32_t most_levels,
                                VkMemoryRequirements* requirements) noexcept {
  extent_ = extent;
  format_ = format;
  level_count_ = std::min(mip_levels(extent), most_levels);
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .pNext = nullptr,
                                  .flags = 0,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = format,
                                  .extent = {extent.width, extent.height, 1},
                                  .mipLevels = level_count_,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .tiling = VK_IMAGE_TILING_OPTIMAL,
                                  .usage = usage,
                                  .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                  .queueFamilyIndexCount = 0,
                                  .pQueueFamilyIndices = nullptr,
                                  .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  const VkDevice device = gpu_.device.device;
  const Status status =
      check(gpu_.device, gpu_.vk.vkCreateImage(device, &info, gpu_.device.allocator, &image_), "vkCreateImage");
  if (status != Status::ok) return status;
  set_debug_name(gpu_, VK_OBJECT_TYPE_IMAGE, image_, name_);
  gpu_.vk.vkGetImageMemoryRequirements(device, image_, requirements);
  return Status::ok;
}

Status LevelImage::bind(VkDeviceMemory memory, VkDeviceSize offset_bytes) noexcept {
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  Status status = check(gpu_.device, vk.vkBindImageMemory(device, image_, memory, offset_bytes), "vkBindImageMemory");
  for (std::uint32_t level = 0; level < level_count_ && status == Status::ok; ++level) {
    const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                             .pNext = nullptr,
                                             .flags = 0,
                                             .image = image_,
                                             .viewType = view_type_,
                                             .format = format_,
                                             .components = {},
                                             .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, 0, 1}};
    status = check(gpu_.device, vk.vkCreateImageView(device, &view_info, gpu_.device.allocator, &views_[level]),
                   "vkCreateImageView");
  }
  return status;
}

void ImageArena::add(LevelImage& image, const VkMemoryRequirements& requirements) noexcept {
  // The alignment is a power of two.
  image.offset_bytes_ = (needs_.size + requirements.alignment - 1) & ~(requirements.alignment - 1);
  image.next_ = first_;
  first_ = &image;
  needs_.size = image.offset_bytes_ + requirements.size;
  needs_.alignment = std::max(needs_.alignment, requirements.alignment);
  needs_.memoryTypeBits &= requirements.memoryTypeBits;
}

Status ImageArena::bind() noexcept {
  return allocation_.allocate({.requirements = needs_, .wishes = kImageMemory, .is_image = true}, *this);
}

Status ImageArena::bind_memory() noexcept {
  Status status = Status::ok;
  for (LevelImage* image = first_; image != nullptr && status == Status::ok; image = image->next_) {
    status = image->bind(allocation_.memory(), allocation_.offset_bytes() + image->offset_bytes_);
  }
  return status;
}

}  // namespace photopic
