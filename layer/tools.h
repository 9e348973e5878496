// SPDX-License-Identifier: MIT
// Tools of a window: the module's objects that analyse its frames or draw over them.
#ifndef PHOTOPIC_LAYER_TOOLS_H
#define PHOTOPIC_LAYER_TOOLS_H

#include <array>
#include <memory>
#include <optional>

#include "layer/flash_counter.h"
#include "layer/light_meter.h"
#include "layer/overlay_painter.h"

namespace layer {

/// Tools of one window on one device. They see a copy of each frame, in a format that the module reads, so that the
/// program's images need nothing but TRANSFER_SRC, and TRANSFER_DST for an overlay. They live on when the window's
/// swapchain is made anew. One thread at a time; at most one frame is with the device.
class Tools {
 public:
  /// Texels of a window, and the family of the queue that presents them.
  struct Kind {
    Texels texels = Texels::none;
    VkColorSpaceKHR color_space = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    std::uint32_t family = 0;
    bool operator==(const Kind&) const = default;
  };

  Tools(Device& device, std::shared_ptr<Window> window, const Kind& kind)
      : device_(device), window_(std::move(window)), kind_(kind), picture_(device) {}
  /// Makes those of `bits`, kMeasuringTools or kOverlayTool, all or none. False: the device can't run them; `reason`
  /// says why.
  bool create(std::uint32_t bits, const Configuration& wanted, Reason* reason);

  const Window* window() const { return window_.get(); }
  /// Nobody presents to the window any more.
  bool is_left() const { return window_.use_count() == 1; }
  bool fits(const Kind& kind) const { return kind_ == kind; }
  /// The swapchain whose frame was recorded last; null: it is gone.
  class Swapchain* swapchain() const {
    return swapchain_;
  }
  void use(Swapchain* swapchain) { swapchain_ = swapchain; }

  /// `presented` is in TRANSFER_SRC_OPTIMAL, visible to transfers, and is left so. An overlay is drawn over it. The
  /// frame before is done.
  Outcome record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent, std::uint64_t frame);
  /// Sends the results of the recorded frame, which is done. `report` has the window.
  Outcome send(Channel& channel, const Report& report);

 private:
  Outcome record_copy(VkCommandBuffer commands, VkImage presented, VkExtent2D extent);

  Device& device_;
  std::shared_ptr<Window> window_;
  Kind kind_;
  Swapchain* swapchain_ = nullptr;
  Reason measuring_reason_ = {}, overlay_reason_ = {};  ///< the module's, before the objects that write them
  OwnImage picture_;
  std::optional<FlashCounter> flashes_;    ///< kFlashTool
  std::optional<LightMeter> light_;        ///< kLightTool
  std::optional<OverlayPainter> overlay_;  ///< kOverlayTool
};

}  // namespace layer

#endif
