// SPDX-License-Identifier: MIT
// Vulkan's loader, found when the program runs, and the functions that a device of the library's own needs besides
// those that the module calls.
#ifndef PHOTOPIC_SRC_HEADLESS_LOADER_H
#define PHOTOPIC_SRC_HEADLESS_LOADER_H

#include <photopic/device.h>

namespace photopic {

#define PHOTOPIC_HEADLESS_INSTANCE_FUNCTIONS(X) \
  X(vkCreateDevice)                             \
  X(vkDestroyInstance)                          \
  X(vkEnumerateDeviceExtensionProperties)       \
  X(vkEnumeratePhysicalDevices)                 \
  X(vkGetDeviceProcAddr)                        \
  X(vkGetPhysicalDeviceFeatures2)               \
  X(vkGetPhysicalDeviceProperties)              \
  X(vkGetPhysicalDeviceQueueFamilyProperties)

#define PHOTOPIC_HEADLESS_DEVICE_FUNCTIONS(X) \
  X(vkAllocateCommandBuffers)                 \
  X(vkBeginCommandBuffer)                     \
  X(vkCmdCopyImageToBuffer)                   \
  X(vkCreateCommandPool)                      \
  X(vkCreatePipelineCache)                    \
  X(vkDestroyCommandPool)                     \
  X(vkDestroyDevice)                          \
  X(vkDestroyPipelineCache)                   \
  X(vkDeviceWaitIdle)                         \
  X(vkEndCommandBuffer)                       \
  X(vkGetDeviceQueue)                         \
  X(vkQueueSubmit)                            \
  X(vkQueueWaitIdle)

struct HeadlessTable {
#define PHOTOPIC_DECLARE(name) PFN_##name name = nullptr;
  PHOTOPIC_HEADLESS_INSTANCE_FUNCTIONS(PHOTOPIC_DECLARE)
  PHOTOPIC_HEADLESS_DEVICE_FUNCTIONS(PHOTOPIC_DECLARE)
#undef PHOTOPIC_DECLARE
};

/// The loader's library, as long as this object lives.
class Loader {
 public:
  Loader() = default;
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// False where there is none.
  bool open() noexcept;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr() const { return get_; }

 private:
  void* library_ = nullptr;
  PFN_vkGetInstanceProcAddr get_ = nullptr;
};

/// Null, or the name of the first function that there isn't.
const char* load_instance(PFN_vkGetInstanceProcAddr get, VkInstance instance, HeadlessTable* table) noexcept;
const char* load_device(VkDevice device, HeadlessTable* table) noexcept;

}  // namespace photopic

#endif
