// SPDX-License-Identifier: MIT
// Image of one texel for bindings that a shader has and doesn't read.
#ifndef PHOTOPIC_SRC_GPU_MEMORY_STAND_IN_IMAGE_H
#define PHOTOPIC_SRC_GPU_MEMORY_STAND_IN_IMAGE_H

#include "gpu/barriers/barriers.h"
#include "gpu/memory/level_image.h"
#include "gpu/passes/binding.h"

namespace photopic {

class StandInImage {
 public:
  StandInImage(const Gpu& gpu, const char* name) : gpu_(gpu), image_(gpu, name) {}

  /// With the kind of numbers, and of view, that the shader's sampler has.
  Status create(VkFormat format, bool is_array = false) noexcept {
    return image_.create({1, 1}, format, VK_IMAGE_USAGE_SAMPLED_BIT, 1,
                         is_array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D);
  }
  bool is_made() const noexcept { return image_.handle() != VK_NULL_HANDLE; }
  /// Before dispatches that bind it; nothing where it isn't made.
  void record_begin(VkCommandBuffer command_buffer) const noexcept {
    if (!is_made()) return;
    layout_barrier(gpu_, command_buffer, image_.handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                   kComputeRead, kComputeRead);
  }
  Binding binding() const noexcept { return image_binding(image_.level(0), VK_IMAGE_LAYOUT_GENERAL); }

 private:
  const Gpu& gpu_;
  LevelImage image_;
};

}  // namespace photopic

#endif
