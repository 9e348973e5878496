// SPDX-License-Identifier: MIT
// PostProcess: meter, adaptation and tone mapping of a frame.
#include <photopic/post_process.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "adapt/adaptation.h"
#include "adapt/handover.h"
#include "adapt/state_import.h"
#include "chain/effect_passes.h"
#include "finish/finish.h"
#include "finish/frame_parts.h"
#include "gpu/barriers/barriers.h"
#include "gpu/barriers/outer_barriers.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "meter/pyramid.h"
#include "meter/reduction_plan.h"
#include "meter/single_pass.h"
#include "settings/validation.h"

namespace photopic {

struct PostProcess::Impl {
  Gpu gpu;
  CreateInfo info;
  SinglePass single_pass{gpu};
  Pyramid pyramid{gpu};
  Adaptation adaptation{gpu};
  StateImport imports{gpu, adaptation};
  Handover handover{gpu};
  EffectPasses effects{gpu};
  Finish finish{gpu};
  std::unique_ptr<bool[]> shows_previous;  // by view

  bool has(Steps step) const { return (info.steps & step) != 0; }
  bool draws() const { return has(kDrawStep); }
  bool finishes() const { return has(kToneMapStep) || draws(); }
  bool is_single_pass() const { return info.meter_method == MeterMethod::single_pass; }
  bool has_pyramid() const { return has(kMeterStep) && !is_single_pass(); }

  /// Makes all but pipelines, and plans its memory.
  Status plan(const CreateInfo& create_info) noexcept {
    info = create_info;
    Status status = validate(gpu, "create", info);
    if (status == Status::ok && draws()) status = gpu.init_drawing();
    gpu.recordings_in_flight *= info.view_count;
    if (!gpu.device.separate_memory) gpu.memory_plan.open();
    if (status == Status::ok && has(kMeterStep)) status = create_meter();
    if (status == Status::ok && finishes()) status = effects.create(info);
    if (status == Status::ok && finishes()) status = finish.create(info);
    return status;
  }

  Status create(const CreateInfo& create_info) noexcept {
    Status status = plan(create_info);
    if (status == Status::ok) status = gpu.memory_plan.bind(gpu);
    if (status == Status::ok && finishes()) finish.write_constants();
    return status == Status::ok && !info.defer_pipelines ? gpu.batch.create(gpu) : status;
  }

