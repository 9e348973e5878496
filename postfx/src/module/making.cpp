// SPDX-License-Identifier: MIT
// Making of a PostProcess: create, prepare, resize.
#include <algorithm>
#include <new>

#include "gpu/host/checker.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "module/impl.h"
#include "settings/validation.h"

namespace photopic {
namespace {

const Settings kDefaults;

/// Calls `use` for each of CreateInfo::uses, or for the default settings.
template <class Use>
Status for_each_use(const CreateInfo& info, Use use) noexcept {
  Status status = Status::ok;
  bool has_any = false;
  for (const SettingsRef& settings : info.uses) {
    if (settings.get() == nullptr || status != Status::ok) continue;
    has_any = true;
    status = use(*settings.get());
  }
  return has_any ? status : use(kDefaults);
}

}  // namespace

Status PostProcess::Impl::plan(const CreateInfo& create_info) noexcept {
  info = create_info;
  if (info.tuning != nullptr) tuning = *info.tuning;
  info.tuning = &tuning;
  constexpr std::uint32_t kAllWith = kWithUi | kWithContentLight | kWithHistogram | kWithExtrema | kWithFused |
                                     kWithTables | kWithDeferred | kWithScaledDraw | kWithResolve;
  PHOTOPIC_TRY(Checker(gpu, "create")
                   .bits("steps", info.steps, 0, kMeter | kFinish)
                   .bits("with", info.with & ~kAllWith, 0, 0)
                   .status());
  made = made_for(info, tuning);
  const Status status = for_each_use(info, [&](const Settings& settings) {
    PHOTOPIC_TRY(validate_choices(gpu, "create", settings));
    add_needs(settings, &made);
    return Status::ok;
  });
  return status == Status::ok ? plan_parts(&info) : status;
}

Status PostProcess::Impl::plan_parts(const CreateInfo* uses) noexcept {
  Status status = validate(gpu, "create", made);
  if (status == Status::ok && draws()) status = gpu.init_drawing();
  gpu.recordings_in_flight *= made.view_count;
  if (!gpu.device.separate_memory) gpu.memory_plan.open();
  if (status == Status::ok && has(kMeterStep)) status = create_meter(uses);
  if (status != Status::ok || !finishes_pictures()) return status;
  if (is_resolved(made)) {
    MadeFor of_samples = made;
    of_samples.effects &= ~kApartEffects;
    PHOTOPIC_TRY(add_finish(of_samples));
  }
  return add_finish(made);
}

Status PostProcess::Impl::create(const CreateInfo& create_info) noexcept {
  PHOTOPIC_TRY(plan(create_info));
  PHOTOPIC_TRY(make_planned());
  (void)for_each_use(info, [&](const Settings& settings) {
    note_idle_values(gpu, "create", made, settings);
    return Status::ok;
  });
  std::fill(std::begin(info.uses), std::end(info.uses), SettingsRef());
  return Status::ok;
}

Status PostProcess::Impl::make_planned() noexcept {
  Status status = Status::ok;
  clocks.reset(new (std::nothrow) Clock[made.view_count]);
  if (status == Status::ok && clocks == nullptr) {
    status = report(gpu.device, Status::out_of_memory, "create: out of host memory");
  }
  if (status == Status::ok) status = gpu.memory_plan.bind(gpu);
  for (FinishSet* set = finishes.first(); set != nullptr && status == Status::ok; set = finishes.next(*set)) {
    set->finish.write_constants();
  }
  return status == Status::ok && !made.defer_pipelines ? gpu.batch.create(gpu) : status;
}

Status Inside::create(const Device& device, const MadeFor& made, PostProcess* out) noexcept {
  std::unique_ptr<PostProcess::Impl> impl(new (std::nothrow) PostProcess::Impl);
  if (impl == nullptr) return report(device, Status::out_of_memory, "create: out of host memory");
  PHOTOPIC_TRY(impl->gpu.init(device));
  impl->made = made;
  impl->made.local_grid = (made.effects & kEffectLocalExposure) != 0 && (made.steps & kToneMapStep) != 0;
  impl->made.extrema = made.extrema || (!impl->made.local_grid && (made.effects & kEffectAcuity) != 0 &&
                                        (made.steps & (kToneMapStep | kDrawStep)) != 0);
  impl->info.max_extent = made.max_extent;
  impl->info.statistics_slots = made.statistics_slots;
  impl->info.tuning = &impl->tuning;
  PHOTOPIC_TRY(impl->plan_parts(nullptr));
  PHOTOPIC_TRY(impl->make_planned());
  PostProcess next;
  next.impl_ = impl.release();
  *out = std::move(next);
  return Status::ok;
}

Status PostProcess::Impl::create_meter(const CreateInfo* uses) noexcept {
  shows_previous.reset(new (std::nothrow) bool[made.view_count]());
  if (shows_previous == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  Status status = Status::ok;
  if (has_pyramid()) {
    status = pyramid.create(pyramid_options(made));
  } else {
    status = SinglePass::create_accumulators(&accumulators);
    if (status == Status::ok) {
      status = uses == nullptr ? add_meter(made) : for_each_use(*uses, [&](const Settings& settings) {
        return add_meter(metered_by(made, settings));
      });
    }
    if (status == Status::ok && info.missing == Missing::skip) status = add_meter(metered_by(made, kDefaults));
  }
  if (status == Status::ok) status = adaptation.create(made, has_pyramid());
  return status == Status::ok ? handover.create(made) : status;
}

Status PostProcess::Impl::add_meter(const MadeFor& wanted) noexcept {
  if (meters.find([&](const MeterSet& set) { return meters_best(set.made, wanted); }) != nullptr) return Status::ok;
  std::unique_ptr<MeterSet> set(new (std::nothrow) MeterSet(SetGpu(gpu), accumulators));
  if (set == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  const Status status = set->create(wanted);
  meters.add(std::move(set));
  return status;
}

Status PostProcess::Impl::add_finish(const MadeFor& wanted) noexcept {
  std::unique_ptr<FinishSet> set(new (std::nothrow) FinishSet(SetGpu(gpu)));
  if (set == nullptr) return report(gpu.device, Status::out_of_memory, "create: out of host memory");
  const Status status = set->create(wanted);
  finishes.add(std::move(set));
  return status;
}

MadeFor PostProcess::Impl::written_by_any() const noexcept {
  MadeFor all = made;
  for (const MeterSet* set = meters.first(); set != nullptr; set = meters.next(*set)) {
    all.auto_white_balance = all.auto_white_balance || set->made.auto_white_balance;
    all.dark_adaptation = all.dark_adaptation || set->made.dark_adaptation;
  }
  for (const FinishSet* set = finishes.first(); set != nullptr; set = finishes.next(*set)) {
    all.effects |= set->made.effects;
  }
  return all;
}

const MeterSet* PostProcess::Impl::best_meter_for(const Settings& settings) const noexcept {
  const MadeFor wanted = metered_by(made, settings);
  return meters.find([&](const MeterSet& set) { return meters_best(set.made, wanted); });
}

const MeterSet* PostProcess::Impl::meter_for(const Settings& settings) const noexcept {
  const MadeFor wanted = metered_by(made, settings);
  const MeterSet* alike = nullptr;
  for (const MeterSet* set = meters.first(); set != nullptr; set = meters.next(*set)) {
    if (meters_best(set->made, wanted)) return set;
    if (alike == nullptr && meters_alike(set->made, wanted)) alike = set;
  }
  return alike;
}

bool PostProcess::Impl::can_finish(const FinishSet& set, const Settings& settings) const noexcept {
  if (first_missing(set.made, finish_step(), settings) != nullptr) return false;
  return !is_resolved(set.made) || EffectPasses::needs_passes(settings);  // else samples by themselves
}

FinishSet* PostProcess::Impl::finish_for(const Settings& settings, bool has_tables) const noexcept {
  return finishes.find([&](const FinishSet& set) {
    return can_finish(set, settings) &&
           (!has_tables || set.made.exact_looks || settings.display.transform == DisplayTransform::baked);
  });
}

bool PostProcess::Impl::is_prepared(const Settings& settings) const noexcept {
  const bool is_known = static_cast<std::uint32_t>(settings.tone_map.tone_mapper) < kToneMapperCount &&
                        static_cast<std::uint32_t>(settings.display.encoding) < kOutputEncodingCount;
  if (!is_known || gpu.batch.left() != 0) return false;
  const bool can_meter = !has(kMeterStep) || (has_pyramid() ? first_missing(made, kMeterStep, settings) == nullptr
                                                            : meter_for(settings) != nullptr);
  return can_meter && (!finishes_pictures() || finish_for(settings, false) != nullptr);
}

std::unique_ptr<Gpu> PostProcess::Impl::make_gpu(const char* function, Status* status) const noexcept {
  std::unique_ptr<Gpu> own(new (std::nothrow) Gpu);
  if (own == nullptr) {
    *status = report(gpu.device, Status::out_of_memory, "%s: out of host memory", function);
    return own;
  }
  *status = own->init(gpu.device, function);
  if (*status == Status::ok && draws()) *status = own->init_drawing();
  own->recordings_in_flight *= made.view_count;
  if (!own->device.separate_memory) own->memory_plan.open();
  return own;
}

template <class Set, class... Parts>
Status PostProcess::Impl::plan_set(const char* function, const MadeFor& wanted, std::unique_ptr<Set>* out,
                                   Parts&... parts) const noexcept {
  Status status = Status::ok;
  std::unique_ptr<Gpu> own = make_gpu(function, &status);
  if (status != Status::ok) return status;
  out->reset(new (std::nothrow) Set(SetGpu(std::move(own)), parts...));
  if (*out == nullptr) return report(gpu.device, Status::out_of_memory, "%s: out of host memory", function);
  return (*out)->create(wanted);
}

Status PostProcess::Impl::plan_missing(const char* function, const Settings& settings, Planned* out) const noexcept {
  const MadeFor metered = metered_by(made, settings);
  const bool has_meter = !has(kMeterStep) || has_pyramid() || best_meter_for(settings) != nullptr ||
                         (pending_meter != nullptr && meters_best(pending_meter->made, metered));
  const bool has_finish = !finishes_pictures() || finish_for(settings, false) != nullptr ||
                          (pending_finish != nullptr && can_finish(*pending_finish, settings));
  const Need* const of_pyramid = has_pyramid() ? first_missing(made, kMeterStep, settings) : nullptr;
  if (has_meter && has_finish && of_pyramid == nullptr) return Status::ok;
  out->wanted = without_needs(made);
  add_needs(settings, &out->wanted);
  PHOTOPIC_TRY(validate(gpu, function, out->wanted));
  if (of_pyramid != nullptr) return report_missing(gpu, Status::unsupported, "prepare: the pyramid", *of_pyramid);
  if (!has_meter) PHOTOPIC_TRY(plan_set(function, metered_by(out->wanted, settings), &out->meter, accumulators));
  return has_finish ? Status::ok : plan_set(function, out->wanted, &out->finish);
}

Status PostProcess::Impl::memory_requests(const Settings& settings, std::uint32_t* count, MemoryRequest* out) noexcept {
  PHOTOPIC_TRY(MemoryPlan::check_list(gpu.device, count));
  PHOTOPIC_TRY(validate_choices(gpu, "memory_requests", settings));
  const std::lock_guard<std::mutex> lock(preparing);
  Planned planned;
  PHOTOPIC_TRY(plan_missing("memory_requests", settings, &planned));
  const std::uint32_t room = out != nullptr ? *count : 0;
  *count = 0;
  const auto list = [&](const auto& set) {
    if (set != nullptr) set->gpu.get().memory_plan.list(set->gpu.get(), room, count, out);
  };
  list(planned.meter);
  list(planned.finish);
  return MemoryPlan::check_room(gpu.device, room, *count, out);
}

/// Makes pipelines of sets that wait for them, and has recordings see those that are whole.
Status PostProcess::Impl::finish_pending(std::uint32_t* max_pipelines) noexcept {
  const auto work = [&](Gpu& of) {
    const std::uint32_t before = of.batch.left();
    const Status status = before == 0 ? Status::ok : of.batch.create(of, *max_pipelines);
    *max_pipelines -= std::min(*max_pipelines, before - of.batch.left());
    if (status != Status::ok) return status;
    return of.batch.left() == 0 ? Status::ok : Status::not_prepared;
  };
  Status status = work(gpu);
  if (status == Status::ok && pending_meter != nullptr) {
    status = work(pending_meter->gpu.get());
    if (status == Status::ok) meters.add(std::move(pending_meter));
  }
  if (status == Status::ok && pending_finish != nullptr) {
    status = work(pending_finish->gpu.get());
    if (status == Status::ok) finishes.add(std::move(pending_finish));
  }
  return status;
}

Status PostProcess::Impl::prepare(const Settings& settings, std::uint32_t max_pipelines) noexcept {
  const std::lock_guard<std::mutex> lock(preparing);
  PHOTOPIC_TRY(validate_choices(gpu, "prepare", settings));
  PHOTOPIC_TRY(finish_pending(&max_pipelines));
  Planned planned;
  PHOTOPIC_TRY(plan_missing("prepare", settings, &planned));
  const auto bind = [](const auto& set) {
    return set != nullptr ? set->gpu.get().memory_plan.bind(set->gpu.get()) : Status::ok;
  };
  PHOTOPIC_TRY(bind(planned.meter));
  PHOTOPIC_TRY(bind(planned.finish));
  if (planned.meter == nullptr && planned.finish == nullptr) return Status::ok;
  if (planned.finish != nullptr) planned.finish->finish.write_constants();
  pending_meter = std::move(planned.meter);
  pending_finish = std::move(planned.finish);
  note_idle_values(gpu, "prepare", planned.wanted, settings);
  return finish_pending(&max_pipelines);
}

Status PostProcess::Impl::resize(VkExtent2D max_extent) noexcept {
  Status status = validate_extent(gpu, "resize", max_extent);
  if (status != Status::ok || same(max_extent, info.max_extent)) return status;
  if (has_pyramid()) status = pyramid.make_sized(max_extent);
  for (FinishSet* set = finishes.first(); set != nullptr && status == Status::ok; set = finishes.next(*set)) {
    status = set->make_sized(max_extent);
  }
  if (status == Status::ok && pending_finish != nullptr) status = pending_finish->make_sized(max_extent);
  const auto end = [&](Gpu& of) { (void)of.sized_parts.end_resize(status); };
  end(gpu);
  for (FinishSet* set = finishes.first(); set != nullptr; set = finishes.next(*set)) {
    if (set->gpu.is_own()) end(set->gpu.get());
  }
  if (pending_finish != nullptr) end(pending_finish->gpu.get());
  if (status == Status::ok) info.max_extent = made.max_extent = max_extent;
  return status;
}

}  // namespace photopic
