// SPDX-License-Identifier: MIT
// Recording of a PostProcess: the host's barriers, time, and the order of passes.
#include <algorithm>
#include <cstddef>

#include "gpu/barriers/barriers.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/report.h"
#include "module/impl.h"
#include "settings/validation.h"
#include "settings/variants.h"

namespace photopic {
namespace {

constexpr VkDeviceSize kNight = offsetof(gpu::ExposureState, night);

/// Whether what is metered is the picture.
bool meters_picture(const MeterFrame& meter, const ToneMapFrame& picture) {
  const VkRect2D &one = meter.region, &other = picture.region;
  return one.offset.x == other.offset.x && one.offset.y == other.offset.y && one.extent.width == other.extent.width &&
         one.extent.height == other.extent.height && source_count(meter) == 1;
}

/// Of an exposure, bytes that the final pass reads.
VkDeviceSize read_bytes(const Settings& settings) {
  return settings.white_balance.white_balance == WhiteBalance::automatic ? kNight : sizeof(float);
}

/// Calls `record(is_first)` for each measurement of the frame; meanwhile `metering.frame` is that measurement.
template <class Metering, class Record>
void each_measurement(Metering& metering, const Record& record) {
  const MeterFrame all = metering.frame;
  for (std::uint32_t i = 0; i < measurement_count(all); ++i) {
    metering.frame = measurement_at(all, i);
    record(i == 0);
  }
  metering.frame = all;
}

// ---- barriers that the host states ----

Status validate_states(const Gpu& gpu, const char* function, const WeightImages& weights) noexcept {
  PHOTOPIC_TRY(validate(gpu, function, "weights.mask", weights.mask));
  PHOTOPIC_TRY(validate(gpu, function, "weights.depth", weights.depth));
  return validate(gpu, function, "weights.classes", weights.classes);
}

Status validate_states(const Gpu& gpu, const char* function, const Frame& frame, bool is_metered, bool is_finished,
                       bool is_drawn = false) noexcept {
  PHOTOPIC_TRY(validate(gpu, function, "hdr", frame.hdr));
  if (is_metered) {
    PHOTOPIC_TRY(validate_states(gpu, function, frame.weights));
    for (std::uint32_t i = 0; i < frame.more_source_count; ++i) {
      PHOTOPIC_TRY(validate(gpu, function, "more_sources[].hdr", frame.more_sources[i].hdr));
      PHOTOPIC_TRY(validate_states(gpu, function, frame.more_sources[i].weights));
    }
  }
  if (!is_finished) return Status::ok;
  PHOTOPIC_TRY(validate(gpu, function, "ldr", frame.ldr));
  PHOTOPIC_TRY(validate(gpu, function, "ui", frame.ui));
  const bool has_states = is_stated(frame.hdr.before) || is_stated(frame.hdr.after);
  if (frame.ldr.view == frame.hdr.view && has_states) {
    return report(
        gpu.device, Status::invalid_argument,
        "%s: hdr.before: is stated, and ldr is the same view: ldr alone has the states of an image that is both",
        function);
  }
  if (is_drawn && (is_stated(frame.hdr.after) || is_stated(frame.ui.after))) {
    return report(gpu.device, Status::invalid_argument,
                  "%s: %s.after: is stated, and the picture is drawn: what comes after the draw is the host's",
                  function, is_stated(frame.hdr.after) ? "hdr" : "ui");
  }
  return Status::ok;
}

/// Records what the host states around a call.
class Around {
 public:
  struct Parts {
    bool hdr_before = false;
    bool hdr_after = false;
    bool sources = false;  ///< weights and more sources
    bool picture = false;  ///< `ldr` and `ui`
    bool is_drawn = false;
  };
  Around(const Gpu& gpu, VkCommandBuffer command_buffer, const Frame& frame, const Parts& parts) noexcept
      : barriers_(gpu, command_buffer), frame_(frame), parts_(parts) {
    if (parts.hdr_before) barriers_.before(frame.hdr, read());
    each([&](const Image& image, ImageUse use) { barriers_.before(image, use); });
    barriers_.record();
  }
  ~Around() {
    if (parts_.hdr_after) barriers_.after(frame_.hdr, read());
    each([&](const Image& image, ImageUse use) { barriers_.after(image, use); });
    barriers_.record();
  }
  Around(const Around&) = delete;
  Around& operator=(const Around&) = delete;

