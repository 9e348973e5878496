// SPDX-License-Identifier: MIT
// Barriers between recorded commands.
#ifndef PHOTOPIC_SRC_GPU_BARRIERS_H
#define PHOTOPIC_SRC_GPU_BARRIERS_H

#include "gpu/host/gpu.h"

namespace photopic {

/// A point in the command stream: what was done before it, or what waits after it.
struct Access {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr Access kComputeWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kComputeRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kComputeReadWrite = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kFragmentRead = {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
inline constexpr Access kTransferRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Access kTransferWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr Access operator|(Access a, Access b) { return {a.stages | b.stages, a.access | b.access}; }

/// Global memory barrier from `producer` to `consumer`.
void memory_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, Access producer, Access consumer) noexcept;
/// Moves `level_count` levels of `image` from one layout to another (from UNDEFINED: and discards them), between
/// `producer` and `consumer`.
void layout_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, VkImage image, std::uint32_t first_level,
                    std::uint32_t level_count, VkImageLayout from, VkImageLayout to, Access producer,
                    Access consumer) noexcept;

}  // namespace photopic

#endif
