// SPDX-License-Identifier: MIT
// Numbers of the debug overlay's views of glare.
#ifndef PHOTOPIC_SRC_OVERLAY_GLARE_VIEW_H
#define PHOTOPIC_SRC_OVERLAY_GLARE_VIEW_H

#include <photopic/overlay_interface.h>
#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

namespace photopic {

/// Of a picture with glare; `most` as GlareTables::most. The plot only if it is shown. Pure.
gpu::OverlayGlare glare_view(const Settings& settings, VkExtent2D extent, float most, bool has_plot) noexcept;

}  // namespace photopic

#endif