 private:
  ImageUse read() const { return parts_.is_drawn ? ImageUse::read_and_draw : ImageUse::read; }
  template <class Use>
  void each(const Use& use) const {
    const auto weights = [&](const WeightImages& images) {
      for (const Image* image : {&images.mask, &images.depth, &images.classes}) use(*image, ImageUse::read);
    };
    if (parts_.sources) {
      weights(frame_.weights);
      for (std::uint32_t i = 0; i < frame_.more_source_count; ++i) {
        use(frame_.more_sources[i].hdr, ImageUse::read);
        weights(frame_.more_sources[i].weights);
      }
    }
    if (!parts_.picture) return;
    use(frame_.ldr, ImageUse::written);
    use(frame_.ui, read());
  }

  OuterBarriers barriers_;
  const Frame& frame_;
  Parts parts_;
};

}  // namespace

// ---- time ----

void PostProcess::Impl::take_time(const Metering& metering) noexcept {
  Clock& clock = clocks[metering.frame.view];
  clock.since_finish_s += metering.frame.delta_time_s;
  clock.is_cut = clock.is_cut || metering.frame.reset_history;
  clock.is_metered = true;
}

/// What the meter was given counts; a view of an object that doesn't meter has its frame's.
void PostProcess::Impl::take_time(Finishing* finishing) noexcept {
  ToneMapFrame& frame = finishing->frame;
  if (has(kMeterStep) && frame.view < made.view_count) {
    Clock& clock = clocks[frame.view];
    frame.delta_time_s = clock.since_finish_s;
    frame.reset_history = clock.is_cut;
    clock = {.last_finish = clock.last_finish, .parts = clock.parts};
  }
  // Effects of another set know nothing of the view's picture before.
  const FinishSet*& before = frame.view < made.view_count ? clocks[frame.view].last_finish : last_finish;
  if (before != nullptr && before != finishing->set) frame.reset_history = true;
  before = last_finish = finishing->set;
}

bool PostProcess::Impl::is_started_by_meter(const Frame& frame) const noexcept {
  // Without pictures, each measurement is a frame.
  return has(kMeterStep) && finishes_pictures() && frame.view < made.view_count && clocks[frame.view].is_metered;
}

// ---- parts ----

void PostProcess::Impl::record_after_draws(VkCommandBuffer command_buffer) const noexcept {
  if (draws()) memory_barrier(gpu, command_buffer, kFragmentRead, kComputeReadWrite | kTransferWrite);
}

MadeFor PostProcess::Impl::written_by(const Metering& metering) const noexcept {
  MadeFor written = written_by_any();
  if (metering.set != nullptr) {
    written.auto_white_balance = metering.set->made.auto_white_balance;
    written.dark_adaptation = metering.set->made.dark_adaptation;
  }
  return written;
}

/// Of parts of the state that not all frames have: clears those that this one hasn't, and those that it is the first to
/// have, so that they begin anew.
void PostProcess::Impl::record_begin(VkCommandBuffer command_buffer, const Metering& metering) noexcept {
  constexpr std::uint32_t kBalance = 1u << kBalancePart, kOwn = kBalance | 1u << kNightPart;
  std::uint32_t& before = clocks[metering.frame.view].parts;
  const std::uint32_t any = part_bits(written_by_any()) & kOwn, now = part_bits(written_by(metering));
  std::uint32_t mixed = 0;
  for (const MeterSet* set = meters.first(); set != nullptr; set = meters.next(*set)) {
    mixed |= any & ~part_bits(set->made);
  }
  adaptation.record_parts(command_buffer, metering.frame.view, mixed & ~(now & before), (mixed & now & kBalance) != 0);
  before = now;
  adaptation.record_begin(command_buffer);
}

/// `meter`: pre-exposed as the frame is. `tables`, if not null: those of the frame, zeros if they aren't read.
SinglePass::Adapting PostProcess::Impl::adapting(const Metering& metering, const MeterSettings& meter,
                                                 gpu::MeterTables* tables) noexcept {
  const MeterFrame& frame = metering.frame;
  const Settings& settings = metering.settings;
  const MadeFor& by = metering.set != nullptr ? metering.set->made : made;
  const gpu::AdaptParams params =
      adaptation.next_params(frame, static_cast<std::uint32_t>(metered_texels(by, frame)), meter, settings.exposure);
  const bool needs_tables =
      by.weights != 0 || by.histogram || by.convert_input || by.auto_white_balance || by.dark_adaptation;
  const float log2 = pre_exposure_log2(frame.pre_exposure);
  const float window_log2 = (by.weights & kWeightWindow) != 0 ? log2 : 0.0f;
  return {params, needs_full_adaptation(settings.exposure), adaptation.state(frame.view),
          adaptation.tables(settings, frame.region.extent, needs_tables, window_log2, tables), log2};
}

/// After Adaptation::record_begin().
void PostProcess::Impl::record_meter(VkCommandBuffer command_buffer, const Metering& metering,
                                     const SinglePass::GridTarget& grid) noexcept {
  const DebugLabel label(gpu, command_buffer, "meter");
  const MeterFrame& frame = metering.frame;
  const MeterSettings meter = pre_exposed(metering.settings.meter, pre_exposure_log2(frame.pre_exposure));
  const SinglePass::Adapting adapting_view = adapting(metering, meter);
  if (!has_pyramid()) {
    metering.set->pass.record(command_buffer, frame, meter, adapting_view, grid);
  } else {
    const VkImageView mean = pyramid.record(command_buffer, image_binding(frame.hdr, frame.hdr_layout), frame.region,
                                            meter, metering.settings.input);
    adaptation.record(command_buffer, mean, pyramid.base().stats(), frame.view,
                      {adapting_view.params, adapting_view.pre_exposure_log2}, adapting_view.tables);
  }
  handover.record(command_buffer, adaptation.state(frame.view), frame.view, written_by(metering));
}

void PostProcess::Impl::shows_own_exposure(const ToneMapFrame& frame) noexcept {
  if (frame.exposure != VK_NULL_HANDLE) return;
  const std::uint32_t states = frame.exposure_stride_bytes != 0 ? layer_count(made) : 1;
  std::fill_n(shows_previous.get() + frame.view, states, false);
}

EffectFrame PostProcess::Impl::effect_frame_of(const Finishing& finishing) const noexcept {
  const ToneMapFrame& frame = finishing.frame;
  Binding exposure = buffer_binding(frame.exposure, frame.exposure_offset_bytes, read_bytes(finishing.settings));
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
          .wants_level_1 = draws() || local_exposure::reads_veil(finishing.settings)};
}

