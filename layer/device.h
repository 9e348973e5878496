// SPDX-License-Identifier: MIT
// Instances, devices, windows and swapchains that the layer knows of.
#ifndef PHOTOPIC_LAYER_DEVICE_H
#define PHOTOPIC_LAYER_DEVICE_H

#include <vulkan/vk_layer.h>

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "layer/channel.h"
#include "layer/tables.h"

namespace layer {

/// Why the module can't do something; ends with 0.
using Reason = std::array<char, 256>;

/// A surface that is presented to. It stays the same when its swapchain is made anew.
struct Window {
  bool is_known = false;  ///< photopic run has numbered it
  bool is_wanted = true;  ///< its frames are taken
  std::uint32_t number = 0;
  photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic;  ///< Answer::encoding
  std::uint32_t tools = 0;                                                  ///< Report::tools
  Reason tools_words = {};                                                  ///< Report::name
  std::uint64_t frames = 0;                                                 ///< presented
  std::uint32_t requests = 0;  ///< of Channel::requests(), those that a frame was taken for
};

struct Instance {
  VkInstance handle = VK_NULL_HANDLE;
  std::uint32_t api_version = VK_API_VERSION_1_0;  ///< that it was made for
  InstanceTable vk;
  std::mutex mutex;
  std::unordered_map<VkSurfaceKHR, std::shared_ptr<Window>> windows;

  std::shared_ptr<Window> window_of(VkSurfaceKHR surface);
};
/// Null for one that the layer doesn't know.
Instance* find_instance(VkInstance handle);

struct Device {
  Instance* instance = nullptr;
  DeviceTable vk;
  VkDevice handle = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  PFN_vkSetDeviceLoaderData set_loader_data = nullptr;
  std::vector<VkQueueFamilyProperties> families;
  VkPhysicalDeviceMemoryProperties memory = {};
  VkPhysicalDeviceProperties properties = {};
  std::mutex mutex;  ///< of what follows; never held over a call below
  std::unordered_map<VkQueue, std::uint32_t> family_of;
  std::unordered_map<VkSwapchainKHR, std::unique_ptr<class Swapchain>> swapchains;
  std::vector<std::unique_ptr<class Tools>> tools;  ///< of windows
  std::vector<VkSemaphore> used_semaphores;         ///< of swapchains that are gone: a present may still wait for them

  bool is_cpu() const { return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }
  /// Null for one that the layer doesn't know.
  Swapchain* swapchain(VkSwapchainKHR swapchain);
  std::uint32_t family(VkQueue queue);
  /// Null: the window has none on this device.
  Tools* tools_of(const Window& window);
};
/// Null for one that the layer doesn't know.
Device* find_device(VkDevice handle);

/// Objects by what the loader begins their memory with. The application makes sure that nothing is used while it is
/// destroyed.
template <class Object>
class Registry {
 public:
  template <class Handle>
  static void* key(Handle handle) {
    return *reinterpret_cast<void**>(handle);
  }
  template <class Handle>
  Object* find(Handle handle) {
    const std::lock_guard guard(mutex_);
    const auto found = objects_.find(key(handle));
    return found == objects_.end() ? nullptr : found->second.get();
  }
  template <class Handle>
  void add(Handle handle, std::unique_ptr<Object> object) {
    const std::lock_guard guard(mutex_);
    objects_[key(handle)] = std::move(object);
  }
  std::unique_ptr<Object> take(void* key) {
    const std::lock_guard guard(mutex_);
    const auto found = objects_.find(key);
    if (found == objects_.end()) return nullptr;
    std::unique_ptr<Object> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<void*, std::unique_ptr<Object>> objects_;
};

}  // namespace layer

#endif
