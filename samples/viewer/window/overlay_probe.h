// SPDX-License-Identifier: MIT
// Copy of the debug overlay's places and numbers to the CPU, a frame or two later.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_OVERLAY_PROBE_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_OVERLAY_PROBE_H

#include <photopic/overlay_interface.h>

#include <array>
#include <optional>

#include "engine/swapchain.h"
#include "engine/transfer/memory.h"

namespace viewer {

/// What was drawn where, of one frame.
struct OverlayNumbers {
  VkExtent2D picture = {};
  std::uint32_t views = 0;
  std::array<photopic::gpu::OverlayPanel, PHOTOPIC_OVERLAY_PANELS> panels = {};
  std::array<std::uint32_t, PHOTOPIC_HISTOGRAM_BINS> counts = {};
  std::array<float, PHOTOPIC_OVERLAY_VALUES> values = {};
};

/// The context must outlive it.
class OverlayProbe {
 public:
  explicit OverlayProbe(const engine::Context& context);

  /// Of DebugOverlay::data_buffer(), written at COMPUTE_SHADER by a frame of `picture` texels with `views`. Reads are
  /// ordered before COMPUTE_SHADER and TRANSFER writes.
  void record(VkCommandBuffer command_buffer, std::uint32_t slot, VkBuffer data, VkExtent2D picture,
              std::uint32_t views);
  /// What was recorded with `slot` last, once that frame is done; once.
  std::optional<OverlayNumbers> take(std::uint32_t slot);

 private:
  struct Slot {
    engine::Buffer buffer;
    std::optional<OverlayNumbers> recorded;  ///< of what the buffer doesn't have; none: nothing was recorded
  };
  const engine::Context& context_;
  std::array<Slot, engine::Swapchain::kInFlight> slots_;
};

}  // namespace viewer

#endif