/// Effects plan the frame, then the final pass finds its slot. A resolved picture begins at 0, as record() has it.
FinishLook PostProcess::Impl::plan_look(const Finishing& finishing) noexcept {
  EffectFrame effect_frame = effect_frame_of(finishing);
  if (finishing.set->resolve.is_made()) effect_frame.region.offset = {0, 0};
  EffectPasses& effects = finishing.set->effects;
  effects.plan(effect_frame, finishing.settings);
  return finishing.set->finish.look_of(finishing.settings, finishing.frame.tables, effects);
}

Binding PostProcess::Impl::read_exposure(const Finishing& finishing, const EffectFrame& effect_frame) const noexcept {
  const VkDeviceSize others = finishing.frame.exposure_stride_bytes * (layer_count(made) - 1);
  return buffer_binding(effect_frame.exposure.buffer, effect_frame.exposure.offset_bytes,
                        others + read_bytes(finishing.settings));
}

/// After Finish::record_bake().
void PostProcess::Impl::record_tone_map(VkCommandBuffer command_buffer, Finishing& finishing, const FinishLook& look,
                                        const MeteredPicture& metered) noexcept {
  const DebugLabel label(gpu, command_buffer, "tone map");
  shows_own_exposure(finishing.frame);
  if (finishing.set->resolve.is_made()) {
    finishing.set->resolve.record(command_buffer, finishing.settings,
                                  read_exposure(finishing, effect_frame_of(finishing)), &finishing.frame);
  }
  EffectFrame effect_frame = effect_frame_of(finishing);
  effect_frame.has_columns = metered.has_columns;
  effect_frame.has_least = metered.has_least;
  EffectPasses& effects = finishing.set->effects;
  effects.record(command_buffer, effect_frame, finishing.settings);
  // Producers: the pass that adapts, or an import; the bake. Consumer: tone_map.
  if (finishing.frame.exposure == VK_NULL_HANDLE || look.is_baked) {
    memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kComputeRead);
  }
  finishing.set->finish.record(
      command_buffer, finishing.frame, finishing.settings, look,
      effects.exposure(effect_frame, finishing.settings, read_exposure(finishing, effect_frame)),
      effects.bindings(effect_frame, finishing.settings));
}

