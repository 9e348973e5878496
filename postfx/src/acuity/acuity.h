// SPDX-License-Identifier: MIT
// Acuity: rows of its settings, its parameters on the device, and its passes.
#ifndef PHOTOPIC_SRC_ACUITY_ACUITY_H
#define PHOTOPIC_SRC_ACUITY_ACUITY_H

#include <photopic/interface.h>
#include <photopic/post_process.h>

#include <memory>
#include <span>

#include "effects/effect_frame.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/passes/compute_pass.h"
#include "night/mesopic_tables.h"
#include "settings/rows.h"

namespace photopic::acuity {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(acuity, acuity_loss, "", kShareRange, needs_effect(kEffectAcuity),
                    "share of the light that is blurred where rods alone see; 0 = off; needs cd-m2-per-unit"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/acuity/texel.glsl. Pure.
gpu::AcuityParams params(const Settings& settings) noexcept;

/// Averages of the picture, and a table of how far an eye sees with cones for each view.
class Passes {
 public:
  explicit Passes(const Gpu& gpu) : gpu_(gpu), down_(gpu), mesopic_(gpu, "acuity tables") {}

  Status create(const CreateInfo& info) noexcept;
  Status resize(VkExtent2D max_extent) noexcept;
  /// Before: exposure and HDR image visible to COMPUTE_SHADER / SHADER_READ, earlier frames' passes finished. After:
  /// averages and table written at COMPUTE_SHADER / SHADER_WRITE.
  void record(VkCommandBuffer command_buffer, const EffectFrame& frame, const Settings& settings) noexcept;
  /// The averages' image and the view's NightTable. After record().
  void bind(const EffectFrame& frame, std::span<Binding> out) const noexcept;

 private:
  const Gpu& gpu_;
  ComputePass down_;
  night::MesopicTables mesopic_;
  std::unique_ptr<LevelImage> levels_;
};

}  // namespace photopic::acuity

#endif
