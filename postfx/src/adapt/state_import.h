// SPDX-License-Identifier: MIT
// Imports of exposure states.
#ifndef PHOTOPIC_SRC_ADAPT_STATE_IMPORT_H
#define PHOTOPIC_SRC_ADAPT_STATE_IMPORT_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include "adapt/adaptation.h"
#include "gpu/host/gpu.h"

namespace photopic {

/// Copies what an object that is made so takes over of an exported state. Ordered after earlier frames' passes.
class StateImport {
 public:
  StateImport(const Gpu& gpu, Adaptation& adaptation) : gpu_(gpu), adaptation_(adaptation) {}

  void record(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view, VkBuffer source,
              VkDeviceSize offset_bytes) noexcept;
  void record(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view,
              const gpu::ExposureState& state) noexcept;

 private:
  void record_begin(VkCommandBuffer command_buffer) const noexcept;
  void record_claim(VkCommandBuffer command_buffer, const MadeFor& info, std::uint32_t view) noexcept;

  const Gpu& gpu_;
  Adaptation& adaptation_;
};

}  // namespace photopic

#endif
