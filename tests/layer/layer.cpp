// SPDX-License-Identifier: MIT
// Vulkan layer of the tests: programs that run under it have a smaller device, or lose theirs at a chosen call.
//
// Variables, all optional; a mistake in one fails vkCreateInstance:
//   PHOTOPIC_LAYER_LIMITS=vulkan-1.2     the least that Vulkan 1.2 promises
//   PHOTOPIC_LAYER_HIDE=NAME,...         int64 (atomics), float64, push-descriptors, extended-formats, and cpu: the
//                                        device says that it is a GPU
//   PHOTOPIC_LAYER_DRIVER=moltenvk       the driver's id
//   PHOTOPIC_LAYER_LOSE=FUNCTION:N       the device is lost at the N-th call of that function, 1 = the first; FUNCTION
//   is
//                                        a name of PHOTOPIC_LAYER_FUNCTIONS, or `any` of them
// The device's name ends with " (small)" or " (to be lost)", so that a test sees that it has the layer.
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "layer/call_failure.h"
#include "layer/device_changes.h"
#include "layer/wrapper.h"

/// Functions at which a device may be lost: those that return a VkResult, of making objects, recording, submitting and
/// waiting.
#define PHOTOPIC_LAYER_FUNCTIONS(X) \
  X(vkAcquireNextImageKHR)          \
  X(vkAllocateCommandBuffers)       \
  X(vkAllocateDescriptorSets)       \
  X(vkAllocateMemory)               \
  X(vkBeginCommandBuffer)           \
  X(vkBindBufferMemory)             \
  X(vkBindImageMemory)              \
  X(vkCreateBuffer)                 \
  X(vkCreateCommandPool)            \
  X(vkCreateComputePipelines)       \
  X(vkCreateDescriptorPool)         \
  X(vkCreateDescriptorSetLayout)    \
  X(vkCreateFence)                  \
  X(vkCreateFramebuffer)            \
  X(vkCreateGraphicsPipelines)      \
  X(vkCreateImage)                  \
  X(vkCreateImageView)              \
  X(vkCreatePipelineCache)          \
  X(vkCreatePipelineLayout)         \
  X(vkCreateQueryPool)              \
  X(vkCreateRenderPass)             \
  X(vkCreateSampler)                \
  X(vkCreateSemaphore)              \
  X(vkCreateShaderModule)           \
  X(vkCreateSwapchainKHR)           \
  X(vkDeviceWaitIdle)               \
  X(vkEndCommandBuffer)             \
  X(vkGetFenceStatus)               \
  X(vkGetQueryPoolResults)          \
  X(vkGetSwapchainImagesKHR)        \
  X(vkMapMemory)                    \
  X(vkQueuePresentKHR)              \
  X(vkQueueSubmit)                  \
  X(vkQueueWaitIdle)                \
  X(vkResetFences)                  \
  X(vkWaitForFences)                \
  X(vkWaitSemaphores)

