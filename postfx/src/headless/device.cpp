// SPDX-License-Identifier: MIT
// Choice and making of a Vulkan device of the library's own.
#include "headless/device.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>

#include "gpu/host/report.h"
#include "headless/device_choice.h"

namespace photopic {
namespace {

constexpr std::uint32_t kMaxDevices = 32;
constexpr std::uint32_t kMaxFamilies = 32;
constexpr std::uint32_t kNone = ~0u;

/// Graphics as well, which blits need, where there is such a family.
std::uint32_t compute_family(const HeadlessTable& vk, VkPhysicalDevice device) {
  VkQueueFamilyProperties families[kMaxFamilies];
  std::uint32_t count = kMaxFamilies;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families);
  constexpr VkQueueFlags kWishes[] = {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, VK_QUEUE_COMPUTE_BIT};
  for (const VkQueueFlags wanted : kWishes) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((families[i].queueFlags & wanted) == wanted) return i;
    }
  }
  return kNone;
}

/// VK_ERROR_OUT_OF_HOST_MEMORY, or what Vulkan says.
VkResult find_push_descriptors(const HeadlessTable& vk, VkPhysicalDevice device, bool* has_them) {
  std::uint32_t count = 0;
  VkResult result = vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  if (result != VK_SUCCESS) return result;
  const std::unique_ptr<VkExtensionProperties[]> all(new (std::nothrow) VkExtensionProperties[count]);
  if (all == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  result = vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.get());
  *has_them = std::any_of(all.get(), all.get() + count, [](const VkExtensionProperties& extension) {
    return std::strcmp(extension.extensionName, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) == 0;
  });
  return result;
}

/// What the module needs and the device hasn't; null: nothing.
const char* lack_of(const HeadlessTable& vk, VkPhysicalDevice device, const VkPhysicalDeviceProperties& properties) {
  if (properties.apiVersion < VK_API_VERSION_1_2) return "Vulkan 1.2";
  return compute_family(vk, device) == kNone ? "a compute queue" : nullptr;
}

}  // namespace

HeadlessDevice::~HeadlessDevice() {
  if (device_.device != VK_NULL_HANDLE && vk_.vkDestroyDevice != nullptr) {
    vk_.vkDeviceWaitIdle(device_.device);
    if (device_.pipeline_cache != VK_NULL_HANDLE) {
      vk_.vkDestroyPipelineCache(device_.device, device_.pipeline_cache, nullptr);
    }
    if (pool_ != VK_NULL_HANDLE) vk_.vkDestroyCommandPool(device_.device, pool_, nullptr);
    vk_.vkDestroyDevice(device_.device, nullptr);
  }
  if (device_.instance != VK_NULL_HANDLE && vk_.vkDestroyInstance != nullptr) {
    vk_.vkDestroyInstance(device_.instance, nullptr);
  }
}

Status HeadlessDevice::open(const char* function, const char* choice, MessageFn message, void* message_user) noexcept {
  device_.message = message;
  device_.message_user = message_user;
  Status status = open_instance(function);
  if (status == Status::ok) status = choose(function, choice);
  if (status == Status::ok) status = open_device();
  return status == Status::ok ? gpu_.init(device_) : status;
}

Status HeadlessDevice::open_instance(const char* function) noexcept {
  if (!loader_.open()) {
    return report(device_, Status::unsupported, "%s: there is no Vulkan loader: install libvulkan1", function);
  }
  device_.get_instance_proc_addr = loader_.get_instance_proc_addr();
  device_.api_version = VK_API_VERSION_1_2;
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(device_.get_instance_proc_addr(VK_NULL_HANDLE, "vkCreateInstance"));
  if (create == nullptr) return report(device_, Status::unsupported, "%s: no vkCreateInstance", function);
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "photopic";
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  const VkResult result = create(&info, nullptr, &device_.instance);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
    return report(device_, Status::unsupported, "%s: there is no Vulkan driver: install mesa-vulkan-drivers, say",
                  function);
  }
  const Status status = check(device_, result, "vkCreateInstance");
  if (status != Status::ok) return status;
  const char* const missing = load_instance(device_.get_instance_proc_addr, device_.instance, &vk_);
  return missing == nullptr ? Status::ok : report(device_, Status::unsupported, "%s: no %s", function, missing);
}

