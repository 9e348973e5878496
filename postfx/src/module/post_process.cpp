// SPDX-License-Identifier: MIT
// PostProcess: its calls.
#include <photopic/post_process.h>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "module/impl.h"
#include "settings/validation.h"

namespace photopic {

PostProcess::PostProcess(PostProcess&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

PostProcess& PostProcess::operator=(PostProcess&& other) noexcept {
  PostProcess taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

PostProcess::~PostProcess() { delete impl_; }

const EffectPasses* effect_passes_of(const PostProcess& post) noexcept {
  const PostProcess::Impl* impl = Inside::of(post);
  if (impl == nullptr) return nullptr;
  const FinishSet* set = impl->last_finish != nullptr ? impl->last_finish : impl->finishes.first();
  return set != nullptr ? &set->effects : nullptr;
}

const MadeFor& made_for(const PostProcess& post) noexcept { return Inside::of(post)->made; }

Status PostProcess::create(const Device& device, const CreateInfo& info) noexcept {
  PostProcess next;
  next.impl_ = new (std::nothrow) Impl;
  if (next.impl_ == nullptr) return report(device, Status::out_of_memory, "create: out of host memory");
  PHOTOPIC_TRY(next.impl_->gpu.init(device));
  PHOTOPIC_TRY(next.impl_->create(info));
  *this = std::move(next);
  return Status::ok;
}

Status PostProcess::memory_requests(const Device& device, const CreateInfo& info, std::uint32_t* count,
                                    MemoryRequest* out) noexcept {
  const std::unique_ptr<Impl> planned(new (std::nothrow) Impl);
  if (planned == nullptr) return report(device, Status::out_of_memory, "memory_requests: out of host memory");
  PHOTOPIC_TRY(MemoryPlan::check_list(device, count));
  PHOTOPIC_TRY(planned->gpu.init(device));
  PHOTOPIC_TRY(planned->plan(info));
  const std::uint32_t room = out != nullptr ? *count : 0;
  *count = 0;
  planned->gpu.memory_plan.list(planned->gpu, room, count, out);
  return MemoryPlan::check_room(device, room, *count, out);
}

Status PostProcess::memory_requests(const Settings& settings, std::uint32_t* count, MemoryRequest* out) const noexcept {
  return impl_ != nullptr ? impl_->memory_requests(settings, count, out) : Status::invalid_argument;
}

Status PostProcess::prepare(const Settings& settings, std::uint32_t max_pipelines) noexcept {
  return impl_ != nullptr ? impl_->prepare(settings, max_pipelines) : Status::invalid_argument;
}

bool PostProcess::is_prepared(const Settings& settings) const noexcept {
  return impl_ != nullptr && impl_->is_prepared(settings);
}

Status PostProcess::resize(VkExtent2D max_extent) noexcept {
  return impl_ != nullptr ? impl_->resize(max_extent) : Status::invalid_argument;
}

Status PostProcess::record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_meter(VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_meter(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_finish(VkCommandBuffer command_buffer, const Frame& frame,
                                  const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_finish(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_draw(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_draw(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_fused(VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_fused(command_buffer, frame, settings) : Status::invalid_argument;
}

namespace {

Status check_copy(const PostProcess::Impl& impl, const char* function, VkCommandBuffer command_buffer,
                  std::uint32_t view) noexcept {
  PHOTOPIC_TRY(validate(impl.gpu, function, command_buffer));
  return validate_view(impl.gpu, function, impl.made, view);
}

}  // namespace

Status PostProcess::record_export(VkCommandBuffer command_buffer, std::uint32_t view,
                                  const Buffer& destination) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(check_copy(*impl_, "record_export", command_buffer, view));
  PHOTOPIC_TRY(validate_copy(impl_->gpu, "record_export", "destination", destination));
  impl_->adaptation.record_export(command_buffer, impl_->written_by_any(), view, destination.buffer,
                                  destination.offset_bytes);
  return Status::ok;
}

Status PostProcess::record_import(VkCommandBuffer command_buffer, std::uint32_t view, const Buffer& source) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(check_copy(*impl_, "record_import", command_buffer, view));
  PHOTOPIC_TRY(validate_copy(impl_->gpu, "record_import", "source", source));
  impl_->record_after_draws(command_buffer);
  impl_->clocks[view].parts = part_bits(impl_->written_by_any());
  impl_->imports.record(command_buffer, impl_->written_by_any(), view, source.buffer, source.offset_bytes);
  return Status::ok;
}

Status PostProcess::record_import(VkCommandBuffer command_buffer, std::uint32_t view,
                                  const gpu::ExposureState& state) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  PHOTOPIC_TRY(check_copy(*impl_, "record_import", command_buffer, view));
  PHOTOPIC_TRY(validate(impl_->gpu, "record_import", state));
  impl_->record_after_draws(command_buffer);
  impl_->clocks[view].parts = part_bits(impl_->written_by_any());
  impl_->imports.record(command_buffer, impl_->written_by_any(), view, state);
  return Status::ok;
}

Status PostProcess::statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  constexpr const char* kFunction = "statistics";
  PHOTOPIC_TRY(validate_view(impl_->gpu, kFunction, impl_->made, view));
  if (impl_->info.statistics_slots == 0) {
    return report(impl_->gpu.device, Status::invalid_argument, "%s: statistics_slots: the object was created without",
                  kFunction);
  }
  if (out == nullptr) {
    return report(impl_->gpu.device, Status::invalid_argument, "%s: out: is null", kFunction);
  }
  return impl_->handover.statistics(view, out) ? Status::ok : Status::not_ready;
}

bool PostProcess::shows_previous_exposure(std::uint32_t view) const noexcept {
  return impl_ != nullptr && impl_->shows_previous != nullptr && view < impl_->made.view_count &&
         impl_->shows_previous[view];
}

VkBuffer PostProcess::state_buffer() const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->adaptation.buffer().handle();
}

VkDeviceSize PostProcess::state_stride_bytes() const noexcept {
  return impl_ == nullptr ? 0 : impl_->adaptation.stride_bytes();
}

VkImage PostProcess::exposure_image(std::uint32_t view) const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->handover.image(view);
}

VkImageView PostProcess::exposure_image_view(std::uint32_t view) const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->handover.image_view(view);
}

VkBuffer PostProcess::histogram_buffer() const noexcept {
  const bool has_histogram =
      impl_ != nullptr && impl_->meters.find([](const MeterSet& set) { return set.made.histogram; }) != nullptr;
  return has_histogram ? impl_->accumulators.handle() : VK_NULL_HANDLE;
}

VkDeviceSize PostProcess::histogram_offset_bytes() const noexcept {
  return offsetof(gpu::MeterAccumulators, finished_bins);
}

VkImage PostProcess::log_luminance_image() const noexcept {
  const bool has_levels = impl_ != nullptr && impl_->has_pyramid();
  return has_levels ? impl_->pyramid.base().levels().handle() : VK_NULL_HANDLE;
}

std::uint32_t PostProcess::log_luminance_levels() const noexcept {
  return log_luminance_image() != VK_NULL_HANDLE ? impl_->pyramid.base().levels().level_count() : 0;
}

VkImageView PostProcess::log_luminance_view(std::uint32_t level) const noexcept {
  return level < log_luminance_levels() ? impl_->pyramid.base().levels().level(level) : VK_NULL_HANDLE;
}

VkExtent2D PostProcess::log_luminance_extent(std::uint32_t level) const noexcept {
  return level < log_luminance_levels() ? mip_extent(impl_->pyramid.base().levels().extent(), level) : VkExtent2D{};
}

VkExtent2D PostProcess::log_luminance_used(std::uint32_t level, VkExtent2D region) const noexcept {
  return level < log_luminance_levels() ? impl_->pyramid.used_extent(level, region) : VkExtent2D{};
}

const CreateInfo& PostProcess::info() const noexcept {
  static const CreateInfo kNone;
  return impl_ != nullptr ? impl_->info : kNone;
}

VkDeviceSize PostProcess::memory_bytes() const noexcept {
  if (impl_ == nullptr) return 0;
  VkDeviceSize bytes = impl_->gpu.memory_bytes;
  for (const MeterSet* set = impl_->meters.first(); set != nullptr; set = impl_->meters.next(*set)) {
    if (set->gpu.is_own()) bytes += set->gpu.get().memory_bytes;
  }
  for (const FinishSet* set = impl_->finishes.first(); set != nullptr; set = impl_->finishes.next(*set)) {
    if (set->gpu.is_own()) bytes += set->gpu.get().memory_bytes;
  }
  return bytes;
}

}  // namespace photopic