void PostProcess::Impl::record_before_draw(VkCommandBuffer command_buffer, const Finishing& finishing,
                                           const MeteredPicture& metered) noexcept {
  const DebugLabel label(gpu, command_buffer, "before the draw");
  Finish& finish = finishing.set->finish;
  EffectPasses& effects = finishing.set->effects;
  const Settings& settings = finishing.settings;
  const FinishLook look = plan_look(finishing);
  // Producers: earlier frames, which fill LUTs. Consumer: the bake.
  if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
  finish.record_bake(command_buffer, look);
  EffectFrame effect_frame = effect_frame_of(finishing);
  effect_frame.has_least = metered.has_least;
  effects.record(command_buffer, effect_frame, settings);
  if (Signals::is_on(settings)) {
    // Producers: the pass that adapts, or an import; the bake. Consumer: the pass that leaves signals.
    memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kComputeRead);
    finish.record_signals(command_buffer, finishing.frame, settings, look,
                          effects.exposure(effect_frame, settings, read_exposure(finishing, effect_frame)),
                          effects.bindings(effect_frame, settings));
  }
  // Producers: the pass that adapts, or an import; the bake; effects; signals. Consumer: the draw.
  memory_barrier(gpu, command_buffer, kComputeWrite | kTransferWrite, kFragmentRead);
}

/// Of the picture, if the meter reads all of it, as it is without glare.
SinglePass::GridTarget PostProcess::Impl::grid_target(const Metering& metering,
                                                      const Finishing& finishing) const noexcept {
  const Settings& settings = finishing.settings;
  const bool is_wanted = local_exposure::is_on(settings) && !local_exposure::reads_veil(settings);
  if (metering.set == nullptr || !metering.set->pass.builds_grid() || !is_wanted ||
      !meters_picture(metering.frame, finishing.frame)) {
    return {};
  }
  return {finishing.set->effects.local_exposure_passes()->columns(), local_exposure::reads_totals(settings)};
}

/// If the meter reads the texels that effects read, and leaves their least luminance in the state that they read.
bool PostProcess::Impl::has_least(const Metering& metering, const Finishing& finishing) const noexcept {
  return metering.set != nullptr && metering.set->pass.measures_extrema() && !finishing.set->resolve.is_made() &&
         finishing.frame.exposure == VK_NULL_HANDLE && meters_picture(metering.frame, finishing.frame);
}

/// Meter, then tone map. The bake runs beside the meter: no barrier is between them.
void PostProcess::Impl::record_both(VkCommandBuffer command_buffer, Metering& metering, Finishing& finishing) noexcept {
  take_time(metering);
  take_time(&finishing);
  const FinishLook look = plan_look(finishing);
  const SinglePass::GridTarget grid = grid_target(metering, finishing);
  each_measurement(metering, [&](bool is_first) {
    record_begin(command_buffer, metering);
    if (is_first) finishing.set->finish.record_bake(command_buffer, look);
    record_meter(command_buffer, metering, grid);
  });
  record_tone_map(command_buffer, finishing, look,
                  {.has_columns = grid.is_there(), .has_least = has_least(metering, finishing)});
}

void PostProcess::Impl::record_in_one(VkCommandBuffer command_buffer, const Metering& metering,
                                      Finishing& finishing) noexcept {
  const DebugLabel label(gpu, command_buffer, "meter and tone map");
  take_time(metering);
  take_time(&finishing);
  const MeterSettings meter = pre_exposed(metering.settings.meter, pre_exposure_log2(metering.frame.pre_exposure));
  gpu::MeterTables tables;
  const SinglePass::Adapting adapting_view = adapting(metering, meter, &tables);
  Finish& finish = finishing.set->finish;
  const FinishLook look = finish.look_of(finishing.settings, finishing.frame.tables, finishing.set->effects, &tables);
  record_begin(command_buffer, metering);
  finish.record_bake(command_buffer, look);
  // Producer: the bake. Consumer: the fused pass.
  if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeWrite, kComputeRead);
  metering.set->pass.record_fused(command_buffer, metering.frame, meter, adapting_view, finishing.frame,
                                  finishing.settings, look.variant, look.with_meter, look.lut);
  handover.record(command_buffer, adaptation.state(metering.frame.view), metering.frame.view, written_by(metering));
  shows_previous[metering.frame.view] = true;
}

// ---- calls ----

