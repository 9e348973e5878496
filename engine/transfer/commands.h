// SPDX-License-Identifier: MIT
// Command buffers, submission, barriers.
#ifndef PHOTOPIC_ENGINE_COMMANDS_H
#define PHOTOPIC_ENGINE_COMMANDS_H

#include <functional>
#include <vector>

#include "engine/device/device_object.h"

namespace engine {

/// A ring of command buffers, so that several submissions may be in flight.
class CommandRing {
 public:
  CommandRing(const Context& context, std::uint32_t in_flight);
  ~CommandRing();  ///< waits for the queue
  CommandRing(const CommandRing&) = delete;
  CommandRing& operator=(const CommandRing&) = delete;

  /// Waits until the oldest submission is done, and begins its command buffer anew.
  VkCommandBuffer begin();
  /// Ends and submits the command buffer that begin() gave.
  void submit();
  /// Waits for every submission.
  void wait();

 private:
  struct Slot {
    VkCommandBuffer command_buffer = VK_NULL_HANDLE;
    Fence fence;
  };

  void wait(const Slot& slot) const;
  const Context& context_;
  CommandPool pool_;
  std::vector<Slot> slots_;
  std::size_t next_ = 0;
};

/// Pool for command buffers of the context's queue that are recorded again and again, and one such buffer.
CommandPool make_command_pool(const Context& context);
VkCommandBuffer allocate_command_buffer(const Context& context, const CommandPool& pool);

/// Records, submits and waits.
void submit_and_wait(const Context& context, const std::function<void(VkCommandBuffer)>& record);

/// One stage and access mask on either side of a barrier.
struct Scope {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr Scope kComputeRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Scope kComputeWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Scope kTransferRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Scope kTransferWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Scope kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

constexpr Scope operator|(Scope a, Scope b) { return {a.stages | b.stages, a.access | b.access}; }

void memory_barrier(const Context& context, VkCommandBuffer command_buffer, Scope producer, Scope consumer);
/// Everything before is finished and visible to everything after.
void full_barrier(const Context& context, VkCommandBuffer command_buffer);
/// All levels and layers of an image.
void image_barrier(const Context& context, VkCommandBuffer command_buffer, VkImage image, VkImageLayout from,
                   VkImageLayout to, Scope producer, Scope consumer,
                   VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT);

}  // namespace engine

#endif
