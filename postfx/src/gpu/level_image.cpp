// SPDX-License-Identifier: MIT
// Making of an image with a view for each mip level.
#include "gpu/level_image.h"

#include "gpu/debug_names.h"
#include "gpu/extent.h"
#include "gpu/report.h"

namespace photopic {
namespace {

constexpr VkMemoryPropertyFlags kDeviceLocal[] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};

}  // namespace

LevelImage::~LevelImage() {
  if (image_ == VK_NULL_HANDLE) return;
  for (VkImageView view : views_) gpu_.vk.vkDestroyImageView(gpu_.device.device, view, gpu_.device.allocator);
  gpu_.vk.vkDestroyImage(gpu_.device.device, image_, gpu_.device.allocator);
}

Status LevelImage::create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept {
  extent_ = extent;
  level_count_ = mip_levels(extent);
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
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  Status status = check(gpu_.device, vk.vkCreateImage(device, &info, gpu_.device.allocator, &image_), "vkCreateImage");
  if (status != Status::ok) return status;
  set_debug_name(gpu_, VK_OBJECT_TYPE_IMAGE, image_, name_);
  VkMemoryRequirements requirements;
  vk.vkGetImageMemoryRequirements(device, image_, &requirements);
  status = allocation_.allocate(requirements, kDeviceLocal);
  if (status != Status::ok) return status;
  status = check(gpu_.device, vk.vkBindImageMemory(device, image_, allocation_.memory(), 0), "vkBindImageMemory");
  for (std::uint32_t level = 0; level < level_count_ && status == Status::ok; ++level) {
    const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                             .pNext = nullptr,
                                             .flags = 0,
                                             .image = image_,
                                             .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                             .format = format,
                                             .components = {},
                                             .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, 0, 1}};
    status = check(gpu_.device, vk.vkCreateImageView(device, &view_info, gpu_.device.allocator, &views_[level]),
                   "vkCreateImageView");
  }
  return status;
}

}  // namespace photopic
