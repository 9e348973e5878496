// SPDX-License-Identifier: MIT
// Acuity: rows of its settings, its parameters on the device, and its passes.
#ifndef PHOTOPIC_SRC_ACUITY_ACUITY_H
#define PHOTOPIC_SRC_ACUITY_ACUITY_H

#include <photopic/interface.h>
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>

#include "effects/effect_steps.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"
#include "night/mesopic_tables.h"
#include "settings/rows.h"

namespace photopic::acuity {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(acuity, acuity_loss, "", kShareRange, needs_effect(kEffectAcuity),
                    "share of light that is blurred where only rods see; 0 = off; needs cd-m2-per-unit"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/acuity/texel.glsl. Pure.
gpu::AcuityParams params(const Settings& settings) noexcept;

/// Smooth levels of the picture, and a table of how far an eye sees with cones for each view.
class Passes : public EffectSteps {
 public:
  explicit Passes(const Gpu& gpu) : gpu_(gpu), down_(gpu), smooth_(gpu), mesopic_(gpu, "acuity tables"), levels_(gpu) {}

  Status create(const MadeFor& info) noexcept;
  Status make_sized(VkExtent2D max_extent) noexcept;
  void prepare(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  bool record_first(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  bool record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  bool record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept;
  /// Of the levels.
  Binding image() const noexcept { return image_binding(levels_->level(0), VK_IMAGE_LAYOUT_GENERAL); }
  /// The view's NightExposure.
  Binding table(std::uint32_t view) const noexcept { return mesopic_.table(view); }

 private:
  const Gpu& gpu_;
  ComputePass down_;
  ComputePass smooth_;
  night::MesopicTables mesopic_;
  Sized<LevelImage> levels_;
};

}  // namespace photopic::acuity

#endif
