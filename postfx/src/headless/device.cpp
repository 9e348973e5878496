// SPDX-License-Identifier: MIT
// Device of calls on memory: its choice, its command buffer, and the wait for it.
#include "headless/device.h"

#include <algorithm>
#include <cstring>

#include "gpu/host/report.h"

namespace photopic {

HeadlessDevice::~HeadlessDevice() {
  if (pool_ == VK_NULL_HANDLE) return;
  vk().vkDeviceWaitIdle(device_.device);
  vk().vkDestroyPipelineCache(device_.device, device_.pipeline_cache, nullptr);
  vk().vkDestroyCommandPool(device_.device, pool_, nullptr);
}

Status HeadlessDevice::open(const char* function, const char* choice, MessageFn message, void* message_user) noexcept {
  PHOTOPIC_TRY(opened_.open_instance(function, message, message_user));
  FoundDevice found[kMaxDevices];
  std::uint32_t count = 0;
  PHOTOPIC_TRY(opened_.find({}, found, &count));
  DeviceFacts facts[kMaxDevices];
  std::transform(found, found + count, facts, [](const FoundDevice& one) { return one.facts(); });
  char why[400] = "";
  const std::uint32_t best = choose_device(std::span(facts).first(count), choice, why);
  if (best == kNoDevice) return report(opened_.device(), Status::unsupported, "%s: %s", function, why);
  std::memcpy(name_, found[best].properties.deviceName, sizeof name_);
  PHOTOPIC_TRY(opened_.choose(found[best].handle));
  PHOTOPIC_TRY(opened_.open({}));
  device_ = opened_.device();
  device_.frames_in_flight = 1;  // of a ring; each call waits for the device
  PHOTOPIC_TRY(make_commands());
  return gpu_.init(device_);
}

Status HeadlessDevice::make_commands() noexcept {
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                             .queueFamilyIndex = device_.queue_family};
  PHOTOPIC_TRY(
      check(device_, vk().vkCreateCommandPool(device_.device, &pool_info, nullptr, &pool_), "vkCreateCommandPool"));
  const VkPipelineCacheCreateInfo cache_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  PHOTOPIC_TRY(check(device_, vk().vkCreatePipelineCache(device_.device, &cache_info, nullptr, &device_.pipeline_cache),
                     "vkCreatePipelineCache"));
  const VkCommandBufferAllocateInfo commands_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                                     .commandPool = pool_,
                                                     .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                                     .commandBufferCount = 1};
  return check(device_, vk().vkAllocateCommandBuffers(device_.device, &commands_info, &commands_),
               "vkAllocateCommandBuffers");
}

Status HeadlessDevice::begin(VkCommandBuffer* commands) noexcept {
  const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  *commands = commands_;
  return check(device_, vk().vkBeginCommandBuffer(commands_, &info), "vkBeginCommandBuffer");
}

Status HeadlessDevice::end(Status recorded) noexcept {
  const Status ended = check(device_, vk().vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
  PHOTOPIC_TRY(recorded);
  PHOTOPIC_TRY(ended);
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands_};
  PHOTOPIC_TRY(check(device_, vk().vkQueueSubmit(opened_.queue(), 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit"));
  return check(device_, vk().vkQueueWaitIdle(opened_.queue()), "vkQueueWaitIdle");
}

}  // namespace photopic
