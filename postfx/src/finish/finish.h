// SPDX-License-Identifier: MIT
// Final pass: HDR image and exposure -> display-referred image, with the effects of one texel.
#ifndef PHOTOPIC_SRC_FINISH_FINISH_H
#define PHOTOPIC_SRC_FINISH_FINISH_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include "chain/effect_passes.h"
#include "display/display.h"
#include "finish/finish_slots.h"
#include "finish/signals.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/stand_in_image.h"
#include "gpu/passes/compute_pass.h"
#include "gpu/passes/draw_pass.h"
#include "lut/baked_looks.h"
#include "lut/look_params.h"
#include "settings/variants.h"

namespace photopic {

/// Parameters of the operator and of all effects, with `display`. Pure.
gpu::FinishTables finish_tables(const Settings& settings, const gpu::DisplayParams& display) noexcept;

/// Where the pass, alone or fused, reads a look.
struct FinishLook {
  Binding tables;      ///< FinishData
  Binding with_meter;  ///< of fused objects: MeterTables and FinishData
  FinishVariant variant = {};
  bool is_baked = false;
  BakedLook baked = {};
  Binding lut;  ///< nodes of the LUT or of the host's tables; a buffer that isn't read without
};

/// The final pass with its pipelines: one for each operator, with and without borders and dither.
class Finish {
 public:
  explicit Finish(const Gpu& gpu)
      : gpu_(gpu),
        tone_map_(gpu),
        to_signals_(gpu),
        sharpen_(gpu),
        draw_(gpu),
        signals_(gpu),
        slots_(gpu),
        baked_looks_(gpu),
        no_light_(gpu, "content light"),
        no_ui_(gpu, "finish no UI") {}

  Status create(const MadeFor& info) noexcept;
  /// Once there is memory.
  void write_constants() noexcept { slots_.write_constants(); }
  Status make_sized(VkExtent2D max_extent) noexcept;
  /// Whether the final pass sharpens by texels of the HDR image around its own.
  bool sharpens_source(const Settings& settings) const noexcept {
    return sharpens_ && Signals::is_on(settings) && (effects_of(settings) & kPassEffects) == 0;
  }
  /// What settings ask for, on the device once the recording has run. After EffectPasses::plan(). `meter`: of fused
  /// frames, else null.
  FinishLook look_of(const Settings& settings, const LookTables* tables, const EffectPasses& effects,
                     const gpu::MeterTables* meter = nullptr) noexcept;
  /// Fills the LUT of a baked look if it has to be. Before: earlier uses of LUTs finished. After: written at
  /// COMPUTE_SHADER / SHADER_WRITE.
  void record_bake(VkCommandBuffer command_buffer, const FinishLook& look) const noexcept;
  /// Before: `exposure`, `effects`, and what record_bake() wrote, visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
              const FinishLook& look, const Binding& exposure, const EffectBindings& effects) const noexcept;
  /// Before a draw of signals, in which effects of the settings look around: the final pass up to them. Before: as
  /// record(). After: written at COMPUTE_SHADER / SHADER_WRITE.
  void record_signals(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                      const FinishLook& look, const Binding& exposure, const EffectBindings& effects) const noexcept;
  /// The same as a draw, after record_signals() where these are on. Before: visible to FRAGMENT_SHADER / SHADER_READ.
  void draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings, const FinishLook& look,
            const Binding& exposure, const EffectBindings& effects) const noexcept;

 private:
  /// What is decided when recording; a pipeline each, for every operator.
  struct Variant {
    bool has_border;       ///< tiles don't fit the rectangle; of a draw: the picture is scaled
    bool is_plain;         ///< of a pass with effects: none of them is on
    std::uint32_t dither;  ///< PHOTOPIC_DITHER_*
    std::uint32_t index(FinishVariant finish) const {
      return kVariantCount * finish.index() + (has_border ? 1u : 0u) + (is_plain ? 2u : 0u) + 4u * dither;
    }
  };
  static constexpr std::uint32_t kVariantCount = 4 * kDitherCount;
  Status create_pass(const MadeFor& info) noexcept;
  bool filters_hdr(const MadeFor& info) const noexcept;
  /// `format`, `max_code`: of what the pass writes.
  Status create_variants(Pass& pass, const MadeFor& info, VkFormat format, std::uint32_t max_code,
                         FinishVariant finish) noexcept;
  Status create_signals(const MadeFor& info) noexcept;
  Status create_sharpening(const MadeFor& info) noexcept;
  bool has_border(const gpu::ToneMapParams& params) const noexcept;  // as Variant has it, computed

  const Gpu& gpu_;
  ComputePass tone_map_;
  ComputePass to_signals_;  // the same for effects that look around in the signal
  ComputePass sharpen_;     // in its place where no effect with passes is on, if Signals::has_tiles()
  DrawPass draw_;           // in place of the first
  Signals signals_;
  FinishSlots slots_;
  DisplayParamsMemo display_;
  LookParamsMemo look_params_;
  BakedLooks baked_looks_;
  DeviceBuffer no_light_;     // bound where an object that measures light isn't asked to
  StandInImage no_ui_;        // with samples: the HDR image can't stand in for one of one sample
  bool filters_hdr_ = false;  // of aberration
  bool has_light_ = false;
  bool has_signals_ = false;
  bool sharpens_ = false;      // sharpen_ is made
  std::uint32_t effects_ = 0;  // of the final pass
  std::uint32_t layers_ = 1;   // layer_count(), of which arrays have two and more or, drawn, a view mask
  bool has_layers_ = false;
  bool has_samples_ = false;  // of the HDR image, several
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  std::uint32_t lut_size_ = 0;
};

}  // namespace photopic

#endif
