// SPDX-License-Identifier: MIT
// Passes of all effects, between adaptation and the final pass.
#ifndef PHOTOPIC_SRC_CHAIN_EFFECT_PASSES_H
#define PHOTOPIC_SRC_CHAIN_EFFECT_PASSES_H

#include <photopic/post_process.h>

#include <array>
#include <cstdint>

#include "chain/chain.h"
#include "effects/effect_frame.h"
#include "gpu/host/gpu.h"
#include "gpu/passes/pass_desc.h"
#include "settings/made_for.h"

namespace photopic {

/// The final pass's bindings from PHOTOPIC_TONE_MAP_FIRST_EFFECT on.
inline constexpr std::uint32_t kEffectBindingCount = PHOTOPIC_TONE_MAP_EFFECT_BINDINGS;
using EffectBindings = std::array<Binding, kEffectBindingCount>;

/// The class NAME::Passes of an effect with passes has
///   Status create(const MadeFor& info): called for objects that are made for the effect
///   Status make_sized(VkExtent2D max_extent): its parts that have the size of pictures (gpu/memory/sized.h), if any
///   those of EffectSteps that it needs. They are called where the settings turn it on, in the order of the chain, each
///   for all effects before the next one:
///   void plan(const EffectFrame&, const Settings&): what the final pass is told by tables. Records nothing
///   void prepare(VkCommandBuffer, EffectFrame&, const Settings&): layouts of images. Before: the exposure and the HDR
///     image visible to COMPUTE_SHADER / SHADER_READ, earlier frames' reads and writes of the effect's memory finished
///   bool record_first(), record_second(), record_last(), with the same parameters: dispatches; whether there are any.
///     Barriers stand between steps alone, so that effects' dispatches of a step run beside each other: those that keep
///     few processors busy cost little. May tell the effects behind it in the frame what it made. After: written at
///     COMPUTE_SHADER / SHADER_WRITE
///   Binding image(): the image that the final pass reads, after these; of PHOTOPIC_IMAGE_EFFECTS
class EffectPasses {
 public:
  explicit EffectPasses(const Gpu& gpu) noexcept;

  Status create(const MadeFor& info) noexcept;
  Status make_sized(VkExtent2D max_extent) noexcept;
  /// Whether the settings turn on an effect that the fused pass hasn't: one with passes, or one that looks around.
  static bool needs_passes(const Settings& settings) noexcept { return (effects_of(settings) & kApartEffects) != 0; }
  /// Whether they turn on one that looks around in the HDR image while the final pass writes the picture.
  static bool looks_around_in_source(const Settings& settings) noexcept {
    return (effects_of(settings) & kSourceEffects) != 0;
  }
  /// Of each frame, before its tables and record().
  void plan(const EffectFrame& frame, const Settings& settings) noexcept;
  /// What the last plan() tells the final pass; null if the settings don't turn glare on.
  const gpu::GlareShown* shown_glare(const Settings& settings) const noexcept;
  /// The same of local exposure: members of the frame; nothing if the settings don't turn it on.
  void show_local_exposure(const Settings& settings, gpu::LocalExposureParams* params) const noexcept;
  /// Before: the exposure written at COMPUTE_SHADER or TRANSFER, the HDR image visible to COMPUTE_SHADER / SHADER_READ.
  /// After: visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const EffectFrame& frame, const Settings& settings) noexcept;
  /// Images that the final pass binds; the HDR image for effects that settings don't turn on.
  EffectBindings bindings(const EffectFrame& frame, const Settings& settings) const noexcept;
  /// The exposure that the final pass binds: with acuity or night a NightExposure, else `own`.
  Binding exposure(const EffectFrame& frame, const Settings& settings, const Binding& own) const noexcept;
  /// NAME_passes(): of objects that aren't made for it, null.
#define PHOTOPIC_EFFECT_GETTER(name, bit, ...) \
  const name::Passes* name##_passes() const noexcept { return (made_ & (bit)) != 0 ? &name##_ : nullptr; }
  PHOTOPIC_PASS_EFFECTS(PHOTOPIC_EFFECT_GETTER)
#undef PHOTOPIC_EFFECT_GETTER

 private:
  const Gpu& gpu_;
  std::uint32_t made_ = 0;  // PHOTOPIC_EFFECT_*, of those with passes
#define PHOTOPIC_EFFECT_MEMBER(name, ...) name::Passes name##_;
  PHOTOPIC_PASS_EFFECTS(PHOTOPIC_EFFECT_MEMBER)
#undef PHOTOPIC_EFFECT_MEMBER
};

/// Of the view's last picture, or of the first that there will be, for the overlay; null without one.
const EffectPasses* effect_passes_of(const PostProcess& post) noexcept;

}  // namespace photopic

#endif
