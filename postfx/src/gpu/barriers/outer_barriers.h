// SPDX-License-Identifier: MIT
// Barriers around a recording, from the states that a host says its images are in.
#ifndef PHOTOPIC_SRC_GPU_OUTER_BARRIERS_H
#define PHOTOPIC_SRC_GPU_OUTER_BARRIERS_H

#include <photopic/image_barriers.h>

#include "gpu/host/gpu.h"

namespace photopic {

/// Of those that are there, with `has_ldr` as they are used.
Status validate(const Gpu& gpu, const char* function, const ImageBarriers* barriers, bool has_ldr) noexcept;

/// Records what is before; what is after when this ends. `barriers` may be null, and lives as long.
class OuterBarriers {
 public:
  OuterBarriers(const Gpu& gpu, VkCommandBuffer command_buffer, const ImageBarriers* barriers, VkImageLayout hdr_layout,
                bool has_ldr) noexcept;
  ~OuterBarriers();
  OuterBarriers(const OuterBarriers&) = delete;
  OuterBarriers& operator=(const OuterBarriers&) = delete;

 private:
  void record(bool is_before) const noexcept;

  const Gpu& gpu_;
  VkCommandBuffer command_buffer_;
  const ImageBarriers* barriers_;
  VkImageLayout hdr_layout_;
  bool has_ldr_;
};

}  // namespace photopic

#endif
