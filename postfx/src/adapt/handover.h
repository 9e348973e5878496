// SPDX-License-Identifier: MIT
// Exposure handed to others: a 1x1 image for upscalers, and copies of the state for the CPU.
#ifndef PHOTOPIC_SRC_ADAPT_HANDOVER_H
#define PHOTOPIC_SRC_ADAPT_HANDOVER_H

#include <photopic/post_process.h>

#include <atomic>
#include <memory>

#include "gpu/host/gpu.h"
#include "gpu/memory/level_image.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"
#include "settings/made_for.h"

namespace photopic {

class Handover {
 public:
  explicit Handover(const Gpu& gpu) : gpu_(gpu), statistics_(gpu, "statistics"), arena_(gpu) {}

  Status create(const MadeFor& info) noexcept;

  /// After a measurement of `view`: copies what was asked for out of its state, of which `written` has the parts that
  /// are there.
  void record(VkCommandBuffer command_buffer, const Binding& state, std::uint32_t view,
              const MadeFor& written) noexcept;
  bool statistics(std::uint32_t view, gpu::ExposureState* out) const noexcept;

  VkImage image(std::uint32_t view) const { return has_image(view) ? images_[view]->handle() : VK_NULL_HANDLE; }
  VkImageView image_view(std::uint32_t view) const {
    return has_image(view) ? images_[view]->level(0) : VK_NULL_HANDLE;
  }

 private:
  bool has_image(std::uint32_t view) const { return images_ != nullptr && view < info_.view_count; }
  Status create_images() noexcept;
  void record_image(VkCommandBuffer command_buffer, const Binding& state, std::uint32_t view) const noexcept;

  const Gpu& gpu_;
  MadeFor info_;
  DeviceBuffer statistics_;  // slots of each view, one after the other
  std::unique_ptr<std::uint32_t[]> next_slots_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> parts_;  // of each slot: bits of state_parts() that are copied there
  ImageArena arena_;                                     // of images_
  std::unique_ptr<std::unique_ptr<LevelImage>[]> images_;
};

}  // namespace photopic

#endif
