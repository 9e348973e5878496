// SPDX-License-Identifier: MIT
// Functions, properties and limits of the host's device, read and checked.
#include "gpu/host/gpu.h"

#include "gpu/host/report.h"
#include "gpu/passes/device_needs.h"
#include "gpu/passes/pass_desc.h"

namespace photopic {
namespace {

constexpr std::uint32_t kRequiredApi = VK_API_VERSION_1_2;

}  // namespace

Status Gpu::init(const Device& host, const char* function) noexcept {
  device = host;
  maker = function;
  if (host.instance == VK_NULL_HANDLE || host.physical_device == VK_NULL_HANDLE || host.device == VK_NULL_HANDLE) {
    return report(device, Status::invalid_argument,
                  "create: device.instance, .physical_device or .device is VK_NULL_HANDLE");
  }
  if (host.get_instance_proc_addr == nullptr) {
    return report(device, Status::invalid_argument, "create: device.get_instance_proc_addr is null");
  }
  if (host.api_version < kRequiredApi) {
    return report(
        device, Status::unsupported,
        "create: device.api_version = %u (Vulkan %u.%u): the instance must have been created for 1.2 or later",
        host.api_version, VK_API_VERSION_MAJOR(host.api_version), VK_API_VERSION_MINOR(host.api_version));
  }
  if (const char* missing = load(host, &vk)) {
    return report(device, Status::unsupported, "create: the device has no %s: Vulkan 1.2 is needed", missing);
  }
  takes_whole_code = vk.vkGetDeviceProcAddr(host.device, kWholeCode) != nullptr;
  if (host.memory != nullptr) {
    if (host.memory->allocate == nullptr || host.memory->free == nullptr) {
      return report(device, Status::invalid_argument, "create: device.memory->allocate or ->free is null");
    }
    memory_callbacks = *host.memory;
  }
  PHOTOPIC_TRY(init_bindings());
  VkPhysicalDeviceProperties properties;
  vk.vkGetPhysicalDeviceProperties(host.physical_device, &properties);
  if (properties.apiVersion < kRequiredApi) {
    return report(device, Status::unsupported, "create: %s has Vulkan %u.%u: 1.2 is needed", properties.deviceName,
                  VK_API_VERSION_MAJOR(properties.apiVersion), VK_API_VERSION_MINOR(properties.apiVersion));
  }
  limits = properties.limits;
  is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  VkPhysicalDeviceDriverProperties driver = {};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroups = {};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  subgroups.pNext = &driver;
  VkPhysicalDeviceProperties2 properties2 = {};
  properties2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties2.pNext = &subgroups;
  vk.vkGetPhysicalDeviceProperties2(host.physical_device, &properties2);
  if ((subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0) {
    subgroup_operations = subgroups.supportedOperations;
  }
  has_ample_limits = fits(*this, kMostNeeds);
  // Metal has no coherence between workgroups before its version 3.2, and MoltenVK asks for none.
  ends_apart = host.separate_meter_end != 0 || driver.driverID == VK_DRIVER_ID_MOLTENVK;
  is_nvidia = driver.driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  vk.vkGetPhysicalDeviceMemoryProperties(host.physical_device, &memory);

  constexpr std::uint32_t kMaxFamilies = 32;
  VkQueueFamilyProperties families[kMaxFamilies];
  std::uint32_t family_count = kMaxFamilies;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(host.physical_device, &family_count, families);
  if (host.queue_family >= family_count) {
    return report(device, Status::invalid_argument, "create: device.queue_family = %u: the device has %u",
                  host.queue_family, family_count);
  }
  queue_flags = families[host.queue_family].queueFlags;
  if ((queue_flags & VK_QUEUE_COMPUTE_BIT) == 0) {
    return report(device, Status::unsupported, "create: device.queue_family = %u: has no compute", host.queue_family);
  }
  return Status::ok;
}

Status Gpu::init_bindings() noexcept {
  constexpr std::uint32_t kMaxFrames = 64;
  if (device.bindings > Bindings::ring) {
    return report(device, Status::invalid_argument, "create: device.bindings = %u: must be within [0, %u]",
                  static_cast<unsigned>(device.bindings), static_cast<unsigned>(Bindings::ring));
  }
  const bool is_usual = device.bindings == Bindings::automatic;
  bindings = is_usual ? usual_bindings(device, vk) : device.bindings;
  if (bindings == Bindings::ring && (device.frames_in_flight == 0 || device.frames_in_flight > kMaxFrames)) {
    return report(
        device, is_usual ? Status::unsupported : Status::invalid_argument,
        "create: device.frames_in_flight = %u: must be within [1, %u] for %s", device.frames_in_flight, kMaxFrames,
        is_usual ? "a device on which neither VK_KHR_push_descriptor nor Vulkan 1.4's pushDescriptor is enabled"
                 : "bindings = ring");
  }
  recordings_in_flight = device.frames_in_flight;
  const char* const missing = load_bindings(device, bindings, &vk);
  if (missing == nullptr) return Status::ok;
  return report(device, Status::unsupported, "create: the device has no %s, which device.bindings = %s needs", missing,
                bindings == Bindings::push_core        ? "push_core"
                : bindings == Bindings::push_extension ? "push_extension"
                                                       : "ring");
}

Status Gpu::init_drawing() noexcept {
  const char* const missing = load_drawing(device, &vk);
  if (missing == nullptr) return Status::ok;
  return report(device, Status::unsupported, "create: the device has no %s, which output.is_drawn needs", missing);
}

VkFormatFeatureFlags Gpu::optimal_features(VkFormat format) const noexcept {
  VkFormatProperties properties;
  vk.vkGetPhysicalDeviceFormatProperties(device.physical_device, format, &properties);
  return properties.optimalTilingFeatures;
}

}  // namespace photopic
