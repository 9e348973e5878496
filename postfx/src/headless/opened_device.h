// SPDX-License-Identifier: MIT
// A Vulkan instance and device that the library opens for itself or for a program.
#ifndef PHOTOPIC_SRC_HEADLESS_OPENED_DEVICE_H
#define PHOTOPIC_SRC_HEADLESS_OPENED_DEVICE_H

#include <memory>
#include <span>

#include "headless/device_choice.h"
#include "headless/loader.h"

namespace photopic {

using Names = std::span<const char* const>;

/// What a device must have, and what is turned on. Default: what the module uses, as far as the device has it.
struct DeviceRequest {
  bool needs_graphics = false;             ///< true: devices without a queue of graphics and compute are refused
  const char* needed_extension = nullptr;  ///< devices without it are refused; null: none
  bool int64_atomics = true;               ///< turns on 64-bit atomics if the device has them
  bool float64 = true;                     ///< turns on doubles if the device has them
};

struct FoundDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties = {};
  const char* lack = nullptr;  ///< what it needs and hasn't; null: nothing

  DeviceFacts facts() const { return {properties.deviceName, properties.deviceType, lack}; }
};
inline constexpr std::uint32_t kMaxDevices = 32;

/// Extensions of a physical device.
class ExtensionList {
 public:
  VkResult load(const HeadlessTable& vk, VkPhysicalDevice device) noexcept;
  bool has(const char* name) const noexcept;

 private:
  std::unique_ptr<VkExtensionProperties[]> all_;
  std::uint32_t count_ = 0;
};

/// The calls run in this order: open_instance(), find(), choose(), open(). The destructor ends what is open.
class OpenedDevice {
 public:
  OpenedDevice() = default;
  ~OpenedDevice();
  OpenedDevice(const OpenedDevice&) = delete;
  OpenedDevice& operator=(const OpenedDevice&) = delete;

  /// Messages go to `message`, which stays that of the device, and name `function`. `next`: chain of the instance.
  /// ok with a null instance: the machine has no driver.
  Status open_instance(const char* function, MessageFn message, void* message_user, Names layers = {},
                       Names extensions = {}, const void* next = nullptr) noexcept;
  /// Devices in the order of vkEnumeratePhysicalDevices, at most kMaxDevices, and whether they have what is requested.
  /// Returns their count in `count`; 0 without an instance.
  Status find(const DeviceRequest& request, std::span<FoundDevice> devices, std::uint32_t* count) noexcept;
  Status choose(VkPhysicalDevice device) noexcept;
  /// Of the chosen device.
  bool has_extension(const char* name) const noexcept { return extensions_.has(name); }
  /// Opens the chosen device with one queue, features that the module uses, VK_KHR_push_descriptor if there is one, and
  /// `extensions`, which the device must have. `next`: chain of further features.
  Status open(const DeviceRequest& request, Names extensions = {}, void* next = nullptr) noexcept;
  /// Ends the device; the instance stays.
  void close() noexcept;

  /// As objects of the module borrow it, without a pipeline cache.
  const Device& device() const { return device_; }
  const HeadlessTable& vk() const { return vk_; }
  VkQueue queue() const { return queue_; }

 private:
  Loader loader_;
  Device device_;  // as far as it is open
  HeadlessTable vk_;
  ExtensionList extensions_;
  VkQueue queue_ = VK_NULL_HANDLE;
};

}  // namespace photopic

#endif
