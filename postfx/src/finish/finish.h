// SPDX-License-Identifier: MIT
// Final pass: HDR image and exposure -> display-referred image, with the effects of one texel.
#ifndef PHOTOPIC_SRC_FINISH_FINISH_H
#define PHOTOPIC_SRC_FINISH_FINISH_H

#include <photopic/post_process.h>

#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

/// Parameters of the operator and of all effects. Pure.
gpu::FinishTables finish_tables(const Settings& settings) noexcept;

/// The final pass with its pipelines: one for each operator, with and without borders and dither.
class Finish {
 public:
  explicit Finish(const Gpu& gpu) : gpu_(gpu), tone_map_(gpu), tables_(gpu, "finish settings") {}

  Status create(const CreateInfo& info) noexcept;
  bool has(ToneMapper tone_mapper) const {
    return tone_map_.has_variant(Variant{true, false}.index(static_cast<std::uint32_t>(tone_mapper)));
  }
  /// Where the pass, alone or fused, reads FinishTables.
  Binding tables(const Settings& settings) noexcept { return tables_.binding_of(finish_tables(settings)); }
  /// Before: `exposure` visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
              const Binding& exposure) noexcept;
  VkDeviceSize memory_bytes() const { return tables_.memory_bytes(); }

 private:
  /// What is decided when recording; a pipeline each, for every operator.
  struct Variant {
    bool has_border;  ///< tiles don't fit the rectangle
    bool is_dithered;
    std::uint32_t index(std::uint32_t tone_mapper) const {
      return kVariantCount * tone_mapper + (has_border ? 1u : 0u) + (is_dithered ? 2u : 0u);
    }
  };
  static constexpr std::uint32_t kVariantCount = 4;
  Status create_variants(const CreateInfo& info, std::uint32_t tone_mapper) noexcept;

  const Gpu& gpu_;
  ComputePass tone_map_;
  ContentSlots<gpu::FinishTables> tables_;
};

}  // namespace photopic

#endif