namespace test {
namespace {

enum FunctionIndex : int {
#define TEST_INDEX(name) k_##name,
  PHOTOPIC_LAYER_FUNCTIONS(TEST_INDEX)
#undef TEST_INDEX
};

/// Functions of a lost device that go on saying so. All others succeed, as Vulkan lets them.
constexpr bool tells_of_loss(int index) {
  switch (index) {
    case k_vkAcquireNextImageKHR:
    case k_vkDeviceWaitIdle:
    case k_vkGetFenceStatus:
    case k_vkGetQueryPoolResults:
    case k_vkQueuePresentKHR:
    case k_vkQueueSubmit:
    case k_vkQueueWaitIdle:
    case k_vkWaitForFences:
    case k_vkWaitSemaphores:
      return true;
    default:
      return false;
  }
}

/// The loader's table, by which it knows an instance, and what belongs to it, or a device.
template <class Handle>
void* key_of(Handle handle) {
  return *reinterpret_cast<void**>(handle);
}

#define PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(X) \
  X(vkDestroyInstance)                       \
  X(vkEnumerateDeviceExtensionProperties)    \
  X(vkGetPhysicalDeviceFeatures)             \
  X(vkGetPhysicalDeviceFeatures2)            \
  X(vkGetPhysicalDeviceFormatProperties)     \
  X(vkGetPhysicalDeviceFormatProperties2)    \
  X(vkGetPhysicalDeviceProperties)           \
  X(vkGetPhysicalDeviceProperties2)

/// The next layer's functions. They are asked for while the instance is made: the loader's table has this layer's
/// later.
struct Instance {
  VkInstance handle;
  PFN_vkGetInstanceProcAddr next;
#define TEST_MEMBER(name) PFN_##name name;
  PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(TEST_MEMBER)
#undef TEST_MEMBER
};

struct LostDevice {
  VkDevice handle;
  PFN_vkGetDeviceProcAddr next;
  PFN_vkDeviceWaitIdle wait;
  PFN_vkDestroyDevice destroy;
  bool is_lost = false;
};

struct Layer {
  DeviceChanges changes;
  std::string name_suffix;
  CallFailure loss;
  std::mutex mutex;  ///< of the maps
  std::map<void*, Instance> instances;
  std::map<void*, LostDevice> devices;
};

// It ends with the process: drivers may still call while libraries are unloaded.
Layer& layer() {
  static Layer* const made = new Layer;
  return *made;
}

// ---- variables ------------------------------------------------------------------------------------------------------

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool hide(std::string_view name, DeviceChanges* changes) {
  if (name == "int64") {
    changes->has_int64_atomics = false;
  } else if (name == "float64") {
    changes->has_float64 = false;
  } else if (name == "push-descriptors") {
    changes->has_push_descriptors = false;
  } else if (name == "extended-formats") {
    changes->has_extended_formats = false;
  } else if (name == "cpu") {
    changes->is_gpu = true;
  } else {
    return false;
  }
  return true;
}

bool read_changes(DeviceChanges* changes, std::string* suffix) {
  const std::string_view limits = variable("PHOTOPIC_LAYER_LIMITS");
  if (limits == "vulkan-1.2") {
    changes->limits = &lower_to_vulkan_1_2;
  } else if (!limits.empty()) {
    return false;
  }
  std::string_view hidden = variable("PHOTOPIC_LAYER_HIDE");
  const std::string_view driver = variable("PHOTOPIC_LAYER_DRIVER");
  if (!limits.empty() || !hidden.empty() || !driver.empty()) *suffix += " (small)";
  while (!hidden.empty()) {
    const std::size_t end = hidden.find(',');
    if (!hide(hidden.substr(0, end), changes)) return false;
    hidden = end == std::string_view::npos ? "" : hidden.substr(end + 1);
  }
  if (driver == "moltenvk") {
    changes->driver_id = VK_DRIVER_ID_MOLTENVK;
  } else if (!driver.empty()) {
    return false;
  }
  return true;
}

bool read_loss(CallFailure* loss, std::string* suffix) {
  const std::string text = variable("PHOTOPIC_LAYER_LOSE");
  if (text.empty()) return true;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const std::string name = text.substr(0, colon);
  const long count = std::strtol(text.c_str() + colon + 1, nullptr, 10);
  bool is_known = name == "any";
#define TEST_KNOWN(function) is_known = is_known || name == #function;
  PHOTOPIC_LAYER_FUNCTIONS(TEST_KNOWN)
#undef TEST_KNOWN
  if (!is_known || count < 1) return false;
  loss->arm(std::uint32_t(count), name == "any" ? "" : name);
  *suffix += " (to be lost)";
  return true;
}

/// Once: a fork has the variables of its own first instance.
bool read_variables() {
  static const bool is_right =
      read_changes(&layer().changes, &layer().name_suffix) && read_loss(&layer().loss, &layer().name_suffix);
  if (!is_right) std::fprintf(stderr, "the tests' layer: a variable PHOTOPIC_LAYER_* has an unknown value\n");
  return is_right;
}

// ---- devices that get lost ------------------------------------------------------------------------------------------

struct LossHooks {
  template <int kIndex, class Handle, class... Args>
  static VkResult call(const char* name, VkResult(VKAPI_PTR* real)(Handle, Args...), Handle handle, Args... args) {
    LostDevice device;
    {
      const std::lock_guard lock(layer().mutex);
      LostDevice& found = layer().devices[key_of(handle)];
      const bool strikes = !found.is_lost && layer().loss.strikes(name);
      found.is_lost = found.is_lost || strikes;
      device = found;
      if (!strikes && !tells_of_loss(kIndex)) device.is_lost = false;
    }
    if (!device.is_lost) return real(handle, args...);
    // A lost device is done with all that it was given, sooner or later; its fences may never be signalled.
    device.wait(device.handle);
    return VK_ERROR_DEVICE_LOST;
  }
};

// ---- instance and device --------------------------------------------------------------------------------------------

template <class Info>
Info* link_of(const void* next, VkStructureType type) {
  auto* link = static_cast<const Info*>(next);
  while (link != nullptr && !(link->sType == type && link->function == VK_LAYER_LINK_INFO)) {
    link = static_cast<const Info*>(link->pNext);
  }
  return const_cast<Info*>(link);  // a layer advances the loader's list
}

/// Of an instance or of a physical device.
template <class Handle>
Instance instance_of(Handle handle) {
  const std::lock_guard lock(layer().mutex);
  return layer().instances[key_of(handle)];
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                               VkInstance* out) {
  auto* link = link_of<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr || !read_variables()) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(info, allocator, out);
  if (result != VK_SUCCESS) return result;
  Instance instance = {};
  instance.handle = *out;
  instance.next = next;
#define TEST_LOAD(name) instance.name = reinterpret_cast<PFN_##name>(next(*out, #name));
  PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(TEST_LOAD)
#undef TEST_LOAD
  const std::lock_guard lock(layer().mutex);
  layer().instances[key_of(*out)] = instance;
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  if (instance == VK_NULL_HANDLE) return;
  const PFN_vkDestroyInstance destroy = instance_of(instance).vkDestroyInstance;
  {
    const std::lock_guard lock(layer().mutex);
    layer().instances.erase(key_of(instance));
  }
  destroy(instance, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* out) {
  auto* link = link_of<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(next_instance(VK_NULL_HANDLE, "vkCreateDevice"));
  const VkResult result = create(physical_device, info, allocator, out);
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(layer().mutex);
  layer().devices[key_of(*out)] = {*out, next, reinterpret_cast<PFN_vkDeviceWaitIdle>(next(*out, "vkDeviceWaitIdle")),
                                   reinterpret_cast<PFN_vkDestroyDevice>(next(*out, "vkDestroyDevice"))};
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
  if (device == VK_NULL_HANDLE) return;
  PFN_vkDestroyDevice destroy = nullptr;
  {
    const std::lock_guard lock(layer().mutex);
    const auto found = layer().devices.find(key_of(device));
    destroy = found->second.destroy;
    layer().devices.erase(found);
  }
  destroy(device, allocator);
}

// ---- what a device says ---------------------------------------------------------------------------------------------

void change(VkPhysicalDeviceProperties* properties) {
  layer().changes.apply(*properties);
  char* const name = properties->deviceName;
  std::strncat(name, layer().name_suffix.c_str(), sizeof properties->deviceName - 1 - std::strlen(name));
}

VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  instance_of(device).vkGetPhysicalDeviceProperties(device, properties);
  change(properties);
}

VKAPI_ATTR void VKAPI_CALL get_properties_2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  instance_of(device).vkGetPhysicalDeviceProperties2(device, properties);
  change(&properties->properties);
  layer().changes.apply_to_chain(properties->pNext);
}