Status PostProcess::Impl::record(VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings) noexcept {
  constexpr const char* kFunction = "record";
  Metering metering;
  Finishing finishing;
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &metering));
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &finishing));
  PHOTOPIC_TRY(validate_states(gpu, kFunction, frame, true, true, draws()));
  const Around around(
      gpu, command_buffer, frame,
      {.hdr_before = true, .hdr_after = !draws(), .sources = true, .picture = true, .is_drawn = draws()});
  if (!draws()) {
    record_both(command_buffer, metering, finishing);
    return Status::ok;
  }
  take_time(metering);
  take_time(&finishing);
  record_after_draws(command_buffer);
  each_measurement(metering, [&](bool) {
    record_begin(command_buffer, metering);
    record_meter(command_buffer, metering);
  });
  record_before_draw(command_buffer, finishing, {.has_least = has_least(metering, finishing)});
  return Status::ok;
}

Status PostProcess::Impl::record_meter(VkCommandBuffer command_buffer, const Frame& frame,
                                       const Settings& settings) noexcept {
  constexpr const char* kFunction = "record_meter";
  Metering metering;
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &metering));
  PHOTOPIC_TRY(validate_states(gpu, kFunction, frame, true, false));
  const Around around(gpu, command_buffer, frame,
                      {.hdr_before = !is_started_by_meter(frame), .hdr_after = !finishes_pictures(), .sources = true});
  take_time(metering);
  record_after_draws(command_buffer);
  each_measurement(metering, [&](bool) {
    record_begin(command_buffer, metering);
    record_meter(command_buffer, metering);
  });
  return Status::ok;
}

Status PostProcess::Impl::record_finish(VkCommandBuffer command_buffer, const Frame& frame,
                                        const Settings& settings) noexcept {
  constexpr const char* kFunction = "record_finish";
  Finishing finishing;
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &finishing));
  PHOTOPIC_TRY(validate_states(gpu, kFunction, frame, false, true, draws()));
  const Around around(
      gpu, command_buffer, frame,
      {.hdr_before = !is_started_by_meter(frame), .hdr_after = !draws(), .picture = true, .is_drawn = draws()});
  take_time(&finishing);
  if (draws()) {
    record_after_draws(command_buffer);
    record_before_draw(command_buffer, finishing);
    return Status::ok;
  }
  const Finish& finish = finishing.set->finish;
  const FinishLook look = plan_look(finishing);
  // Producers: earlier frames, which fill and read LUTs. Consumer: the bake.
  if (look.is_baked) memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite);
  finish.record_bake(command_buffer, look);
  record_tone_map(command_buffer, finishing, look);
  return Status::ok;
}

Status PostProcess::Impl::record_draw(VkCommandBuffer command_buffer, const Frame& frame,
                                      const Settings& settings) noexcept {
  constexpr const char* kFunction = "record_draw";
  if (!draws()) {
    return report(gpu.device, Status::invalid_argument, "%s: output: is not drawn", kFunction);
  }
  Finishing finishing;
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &finishing));
  const DebugLabel label(gpu, command_buffer, "tone map");
  shows_own_exposure(finishing.frame);
  Finish& finish = finishing.set->finish;
  const EffectPasses& effects = finishing.set->effects;  // as planned before the draw
  const FinishLook look = finish.look_of(finishing.settings, finishing.frame.tables, effects);
  const EffectFrame effect_frame = effect_frame_of(finishing);
  finish.draw(command_buffer, finishing.frame, finishing.settings, look,
              effects.exposure(effect_frame, finishing.settings, read_exposure(finishing, effect_frame)),
              effects.bindings(effect_frame, finishing.settings));
  return Status::ok;
}

Status PostProcess::Impl::record_fused(VkCommandBuffer command_buffer, const Frame& frame,
                                       const Settings& settings) noexcept {
  constexpr const char* kFunction = "record_fused";
  Metering metering;
  Finishing finishing;
  PHOTOPIC_TRY(validate_fused(gpu, kFunction, made, frame));
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &metering));
  PHOTOPIC_TRY(choose(kFunction, command_buffer, frame, settings, &finishing));
  PHOTOPIC_TRY(validate_states(gpu, kFunction, frame, true, true, draws()));
  const Around around(gpu, command_buffer, frame,
                      {.hdr_before = true, .hdr_after = true, .sources = true, .picture = true});
  const bool needs_measurement = frame.cut != 0 || !adaptation.is_started(frame.view);
  // A fused pipeline has what its object was created for.
  const bool is_apart = metering.set->gpu.is_own() || finishing.set->gpu.is_own();
  if (needs_measurement || is_apart || EffectPasses::needs_passes(finishing.settings) ||
      is_exact_look(finishing.settings, finishing.frame.tables)) {
    record_both(command_buffer, metering, finishing);
  } else {
    record_in_one(command_buffer, metering, finishing);
  }
  return Status::ok;
}

}  // namespace photopic
