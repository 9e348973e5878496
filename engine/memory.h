// SPDX-License-Identifier: MIT
// Buffers and images, each with memory of its own.
#ifndef PHOTOPIC_ENGINE_MEMORY_H
#define PHOTOPIC_ENGINE_MEMORY_H

#include <cstddef>
#include <span>

#include "engine/context.h"

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
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  VkBuffer handle() const { return buffer_; }
  VkDeviceSize size_bytes() const { return size_bytes_; }
  /// The memory itself, as long as the buffer lives; empty for MemoryUse::device.
  std::span<std::byte> mapped() const { return {mapped_, mapped_ == nullptr ? 0 : std::size_t(size_bytes_)}; }

 private:
  const Context* context_ = nullptr;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkDeviceSize size_bytes_ = 0;
  std::byte* mapped_ = nullptr;
};

/// A 2D device-local image of one level, with a view of all of it.
class Image {
 public:
  Image() = default;
  Image(const Context& context, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage);
  Image(Image&& other) noexcept { *this = std::move(other); }
  Image& operator=(Image&& other) noexcept;
  ~Image();

  VkImage handle() const { return image_; }
  VkImageView view() const { return view_; }
  VkExtent2D extent() const { return extent_; }
  VkFormat format() const { return format_; }

 private:
  const Context* context_ = nullptr;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
  VkExtent2D extent_ = {};
  VkFormat format_ = VK_FORMAT_UNDEFINED;
};

/// Bytes of one texel of the formats used here; 0 for others.
VkDeviceSize texel_bytes(VkFormat format);

}  // namespace engine

#endif
