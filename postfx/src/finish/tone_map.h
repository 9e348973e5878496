// SPDX-License-Identifier: MIT
// Tone mapping pass: HDR image and exposure -> display-referred image.
#ifndef PHOTOPIC_SRC_FINISH_TONE_MAP_H
#define PHOTOPIC_SRC_FINISH_TONE_MAP_H

#include <photopic/post_process.h>

#include "gpu/compute_pass.h"
#include "gpu/gpu.h"

namespace photopic {

/// The white that the operator takes.
float tone_map_white(const ToneMapSettings& settings) noexcept;

class ToneMap {
 public:
  explicit ToneMap(const Gpu& gpu) : gpu_(gpu), tone_map_(gpu) {}

  Status create(const CreateInfo& info) noexcept;
  bool has(ToneMapper tone_mapper) const {
    return tone_map_.has_variant(Variant{true, false}.index(static_cast<std::uint32_t>(tone_mapper)));
  }
  /// Before: `exposure` visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const ToneMapSettings& settings,
              const Binding& exposure) const noexcept;

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
  Status create_variants(std::uint32_t tone_mapper, bool has_dither) noexcept;

  const Gpu& gpu_;
  ComputePass tone_map_;
};

}  // namespace photopic

#endif
