// SPDX-License-Identifier: MIT
// Base class of effects that have passes: the steps in which an effect records them.
#ifndef PHOTOPIC_SRC_EFFECTS_EFFECT_STEPS_H
#define PHOTOPIC_SRC_EFFECTS_EFFECT_STEPS_H

#include <photopic/settings.h>

#include "effects/effect_frame.h"
#include "gpu/barriers/barriers.h"

namespace photopic {

/// Those that an effect doesn't have, do nothing. chain/effect_passes.h says what they are.
struct EffectSteps {
  Status make_sized(VkExtent2D) noexcept { return Status::ok; }
  void plan(const EffectFrame&, const Settings&) noexcept {}
  void prepare(VkCommandBuffer, EffectFrame&, const Settings&) noexcept {}
  bool record_first(VkCommandBuffer, EffectFrame&, const Settings&) noexcept { return false; }
  bool record_second(VkCommandBuffer, EffectFrame&, const Settings&) noexcept { return false; }
  bool record_last(VkCommandBuffer, EffectFrame&, const Settings&) noexcept { return false; }
};

/// All steps of one effect by itself.
template <class Passes>
void record_alone(const Gpu& gpu, VkCommandBuffer command_buffer, Passes& passes, EffectFrame& frame,
                  const Settings& settings) noexcept {
  // Between steps. Producers: the passes of the one before. Consumers: of the one behind.
  const auto end_step = [&] { memory_barrier(gpu, command_buffer, kComputeReadWrite, kComputeReadWrite); };
  passes.plan(frame, settings);
  passes.prepare(command_buffer, frame, settings);
  if (passes.record_first(command_buffer, frame, settings)) end_step();
  if (passes.record_second(command_buffer, frame, settings)) end_step();
  passes.record_last(command_buffer, frame, settings);
}

}  // namespace photopic

#endif
