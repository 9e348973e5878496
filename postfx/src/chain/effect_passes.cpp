// SPDX-License-Identifier: MIT
// Making and recording of the passes of all effects.
#include "chain/effect_passes.h"

#include "gpu/barriers/barriers.h"
#include "gpu/host/debug_names.h"

namespace photopic {

#define EFFECT(name, ...) , name##_(gpu)
EffectPasses::EffectPasses(const Gpu& gpu) noexcept : gpu_(gpu) PHOTOPIC_PASS_EFFECTS(EFFECT) {}
#undef EFFECT

Status EffectPasses::create(const MadeFor& info) noexcept {
  made_ = info.effects & kPassEffects;
  Status status = Status::ok;
#define EFFECT(name, bit, ...) \
  if (status == Status::ok && (made_ & (bit)) != 0) status = name##_.create(info);
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
  return status;
}

Status EffectPasses::make_sized([[maybe_unused]] VkExtent2D max_extent) noexcept {
  Status status = Status::ok;
#define EFFECT(name, bit, ...) \
  if (status == Status::ok && (made_ & (bit)) != 0) status = name##_.make_sized(max_extent);
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
  return status;
}

void EffectPasses::plan(const EffectFrame& frame, const Settings& settings) noexcept {
  const std::uint32_t on = effects_of(settings) & made_;
#define EFFECT(name, bit) \
  if ((on & (bit)) != 0) name##_.plan(frame, settings);
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
}

const gpu::GlareShown* EffectPasses::shown_glare(const Settings& settings) const noexcept {
  return (effects_of(settings) & made_ & kEffectGlare) != 0 ? &glare_.shown() : nullptr;
}

void EffectPasses::show_local_exposure(const Settings& settings, gpu::LocalExposureParams* params) const noexcept {
  if ((effects_of(settings) & made_ & kEffectLocalExposure) != 0) local_exposure_.show(params);
}

void EffectPasses::record(VkCommandBuffer command_buffer, const EffectFrame& given, const Settings& settings) noexcept {
  const std::uint32_t on = effects_of(settings) & made_;
  if (on == 0) return;
  [[maybe_unused]] EffectFrame frame = given;
  // Producers: the pass that adapts, or an import; earlier frames' effects and their readers. Consumers: the passes.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite | kTransferWrite, kComputeReadWrite);
#define EFFECT(name, bit, ...) \
  if ((on & (bit)) != 0) name##_.prepare(command_buffer, frame, settings);
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
  bool has_recorded = false;
#define EFFECT_STEP(name, bit, step)                                                       \
  if ((on & (bit)) != 0) {                                                                 \
    const DebugLabel label(gpu_, command_buffer, #name);                                   \
    has_recorded = name##_.record_##step(command_buffer, frame, settings) || has_recorded; \
  }
  // Between steps. Producers: the passes of those before. Consumers: of those behind.
  const auto end_step = [&] {
    if (has_recorded) memory_barrier(gpu_, command_buffer, kComputeReadWrite, kComputeReadWrite);
    has_recorded = false;
  };
#define EFFECT(name, bit, ...) EFFECT_STEP(name, bit, first)
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
  end_step();
#define EFFECT(name, bit, ...) EFFECT_STEP(name, bit, second)
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
  end_step();
#define EFFECT(name, bit, ...) EFFECT_STEP(name, bit, last)
  PHOTOPIC_PASS_EFFECTS(EFFECT)
#undef EFFECT
#undef EFFECT_STEP
  // Producers: the passes. Consumer: the final pass.
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
}

EffectBindings EffectPasses::bindings(const EffectFrame& frame, const Settings& settings) const noexcept {
  EffectBindings all;
  all.fill(frame.hdr);
  const std::uint32_t on = effects_of(settings) & made_;
#define EFFECT(name, bit, binding, kind) \
  if ((on & (bit)) != 0) all[(binding)-PHOTOPIC_TONE_MAP_FIRST_EFFECT] = name##_.image();
  PHOTOPIC_IMAGE_EFFECTS(EFFECT)
#undef EFFECT
  return all;
}

Binding EffectPasses::exposure(const EffectFrame& frame, const Settings& settings, const Binding& own) const noexcept {
  const std::uint32_t on = effects_of(settings) & made_;
  if ((on & kEffectAcuity) != 0) return acuity_.table(frame.view);  // night has the same
  return (on & kEffectNight) != 0 ? night_.table(frame.view) : own;
}

}  // namespace photopic