  Status create_meter() noexcept {
    shows_previous.reset(new (std::nothrow) bool[info.view_count]());
    if (shows_previous == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
    Status status = is_single_pass() ? single_pass.create(info) : pyramid.create(pyramid_options(info));
    if (status == Status::ok) status = adaptation.create(info, !is_single_pass());
    if (status == Status::ok) status = handover.create(info);
    return status;
  }

  Status check_meter(const char* function, VkCommandBuffer command_buffer, const MeterFrame& frame,
                     const Settings& settings) const noexcept {
    Status status = validate_recording(gpu, function, command_buffer);
    if (status == Status::ok) status = validate(gpu, function, info, frame);
    if (status == Status::ok) status = validate(gpu, function, frame.barriers, false);
    return status == Status::ok ? validate_metering(gpu, function, info, settings) : status;
  }

  Status check_tone_map(const char* function, VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                        const Settings& settings, Steps step = kToneMapStep) const noexcept {
    Status status = validate_recording(gpu, function, command_buffer);
    if (status == Status::ok) status = validate(gpu, function, info, frame, step);
    if (status == Status::ok) status = validate_finish(gpu, function, info, settings);
    if (status == Status::ok) status = validate_look(gpu, function, info, settings, frame.tables);
    if (status == Status::ok) status = validate(gpu, function, frame.barriers, true);
    if (status == Status::ok && frame.ldr == frame.hdr && EffectPasses::looks_around_in_source(settings)) {
      status = report(gpu.device, Status::invalid_argument,
                      "%s: ldr: is the same view as hdr, in which chromatic_aberration_texels look around", function);
    }
    if (status == Status::ok && needs_whole_picture(settings)) status = validate_whole_picture(gpu, function, frame);
    return status;
  }

  Status check_frame(const char* function, VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings,
                     FrameParts* parts) const noexcept {
    Status status = validate(gpu, function, info, frame);
    if (status != Status::ok) return status;
    *parts = parts_of(frame);
    status = check_meter(function, command_buffer, parts->meter, settings);
    if (status != Status::ok) return status;
    return check_tone_map(function, command_buffer, parts->tone_map, settings);
  }

  static constexpr VkDeviceSize kNight = offsetof(gpu::ExposureState, night);

  /// `meter`: pre-exposed as the frame is.
  SinglePass::Adapting adapting(const MeterFrame& frame, const MeterSettings& meter,
                                const Settings& settings) noexcept {
    const gpu::AdaptParams params = adaptation.next_params(
        frame, static_cast<std::uint32_t>(metered_texels(info, frame)), meter, settings.exposure);
    const bool needs_tables =
        info.weights != 0 || info.histogram || info.convert_input || info.auto_white_balance || info.dark_adaptation;
    const float log2 = pre_exposure_log2(frame.pre_exposure);
    const float window_log2 = (info.weights & kWeightWindow) != 0 ? log2 : 0.0f;
    return {params, needs_full_adaptation(settings.exposure), adaptation.state(frame.view),
            adaptation.tables(settings, frame.region.extent, needs_tables, window_log2), log2};
  }

  /// Before what a draw of an earlier frame reads is written again.
  void record_after_draws(VkCommandBuffer command_buffer) const noexcept {
    if (draws()) memory_barrier(gpu, command_buffer, kFragmentRead, kComputeReadWrite | kTransferWrite);
  }

  /// After Adaptation::record_begin().
  void record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const Settings& settings,
                    const SinglePass::GridTarget& grid = {}) noexcept {
    const DebugLabel label(gpu, command_buffer, "meter");
    const MeterSettings meter = pre_exposed(settings.meter, pre_exposure_log2(frame.pre_exposure));
    const SinglePass::Adapting adapting_view = adapting(frame, meter, settings);
    if (is_single_pass()) {
      single_pass.record(command_buffer, frame, meter, adapting_view, grid);
    } else {
      const VkImageView mean = pyramid.record(command_buffer, image_binding(frame.hdr, frame.hdr_layout), frame.region,
                                              meter, settings.input);
      adaptation.record(command_buffer, mean, pyramid.base().stats(), frame.view,
                        {adapting_view.params, adapting_view.pre_exposure_log2}, adapting_view.tables);
    }
    handover.record(command_buffer, adaptation.state(frame.view), frame.view);
  }

  void shows_own_exposure(const ToneMapFrame& frame) noexcept {
    if (frame.exposure != VK_NULL_HANDLE) return;
    const std::uint32_t states = frame.exposure_stride_bytes != 0 ? layer_count(info) : 1;
    std::fill_n(shows_previous.get() + frame.view, states, false);
  }

  /// After Finish::record_bake().
  void record_tone_map(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                       const FinishLook& look, bool has_columns = false) noexcept {
    const DebugLabel label(gpu, command_buffer, "tone map");
    shows_own_exposure(frame);
    EffectFrame effect_frame = effect_frame_of(frame, settings);
    effect_frame.has_columns = has_columns;
    effects.record(command_buffer, effect_frame, settings);
    // Producers: the pass that adapts, or an import; the bake. Consumer: tone_map.
    if (frame.exposure == VK_NULL_HANDLE || look.is_baked) {
      memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kComputeRead);
    }
    finish.record(command_buffer, frame, settings, look, read_exposure(frame, effect_frame, settings),
                  effects.bindings(effect_frame, settings, look.tables));
  }