Status HeadlessDevice::choose(const char* function, const char* choice) noexcept {
  VkPhysicalDevice devices[kMaxDevices];
  std::uint32_t count = kMaxDevices;
  const VkResult result = vk_.vkEnumeratePhysicalDevices(device_.instance, &count, devices);
  if (result < 0) return check(device_, result, "vkEnumeratePhysicalDevices");
  VkPhysicalDeviceProperties properties[kMaxDevices];
  DeviceFacts facts[kMaxDevices];
  for (std::uint32_t i = 0; i < count; ++i) {
    vk_.vkGetPhysicalDeviceProperties(devices[i], &properties[i]);
    facts[i] = {properties[i].deviceName, properties[i].deviceType, lack_of(vk_, devices[i], properties[i])};
  }
  char why[400] = "";
  const std::uint32_t best = choose_device(std::span(facts).first(count), choice, why);
  if (best == kNoDevice) return report(device_, Status::unsupported, "%s: %s", function, why);
  std::memcpy(name_, properties[best].deviceName, sizeof name_);
  device_.physical_device = devices[best];
  return Status::ok;
}

Status HeadlessDevice::open_device() noexcept {
  device_.queue_family = compute_family(vk_, device_.physical_device);
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue_info = {};
  queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue_info.queueFamilyIndex = device_.queue_family;
  queue_info.queueCount = 1;
  queue_info.pQueuePriorities = &priority;

  VkPhysicalDeviceVulkan12Features available12 = {};
  available12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  VkPhysicalDeviceFeatures2 available = {};
  available.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  available.pNext = &available12;
  vk_.vkGetPhysicalDeviceFeatures2(device_.physical_device, &available);
  VkPhysicalDeviceVulkan12Features features12 = {};
  features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  VkPhysicalDeviceFeatures features = {};
  if (available.features.shaderInt64 == VK_TRUE && available12.shaderBufferInt64Atomics == VK_TRUE) {
    features.shaderInt64 = VK_TRUE;
    features12.shaderBufferInt64Atomics = VK_TRUE;
    device_.shader_buffer_int64_atomics = true;
  }
  features.shaderFloat64 = available.features.shaderFloat64;
  device_.shader_float64 = features.shaderFloat64 == VK_TRUE;
  features12.shaderFloat16 = available12.shaderFloat16;
  device_.shader_float16 = features12.shaderFloat16 == VK_TRUE;

  bool has_push_descriptors = false;
  const VkResult found = find_push_descriptors(vk_, device_.physical_device, &has_push_descriptors);
  if (found != VK_SUCCESS) return check(device_, found, "vkEnumerateDeviceExtensionProperties");
  device_.frames_in_flight = 1;  // of a ring; each call waits for the device
  const char* const extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features12;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  info.enabledExtensionCount = has_push_descriptors ? 1 : 0;
  info.ppEnabledExtensionNames = &extension;
  info.pEnabledFeatures = &features;
  Status status =
      check(device_, vk_.vkCreateDevice(device_.physical_device, &info, nullptr, &device_.device), "vkCreateDevice");
  if (status != Status::ok) return status;
  if (const char* missing = load_device(device_.device, &vk_)) {
    return report(device_, Status::unsupported, "%s: no %s", name_, missing);
  }
  vk_.vkGetDeviceQueue(device_.device, device_.queue_family, 0, &queue_);

  VkPipelineCacheCreateInfo cache_info = {};
  cache_info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  status = check(device_, vk_.vkCreatePipelineCache(device_.device, &cache_info, nullptr, &device_.pipeline_cache),
                 "vkCreatePipelineCache");
  if (status != Status::ok) return status;
  VkCommandPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool_info.queueFamilyIndex = device_.queue_family;
  status = check(device_, vk_.vkCreateCommandPool(device_.device, &pool_info, nullptr, &pool_), "vkCreateCommandPool");
  if (status != Status::ok) return status;
  VkCommandBufferAllocateInfo commands_info = {};
  commands_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  commands_info.commandPool = pool_;
  commands_info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  commands_info.commandBufferCount = 1;
  return check(device_, vk_.vkAllocateCommandBuffers(device_.device, &commands_info, &commands_),
               "vkAllocateCommandBuffers");
}

Status HeadlessDevice::begin(VkCommandBuffer* commands) noexcept {
  VkCommandBufferBeginInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  *commands = commands_;
  return check(device_, vk_.vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer");
}

Status HeadlessDevice::end(Status recorded) noexcept {
  Status status = check(device_, vk_.vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
  if (recorded != Status::ok) return recorded;
  if (status != Status::ok) return status;
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands_;
  status = check(device_, vk_.vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  return status == Status::ok ? check(device_, vk_.vkQueueWaitIdle(queue_), "vkQueueWaitIdle") : status;
}

}  // namespace photopic
