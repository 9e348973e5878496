// SPDX-License-Identifier: MIT
// Recording of copies of the overlay's numbers.
#include "viewer/window/overlay_probe.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "engine/transfer/commands.h"

namespace viewer {
namespace {

using Data = photopic::gpu::OverlayData;
using Params = photopic::gpu::OverlayParams;

constexpr std::size_t kPanels_bytes = sizeof(OverlayNumbers::panels);
constexpr std::size_t kCounts_bytes = sizeof(OverlayNumbers::counts);
constexpr std::size_t kValues_bytes = sizeof(OverlayNumbers::values);

}  // namespace

OverlayProbe::OverlayProbe(const engine::Context& context) : context_(context) {
  for (Slot& slot : slots_) {
    slot.buffer = engine::Buffer(context, kPanels_bytes + kCounts_bytes + kValues_bytes,
                                 VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
  }
}

void OverlayProbe::record(VkCommandBuffer command_buffer, std::uint32_t slot, VkBuffer data, VkExtent2D picture,
                          std::uint32_t views) {
  Slot& own = slots_[slot];
  own.recorded = OverlayNumbers{.picture = picture, .views = views};
  // Producer: the overlay's passes. Consumers: the copy, and through the barrier behind it the next frame's writes.
  engine::memory_barrier(context_, command_buffer, engine::kComputeWrite, engine::kTransferRead);
  const VkBufferCopy parts[] = {{offsetof(Data, params) + offsetof(Params, panels), 0, kPanels_bytes},
                                {offsetof(Data, counts), kPanels_bytes, kCounts_bytes},
                                {offsetof(Data, values), kPanels_bytes + kCounts_bytes, kValues_bytes}};
  context_.vk().vkCmdCopyBuffer(command_buffer, data, own.buffer.handle(), std::uint32_t(std::size(parts)), parts);
  engine::memory_barrier(context_, command_buffer, engine::kTransferRead,
                         engine::kComputeWrite | engine::kTransferWrite);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
}

std::optional<OverlayNumbers> OverlayProbe::take(std::uint32_t slot) {
  Slot& own = slots_[slot];
  std::optional<OverlayNumbers> numbers = std::exchange(own.recorded, {});
  if (!numbers) return {};
  const std::byte* bytes = own.buffer.mapped().data();
  std::memcpy(numbers->panels.data(), bytes, kPanels_bytes);
  std::memcpy(numbers->counts.data(), bytes + kPanels_bytes, kCounts_bytes);
  std::memcpy(numbers->values.data(), bytes + kPanels_bytes + kCounts_bytes, kValues_bytes);
  return numbers;
}

}  // namespace viewer
