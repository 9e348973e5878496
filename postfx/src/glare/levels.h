// SPDX-License-Identifier: MIT
// Levels of the glare's pyramid in device memory, and what a frame uses of them.
#ifndef PHOTOPIC_SRC_GLARE_LEVELS_H
#define PHOTOPIC_SRC_GLARE_LEVELS_H

#include "glare/glare.h"
#include "gpu/memory/level_image.h"

namespace photopic::glare {

/// Exposed value of a channel that levels of the format hold.
float most_of(VkFormat format) noexcept;
/// Levels that are stored, from level 1: the last is the first of at most PHOTOPIC_GLARE_TAIL_SIDE texels a side.
std::uint32_t stored_count(VkExtent2D extent) noexcept;
/// Workgroups of the pass that makes a level of that extent.
VkExtent2D down_groups(VkExtent2D level) noexcept;

struct Passes::Levels {
  explicit Levels(const Gpu& gpu) : arena(gpu), image(gpu, "glare levels"), light(gpu, "glare light") {}

  Status create(VkExtent2D max_extent, VkFormat format) noexcept;
  Binding light_binding() const noexcept { return buffer_binding(light.handle(), 0, VK_WHOLE_SIZE); }
  /// Of GlareLight of a level: those of two levels lie behind each other.
  std::uint32_t first_light(std::uint32_t level) const noexcept { return level % 2 == 0 ? 0 : second_light; }

  ImageArena arena;
  LevelImage image;  // mip levels 0, 1, .. begin with levels 1, 2, .., which are rounded up where mips are rounded down
  DeviceBuffer light;
  std::uint32_t second_light = 0;
};

}  // namespace photopic::glare

#endif
