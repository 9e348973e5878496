// SPDX-License-Identifier: MIT
// Vulkan layer of the tests below the layer of `photopic run`: headless surfaces of any format and colour space, whose
// swapchains are images that nobody shows. A thread has one device at a time, and nobody else uses it.
//
// PHOTOPIC_WINDOWS=no-transfer   images of surfaces can't be copied from
// PHOTOPIC_WINDOWS=no-drawing    images of surfaces can't be copied to
// PHOTOPIC_WINDOWS=old           instances of Vulkan 1.0 and 1.1 only
// PHOTOPIC_WINDOWS=no-compute    the device's queue families say that they have no compute
// PHOTOPIC_WINDOWS=no-queue      the device's queue families say that they can do nothing
// PHOTOPIC_PRESENTED=FOLDER      presented bytes of the first window, frame N in the file N; presents that say which
//                                regions have changed leave a file "regions"
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "run/layer_link.h"

#define PHOTOPIC_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

thread_local PFN_vkGetInstanceProcAddr next_instance = nullptr;
thread_local PFN_vkGetDeviceProcAddr next_device = nullptr;
thread_local PFN_vkGetPhysicalDeviceQueueFamilyProperties next_families = nullptr;
thread_local VkInstance instance = VK_NULL_HANDLE;
thread_local VkPhysicalDevice physical = VK_NULL_HANDLE;
thread_local VkQueue queue = VK_NULL_HANDLE;  ///< the last that was asked for

constexpr VkSurfaceFormatKHR kFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_R8G8B8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_R8G8B8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_HLG_EXT},
    {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
};

bool is_set(std::string_view word) {
  const char* const set = std::getenv("PHOTOPIC_WINDOWS");
  return set != nullptr && word == set;
}

/// Null: nobody asks.
const char* presented_folder() { return std::getenv("PHOTOPIC_PRESENTED"); }

template <class Function>
Function of_device(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(next_device(device, name));
}

struct Swapchain {
  std::vector<VkImage> images;
  std::vector<VkDeviceMemory> memory;
  std::uint32_t next = 0;
  VkExtent2D extent = {};
  std::uint32_t texel_bytes = 4;
};
struct Surface {};

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                               VkInstance* created) {
  const bool is_new = info->pApplicationInfo != nullptr && info->pApplicationInfo->apiVersion >= VK_API_VERSION_1_2;
  if (is_set("old") && is_new) return VK_ERROR_INCOMPATIBLE_DRIVER;
  std::vector<const char*> extensions;
  for (std::uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    const std::string_view name = info->ppEnabledExtensionNames[i];
    if (name != VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME && name != VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME) {
      extensions.push_back(info->ppEnabledExtensionNames[i]);
    }
  }
  VkInstanceCreateInfo changed = *info;
  changed.enabledExtensionCount = std::uint32_t(extensions.size());
  changed.ppEnabledExtensionNames = extensions.data();
  const VkResult result = test::create_next_instance(&changed, allocator, created, &next_instance);
  instance = *created;
  // Now: later, the next layer may answer with the top of the chain.
  next_families = reinterpret_cast<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      next_instance(instance, "vkGetPhysicalDeviceQueueFamilyProperties"));
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice of, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* created) {
  physical = of;
  return test::create_next_device(instance, of, info, allocator, created, &next_device);
}

