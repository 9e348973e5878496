// SPDX-License-Identifier: MIT
// Structs of properties and features, as a smaller device fills them.
#include "layer/device_changes.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace test {
namespace {

// Formats of storage images without shaderStorageImageExtendedFormats: "Mandatory Format Support" of the specification.
constexpr VkFormat kPlainStorageFormats[] = {
    VK_FORMAT_R8G8B8A8_UNORM,      VK_FORMAT_R8G8B8A8_SNORM,    VK_FORMAT_R8G8B8A8_UINT,
    VK_FORMAT_R8G8B8A8_SINT,       VK_FORMAT_R16G16B16A16_UINT, VK_FORMAT_R16G16B16A16_SINT,
    VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32_UINT,          VK_FORMAT_R32_SINT,
    VK_FORMAT_R32_SFLOAT,          VK_FORMAT_R32G32_UINT,       VK_FORMAT_R32G32_SINT,
    VK_FORMAT_R32G32_SFLOAT,       VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32G32B32A32_SINT,
    VK_FORMAT_R32G32B32A32_SFLOAT};

bool equals(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

}  // namespace

void DeviceChanges::apply(VkPhysicalDeviceProperties& properties) const {
  if (limits) limits(properties.limits);
  if (is_gpu) properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
}

void DeviceChanges::apply(VkPhysicalDeviceFeatures& features) const {
  if (!has_int64_atomics) features.shaderInt64 = VK_FALSE;
  if (!has_float64) features.shaderFloat64 = VK_FALSE;
  if (!has_extended_formats) features.shaderStorageImageExtendedFormats = VK_FALSE;
}

void DeviceChanges::apply(VkFormat format, VkFormatProperties& properties) const {
  if (has_extended_formats) return;
  if (std::find(std::begin(kPlainStorageFormats), std::end(kPlainStorageFormats), format) ==
      std::end(kPlainStorageFormats)) {
    properties.optimalTilingFeatures &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT};
    properties.linearTilingFeatures &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT};
  }
}

void DeviceChanges::apply_to_chain(void* next) const {
  for (auto* out = static_cast<VkBaseOutStructure*>(next); out != nullptr; out = out->pNext) {
    if (out->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
      if (driver_id) reinterpret_cast<VkPhysicalDeviceDriverProperties*>(out)->driverID = *driver_id;
    } else if (out->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES) {
      if (driver_id) reinterpret_cast<VkPhysicalDeviceVulkan12Properties*>(out)->driverID = *driver_id;
    } else if (out->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
      auto& features = *reinterpret_cast<VkPhysicalDeviceVulkan12Features*>(out);
      if (!has_int64_atomics) features.shaderBufferInt64Atomics = features.shaderSharedInt64Atomics = VK_FALSE;
    } else if (out->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES) {
      auto& features = *reinterpret_cast<VkPhysicalDeviceShaderAtomicInt64Features*>(out);
      if (!has_int64_atomics) features.shaderBufferInt64Atomics = features.shaderSharedInt64Atomics = VK_FALSE;
    }
  }
}

bool DeviceChanges::hides_extension(const char* name) const {
  return !has_push_descriptors && equals(name, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
}

bool DeviceChanges::hides_function(const char* name) const {
  return !has_push_descriptors && (equals(name, "vkCmdPushDescriptorSetKHR") || equals(name, "vkCmdPushDescriptorSet"));
}

// Of the table "Required Limits" of the specification.
void lower_to_vulkan_1_2(VkPhysicalDeviceLimits& limits) {
  limits.maxImageDimension2D = 4096;
  limits.maxPushConstantsSize = 128;
  limits.maxPerStageDescriptorSamplers = 16;
  limits.maxPerStageDescriptorStorageBuffers = 4;
  limits.maxPerStageDescriptorSampledImages = 16;
  limits.maxPerStageDescriptorStorageImages = 4;
  limits.maxPerStageResources = 128;
  limits.maxComputeSharedMemorySize = 16384;
  limits.maxComputeWorkGroupInvocations = 128;
  limits.maxComputeWorkGroupSize[0] = 128;
  limits.maxComputeWorkGroupSize[1] = 128;
  limits.maxComputeWorkGroupSize[2] = 64;
}

}  // namespace test
