// SPDX-License-Identifier: MIT
// ExposureScan: its pass, and the state that goes on from one recording to the next.
#include <photopic/exposure_scan.h>

#include <algorithm>

#include "adapt/adaptation.h"
#include "adapt/passes.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/checker.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "gpu/memory/content_slots.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"
#include "settings/validation.h"

namespace photopic {
namespace {

constexpr const char* kRecord = "ExposureScan::record";
constexpr const char* kImport = "ExposureScan::record_import";

}  // namespace

struct ExposureScan::Impl {
  Gpu gpu;
  ExposureScanCreateInfo info;
  ComputePass pass{gpu};
  DeviceBuffer last{gpu, "last exposure state"};
  ContentSlots<gpu::MeterTables> tables{gpu, "scan settings"};
  std::uint32_t epoch_instance = 0;
  std::uint32_t epoch_reset = 0;

  /// What has metered, as far as settings are checked against it.
  MadeFor metered() const noexcept {
    MadeFor made;
    made.weights = info.weights;
    made.histogram = made.highlights_and_black = true;
    made.convert_input = true;
    made.auto_white_balance = info.auto_white_balance;
    made.dark_adaptation = info.dark_adaptation;
    return made;
  }

  Status create(const ExposureScanCreateInfo& create_info) noexcept {
    info = create_info;
    const std::uint64_t number = instance_number(this);
    epoch_instance = static_cast<std::uint32_t>(number);
    epoch_reset = static_cast<std::uint32_t>(number >> 32);
    Status status = Checker(gpu, "ExposureScan::create")
                        .bits("weights", info.weights, 0, (1u << PHOTOPIC_WEIGHT_COUNT) - 1)
                        .status();
    if (status == Status::ok) status = pass.create(passes::adapt_scan);
    for (const std::uint32_t is_full : {0u, 1u}) {
      const Specialization constants[] = {{PHOTOPIC_SPEC_ADAPTATION, is_full},
                                          {PHOTOPIC_SPEC_RECEPTORS, info.dark_adaptation ? 1u : 0u}};
      if (status == Status::ok) status = pass.add_variant(is_full, constants);
    }
    if (status == Status::ok) status = gpu.batch.create(gpu);
    if (status == Status::ok) {
      status = last.create(sizeof(gpu::ExposureState),
                           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    }
    return status == Status::ok ? tables.create(settings_slot_count(1)) : status;
  }

  std::uint32_t max_count() const noexcept {
    return static_cast<std::uint32_t>(gpu.limits.maxStorageBufferRange / sizeof(gpu::ExposureState));
  }

  Status check(VkCommandBuffer command_buffer, const ExposureScanFrames& frames,
               const Settings& settings) const noexcept {
    const MadeFor made = metered();
    const std::uint32_t rest = max_count() - std::min(frames.first, max_count());
    Status status = validate(gpu, kRecord, command_buffer);
    if (status == Status::ok) {
      status = Checker(gpu, kRecord)
                   .require(frames.measurements != VK_NULL_HANDLE, "measurements", "is VK_NULL_HANDLE")
                   .require(frames.states != VK_NULL_HANDLE, "states", "is VK_NULL_HANDLE")
                   .range("first", frames.first, 0, max_count() - 1)
                   .range("count", frames.count, 1, rest)
                   .range("delta_time_s", frames.delta_time_s, 0, kMaxFloat)
                   .range("picture.width", frames.picture.width, 1, max_image_side(gpu))
                   .range("picture.height", frames.picture.height, 1, max_image_side(gpu))
                   .status();
    }
    return status == Status::ok ? validate_metering(gpu, kRecord, made, settings) : status;
  }

  void record(VkCommandBuffer command_buffer, const ExposureScanFrames& frames, const Settings& settings) noexcept {
    const DebugLabel label(gpu, command_buffer, "adapt over frames");
    if (frames.reset_history) ++epoch_reset;
    gpu::ScanParams params = {};
    params.adapt = adapt_params(settings.exposure, settings.meter, frames.delta_time_s,
                                frames.picture.width * frames.picture.height);
    params.adapt.epoch_instance = epoch_instance;
    params.adapt.epoch_reset = epoch_reset;
    params.has_light = info.auto_white_balance ? 1u : 0u;
    params.is_mean_black = info.weights != 0 ? 1u : 0u;
    const std::uint32_t end = frames.first + frames.count;
    const Binding bindings[] = {buffer_binding(frames.measurements, 0, sizeof(gpu::FrameMeasurement) * end),
                                buffer_binding(frames.states, 0, sizeof(gpu::ExposureState) * end),
                                buffer_binding(last.handle(), 0, sizeof(gpu::ExposureState)),
                                tables.binding_of(meter_tables(settings, frames.picture))};
    const std::uint32_t variant = needs_full_adaptation(settings.exposure) ? 1 : 0;
    for (std::uint32_t first = frames.first; first < end; first += PHOTOPIC_SCAN_MAX_FRAMES) {
      params.first_frame = first;
      params.frame_count = std::min(end - first, PHOTOPIC_SCAN_MAX_FRAMES);
      // Producer: the dispatch before, which leaves the last state, or an import. Consumer: this one.
      memory_barrier(gpu, command_buffer, kComputeReadWrite | kTransferWrite, kComputeReadWrite);
      pass.dispatch(command_buffer, variant, {1, 1}, params, bindings);
    }
  }

  void record_import(VkCommandBuffer command_buffer, const gpu::ExposureState& state) noexcept {
    gpu::ExposureState owned = state;
    owned.epoch_instance = owned.white_balance.epoch_instance = epoch_instance;
    owned.epoch_reset = owned.white_balance.epoch_reset = epoch_reset;
    owned.white_balance.serial = state.serial;
    // Producer: the dispatch before, or an import. Consumer: this import.
    memory_barrier(gpu, command_buffer, kComputeReadWrite | kTransferWrite, kTransferWrite);
    gpu.vk.vkCmdUpdateBuffer(command_buffer, last.handle(), 0, sizeof owned, &owned);
  }
};

template struct detail::Destroy<ExposureScan::Impl>;

Status ExposureScan::create(const Device& device, const ExposureScanCreateInfo& info, ExposureScan* out) noexcept {
  return create_owned("ExposureScan::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status ExposureScan::record(VkCommandBuffer command_buffer, const ExposureScanFrames& frames,
                            const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Status status = impl_->check(command_buffer, frames, settings);
  if (status == Status::ok) impl_->record(command_buffer, frames, settings);
  return status;
}

Status ExposureScan::record_import(VkCommandBuffer command_buffer, const gpu::ExposureState& state) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(validate(impl_->gpu, kImport, command_buffer));
  PHOTOPIC_TRY(validate(impl_->gpu, kImport, state));
  impl_->record_import(command_buffer, state);
  return Status::ok;
}

std::uint32_t ExposureScan::max_count() const noexcept { return impl_ == nullptr ? 0 : impl_->max_count(); }

VkDeviceSize ExposureScan::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