VKAPI_ATTR void VKAPI_CALL get_features(VkPhysicalDevice device, VkPhysicalDeviceFeatures* features) {
  instance_of(device).vkGetPhysicalDeviceFeatures(device, features);
  layer().changes.apply(*features);
}

VKAPI_ATTR void VKAPI_CALL get_features_2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features) {
  instance_of(device).vkGetPhysicalDeviceFeatures2(device, features);
  layer().changes.apply(features->features);
  layer().changes.apply_to_chain(features->pNext);
}

VKAPI_ATTR void VKAPI_CALL get_format(VkPhysicalDevice device, VkFormat format, VkFormatProperties* properties) {
  instance_of(device).vkGetPhysicalDeviceFormatProperties(device, format, properties);
  layer().changes.apply(format, *properties);
}

VKAPI_ATTR void VKAPI_CALL get_format_2(VkPhysicalDevice device, VkFormat format, VkFormatProperties2* properties) {
  instance_of(device).vkGetPhysicalDeviceFormatProperties2(device, format, properties);
  layer().changes.apply(format, properties->formatProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_device_extensions(VkPhysicalDevice device, const char* of_layer,
                                                           std::uint32_t* count, VkExtensionProperties* properties) {
  const auto enumerate = instance_of(device).vkEnumerateDeviceExtensionProperties;
  std::uint32_t real_count = 0;
  VkResult result = enumerate(device, of_layer, &real_count, nullptr);
  if (result != VK_SUCCESS) return result;
  std::vector<VkExtensionProperties> all(real_count);
  result = enumerate(device, of_layer, &real_count, all.data());
  if (result != VK_SUCCESS) return result;
  std::erase_if(all, [](const auto& one) { return layer().changes.hides_extension(one.extensionName); });
  const auto there = std::uint32_t(all.size());
  if (properties == nullptr) {
    *count = there;
    return VK_SUCCESS;
  }
  *count = std::min(*count, there);
  std::copy_n(all.begin(), *count, properties);
  return *count < there ? VK_INCOMPLETE : VK_SUCCESS;
}

// ---- lookup ---------------------------------------------------------------------------------------------------------

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance, const char* name);

struct Named {
  const char* name;
  PFN_vkVoidFunction function;
};

template <class Function>
Named named(const char* name, Function function) {
  return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

PFN_vkVoidFunction own_function(const char* name) {
  const Named all[] = {
      named("vkCreateDevice", &create_device),
      named("vkCreateInstance", &create_instance),
      named("vkDestroyDevice", &destroy_device),
      named("vkDestroyInstance", &destroy_instance),
      named("vkEnumerateDeviceExtensionProperties", &enumerate_device_extensions),
      named("vkGetDeviceProcAddr", &get_device_proc_addr),
      named("vkGetInstanceProcAddr", &get_instance_proc_addr),
      named("vkGetPhysicalDeviceFeatures", &get_features),
      named("vkGetPhysicalDeviceFeatures2", &get_features_2),
      named("vkGetPhysicalDeviceFeatures2KHR", &get_features_2),
      named("vkGetPhysicalDeviceFormatProperties", &get_format),
      named("vkGetPhysicalDeviceFormatProperties2", &get_format_2),
      named("vkGetPhysicalDeviceFormatProperties2KHR", &get_format_2),
      named("vkGetPhysicalDeviceProperties", &get_properties),
      named("vkGetPhysicalDeviceProperties2", &get_properties_2),
      named("vkGetPhysicalDeviceProperties2KHR", &get_properties_2),
  };
  for (const Named& one : all) {
    if (std::strcmp(one.name, name) == 0) return one.function;
  }
  return nullptr;
}

PFN_vkVoidFunction get_device_proc_addr(VkDevice device, const char* name) {
  if (layer().changes.hides_function(name)) return nullptr;
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0 || std::strcmp(name, "vkDestroyDevice") == 0) {
    return own_function(name);
  }
  PFN_vkGetDeviceProcAddr next = nullptr;
  {
    const std::lock_guard lock(layer().mutex);
    next = layer().devices[key_of(device)].next;
  }
#define TEST_WRAP(function)              \
  if (std::strcmp(name, #function) == 0) \
    return wrap<LossHooks, PFN_##function, k_##function>(#function, next(device, name));
  PHOTOPIC_LAYER_FUNCTIONS(TEST_WRAP)
#undef TEST_WRAP
  return next(device, name);
}

PFN_vkVoidFunction get_instance_proc_addr(VkInstance instance, const char* name) {
  if (PFN_vkVoidFunction own = own_function(name)) return own;
  return instance == VK_NULL_HANDLE ? nullptr : instance_of(instance).next(instance, name);
}

}  // namespace
}  // namespace test

extern "C" VK_LAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* info) {
  info->loaderLayerInterfaceVersion = 2;
  info->pfnGetInstanceProcAddr = test::get_instance_proc_addr;
  info->pfnGetDeviceProcAddr = test::get_device_proc_addr;
  info->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
