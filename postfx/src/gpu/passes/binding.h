// SPDX-License-Identifier: MIT
// Resources that a dispatch binds.
#ifndef PHOTOPIC_SRC_GPU_BINDING_H
#define PHOTOPIC_SRC_GPU_BINDING_H

#include <vulkan/vulkan_core.h>

namespace photopic {

/// An image or a part of a buffer, in the order of PassDesc::bindings.
struct Binding {
  VkImageView view = VK_NULL_HANDLE;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset_bytes = 0;
  VkDeviceSize range_bytes = 0;

  friend bool operator==(const Binding& a, const Binding& b) noexcept {
    return a.view == b.view && a.layout == b.layout && a.buffer == b.buffer && a.offset_bytes == b.offset_bytes &&
           a.range_bytes == b.range_bytes;
  }
};
inline Binding image_binding(VkImageView view, VkImageLayout layout) { return {.view = view, .layout = layout}; }
inline Binding buffer_binding(VkBuffer buffer, VkDeviceSize offset_bytes, VkDeviceSize range_bytes) {
  return {.buffer = buffer, .offset_bytes = offset_bytes, .range_bytes = range_bytes};
}

}  // namespace photopic

#endif
