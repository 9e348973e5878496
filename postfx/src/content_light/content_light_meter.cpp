// SPDX-License-Identifier: MIT
// ContentLightMeter: its passes, buffers and recordings.
#include <photopic/content_light_meter.h>
#include <spirv/content_light_end.h>
#include <spirv/content_light_sums.h>

#include <algorithm>

#include "adapt/latest_state.h"
#include "content_light/content_light.h"
#include "display/stored_formats.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {
namespace passes {
namespace {

using enum BindingKind;
constexpr BindingKind kContentLightSums[] = {sampled_image, storage_buffer};
constexpr BindingKind kContentLightEnd[] = {storage_buffer, storage_buffer, storage_buffer};

}  // namespace

PHOTOPIC_PASS(content_light_sums, kContentLightSums, ContentLightParams)
PHOTOPIC_PASS(content_light_end, kContentLightEnd, ContentLightParams)

}  // namespace passes

struct ContentLightMeter::Impl {
  Gpu gpu;
  ContentLightCreateInfo info;
  ComputePass sums_pass{gpu};
  ComputePass end_pass{gpu};
  DeviceBuffer totals{gpu, "content light totals"};
  DeviceBuffer histogram{gpu, "content light histogram"};
  DeviceBuffer results{gpu, "content light results"};
  VkDeviceSize result_stride_bytes = 0;
  std::uint32_t next_slot = 0;
  std::uint64_t number = 0;

  Status create(const ContentLightCreateInfo& create_info) noexcept {
    info = create_info;
    number = instance_number(this);
    PHOTOPIC_TRY(content_light::validate(gpu, info));
    PHOTOPIC_TRY(create_passes());
    return create_buffers();
  }

  Status create_passes() noexcept {
    const OutputEncoding stored = stored_encoding(info.format, info.encoding);
    const Specialization encoding[] = {{PHOTOPIC_CONTENT_LIGHT_SPEC_ENCODING, static_cast<std::uint32_t>(stored)},
                                       {PHOTOPIC_CONTENT_LIGHT_SPEC_PEAK, table_peak(info.format, stored)}};
    PHOTOPIC_TRY(sums_pass.create(passes::content_light_sums));
    PHOTOPIC_TRY(sums_pass.add_variant(0, encoding));
    PHOTOPIC_TRY(end_pass.create(passes::content_light_end));
    PHOTOPIC_TRY(end_pass.add_variant(0, {}));
    return gpu.batch.create(gpu);
  }

  Status create_buffers() noexcept {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu.limits.minStorageBufferOffsetAlignment, 1);
    result_stride_bytes = (sizeof(gpu::ContentLightResult) + alignment - 1) / alignment * alignment;
    PHOTOPIC_TRY(totals.create_zeroed(sizeof(gpu::ContentLightTotals), kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                      PHOTOPIC_CONTENT_LIGHT_ZEROED_BYTES));
    PHOTOPIC_TRY(
        histogram.create(kContentLightBins * sizeof(std::uint32_t), kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT));
    return results.create_readback(result_stride_bytes * info.statistics_slots, kStorage);
  }

  static Binding whole(const DeviceBuffer& buffer) { return buffer_binding(buffer.handle(), 0, VK_WHOLE_SIZE); }

  void record(VkCommandBuffer command_buffer, const ContentLightFrame& frame) noexcept {
    const DebugLabel label(gpu, command_buffer, "content light");
    gpu::ContentLightParams params = content_light::params_of(info, frame, gpu.is_cpu);
    params.object_low = static_cast<std::uint32_t>(number);
    params.object_high = static_cast<std::uint32_t>(number >> 32);
    const Binding result =
        buffer_binding(results.handle(), result_stride_bytes * next_slot, sizeof(gpu::ContentLightResult));
    next_slot = (next_slot + 1) % info.statistics_slots;

    if (!totals.is_zeroed()) {  // else each measurement leaves zeros
      // Producer: the last measurement. Consumer: the fill. Then: producer: the fill. Consumer: this measurement.
      memory_barrier(gpu, command_buffer, kComputeReadWrite, kTransferWrite);
      gpu.vk.vkCmdFillBuffer(command_buffer, totals.handle(), 0, PHOTOPIC_CONTENT_LIGHT_ZEROED_BYTES, 0);
      memory_barrier(gpu, command_buffer, kTransferWrite, kComputeReadWrite);
    }
    // Producers: the passes of the frame before, and the host's copies of the histogram. Consumers: these.
    memory_barrier(gpu, command_buffer, kComputeReadWrite | kTransferRead, kComputeReadWrite);
    const Binding sums[] = {image_binding(frame.ldr, frame.layout), whole(totals)};
    sums_pass.dispatch(command_buffer, 0, {params.workgroups, 1}, params, sums);
    // Producer: the sums. Consumer: the end.
    memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
    const Binding end[] = {whole(totals), whole(histogram), result};
    end_pass.dispatch(command_buffer, 0, {1, 1}, params, end);
    // Producer: the end. Consumer: statistics(), whenever it arrives.
    memory_barrier(gpu, command_buffer, kComputeWrite, kHostRead);
  }
};

template struct detail::Destroy<ContentLightMeter::Impl>;

Status ContentLightMeter::create(const Device& device, const ContentLightCreateInfo& info,
                                 ContentLightMeter* out) noexcept {
  return create_owned("ContentLightMeter::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status ContentLightMeter::record(VkCommandBuffer command_buffer, const ContentLightFrame& frame) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(content_light::validate(impl_->gpu, command_buffer, frame));
  impl_->record(command_buffer, frame);
  return Status::ok;
}

bool ContentLightMeter::statistics(ContentLightStatistics* out) const noexcept {
  if (impl_ == nullptr || out == nullptr) return false;
  gpu::ContentLightResult result;
  if (!latest_result(impl_->results.mapped(), impl_->info.statistics_slots, impl_->result_stride_bytes, &result)) {
    return false;
  }
  *out = content_light::statistics_of(result);
  return true;
}

VkBuffer ContentLightMeter::histogram_buffer() const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->histogram.handle();
}

VkDeviceSize ContentLightMeter::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