  EffectFrame effect_frame_of(const ToneMapFrame& frame, const Settings& settings) const noexcept {
    Binding exposure = buffer_binding(frame.exposure, frame.exposure_offset_bytes, read_bytes(settings));
    Binding night = {};
    if (frame.exposure == VK_NULL_HANDLE) {
      exposure = night = adaptation.state(frame.view);
      exposure.range_bytes = kNight;  // what effects write of a state's two ranges waits for nothing in the other
      night.offset_bytes += kNight;
      night.range_bytes = sizeof(gpu::NightState);
    }
    return {.hdr = image_binding(frame.hdr, frame.hdr_layout),
            .region = frame.region,
            .view = frame.view,
            .exposure = exposure,
            .has_state = frame.exposure == VK_NULL_HANDLE,
            .night = night,
            .delta_time_s = frame.delta_time_s,
            .reset_history = frame.reset_history,
            .pre_exposure = frame.pre_exposure,
            .wants_level_1 = local_exposure::reads_veil(settings)};
  }

  /// Of an exposure, bytes that the final pass reads.
  static VkDeviceSize read_bytes(const Settings& settings) noexcept {
    return settings.white_balance.white_balance == WhiteBalance::automatic ? kNight : sizeof(float);
  }
  Binding read_exposure(const ToneMapFrame& frame, const EffectFrame& effect_frame,
                        const Settings& settings) const noexcept {
    const VkDeviceSize others = frame.exposure_stride_bytes * (layer_count(info) - 1);
    return buffer_binding(effect_frame.exposure.buffer, effect_frame.exposure.offset_bytes,
                          others + read_bytes(settings));
  }

  Status record_before_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                            const Settings& settings) noexcept {
    const Status status = check_tone_map("record_before_draw", command_buffer, frame, settings, kDrawStep);
    if (status != Status::ok) return status;
    const DebugLabel label(gpu, command_buffer, "before the draw");
    record_after_draws(command_buffer);
    const FinishLook look = finish.look_of(settings, frame.tables);
    // Producers: earlier frames, which fill LUTs. Consumer: the bake.
    if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
    finish.record_bake(command_buffer, look);
    EffectFrame effect_frame = effect_frame_of(frame, settings);
    effect_frame.wants_level_1 = true;  // the draw
    effects.record(command_buffer, effect_frame, settings);
    if (Signals::is_on(settings)) {
      // Producers: the pass that adapts, or an import; the bake. Consumer: the pass that leaves signals.
      memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kComputeRead);
      finish.record_signals(command_buffer, frame, settings, look, read_exposure(frame, effect_frame, settings),
                            effects.bindings(effect_frame, settings, look.tables));
    }
    // Producers: the pass that adapts, or an import; the bake; effects; signals. Consumer: the draw.
    memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kFragmentRead);
    return status;
  }

  Status record_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings) noexcept {
    const Status status = check_tone_map("record_draw", command_buffer, frame, settings, kDrawStep);
    if (status != Status::ok) return status;
    const DebugLabel label(gpu, command_buffer, "tone map");
    shows_own_exposure(frame);
    const FinishLook look = finish.look_of(settings, frame.tables);
    const EffectFrame effect_frame = effect_frame_of(frame, settings);
    finish.draw(command_buffer, frame, settings, look, read_exposure(frame, effect_frame, settings),
                effects.bindings(effect_frame, settings, look.tables));
    return status;
  }

  /// Of the picture, if the meter reads all of it, as it is without glare.
  SinglePass::GridTarget grid_target(const FrameParts& parts, const Settings& settings) const noexcept {
    const bool is_wanted = local_exposure::is_on(settings) && !local_exposure::reads_veil(settings);
    if (!single_pass.builds_grid() || !is_wanted || !meters_picture(parts)) return {};
    return {effects.local_exposure_passes()->columns(), local_exposure::reads_totals(settings)};
  }

  /// Meter, then tone map. The bake runs beside the meter: no barrier is between them.
  void record_both(VkCommandBuffer command_buffer, const FrameParts& parts, const Settings& settings) noexcept {
    const FinishLook look = finish.look_of(settings, parts.tone_map.tables);
    adaptation.record_begin(command_buffer);
    finish.record_bake(command_buffer, look);
    const SinglePass::GridTarget grid = grid_target(parts, settings);
    record_meter(command_buffer, parts.meter, settings, grid);
    record_tone_map(command_buffer, parts.tone_map, settings, look, grid.is_there());
  }

  Status finish_frame(const char* function, VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                      const Settings& settings) noexcept {
    const Status status = check_tone_map(function, command_buffer, frame, settings);
    if (status != Status::ok) return status;
    const OuterBarriers barriers(gpu, command_buffer, frame.barriers, frame.hdr_layout, true);
    const FinishLook look = finish.look_of(settings, frame.tables);
    // Producers: earlier frames, which fill and read LUTs. Consumer: the bake.
    if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
    finish.record_bake(command_buffer, look);
    record_tone_map(command_buffer, frame, settings, look);
    return status;
  }

  void record_fused(VkCommandBuffer command_buffer, const FrameParts& parts, const Settings& settings) noexcept {
    const DebugLabel label(gpu, command_buffer, "meter and tone map");
    const MeterSettings meter = pre_exposed(settings.meter, pre_exposure_log2(parts.meter.pre_exposure));
    const SinglePass::Adapting adapting_view = adapting(parts.meter, meter, settings);
    const FinishLook look = finish.look_of(settings, parts.tone_map.tables);
    adaptation.record_begin(command_buffer);
    finish.record_bake(command_buffer, look);
    // Producer: the bake. Consumer: the fused pass.
    if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeWrite, kComputeRead);
    single_pass.record_fused(command_buffer, parts.meter, meter, adapting_view, parts.tone_map, settings, look.variant,
                             look.bindings());
    handover.record(command_buffer, adaptation.state(parts.meter.view), parts.meter.view);
    shows_previous[parts.meter.view] = true;
  }

  Status check_copy(const char* function, VkCommandBuffer command_buffer, std::uint32_t view) const noexcept {
    const Status status = validate(gpu, function, command_buffer);
    return status == Status::ok ? validate_view(gpu, function, info, view) : status;
  }
};