VKAPI_ATTR void VKAPI_CALL get_families(VkPhysicalDevice of, std::uint32_t* count, VkQueueFamilyProperties* families) {
  next_families(of, count, families);
  for (std::uint32_t i = 0; families != nullptr && is_set("no-queue") && i < *count; ++i) {
    families[i].queueFlags = VK_QUEUE_SPARSE_BINDING_BIT;
  }
  for (std::uint32_t i = 0; families != nullptr && is_set("no-compute") && i < *count; ++i) {
    families[i].queueFlags &= ~VkQueueFlags(VK_QUEUE_COMPUTE_BIT);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL create_surface(VkInstance, const VkHeadlessSurfaceCreateInfoEXT*,
                                              const VkAllocationCallbacks*, VkSurfaceKHR* created) {
  *created = reinterpret_cast<VkSurfaceKHR>(new Surface);
  return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL destroy_surface(VkInstance, VkSurfaceKHR surface, const VkAllocationCallbacks*) {
  delete reinterpret_cast<Surface*>(surface);
}
VKAPI_ATTR VkResult VKAPI_CALL get_support(VkPhysicalDevice, std::uint32_t, VkSurfaceKHR, VkBool32* is_supported) {
  *is_supported = VK_TRUE;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL get_capabilities(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* got) {
  *got = {.minImageCount = 2,
          .maxImageCount = 8,
          .currentExtent = {~0u, ~0u},
          .minImageExtent = {1, 1},
          .maxImageExtent = {16384, 16384},
          .maxImageArrayLayers = 1,
          .supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
          .currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
          .supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR | VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR,
          .supportedUsageFlags = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!is_set("no-drawing")) got->supportedUsageFlags |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if (!is_set("no-transfer")) got->supportedUsageFlags |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  return VK_SUCCESS;
}
template <class Value>
VkResult list(const Value* values, std::uint32_t size, std::uint32_t* count, Value* got) {
  if (got != nullptr) std::memcpy(got, values, sizeof(Value) * (*count < size ? *count : size));
  *count = got == nullptr || *count > size ? size : *count;
  return *count < size ? VK_INCOMPLETE : VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL get_formats(VkPhysicalDevice, VkSurfaceKHR, std::uint32_t* count,
                                           VkSurfaceFormatKHR* got) {
  return list(kFormats, std::uint32_t(std::size(kFormats)), count, got);
}
VKAPI_ATTR VkResult VKAPI_CALL get_modes(VkPhysicalDevice, VkSurfaceKHR, std::uint32_t* count, VkPresentModeKHR* got) {
  constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR};
  return list(kModes, 1, count, got);
}

std::uint32_t memory_type(std::uint32_t types) {
  std::uint32_t type = 0;
  while ((types >> type & 1u) == 0) ++type;
  return type;
}

VKAPI_ATTR VkResult VKAPI_CALL create_swapchain(VkDevice device, const VkSwapchainCreateInfoKHR* info,
                                                const VkAllocationCallbacks*, VkSwapchainKHR* created) {
  auto* const swapchain = new Swapchain;
  swapchain->extent = info->imageExtent;
  if (info->imageFormat == VK_FORMAT_R16G16B16A16_SFLOAT) swapchain->texel_bytes = 8;
  for (std::uint32_t i = 0; i < info->minImageCount + 1; ++i) {
    const VkImageCreateInfo image_info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = info->imageFormat,
        .extent = {info->imageExtent.width, info->imageExtent.height, 1},
        .mipLevels = 1,
        .arrayLayers = info->imageArrayLayers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = presented_folder() != nullptr ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
        .usage = info->imageUsage};
    VkImage image = VK_NULL_HANDLE;
    of_device<PFN_vkCreateImage>(device, "vkCreateImage")(device, &image_info, nullptr, &image);
    VkMemoryRequirements needs = {};
    of_device<PFN_vkGetImageMemoryRequirements>(device, "vkGetImageMemoryRequirements")(device, image, &needs);
    const VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                              .allocationSize = needs.size,
                                              .memoryTypeIndex = memory_type(needs.memoryTypeBits)};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    of_device<PFN_vkAllocateMemory>(device, "vkAllocateMemory")(device, &memory_info, nullptr, &memory);
    of_device<PFN_vkBindImageMemory>(device, "vkBindImageMemory")(device, image, memory, 0);
    swapchain->images.push_back(image);
    swapchain->memory.push_back(memory);
  }
  *created = reinterpret_cast<VkSwapchainKHR>(swapchain);
  return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL destroy_swapchain(VkDevice device, VkSwapchainKHR handle, const VkAllocationCallbacks*) {
  auto* const swapchain = reinterpret_cast<Swapchain*>(handle);
  if (swapchain == nullptr) return;
  of_device<PFN_vkDeviceWaitIdle>(device, "vkDeviceWaitIdle")(device);
  for (std::size_t i = 0; i < swapchain->images.size(); ++i) {
    of_device<PFN_vkDestroyImage>(device, "vkDestroyImage")(device, swapchain->images[i], nullptr);
    of_device<PFN_vkFreeMemory>(device, "vkFreeMemory")(device, swapchain->memory[i], nullptr);
  }
  delete swapchain;
}
VKAPI_ATTR VkResult VKAPI_CALL get_images(VkDevice, VkSwapchainKHR handle, std::uint32_t* count, VkImage* got) {
  const auto& images = reinterpret_cast<Swapchain*>(handle)->images;
  return list(images.data(), std::uint32_t(images.size()), count, got);
}

thread_local VkDevice device_of_queue = VK_NULL_HANDLE;
VKAPI_ATTR void VKAPI_CALL get_queue(VkDevice device, std::uint32_t family, std::uint32_t index, VkQueue* got) {
  of_device<PFN_vkGetDeviceQueue>(device, "vkGetDeviceQueue")(device, family, index, got);
  queue = *got;
  device_of_queue = device;
}

VKAPI_ATTR VkResult VKAPI_CALL acquire(VkDevice device, VkSwapchainKHR handle, std::uint64_t, VkSemaphore semaphore,
                                       VkFence fence, std::uint32_t* index) {
  auto& swapchain = *reinterpret_cast<Swapchain*>(handle);
  *index = swapchain.next++ % std::uint32_t(swapchain.images.size());
  const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .signalSemaphoreCount = semaphore != VK_NULL_HANDLE ? 1u : 0u,
                               .pSignalSemaphores = &semaphore};
  return of_device<PFN_vkQueueSubmit>(device, "vkQueueSubmit")(queue, 1, &submit, fence);
}
/// As llvmpipe has linear images, in any layout. Frames are renamed, so that none is read half-written.
void write_presented(const VkPresentInfoKHR& info) {
  static std::uint64_t frame = 0;
  const auto& swapchain = *reinterpret_cast<Swapchain*>(info.pSwapchains[0]);
  const std::uint32_t index = info.pImageIndices[0];
  const VkImageSubresource first = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  VkSubresourceLayout layout = {};
  const VkDevice device = device_of_queue;
  of_device<PFN_vkGetImageSubresourceLayout>(device, "vkGetImageSubresourceLayout")(device, swapchain.images[index],
                                                                                    &first, &layout);
  void* mapped = nullptr;
  of_device<PFN_vkMapMemory>(device, "vkMapMemory")(device, swapchain.memory[index], 0, VK_WHOLE_SIZE, 0, &mapped);
  const std::filesystem::path folder = presented_folder();
  std::ofstream stream(folder / "half", std::ios::binary);
  for (std::uint32_t y = 0; y < swapchain.extent.height; ++y) {
    stream.write(static_cast<const char*>(mapped) + layout.offset + y * layout.rowPitch,
                 std::streamsize(swapchain.extent.width) * swapchain.texel_bytes);
  }
  stream.close();
  of_device<PFN_vkUnmapMemory>(device, "vkUnmapMemory")(device, swapchain.memory[index]);
  std::filesystem::rename(folder / "half", folder / std::to_string(frame++));
  for (auto* one = static_cast<const VkBaseInStructure*>(info.pNext); one != nullptr; one = one->pNext) {
    if (one->sType == VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR) std::ofstream(folder / "regions");
  }
}

VKAPI_ATTR VkResult VKAPI_CALL present(VkQueue on, const VkPresentInfoKHR* info) {
  const std::vector<VkPipelineStageFlags> stages(info->waitSemaphoreCount, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
  const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = info->waitSemaphoreCount,
                               .pWaitSemaphores = info->pWaitSemaphores,
                               .pWaitDstStageMask = stages.data()};
  const VkResult result =
      of_device<PFN_vkQueueSubmit>(device_of_queue, "vkQueueSubmit")(on, 1, &submit, VK_NULL_HANDLE);
  of_device<PFN_vkQueueWaitIdle>(device_of_queue, "vkQueueWaitIdle")(on);
  if (presented_folder() != nullptr) write_presented(*info);
  return result;
}

PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance of, const char* name);
PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char* name);

