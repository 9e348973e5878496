// SPDX-License-Identifier: MIT
// Size of the overlay's text beside the interface's.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_OVERLAY_SCALE_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_OVERLAY_SCALE_H

#include <cstdint>

#include "engine/device/vk.h"

namespace viewer {

/// OverlaySettings::scale whose letters are nearest in size to the interface's: `density` texels of the picture per
/// dot, 13 dots high. The scale is a whole number, so by ratio, 1.5 takes 2. In a picture too small for some panels of
/// that size, the scale below it, as long as letters keep two thirds of the interface's size.
inline std::uint32_t fitting_overlay_scale(float density, VkExtent2D picture) {
  constexpr std::uint32_t kMost = 8;
  constexpr float kReadable = 0.66f;
  constexpr VkExtent2D kRoom = {640, 360};  // dots: all views of a finished picture
  std::uint32_t scale = 1;
  while (scale < kMost && float(scale * (scale + 1)) < density * density) ++scale;
  const bool has_room = picture.width >= kRoom.width * scale && picture.height >= kRoom.height * scale;
  if (!has_room && scale > 1 && float(scale - 1) >= kReadable * density) --scale;
  return scale;
}

}  // namespace viewer

#endif