PostProcess::PostProcess(PostProcess&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

PostProcess& PostProcess::operator=(PostProcess&& other) noexcept {
  PostProcess taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

PostProcess::~PostProcess() { delete impl_; }

const EffectPasses* effect_passes_of(const PostProcess& post) noexcept {
  return post.impl_ != nullptr ? &post.impl_->effects : nullptr;
}

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

Status PostProcess::memory_requests(const Device& device, const CreateInfo& info, std::uint32_t* count,
                                    MemoryRequest* out) noexcept {
  const std::unique_ptr<Impl> planned(new (std::nothrow) Impl);
  if (planned == nullptr) return report(device, Status::out_of_memory, "memory_requests: out of host memory");
  Status status = MemoryPlan::check_drop(device, count);
  if (status == Status::ok) status = planned->gpu.init(device);
  if (status == Status::ok) status = planned->plan(info);
  return status == Status::ok ? planned->gpu.memory_plan.drop(planned->gpu, count, out) : status;
}

Status PostProcess::prepare(std::uint32_t count) noexcept {
  return impl_ != nullptr ? impl_->gpu.batch.create(impl_->gpu, count) : Status::invalid_argument;
}

std::uint32_t PostProcess::pipelines_left() const noexcept { return impl_ != nullptr ? impl_->gpu.batch.left() : 0; }

Status PostProcess::resize(VkExtent2D max_extent) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = validate_extent(impl_->gpu, "resize", max_extent);
  if (status != Status::ok || same(max_extent, impl_->info.max_extent)) return status;
  if (impl_->has_pyramid()) status = impl_->pyramid.make_sized(max_extent);
  if (status == Status::ok && impl_->finishes()) status = impl_->effects.make_sized(max_extent);
  if (status == Status::ok && impl_->finishes()) status = impl_->finish.make_sized(max_extent);
  status = impl_->gpu.sized_parts.end_resize(status);
  if (status == Status::ok) impl_->info.max_extent = max_extent;
  return status;
}

Status PostProcess::record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  FrameParts parts;
  const Status status = impl_->check_frame("record", command_buffer, frame, settings, &parts);
  if (status != Status::ok) return status;
  const OuterBarriers barriers(impl_->gpu, command_buffer, frame.barriers, frame.hdr_layout, true);
  impl_->record_both(command_buffer, parts, settings);
  return Status::ok;
}

