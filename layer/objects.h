// SPDX-License-Identifier: MIT
// Buffer and image that the layer makes on a program's device.
#ifndef PHOTOPIC_LAYER_OBJECTS_H
#define PHOTOPIC_LAYER_OBJECTS_H

#include <cstddef>

#include "layer/device.h"

namespace layer {

/// Result of a Vulkan call, and its name.
struct Outcome {
  VkResult result = VK_SUCCESS;
  const char* call = "";
  bool is_of_module = false;  ///< the module failed, and `call` is its reason

  explicit operator bool() const { return result == VK_SUCCESS; }
};

/// A buffer that the device writes by copies and the CPU reads.
class ReadBuffer {
 public:
  explicit ReadBuffer(Device& device) : device_(device) {}
  ~ReadBuffer();
  ReadBuffer(const ReadBuffer&) = delete;
  ReadBuffer& operator=(const ReadBuffer&) = delete;

  /// Once; the next calls do nothing.
  Outcome create(VkDeviceSize size);
  VkBuffer handle() const { return buffer_; }
  /// Records what the CPU's reads wait for.
  void record_barrier(VkCommandBuffer commands) const;
  /// Before the CPU reads what the device has written.
  Outcome invalidate() const;
  /// A file without a name that nobody can change any more. -1: there is no memory.
  int sealed_file() const;

 private:
  Device& device_;
  VkDeviceSize size_ = 0;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  void* mapped_ = nullptr;
};

/// An image of the layer's own, for copies of presented ones.
class OwnImage {
 public:
  explicit OwnImage(Device& device) : device_(device) {}
  ~OwnImage() { destroy(); }
  OwnImage(const OwnImage&) = delete;
  OwnImage& operator=(const OwnImage&) = delete;

  /// Anew where the size is another: the device must be done with it.
  Outcome create(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage);
  VkImage handle() const { return image_; }
  VkImageView view() const { return view_; }

 private:
  void destroy();

  Device& device_;
  VkExtent2D extent_ = {};
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
};

/// Copies the bits of an image in TRANSFER_SRC_OPTIMAL to one in TRANSFER_DST_OPTIMAL, whose texels have the same size.
void record_image_copy(const Device& device, VkCommandBuffer commands, VkImage from, VkImage to, VkExtent2D extent);
/// Barrier of a color image that has one level.
VkImageMemoryBarrier image_barrier(VkImage image, VkImageLayout before, VkImageLayout after, VkAccessFlags from,
                                   VkAccessFlags to);

}  // namespace layer

#endif
