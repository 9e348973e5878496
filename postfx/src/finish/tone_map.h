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
  explicit ToneMap(const Gpu& gpu) : tone_map_(gpu) {}

  Status create(const CreateInfo& info) noexcept;
  bool has(ToneMapper tone_mapper) const { return tone_map_.has_variant(static_cast<std::uint32_t>(tone_mapper)); }
  /// Before: `exposure` visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const ToneMapSettings& settings,
              const Binding& exposure) const noexcept;

 private:
  ComputePass tone_map_;
};

}  // namespace photopic

#endif
