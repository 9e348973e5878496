// SPDX-License-Identifier: MIT
// Names and labels for captures, where the host's instance has VK_EXT_debug_utils enabled.
#ifndef PHOTOPIC_SRC_GPU_DEBUG_NAMES_H
#define PHOTOPIC_SRC_GPU_DEBUG_NAMES_H

#include <cstdint>

#include "gpu/host/gpu.h"

namespace photopic {

/// Names an object "photopic NAME". `handle` as for vkSetDebugUtilsObjectNameEXT.
void set_debug_name(const Gpu& gpu, VkObjectType type, std::uint64_t handle, const char* name) noexcept;
template <class Handle>
void set_debug_name(const Gpu& gpu, VkObjectType type, Handle handle, const char* name) noexcept {
  set_debug_name(gpu, type, reinterpret_cast<std::uint64_t>(handle), name);
}

/// A region of the command buffer, called "photopic NAME", that ends with this object.
class DebugLabel {
 public:
  DebugLabel(const Gpu& gpu, VkCommandBuffer command_buffer, const char* name) noexcept;
  ~DebugLabel();
  DebugLabel(const DebugLabel&) = delete;
  DebugLabel& operator=(const DebugLabel&) = delete;

 private:
  const Gpu& gpu_;
  VkCommandBuffer command_buffer_;
};

}  // namespace photopic

#endif
