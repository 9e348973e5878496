// SPDX-License-Identifier: MIT
// Frame as effects with passes see it.
#ifndef PHOTOPIC_SRC_EFFECTS_EFFECT_FRAME_H
#define PHOTOPIC_SRC_EFFECTS_EFFECT_FRAME_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

#include "gpu/passes/compute_pass.h"

namespace photopic {

struct EffectFrame {
  Binding hdr = {};            ///< the HDR image
  VkRect2D region = {};        ///< texels of `hdr` that are the picture
  std::uint32_t view = 0;      ///< below CreateInfo::view_count
  Binding exposure = {};       ///< the view's ExposureState, or one float where the host gave a buffer
  bool has_state = true;       ///< `exposure` is an ExposureState, up to its member `night`
  Binding night = {};          ///< that member; with has_state alone
  float delta_time_s = 0.0f;   ///< since the view's frame before
  bool reset_history = false;  ///< what was before doesn't count
  float pre_exposure = 1.0f;   ///< what the colour of `hdr` has been multiplied by
  bool wants_level_1 = false;  ///< of glare, for readers that don't go by tiles
  bool has_columns = false;    ///< the meter has built local exposure's grid
  bool has_least = false;      ///< with has_state: the state's least luminance and invalid texels are this picture's
  /// What glare adds, for effects behind it: its level 1, in GENERAL, and its GlareTables; where glare is on, always
  /// with `wants_level_1`.
  Binding veil = {};
  Binding veil_tables = {};
  bool has_night_table = false;  ///< an effect before night has made the view's table, which the final pass reads

  bool has_veil() const { return veil.view != VK_NULL_HANDLE; }
};

}  // namespace photopic

#endif
