// SPDX-License-Identifier: MIT
// Numbers of the debug overlay's frame, from settings and objects.
#ifndef PHOTOPIC_SRC_OVERLAY_PARAMS_H
#define PHOTOPIC_SRC_OVERLAY_PARAMS_H

#include <photopic/debug_overlay.h>
#include <photopic/overlay_interface.h>

#include "chain/effect_passes.h"

namespace photopic {

/// Settings that meter and show a finished picture: its light and primaries, and ranges of the views.
Settings settings_of(const StoredPicture& picture, OutputEncoding encoding) noexcept;

/// All but places, texts, and what the overlay itself knows. Pure.
gpu::OverlayParams scene_params(const PostProcess& post, const Frame& frame, const Settings& settings,
                                const OverlaySettings& overlay, OutputEncoding encoding) noexcept;
/// The same for a finished picture; `settings` are its settings_of().
gpu::OverlayParams stored_params(VkExtent2D extent, const Settings& settings, const OverlaySettings& overlay,
                                 OutputEncoding encoding) noexcept;

/// Local exposure of the frame; null if it has none.
const local_exposure::Passes* local_passes(const PostProcess& post, const Settings& settings) noexcept;
/// Glare of the frame; null if it has none.
const glare::Passes* glare_passes(const PostProcess& post, const Settings& settings) noexcept;

}  // namespace photopic

#endif
