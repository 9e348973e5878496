// SPDX-License-Identifier: MIT
// Places and texts of the debug overlay's panels.
#ifndef PHOTOPIC_SRC_OVERLAY_LAYOUT_H
#define PHOTOPIC_SRC_OVERLAY_LAYOUT_H

#include <photopic/debug_overlay.h>
#include <photopic/overlay_interface.h>

namespace photopic {

/// Puts panels, text and fields for the views of `overlay` into `params`, whose numbers are set already. Returns how
/// many workgroups draw the panels.
std::uint32_t lay_out_overlay(VkExtent2D picture, const Settings& settings, const OverlaySettings& overlay,
                              gpu::OverlayParams* params) noexcept;

}  // namespace photopic

#endif
