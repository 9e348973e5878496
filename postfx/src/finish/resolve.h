// SPDX-License-Identifier: MIT
// Resolve of an HDR image of several samples, for effects that look around or have passes.
#ifndef PHOTOPIC_SRC_FINISH_RESOLVE_H
#define PHOTOPIC_SRC_FINISH_RESOLVE_H

#include <photopic/post_process.h>

#include "chain/chain.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/sized.h"
#include "gpu/passes/compute_pass.h"
#include "settings/made_for.h"

namespace photopic {

/// Empty in objects without such an effect or with one sample.
class Resolve {
 public:
  explicit Resolve(const Gpu& gpu) noexcept : gpu_(gpu), pass_(gpu), image_(gpu) {}

  Status create(const MadeFor& info) noexcept;
  /// Makes the image; for SizedParts.
  Status make_sized(VkExtent2D max_extent) noexcept;
  bool is_made() const noexcept { return static_cast<bool>(image_); }
  /// Resolves the frame's HDR image, and puts the result in its place, with the region's corner at 0, 0.
  /// Before: `exposure` written at COMPUTE_SHADER or TRANSFER, the HDR image visible to COMPUTE_SHADER / SHADER_READ.
  /// After: both visible there.
  void record(VkCommandBuffer command_buffer, const Settings& settings, const Binding& exposure,
              ToneMapFrame* frame) const noexcept;

 private:
  const Gpu& gpu_;
  ComputePass pass_;
  Sized<LevelImage> image_;
};

}  // namespace photopic

#endif
