// SPDX-License-Identifier: MIT
// The module's debug overlay, drawn over the window of a program.
#ifndef PHOTOPIC_LAYER_OVERLAY_PAINTER_H
#define PHOTOPIC_LAYER_OVERLAY_PAINTER_H

#include <photopic/debug_overlay.h>

#include <atomic>
#include <thread>

#include "layer/objects.h"

namespace layer {

/// kOverlayTool: the module's overlay of finished pictures. A thread makes its pipelines; until they are there, frames
/// are without it.
class OverlayPainter {
 public:
  /// `reason`: where the module writes why a call of it fails.
  OverlayPainter(Device& device, const Configuration& wanted, const Reason& reason)
      : device_(device),
        reason_(reason),
        display_(wanted.display),
        views_(wanted.overlay_views),
        scale_(wanted.overlay_scale),
        picture_(device) {}
  /// Waits for a pipeline that is being made.
  ~OverlayPainter();

  /// `texels` and `encoding`: of presented images.
  photopic::Status create(const photopic::Device& lent, Texels texels, photopic::OutputEncoding encoding);
  /// Draws over `presented`, which is in TRANSFER_SRC_OPTIMAL, visible to transfers, and is left so. The frame before
  /// is done.
  Outcome record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent);

 private:
  void make_pipelines();

  Device& device_;
  const Reason& reason_;
  photopic::DisplaySettings display_;
  std::uint32_t views_, scale_;
  std::uint32_t numbered_every_ = 1;  ///< frames, of those that are drawn over
  std::uint64_t drawn_ = 0;           ///< frames
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  OwnImage picture_;  ///< what is drawn over
  photopic::DebugOverlay overlay_;
  std::thread thread_;
  std::atomic<bool> is_ending_ = false, has_failed_ = false;
};

}  // namespace layer

#endif
