// SPDX-License-Identifier: MIT
// Buffers and images, each with memory of its own.
#ifndef PHOTOPIC_ENGINE_MEMORY_H
#define PHOTOPIC_ENGINE_MEMORY_H

#include <cstddef>
#include <span>

#include "engine/device/device_object.h"

namespace engine {

enum class MemoryUse {
  device,    ///< device-local
  upload,    ///< host-visible and coherent, written by the CPU
  readback,  ///< host-visible and coherent, read by the CPU; cached if there is such memory
};

class Buffer {
 public:
  Buffer() = default;
  Buffer(const Context& context, VkDeviceSize size_bytes, VkBufferUsageFlags usage, MemoryUse use);

  VkBuffer handle() const { return buffer_.get(); }
  VkDeviceSize size_bytes() const { return size_bytes_; }
  /// The memory itself, as long as the buffer lives; empty for MemoryUse::device.
  std::span<std::byte> mapped() const { return {mapped_, mapped_ == nullptr ? 0 : std::size_t(size_bytes_)}; }

 private:
  DeviceMemory memory_;
  BufferObject buffer_;  ///< ends before its memory
  VkDeviceSize size_bytes_ = 0;
  std::byte* mapped_ = nullptr;
};

struct ImageInfo {
  VkImageViewType type = VK_IMAGE_VIEW_TYPE_2D;  ///< 2D, 2D array or 3D
  VkExtent3D extent = {};
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageUsageFlags usage = 0;
  std::uint32_t levels = 1;
  std::uint32_t layers = 1;
  VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

/// A device-local image with a view of all of it.
class Image {
 public:
  Image() = default;
  Image(const Context& context, const ImageInfo& info);
  /// 2D, of one level.
  Image(const Context& context, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage)
      : Image(context, ImageInfo{.extent = {extent.width, extent.height, 1}, .format = format, .usage = usage}) {}

  VkImage handle() const { return image_.get(); }
  VkImageView view() const { return view_.get(); }
  const ImageInfo& info() const { return info_; }
  VkExtent2D extent() const { return {info_.extent.width, info_.extent.height}; }
  VkFormat format() const { return info_.format; }

 private:
  DeviceMemory memory_;
  ImageObject image_;  ///< ends before its memory
  ImageView view_;
  ImageInfo info_;
};

/// Bytes of one texel of the formats used here; 0 for others.
VkDeviceSize texel_bytes(VkFormat format);

}  // namespace engine

#endif
