// SPDX-License-Identifier: MIT
// Places of the debug overlay's panels, none over another.
#ifndef PHOTOPIC_SRC_OVERLAY_PLACEMENT_H
#define PHOTOPIC_SRC_OVERLAY_PLACEMENT_H

#include <photopic/overlay_interface.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// Corners of the picture, where panels begin.
enum class Corner : std::uint8_t { top_left, top_right, bottom_left, bottom_right };

/// A panel that wants a place. Lengths in dots.
struct PanelRequest {
  std::uint32_t index = 0;  ///< PHOTOPIC_OVERLAY_PANEL_*
  const char* name = "";    ///< where there is no room for it
  std::uint32_t width = 0;  ///< inside the border
  std::uint32_t plot_height = 0;
  std::uint32_t least_height = 0;  ///< of the plot, where room is short; plot_height: it stays
  std::uint32_t axis_lines = 0;    ///< of text, below the plot
  Corner corner = Corner::top_left;
};

struct PanelRequests {
  PanelRequest panels[PHOTOPIC_OVERLAY_PANELS];
  std::uint32_t count = 0;

  void add(const PanelRequest& request) noexcept { panels[count++] = request; }
};

/// Sets places and sizes of `requests`, whose texts are in `params`, in a picture of `extent` texels with `scale`
/// texels per dot. A panel begins at its corner and goes to the nearest free place. If not all find one, other orders
/// and lower plots are tried. Panels that still have none get no width. The first is drawn in any case. Returns bits 1
/// << index of those left out. Pure.
std::uint32_t place_panels(VkExtent2D extent, std::uint32_t scale, const PanelRequests& requests,
                           gpu::OverlayParams* params) noexcept;

}  // namespace photopic

#endif
