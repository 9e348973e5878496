// SPDX-License-Identifier: MIT
#include <photopic/post_process.h>

#include <new>
#include <utility>

#include "adaptation.h"
#include "meter.h"
#include "report.h"
#include "tone_map.h"
#include "validation.h"

namespace photopic {

struct PostProcess::Impl {
  Gpu gpu;
  CreateInfo info;
  Meter meter{gpu};
  Adaptation adaptation{gpu};
  ToneMap tone_map{gpu};

  bool has(Steps step) const { return (info.steps & step) != 0; }

  Status create(const CreateInfo& create_info) noexcept {
    info = create_info;
    Status status = validate(gpu, "create", info);
    if (status == Status::ok && has(kMeterStep)) status = meter.create(info);
    if (status == Status::ok && has(kMeterStep)) status = adaptation.create(info.view_count);
    if (status == Status::ok && has(kToneMapStep)) status = tone_map.create(info);
    return status;
  }

  Status check_meter(const char* function, VkCommandBuffer command_buffer, const MeterFrame& frame,
                     const MeterSettings& settings, const ExposureSettings& exposure) const noexcept {
    Status status = validate(gpu, function, command_buffer);
    if (status == Status::ok) status = validate(gpu, function, info, frame);
    if (status == Status::ok) status = validate(gpu, function, settings);
    if (status == Status::ok) status = validate(gpu, function, exposure);
    return status;
  }

  Status check_tone_map(const char* function, VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                        const ToneMapSettings& settings) const noexcept {
    Status status = validate(gpu, function, command_buffer);
    if (status == Status::ok) status = validate(gpu, function, info, frame);
    if (status == Status::ok) status = validate(gpu, function, settings);
    if (status == Status::ok && !tone_map.has(settings.tone_mapper)) {
      status = report(gpu.device, Status::invalid_argument,
                      "record_tone_map: tone_mapper = %s: not among the tone_mappers of create",
                      tone_mapper_name(settings.tone_mapper));
    }
    return status;
  }

  void record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                    const ExposureSettings& exposure) noexcept {
    adaptation.record_clear_stats(command_buffer);
    const VkImageView mean = meter.record(command_buffer, frame.hdr, frame.region, settings, adaptation.stats());
    adaptation.record(command_buffer, mean, frame, exposure);
  }

  void record_tone_map(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                       const ToneMapSettings& settings) noexcept {
    Binding exposure = buffer_binding(frame.exposure, frame.exposure_offset_bytes, sizeof(float));
    if (frame.exposure == VK_NULL_HANDLE) {
      exposure = buffer_binding(adaptation.buffer().handle(), adaptation.stride_bytes() * frame.view, sizeof(float));
      // Producer: adapt (state). Consumer: tone_map.
      memory_barrier(gpu, command_buffer, kComputeWrite, kComputeRead);
    }
    tone_map.record(command_buffer, frame, settings, exposure);
  }
};

PostProcess::PostProcess(PostProcess&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

PostProcess& PostProcess::operator=(PostProcess&& other) noexcept {
  // By way of a temporary: what this object held ends here, not in `other`.
  PostProcess taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

PostProcess::~PostProcess() { delete impl_; }

Status PostProcess::create(const Device& device, const CreateInfo& info, PostProcess* out) noexcept {
  if (out == nullptr) return report(device, Status::invalid_argument, "create: out is null");
  PostProcess made;
  made.impl_ = new (std::nothrow) Impl;
  if (made.impl_ == nullptr) return report(device, Status::out_of_memory, "create: out of host memory");
  Status status = made.impl_->gpu.init(device);
  if (status == Status::ok) status = made.impl_->create(info);
  if (status == Status::ok) *out = std::move(made);
  return status;
}

Status PostProcess::resize(VkExtent2D max_extent) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = validate_extent(impl_->gpu, "resize", max_extent);
  const VkExtent2D now = impl_->info.max_extent;
  if (max_extent.width == now.width && max_extent.height == now.height) return status;
  if (status == Status::ok && impl_->has(kMeterStep)) status = impl_->meter.resize(max_extent);
  if (status == Status::ok) impl_->info.max_extent = max_extent;
  return status;
}

Status PostProcess::record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = validate(impl_->gpu, "record", impl_->info, frame);
  if (status != Status::ok) return status;
  MeterFrame meter_frame = {.hdr = frame.hdr,
                            .region = frame.metered_region,
                            .delta_time_s = frame.delta_time_s,
                            .reset_history = frame.reset_history,
                            .view = frame.view};
  if (meter_frame.region.extent.width == 0) meter_frame.region = {{0, 0}, frame.extent};
  const ToneMapFrame tone_map_frame = {
      .hdr = frame.hdr, .ldr = frame.ldr, .region = {{0, 0}, frame.extent}, .view = frame.view};
  status = impl_->check_meter("record", command_buffer, meter_frame, settings.meter, settings.exposure);
  if (status == Status::ok) {
    status = impl_->check_tone_map("record", command_buffer, tone_map_frame, settings.tone_map);
  }
  if (status != Status::ok) return status;
  impl_->record_meter(command_buffer, meter_frame, settings.meter, settings.exposure);
  impl_->record_tone_map(command_buffer, tone_map_frame, settings.tone_map);
  return Status::ok;
}

Status PostProcess::record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& meter,
                                 const ExposureSettings& exposure) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Status status = impl_->check_meter("record_meter", command_buffer, frame, meter, exposure);
  if (status == Status::ok) impl_->record_meter(command_buffer, frame, meter, exposure);
  return status;
}

Status PostProcess::record_tone_map(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                                    const ToneMapSettings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Status status = impl_->check_tone_map("record_tone_map", command_buffer, frame, settings);
  if (status == Status::ok) impl_->record_tone_map(command_buffer, frame, settings);
  return status;
}

VkBuffer PostProcess::state_buffer() const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->adaptation.buffer().handle();
}

VkDeviceSize PostProcess::state_stride_bytes() const noexcept {
  return impl_ == nullptr ? 0 : impl_->adaptation.stride_bytes();
}

VkImage PostProcess::log_luminance_image() const noexcept {
  return impl_ != nullptr && impl_->has(kMeterStep) ? impl_->meter.levels().handle() : VK_NULL_HANDLE;
}

std::uint32_t PostProcess::log_luminance_levels() const noexcept {
  return impl_ != nullptr && impl_->has(kMeterStep) ? impl_->meter.levels().level_count() : 0;
}

VkDeviceSize PostProcess::memory_bytes() const noexcept {
  if (impl_ == nullptr || !impl_->has(kMeterStep)) return 0;
  return impl_->meter.levels().memory_bytes() + impl_->adaptation.buffer().memory_bytes();
}

}  // namespace photopic
