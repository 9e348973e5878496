// SPDX-License-Identifier: MIT
// Final pass: HDR image and exposure -> display-referred image, with the effects of one texel.
#ifndef PHOTOPIC_SRC_FINISH_FINISH_H
#define PHOTOPIC_SRC_FINISH_FINISH_H

#include <photopic/post_process.h>

#include <array>

#include "display/display.h"
#include "finish/aces2_slots.h"
#include "finish/variants.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

/// Parameters of the operator, of the display for compiled_encoding() `encoding`, and of all effects. Pure.
gpu::FinishTables finish_tables(const Settings& settings, OutputEncoding encoding) noexcept;

/// The final pass with its pipelines: one for each operator, with and without borders and dither.
class Finish {
 public:
  explicit Finish(const Gpu& gpu) : gpu_(gpu), tone_map_(gpu), tables_(gpu, "finish settings"), aces2_(gpu) {}

  Status create(const CreateInfo& info) noexcept;
  /// Where the pass, alone or fused, reads FinishTables, and Aces2Tables if the operator needs them.
  std::array<Binding, 2> tables(const Settings& settings) noexcept {
    const gpu::FinishTables tables = finish_tables(settings, compiled_encoding(format_, settings.display.encoding));
    const Binding binding = tables_.binding_of(tables);
    return {binding, aces2_.binding_of(settings.tone_map.tone_mapper, tables.display, binding)};
  }
  /// Before: `exposure` visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
              const Binding& exposure) noexcept;
  VkDeviceSize memory_bytes() const { return tables_.memory_bytes() + aces2_.memory_bytes(); }

 private:
  /// What is decided when recording; a pipeline each, for every operator.
  struct Variant {
    bool has_border;  ///< tiles don't fit the rectangle
    bool is_dithered;
    std::uint32_t index(FinishVariant finish) const {
      return kVariantCount * finish.index() + (has_border ? 1u : 0u) + (is_dithered ? 2u : 0u);
    }
  };
  static constexpr std::uint32_t kVariantCount = 4;
  Status create_variants(const CreateInfo& info, FinishVariant finish) noexcept;

  const Gpu& gpu_;
  ComputePass tone_map_;
  ContentSlots<gpu::FinishTables> tables_;
  Aces2Slots aces2_;
  VkFormat format_ = VK_FORMAT_UNDEFINED;
};

}  // namespace photopic

#endif
