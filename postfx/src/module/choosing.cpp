// SPDX-License-Identifier: MIT
// Sets of passes that a recording's settings select, and checks of what it is given.
#include <bit>

#include "gpu/host/report.h"
#include "module/impl.h"
#include "settings/validation.h"
#include "settings/variants.h"

namespace photopic {
namespace {

/// If `hdr` is an array, the meter takes all layers that are shown.
void take_layers(const MadeFor& made, const Frame& frame, MeterFrame* out) {
  if (!has_arrays(made)) return;
  out->view_mask = (made.steps & kDrawStep) != 0 ? made.render_target.view_mask : 0;
  out->layer_count =
      out->view_mask != 0 ? static_cast<std::uint32_t>(std::popcount(out->view_mask)) : layer_count(made);
  if (frame.exposure.buffer == VK_NULL_HANDLE) out->exposure_stride_bytes = frame.exposure_stride_bytes;
}

}  // namespace

/// What no preparing would make good.
Status PostProcess::Impl::validate_wanted(const char* function, std::uint32_t steps,
                                          const Settings& settings) const noexcept {
  MadeFor wanted = without_needs(made);
  add_needs(settings, &wanted);
  if ((steps & kMeterStep) != 0) PHOTOPIC_TRY(validate_metering(gpu, function, wanted, settings));
  return (steps & kMeterStep) == 0 ? validate_finish(gpu, function, wanted, settings) : Status::ok;
}

/// Turns off what isn't prepared, if the host asked for that; else refuses.
Status PostProcess::Impl::fit(const char* function, std::uint32_t steps, bool has_tables, Settings* settings,
                              const MeterSet** meter, FinishSet** finish) noexcept {
  PHOTOPIC_TRY(gpu.batch.check_made(gpu, function));
  PHOTOPIC_TRY(validate_choices(gpu, function, *settings));
  const bool skips = info.missing == Missing::skip;
  const auto missing = [&]() -> const Need* {
    if ((steps & kMeterStep) != 0) {
      if (has_pyramid()) {
        if (const Need* need = first_missing(made, kMeterStep, *settings)) return need;
      } else if ((*meter = meter_for(*settings)) == nullptr) {
        // Of all that is asked for, the first that no set has; or, to be turned off, if each has a set, the first of
        // all.
        MadeFor all = made;
        for (const MeterSet* set = meters.first(); set != nullptr; set = meters.next(*set)) {
          all.weights |= set->made.weights;
          all.histogram = all.histogram || set->made.histogram;
          all.highlights_and_black = all.highlights_and_black || set->made.highlights_and_black;
          all.convert_input = all.convert_input || set->made.convert_input;
          all.auto_white_balance = all.auto_white_balance || set->made.auto_white_balance;
          all.dark_adaptation = all.dark_adaptation || set->made.dark_adaptation;
        }
        if (const Need* need = first_missing(all, kMeterStep, *settings)) return need;
        if (skips) return first_missing(MadeFor(), kMeterStep, *settings);
      }
    }
    if ((steps & (kToneMapStep | kDrawStep)) != 0 && (*finish = finish_for(*settings, has_tables)) == nullptr) {
      // By the set that lacks least: the last that lacks something else than the first need.
      const Need* worst = nullptr;
      for (const FinishSet* set = finishes.first(); set != nullptr; set = finishes.next(*set)) {
        const Need* need = first_missing(set->made, finish_step(), *settings);
        if (worst == nullptr || (need != nullptr && number_of(*need) > number_of(*worst))) worst = need;
      }
      return worst;
    }
    return nullptr;
  };
  while (const Need* need = missing()) {
    if (!skips || !turn_off(*need, settings)) {
      PHOTOPIC_TRY(validate_wanted(function, steps, *settings));
      return report_missing(gpu, Status::not_prepared, function, *need);
    }
    const std::uint32_t bit = 1u << number_of(*need);
    if ((skipped.fetch_or(bit) & bit) == 0) (void)report_missing(gpu, Status::ok, function, *need);
  }
  if ((steps & kMeterStep) != 0 && !has_pyramid() && *meter == nullptr) {
    return report(gpu.device, Status::not_prepared,
                  "%s: these settings of the meter are not prepared together. Name them in CreateInfo::uses, or call "
                  "prepare()",
                  function);
  }
  if ((steps & (kToneMapStep | kDrawStep)) != 0 && *finish == nullptr) {
    return report(gpu.device, Status::not_prepared, "%s: tables: need CreateInfo::with = kWithTables, or a baked look",
                  function);
  }
  return Status::ok;
}

Status PostProcess::Impl::choose(const char* function, VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings, Metering* out) noexcept {
  PHOTOPIC_TRY(validate(gpu, function, command_buffer));
  if (!has(kMeterStep)) {
    return report(gpu.device, Status::invalid_argument, "%s: steps: the object was created without kMeter", function);
  }
  out->settings = settings;
  const MeterSet* const newest = meters.last();
  const bool was_checked = gpu.batch.left() == 0 && checked_meter.holds(settings, newest, false);
  if (was_checked) {
    out->set = checked_meter.set;
  } else {
    PHOTOPIC_TRY(fit(function, kMeterStep, false, &out->settings, &out->set, nullptr));
  }
  const MadeFor& by = has_pyramid() ? made : out->set->made;
  PHOTOPIC_TRY(validate_metered(gpu, function, made.max_extent, frame));
  out->frame = meter_frame_of(frame);
  take_layers(made, frame, &out->frame);
  MadeFor sized = by;
  sized.max_extent = made.max_extent;
  PHOTOPIC_TRY(validate(gpu, function, sized, out->frame, weights_asked_by(settings)));
  if (out->set != nullptr && out->set->gpu.is_own())
    PHOTOPIC_TRY(validate(out->set->gpu.get(), function, command_buffer));
  if (was_checked) return Status::ok;
  PHOTOPIC_TRY(validate_metering(gpu, function, by, out->settings));
  // Settings that fit() has changed are kept as they are now: the next call has to change the host's again.
  checked_meter.keep(out->settings, newest, false, out->set);
  return Status::ok;
}

Status PostProcess::Impl::choose(const char* function, VkCommandBuffer command_buffer, const Frame& frame,
                                 const Settings& settings, Finishing* out) noexcept {
  PHOTOPIC_TRY(validate(gpu, function, command_buffer));
  if (!finishes_pictures()) {
    return report(gpu.device, Status::invalid_argument, "%s: steps: the object was created without kFinish", function);
  }
  out->settings = settings;
  const FinishSet* const newest = finishes.last();
  const bool has_tables = frame.tables != nullptr;
  const bool was_checked = gpu.batch.left() == 0 && checked_finish.holds(settings, newest, has_tables);
  if (was_checked) {
    out->set = checked_finish.set;
  } else {
    PHOTOPIC_TRY(fit(function, finish_step(), has_tables, &out->settings, nullptr, &out->set));
  }
  out->frame = tone_map_frame_of(frame);
  if (has_tables) {
    out->tables = with_defaults(*frame.tables);
    out->frame.tables = &out->tables;
  }
  MadeFor by = out->set->made;
  by.max_extent = made.max_extent;
  if (out->set->gpu.is_own()) PHOTOPIC_TRY(validate(out->set->gpu.get(), function, command_buffer));
  PHOTOPIC_TRY(validate(gpu, function, by, out->frame));
  if (!was_checked) PHOTOPIC_TRY(validate_finish(gpu, function, by, out->settings));
  PHOTOPIC_TRY(validate_look(gpu, function, out->settings, out->frame.tables));
  if (out->frame.ldr == out->frame.hdr) {
    const bool is_aberration = EffectPasses::looks_around_in_source(out->settings);
    if (is_aberration || out->set->finish.sharpens_source(out->settings)) {
      return report(gpu.device, Status::invalid_argument, "%s: ldr: is the same view as hdr, in which %s looks around",
                    function, is_aberration ? "aberration" : "sharpening");
    }
  }
  if (needs_whole_picture(out->settings)) PHOTOPIC_TRY(validate_whole_picture(gpu, function, out->frame));
  if (was_checked) return Status::ok;
  checked_finish.keep(out->settings, newest, has_tables, out->set);  // as above
  return Status::ok;
}

}  // namespace photopic