struct Hook {
  const char* name;
  PFN_vkVoidFunction function;
  bool is_of_devices;
};
template <class Function>
PFN_vkVoidFunction plain(Function* function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}
const Hook kHooks[] = {
    {"vkGetInstanceProcAddr", plain(get_instance_proc), false},
    {"vkGetDeviceProcAddr", plain(get_device_proc), true},
    {"vkCreateInstance", plain(create_instance), false},
    {"vkCreateDevice", plain(create_device), false},
    {"vkGetPhysicalDeviceQueueFamilyProperties", plain(get_families), false},
    {"vkCreateHeadlessSurfaceEXT", plain(create_surface), false},
    {"vkDestroySurfaceKHR", plain(destroy_surface), false},
    {"vkGetPhysicalDeviceSurfaceSupportKHR", plain(get_support), false},
    {"vkGetPhysicalDeviceSurfaceCapabilitiesKHR", plain(get_capabilities), false},
    {"vkGetPhysicalDeviceSurfaceFormatsKHR", plain(get_formats), false},
    {"vkGetPhysicalDeviceSurfacePresentModesKHR", plain(get_modes), false},
    {"vkCreateSwapchainKHR", plain(create_swapchain), true},
    {"vkDestroySwapchainKHR", plain(destroy_swapchain), true},
    {"vkGetSwapchainImagesKHR", plain(get_images), true},
    {"vkGetDeviceQueue", plain(get_queue), true},
    {"vkAcquireNextImageKHR", plain(acquire), true},
    {"vkQueuePresentKHR", plain(present), true},
};

PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance of, const char* name) {
  for (const Hook& hook : kHooks) {
    if (std::strcmp(hook.name, name) == 0) return hook.function;
  }
  return next_instance != nullptr ? next_instance(of, name) : nullptr;
}
PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char* name) {
  for (const Hook& hook : kHooks) {
    if (hook.is_of_devices && std::strcmp(hook.name, name) == 0) return hook.function;
  }
  return next_device(device, name);
}

}  // namespace

PHOTOPIC_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
  version->loaderLayerInterfaceVersion = 2;
  version->pfnGetInstanceProcAddr = get_instance_proc;
  version->pfnGetDeviceProcAddr = get_device_proc;
  version->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
