// SPDX-License-Identifier: MIT
// Changes of what a Vulkan device says of itself, for the loader shim of tests and for the tests' layer.
#ifndef PHOTOPIC_TESTS_LAYER_DEVICE_CHANGES_H
#define PHOTOPIC_TESTS_LAYER_DEVICE_CHANGES_H

#include <vulkan/vulkan_core.h>

#include <functional>
#include <optional>

namespace test {

/// Limits that are lower, and what is hidden. The driver keeps its own: these only make a device smaller.
struct DeviceChanges {
  /// Lowers the limits; null: they are as they are.
  std::function<void(VkPhysicalDeviceLimits&)> limits = {};
  bool has_int64_atomics = true;
  bool has_float64 = true;
  bool has_push_descriptors = true;
  /// shaderStorageImageExtendedFormats, and storage images of formats that need it.
  bool has_extended_formats = true;
  /// The device says that it is a GPU, for code that a CPU has other variants of.
  bool is_gpu = false;
  std::optional<VkDriverId> driver_id = {};

  void apply(VkPhysicalDeviceProperties& properties) const;
  void apply(VkPhysicalDeviceFeatures& features) const;
  void apply(VkFormat format, VkFormatProperties& properties) const;
  /// Structs that follow VkPhysicalDeviceProperties2 or VkPhysicalDeviceFeatures2.
  void apply_to_chain(void* next) const;
  bool hides_extension(const char* name) const;
  bool hides_function(const char* name) const;
};

/// The least that Vulkan 1.2 promises of workgroups, descriptors, push constants and images.
void lower_to_vulkan_1_2(VkPhysicalDeviceLimits& limits);

}  // namespace test

#endif
