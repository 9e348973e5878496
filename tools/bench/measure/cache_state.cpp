// SPDX-License-Identifier: MIT
// Passes that fill or empty the GPU's caches before a measurement.
#include "bench/measure/cache_state.h"

namespace bench {
namespace {

constexpr VkDeviceSize kForeign_bytes = VkDeviceSize{256} << 20;  // several times the largest caches
constexpr VkDeviceSize kRange_bytes = VkDeviceSize{128} << 20;    // a storage buffer that every device can bind
static_assert(kForeign_bytes % kRange_bytes == 0 && kRange_bytes % BENCH_READ_BUFFER_GROUP_BYTES == 0);
constexpr VkExtent2D kRange_groups = {kRange_bytes / BENCH_READ_BUFFER_GROUP_BYTES, 1};

constexpr std::uint32_t kFillWord = 0x3f800000;

}  // namespace

CachePreparation::CachePreparation(const Rig& rig, CacheState state, HdrFormat format, const engine::Image& image)
    : rig_(rig), state_(state), image_(image) {
  if (state == CacheState::produced) {
    producer_.emplace(rig.context, format);
    produced_ = producer_->make_target(image.extent());
  } else if (state != CacheState::hot) {
    foreign_ = engine::Buffer(rig.context, kForeign_bytes,
                              VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              engine::MemoryUse::device);
    engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
      fill(command_buffer);
      engine::full_barrier(rig.context, command_buffer);
    });
  }
}

void CachePreparation::record(VkCommandBuffer command_buffer, const Method& method) const {
  switch (state_) {
    case CacheState::hot:
      method.record(command_buffer, target());
      engine::full_barrier(rig_.context, command_buffer);
      method.record(command_buffer, target());
      break;
    case CacheState::clean:
      read(command_buffer);
      break;
    case CacheState::dirty:
      fill(command_buffer);
      break;
    case CacheState::produced:
      producer_->record(command_buffer, image_, produced_);
      break;
  }
  engine::full_barrier(rig_.context, command_buffer);
}

void CachePreparation::fill(VkCommandBuffer command_buffer) const {
  rig_.context.vk().vkCmdFillBuffer(command_buffer, foreign_.handle(), 0, VK_WHOLE_SIZE, kFillWord);
}

void CachePreparation::read(VkCommandBuffer command_buffer) const {
  for (VkDeviceSize offset = 0; offset < kForeign_bytes; offset += kRange_bytes) {
    rig_.kernels.read_buffer.dispatch(
        command_buffer, {storage(foreign_, offset, kRange_bytes), storage(rig_.kernels.sink)}, nullptr, kRange_groups);
  }
}

}  // namespace bench
