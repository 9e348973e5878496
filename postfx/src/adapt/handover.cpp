// SPDX-License-Identifier: MIT
// Recording of the exposure image and of the copies of the state for the CPU.
#include "adapt/handover.h"

#include <cstddef>
#include <cstring>
#include <new>

#include "adapt/adaptation.h"
#include "adapt/latest_state.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"

namespace photopic {

Status Handover::create_images() noexcept {
  images_.reset(new (std::nothrow) std::unique_ptr<LevelImage>[info_.view_count]);
  if (images_ == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  Status status = Status::ok;
  for (std::uint32_t view = 0; view < info_.view_count && status == Status::ok; ++view) {
    images_[view].reset(new (std::nothrow) LevelImage(gpu_, "exposure"));
    if (images_[view] == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
    status = images_[view]->create_in(arena_, {1, 1}, VK_FORMAT_R32_SFLOAT,
                                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                          VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  }
  return status == Status::ok ? arena_.bind() : status;
}

Status Handover::create(const MadeFor& info) noexcept {
  info_ = info;
  Status status = Status::ok;
  if (info.exposure_image != ExposureImage::none) status = create_images();
  if (status != Status::ok || info.statistics_slots == 0) return status;
  next_slots_.reset(new (std::nothrow) std::uint32_t[info.view_count]());
  parts_.reset(new (std::nothrow) std::atomic<std::uint32_t>[info.view_count * info.statistics_slots]());
  if (next_slots_ == nullptr || parts_ == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  return statistics_.create_readback(sizeof(gpu::ExposureState) * info.view_count * info.statistics_slots,
                                     VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

void Handover::record_image(VkCommandBuffer command_buffer, const Binding& state, std::uint32_t view) const noexcept {
  const VkImage image = images_[view]->handle();
  const VkDeviceSize field = info_.exposure_image == ExposureImage::dlss ? offsetof(gpu::ExposureState, dlss_exposure)
                                                                         : offsetof(gpu::ExposureState, exposure);
  VkBufferImageCopy copy = {};
  copy.bufferOffset = state.offset_bytes + field;
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {1, 1, 1};
  // Producers: an earlier frame's copy, and readers of the image in compute or transfer. Consumer: this copy.
  layout_barrier(gpu_, command_buffer, image, 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 kComputeRead | kTransferRead | kTransferWrite, kTransferWrite);
  gpu_.vk.vkCmdCopyBufferToImage(command_buffer, state.buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  // Producer: the copy. Consumers: those readers.
  layout_barrier(gpu_, command_buffer, image, 0, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL,
                 kTransferWrite, kComputeRead | kTransferRead);
}

void Handover::record(VkCommandBuffer command_buffer, const Binding& state, std::uint32_t view,
                      const MadeFor& written) noexcept {
  const bool has_statistics = info_.statistics_slots != 0;
  if (!has_image(view) && !has_statistics) return;
  // Producers: the pass that adapts, and earlier copies to a slot. Consumers: the copies here.
  memory_barrier(gpu_, command_buffer, kComputeWrite | kTransferWrite, kTransferRead | kTransferWrite);
  if (has_image(view)) record_image(command_buffer, state, view);
  if (!has_statistics) return;
  std::uint32_t& slot = next_slots_[view];
  const std::uint32_t index = info_.statistics_slots * view + slot;
  const VkDeviceSize slot_bytes = sizeof(gpu::ExposureState) * index;
  parts_[index].store(part_bits(written), std::memory_order_relaxed);
  for (const StatePart& part : state_parts(written)) {
    if (!part.is_written) continue;
    const VkBufferCopy copy = {state.offset_bytes + part.offset_bytes, slot_bytes + part.offset_bytes, part.size_bytes};
    gpu_.vk.vkCmdCopyBuffer(command_buffer, state.buffer, statistics_.handle(), 1, &copy);
  }
  // Producer: the copy. Consumer: statistics(), after whatever the host waits for, or whenever it arrives.
  memory_barrier(gpu_, command_buffer, kTransferWrite, kHostRead);
  slot = (slot + 1) % info_.statistics_slots;
}

bool Handover::statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept {
  if (info_.statistics_slots == 0 || view >= info_.view_count || out == nullptr) return false;
  const std::uint32_t first = info_.statistics_slots * view;
  const auto* slots = static_cast<const gpu::ExposureState*>(statistics_.mapped()) + first;
  const auto has = [&](std::uint32_t slot, std::uint32_t part) {
    return (parts_[first + slot].load(std::memory_order_relaxed) >> part & 1u) != 0;
  };
  return latest_state(
      info_.statistics_slots,
      [&](std::uint32_t slot) {
        return StateParts{has(slot, kBalancePart), has(slot, kNightPart)};
      },
      out,
      [&](std::uint32_t slot) {
        auto state = copy_of_slot<gpu::ExposureState>(slots + slot);
        // What was copied there for other settings, long ago, isn't of this state.
        const auto parts = state_parts(info_);
        for (std::uint32_t i = 0; i < parts.size(); ++i) {
          auto* const bytes = reinterpret_cast<std::byte*>(&state) + parts[i].offset_bytes;
          if (!has(slot, i)) std::memset(bytes, 0, static_cast<std::size_t>(parts[i].size_bytes));
        }
        return state;
      });
}

}  // namespace photopic