Status PostProcess::record_fused(VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  FrameParts parts;
  Status status = validate_fused(impl_->gpu, "record_fused", impl_->info, frame);
  if (status == Status::ok) status = impl_->check_frame("record_fused", command_buffer, frame, settings, &parts);
  if (status != Status::ok) return status;
  const OuterBarriers barriers(impl_->gpu, command_buffer, frame.barriers, frame.hdr_layout, true);
  const bool needs_measurement = frame.reset_history || !impl_->adaptation.is_started(frame.view);
  if (needs_measurement || EffectPasses::needs_passes(settings) || is_exact_look(settings, frame.tables)) {
    impl_->record_both(command_buffer, parts, settings);
  } else {
    impl_->record_fused(command_buffer, parts, settings);
  }
  return Status::ok;
}

Status PostProcess::record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& meter,
                                 const ExposureSettings& exposure) noexcept {
  return record_meter(command_buffer, frame, Settings{.meter = meter, .exposure = exposure});
}

Status PostProcess::record_meter(VkCommandBuffer command_buffer, const MeterFrame& frame,
                                 const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Status status = impl_->check_meter("record_meter", command_buffer, frame, settings);
  if (status != Status::ok) return status;
  const OuterBarriers barriers(impl_->gpu, command_buffer, frame.barriers, frame.hdr_layout, false);
  impl_->record_after_draws(command_buffer);
  impl_->adaptation.record_begin(command_buffer);
  impl_->record_meter(command_buffer, frame, settings);
  return status;
}

Status PostProcess::record_tone_map(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                                    const ToneMapSettings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  return impl_->finish_frame("record_tone_map", command_buffer, frame, settings_of(settings));
}

Status PostProcess::record_finish(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                                  const Settings& settings) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  return impl_->finish_frame("record_finish", command_buffer, frame, settings);
}

Status PostProcess::record_before_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                                       const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_before_draw(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame,
                                const Settings& settings) noexcept {
  return impl_ != nullptr ? impl_->record_draw(command_buffer, frame, settings) : Status::invalid_argument;
}

Status PostProcess::record_export(VkCommandBuffer command_buffer, std::uint32_t view, VkBuffer destination,
                                  VkDeviceSize offset_bytes) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = impl_->check_copy("record_export", command_buffer, view);
  if (status == Status::ok) {
    status = validate_copy(impl_->gpu, "record_export", "destination", destination, offset_bytes);
  }
  if (status == Status::ok) impl_->adaptation.record_export(command_buffer, view, destination, offset_bytes);
  return status;
}

Status PostProcess::record_import(VkCommandBuffer command_buffer, std::uint32_t view, VkBuffer source,
                                  VkDeviceSize offset_bytes) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = impl_->check_copy("record_import", command_buffer, view);
  if (status == Status::ok) status = validate_copy(impl_->gpu, "record_import", "source", source, offset_bytes);
  if (status != Status::ok) return status;
  impl_->record_after_draws(command_buffer);
  impl_->imports.record(command_buffer, impl_->info, view, source, offset_bytes);
  return status;
}

Status PostProcess::record_import(VkCommandBuffer command_buffer, std::uint32_t view,
                                  const gpu::ExposureState& state) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = impl_->check_copy("record_import", command_buffer, view);
  if (status == Status::ok) status = validate(impl_->gpu, "record_import", state);
  if (status != Status::ok) return status;
  impl_->record_after_draws(command_buffer);
  impl_->imports.record(command_buffer, impl_->info, view, state);
  return status;
}

bool PostProcess::statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept {
  return impl_ != nullptr && impl_->has(kMeterStep) && impl_->handover.statistics(view, out);
}

bool PostProcess::shows_previous_exposure(std::uint32_t view) const noexcept {
  return impl_ != nullptr && impl_->shows_previous != nullptr && view < impl_->info.view_count &&
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
  const bool has_histogram = impl_ != nullptr && impl_->has(kMeterStep) && impl_->info.histogram;
  return has_histogram ? impl_->single_pass.accumulators().handle() : VK_NULL_HANDLE;
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

CreateInfo PostProcess::create_info() const noexcept { return impl_ != nullptr ? impl_->info : CreateInfo{}; }

VkDeviceSize PostProcess::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
