// SPDX-License-Identifier: MIT
// Barriers around a recording, from the states that a host says its images are in.
#ifndef PHOTOPIC_SRC_GPU_OUTER_BARRIERS_H
#define PHOTOPIC_SRC_GPU_OUTER_BARRIERS_H

#include <photopic/c/frame.h>

#include "gpu/host/gpu.h"

namespace photopic {

/// Images that a recording reads or writes.
enum class ImageUse : std::uint32_t {
  read,
  written,        ///< and read, in GENERAL
  read_and_draw,  ///< read here and by a draw after it
};

/// Of what the host states; `name` as in the frame.
Status validate(const Gpu& gpu, const char* function, const char* name, const Image& image) noexcept;
bool is_stated(const ImageState& state) noexcept;

/// Gathers barriers and records them at once.
class OuterBarriers {
 public:
  OuterBarriers(const Gpu& gpu, VkCommandBuffer command_buffer) noexcept : gpu_(gpu), command_buffer_(command_buffer) {}

  void before(const Image& image, ImageUse use) noexcept { add(image, image.before, use, true); }
  void after(const Image& image, ImageUse use) noexcept { add(image, image.after, use, false); }
  /// Those of one direction.
  void record() noexcept;

 private:
  static constexpr std::uint32_t kMost = 8;
  void add(const Image& image, const ImageState& state, ImageUse use, bool is_before) noexcept;

  const Gpu& gpu_;
  VkCommandBuffer command_buffer_;
  VkImageMemoryBarrier list_[kMost];
  std::uint32_t count_ = 0;
  bool is_before_ = true;
  VkPipelineStageFlags host_stages_ = 0;
  VkPipelineStageFlags own_stages_ = 0;
};

}  // namespace photopic

#endif
