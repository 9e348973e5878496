// SPDX-License-Identifier: MIT
// Naming of Vulkan objects, and labels in command buffers.
#include "gpu/host/debug_names.h"

#include <cstdio>

namespace photopic {
namespace {

struct Name {
  explicit Name(const char* name) noexcept { std::snprintf(text, sizeof text, "photopic %s", name); }
  char text[64];
};

}  // namespace

void set_debug_name(const Gpu& gpu, VkObjectType type, std::uint64_t handle, const char* name) noexcept {
  if (gpu.vk.vkSetDebugUtilsObjectNameEXT == nullptr) return;
  const Name full(name);
  const VkDebugUtilsObjectNameInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                              .pNext = nullptr,
                                              .objectType = type,
                                              .objectHandle = handle,
                                              .pObjectName = full.text};
  // A name that can't be given is no reason to fail.
  static_cast<void>(gpu.vk.vkSetDebugUtilsObjectNameEXT(gpu.device.device, &info));
}

DebugLabel::DebugLabel(const Gpu& gpu, VkCommandBuffer command_buffer, const char* name) noexcept
    : gpu_(gpu), command_buffer_(command_buffer) {
  if (gpu.vk.vkCmdBeginDebugUtilsLabelEXT == nullptr) return;
  const Name full(name);
  VkDebugUtilsLabelEXT label = {};
  label.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT;
  label.pLabelName = full.text;
  gpu.vk.vkCmdBeginDebugUtilsLabelEXT(command_buffer, &label);
}

DebugLabel::~DebugLabel() {
  if (gpu_.vk.vkCmdEndDebugUtilsLabelEXT != nullptr) gpu_.vk.vkCmdEndDebugUtilsLabelEXT(command_buffer_);
}

}  // namespace photopic
