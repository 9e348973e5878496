// SPDX-License-Identifier: MIT
// Making of an instance, a device and a queue, with the features that the module uses.
#include "headless/opened_device.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr std::uint32_t kMaxFamilies = 32;
constexpr std::uint32_t kMaxExtensions = 16;
constexpr std::uint32_t kNone = ~0u;

/// First family of graphics and compute, else of compute; kNone: neither.
std::uint32_t queue_family(const HeadlessTable& vk, VkPhysicalDevice device, bool needs_graphics) {
  VkQueueFamilyProperties families[kMaxFamilies];
  std::uint32_t count = kMaxFamilies;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  const auto first = [&](VkQueueFlags wanted) {
    const VkQueueFamilyProperties* const end = families + count;
    const VkQueueFamilyProperties* found = families;
    while (found != end && (found->queueFlags & wanted) != wanted) ++found;
    return found == end ? kNone : static_cast<std::uint32_t>(found - families);
  };
  const std::uint32_t both = first(VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT);
  return both == kNone && !needs_graphics ? first(VK_QUEUE_COMPUTE_BIT) : both;
}

}  // namespace

VkResult ExtensionList::load(const HeadlessTable& vk, VkPhysicalDevice device) noexcept {
  VkResult result = vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count_, nullptr);
  if (result != VK_SUCCESS) return result;
  all_.reset(new (std::nothrow) VkExtensionProperties[count_]);
  if (all_ == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  return vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count_, all_.get());
}

bool ExtensionList::has(const char* name) const noexcept {
  return std::any_of(all_.get(), all_.get() + count_, [=](const VkExtensionProperties& extension) {
    return std::strcmp(extension.extensionName, name) == 0;
  });
}

OpenedDevice::~OpenedDevice() {
  close();
  if (device_.instance != VK_NULL_HANDLE && vk_.vkDestroyInstance != nullptr) {
    vk_.vkDestroyInstance(device_.instance, nullptr);
  }
}

void OpenedDevice::close() noexcept {
  if (device_.device == VK_NULL_HANDLE || vk_.vkDestroyDevice == nullptr) return;
  vk_.vkDeviceWaitIdle(device_.device);
  vk_.vkDestroyDevice(device_.device, nullptr);
  device_.device = VK_NULL_HANDLE;
}

Status OpenedDevice::open_instance(const char* function, MessageFn message, void* message_user, Names layers,
                                   Names extensions, const void* next) noexcept {
  device_.message = message;
  device_.message_user = message_user;
  if (!loader_.open()) {
    return report(device_, Status::unsupported, "%s: there is no Vulkan loader: install libvulkan1", function);
  }
  device_.get_instance_proc_addr = loader_.get_instance_proc_addr();
  device_.api_version = VK_API_VERSION_1_2;
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(device_.get_instance_proc_addr(VK_NULL_HANDLE, "vkCreateInstance"));
  if (create == nullptr) return report(device_, Status::unsupported, "%s: no vkCreateInstance", function);
  const VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "photopic", .apiVersion = device_.api_version};
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                     .pNext = next,
                                     .pApplicationInfo = &application,
                                     .enabledLayerCount = static_cast<std::uint32_t>(layers.size()),
                                     .ppEnabledLayerNames = layers.data(),
                                     .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                     .ppEnabledExtensionNames = extensions.data()};
  const VkResult result = create(&info, nullptr, &device_.instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) return Status::ok;  // the loader's word for no driver at all
  PHOTOPIC_TRY(check(device_, result, "vkCreateInstance"));
  const char* const missing = load_instance(device_.get_instance_proc_addr, device_.instance, &vk_);
  return missing == nullptr ? Status::ok : report(device_, Status::unsupported, "%s: no %s", function, missing);
}

Status OpenedDevice::find(const DeviceRequest& request, std::span<FoundDevice> devices, std::uint32_t* count) noexcept {
  VkPhysicalDevice handles[kMaxDevices];
  *count = device_.instance == VK_NULL_HANDLE ? 0 : std::min(kMaxDevices, static_cast<std::uint32_t>(devices.size()));
  if (*count == 0) return Status::ok;
  const VkResult result = vk_.vkEnumeratePhysicalDevices(device_.instance, count, handles);
  if (result < 0) return check(device_, result, "vkEnumeratePhysicalDevices");
  for (std::uint32_t i = 0; i < *count; ++i) {
    FoundDevice& found = devices[i];
    found.handle = handles[i];
    vk_.vkGetPhysicalDeviceProperties(found.handle, &found.properties);
    ExtensionList extensions;
    if (request.needed_extension != nullptr) {
      PHOTOPIC_TRY(check(device_, extensions.load(vk_, found.handle), "vkEnumerateDeviceExtensionProperties"));
    }
    if (found.properties.apiVersion < device_.api_version) {
      found.lack = "Vulkan 1.2";
    } else if (request.needed_extension != nullptr && !extensions.has(request.needed_extension)) {
      found.lack = request.needed_extension;
    } else if (queue_family(vk_, found.handle, request.needs_graphics) == kNone) {
      found.lack = request.needs_graphics ? "a graphics and compute queue" : "a compute queue";
    }
  }
  return Status::ok;
}

Status OpenedDevice::choose(VkPhysicalDevice device) noexcept {
  device_.physical_device = device;
  device_.queue_family = queue_family(vk_, device, false);
  return check(device_, extensions_.load(vk_, device), "vkEnumerateDeviceExtensionProperties");
}

Status OpenedDevice::open(const DeviceRequest& request, Names extensions, void* next) noexcept {
  VkPhysicalDeviceVulkan12Features available12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures2 available = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &available12};
  vk_.vkGetPhysicalDeviceFeatures2(device_.physical_device, &available);
  const bool has_int64 =
      request.int64_atomics && available.features.shaderInt64 && available12.shaderBufferInt64Atomics;
  const VkPhysicalDeviceVulkan12Features features12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                       .pNext = next,
                                                       .shaderBufferInt64Atomics = has_int64,
                                                       .shaderFloat16 = available12.shaderFloat16};
  const VkPhysicalDeviceFeatures features = {
      .shaderStorageImageExtendedFormats = available.features.shaderStorageImageExtendedFormats,
      .shaderFloat64 = request.float64 && available.features.shaderFloat64,
      .shaderInt64 = has_int64};
  device_.shader_storage_image_extended_formats = features.shaderStorageImageExtendedFormats;
  device_.shader_buffer_int64_atomics = features12.shaderBufferInt64Atomics;
  device_.shader_float64 = features.shaderFloat64;
  device_.shader_float16 = features12.shaderFloat16;

  const char* enabled[kMaxExtensions] = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
  const std::uint32_t own = has_extension(enabled[0]) ? 1 : 0;
  extensions = extensions.first(std::min<std::size_t>(extensions.size(), kMaxExtensions - 1));
  std::copy(extensions.begin(), extensions.end(), enabled + own);
  const float priority = 1.0f;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = device_.queue_family,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &features12,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue_info,
                                   .enabledExtensionCount = own + static_cast<std::uint32_t>(extensions.size()),
                                   .ppEnabledExtensionNames = enabled,
                                   .pEnabledFeatures = &features};
  PHOTOPIC_TRY(
      check(device_, vk_.vkCreateDevice(device_.physical_device, &info, nullptr, &device_.device), "vkCreateDevice"));
  if (const char* missing = load_device(device_.device, &vk_)) {
    return report(device_, Status::unsupported, "the Vulkan device has no %s", missing);
  }
  vk_.vkGetDeviceQueue(device_.device, device_.queue_family, 0, &queue_);
  return Status::ok;
}

}  // namespace photopic
