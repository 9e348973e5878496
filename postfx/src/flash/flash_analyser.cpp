// SPDX-License-Identifier: MIT
// FlashAnalyser: its passes, state and recordings.
#include <spirv/flash_cells.h>
#include <spirv/flash_verdict.h>

#include <algorithm>

#include "adapt/latest_state.h"
#include "display/stored_formats.h"
#include "flash/flash.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {
namespace passes {
namespace {

using enum BindingKind;
constexpr BindingKind kFlashCells[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kFlashBuffers[] = {storage_buffer, storage_buffer, storage_buffer, storage_buffer};

}  // namespace

PHOTOPIC_PASS(flash_cells, kFlashCells, FlashParams)
PHOTOPIC_PASS(flash_verdict, kFlashBuffers, FlashParams)

}  // namespace passes

struct FlashAnalyser::Impl {
  Gpu gpu;
  FlashCreateInfo info;
  ComputePass cells_pass{gpu};
  ComputePass verdict_pass{gpu};
  DeviceBuffer header{gpu, "flash header"};
  DeviceBuffer states{gpu, "flash states"};
  DeviceBuffer flags{gpu, "flash cells"};
  DeviceBuffer totals{gpu, "flash totals"};
  DeviceBuffer results{gpu, "flash results"};
  VkDeviceSize result_stride_bytes = 0;
  std::uint32_t next_slot = 0;
  std::uint32_t resets = 0;
  std::uint64_t number = 0;

  Status create(const FlashCreateInfo& create_info) noexcept {
    info = create_info;
    number = instance_number(this);
    PHOTOPIC_TRY(flash::validate(gpu, info));
    PHOTOPIC_TRY(create_passes());
    return create_buffers();
  }

  Status create_passes() noexcept {
    const OutputEncoding stored = stored_encoding(info.format, info.encoding);
    const Specialization encoding[] = {{PHOTOPIC_FLASH_SPEC_ENCODING, static_cast<std::uint32_t>(stored)},
                                       {PHOTOPIC_FLASH_SPEC_PEAK, table_peak(info.format, stored)}};
    PHOTOPIC_TRY(cells_pass.create(passes::flash_cells));
    PHOTOPIC_TRY(cells_pass.add_variant(0, encoding));
    PHOTOPIC_TRY(verdict_pass.create(passes::flash_verdict));
    PHOTOPIC_TRY(verdict_pass.add_variant(0, {}));
    return info.defer_pipelines ? Status::ok : gpu.batch.create(gpu);
  }

  Status create_buffers() noexcept {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const VkDeviceSize cells = VkDeviceSize{info.columns} * info.rows;
    const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu.limits.minStorageBufferOffsetAlignment, 1);
    result_stride_bytes = (sizeof(gpu::FlashResult) + alignment - 1) / alignment * alignment;
    Status status = header.create_zeroed(sizeof(gpu::FlashHeader), kStorage, sizeof(gpu::FlashHeader));
    if (status == Status::ok) {
      status = states.create(cells * PHOTOPIC_FLASH_KINDS * sizeof(gpu::FlashCell), kStorage);
    }
    if (status == Status::ok) {
      status = flags.create(cells * sizeof(std::uint32_t), kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    }
    if (status == Status::ok) {
      status = totals.create_zeroed(sizeof(gpu::FlashTotals), kStorage, sizeof(gpu::FlashTotals));
    }
    if (status == Status::ok) {
      status = results.create_readback(result_stride_bytes * info.statistics_slots, kStorage);
    }
    return status;
  }

  static Binding whole(const DeviceBuffer& buffer) { return buffer_binding(buffer.handle(), 0, VK_WHOLE_SIZE); }

  void record(VkCommandBuffer command_buffer, const FlashFrame& frame, const FlashSettings& settings) noexcept {
    const DebugLabel label(gpu, command_buffer, "flashes");
    if (frame.reset_history) ++resets;
    gpu::FlashParams params = flash::params_of(info, frame.extent, settings);
    params.time_low = static_cast<std::uint32_t>(frame.time_us);
    params.time_high = static_cast<std::uint32_t>(frame.time_us >> 32);
    params.object_low = static_cast<std::uint32_t>(number);
    params.object_high = static_cast<std::uint32_t>(number >> 32);
    params.reset = resets;
    const Binding result = buffer_binding(results.handle(), result_stride_bytes * next_slot, sizeof(gpu::FlashResult));
    next_slot = (next_slot + 1) % info.statistics_slots;

    // Producers: the passes of the frame before, and the host's copies of cells. Consumers: these.
    memory_barrier(gpu, command_buffer, kComputeReadWrite | kTransferRead, kComputeReadWrite);
    const Binding cells[] = {image_binding(frame.ldr, frame.layout), whole(header), whole(states), whole(flags),
                             whole(totals)};
    cells_pass.dispatch(command_buffer, 0, {divide_up(info.columns * info.rows, PHOTOPIC_FLASH_GROUP_CELLS), 1}, params,
                        cells);
    // Producers: flags and totals. Consumer: the verdict, which writes the header and totals that cells have read.
    memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
    const Binding verdict[] = {whole(header), whole(flags), whole(totals), result};
    const std::uint32_t windows = info.rows - params.window_rows + 1;
    params.arrivals = windows + (gpu.ends_apart ? 1 : 0);
    verdict_pass.dispatch(command_buffer, 0, {windows, 1}, params, verdict);
    if (gpu.ends_apart) {
      // Producers: the workgroups of all windows. Consumer: one that arrives last.
      memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
      verdict_pass.dispatch(command_buffer, 0, {1, 1}, params, verdict);
    }
    // Producer: the verdict. Consumer: statistics(), whenever it arrives.
    memory_barrier(gpu, command_buffer, kComputeWrite, kHostRead);
  }
};

template struct detail::Destroy<FlashAnalyser::Impl>;

Status FlashAnalyser::create(const Device& device, const FlashCreateInfo& info, FlashAnalyser* out) noexcept {
  return create_owned("FlashAnalyser::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status FlashAnalyser::record(VkCommandBuffer command_buffer, const FlashFrame& frame,
                             const FlashSettings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(impl_->gpu.batch.check_made(impl_->gpu, "FlashAnalyser::record"));
  PHOTOPIC_TRY(flash::validate(impl_->gpu, command_buffer, frame, settings));
  impl_->record(command_buffer, frame, settings);
  return Status::ok;
}

Status FlashAnalyser::prepare(std::uint32_t max_pipelines) noexcept {
  return impl_ != nullptr ? impl_->gpu.batch.prepare(impl_->gpu, max_pipelines) : Status::invalid_argument;
}

bool FlashAnalyser::is_prepared() const noexcept { return impl_ != nullptr && impl_->gpu.batch.left() == 0; }

bool FlashAnalyser::statistics(FlashStatistics* out) const noexcept {
  if (impl_ == nullptr || out == nullptr) return false;
  gpu::FlashResult result;
  if (!latest_result(impl_->results.mapped(), impl_->info.statistics_slots, impl_->result_stride_bytes, &result)) {
    return false;
  }
  *out = flash::statistics_of(result, impl_->info);
  return true;
}

VkBuffer FlashAnalyser::cells_buffer() const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->flags.handle();
}

VkDeviceSize FlashAnalyser::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
