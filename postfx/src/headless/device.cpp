// SPDX-License-Identifier: MIT
// Choice and making of a Vulkan device of the library's own.
#include "headless/device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr std::uint32_t kMaxDevices = 32;
constexpr std::uint32_t kMaxFamilies = 32;
constexpr std::uint32_t kNone = ~0u;

/// The most suitable first.
constexpr VkPhysicalDeviceType kTypes[] = {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
                                           VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_OTHER,
                                           VK_PHYSICAL_DEVICE_TYPE_CPU};

std::ptrdiff_t rank(VkPhysicalDeviceType type) {
  return std::find(std::begin(kTypes), std::end(kTypes), type) - std::begin(kTypes);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool contains(const char* text, const char* part) {
  const char* const end = text + std::strlen(text);
  return std::search(text, end, part, part + std::strlen(part), [](char a, char b) { return lower(a) == lower(b); }) !=
         end;
}

/// The whole number that `text` is, or kNone.
std::uint32_t index_of(const char* text) {
  char* end = nullptr;
  const unsigned long index = std::strtoul(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' && index < kMaxDevices ? static_cast<std::uint32_t>(index)
                                                                             : kNone;
}

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
VkResult find_lack(const HeadlessTable& vk, VkPhysicalDevice device, const char** lack) {
  VkPhysicalDeviceProperties properties;
  vk.vkGetPhysicalDeviceProperties(device, &properties);
  *lack = nullptr;
  if (properties.apiVersion < VK_API_VERSION_1_2) {
    *lack = "Vulkan 1.2";
  } else if (compute_family(vk, device) == kNone) {
    *lack = "a compute queue";
  } else {
    bool has_them = false;
    const VkResult result = find_push_descriptors(vk, device, &has_them);
    if (!has_them) *lack = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
    return result;
  }
  return VK_SUCCESS;
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
  const std::uint32_t wanted = choice != nullptr ? index_of(choice) : kNone;
  std::uint32_t best = kNone;
  std::ptrdiff_t best_rank = 0;
  char list[400] = "";
  std::size_t length = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vk_.vkGetPhysicalDeviceProperties(devices[i], &properties);
    const char* lack = nullptr;
    const VkResult found = find_lack(vk_, devices[i], &lack);
    if (found == VK_ERROR_OUT_OF_HOST_MEMORY) return check(device_, found, "vkEnumerateDeviceExtensionProperties");
    if (found != VK_SUCCESS) lack = "a list of its extensions";  // a broken driver hides no other device
    if (length < sizeof list) {
      length += static_cast<std::size_t>(std::max(
          0, std::snprintf(list + length, sizeof list - length, "%s%u: %s%s%s", i > 0 ? ", " : "", i,
                           properties.deviceName, lack != nullptr ? " without " : "", lack != nullptr ? lack : "")));
    }
    const bool is_wanted =
        choice == nullptr || (wanted != kNone ? i == wanted : contains(properties.deviceName, choice));
    const std::ptrdiff_t place = choice == nullptr ? rank(properties.deviceType) : 0;
    if (is_wanted && lack == nullptr && (best == kNone || place < best_rank)) {
      best = i;
      best_rank = place;
      std::memcpy(name_, properties.deviceName, sizeof name_);
    }
  }
  if (best == kNone) {
    return report(device_, Status::unsupported, "%s: no usable Vulkan device%s%s%s; there is %s", function,
                  choice != nullptr ? " '" : "", choice != nullptr ? choice : "", choice != nullptr ? "'" : "",
                  count > 0 ? list : "none");
  }
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
    device_.enabled.shader_buffer_int64_atomics = true;
  }
  features.shaderFloat64 = available.features.shaderFloat64;
  device_.enabled.shader_float64 = features.shaderFloat64 == VK_TRUE;

  const char* const extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features12;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  info.enabledExtensionCount = 1;
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
