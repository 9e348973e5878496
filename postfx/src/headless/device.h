// SPDX-License-Identifier: MIT
// Device of calls on memory, with its command buffer.
#ifndef PHOTOPIC_SRC_HEADLESS_DEVICE_H
#define PHOTOPIC_SRC_HEADLESS_DEVICE_H

#include "gpu/host/gpu.h"
#include "headless/opened_device.h"

namespace photopic {

class HeadlessDevice {
 public:
  HeadlessDevice() = default;
  ~HeadlessDevice();
  HeadlessDevice(const HeadlessDevice&) = delete;
  HeadlessDevice& operator=(const HeadlessDevice&) = delete;

  /// `choice`: as of choose_device(), in the order of vkEnumeratePhysicalDevices, or null. Messages name `function`, go
  /// to `message`, which stays that of the device, and list the devices where none can be had.
  Status open(const char* function, const char* choice, MessageFn message, void* message_user) noexcept;

  /// What objects are made with; outlives them.
  const Device& device() const { return gpu_.device; }
  const Gpu& gpu() const { return gpu_; }
  const char* name() const { return name_; }
  const HeadlessTable& vk() const { return opened_.vk(); }

  /// A command buffer that has begun, empty: the only one.
  Status begin(VkCommandBuffer* commands) noexcept;
  /// Submits it and waits for the device, or drops it if `recorded` isn't ok. Returns that, then.
  Status end(Status recorded) noexcept;

 private:
  Status make_commands() noexcept;

  OpenedDevice opened_;
  Device device_;  // with the pipeline cache
  Gpu gpu_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  char name_[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE] = "";
};

}  // namespace photopic

#endif
