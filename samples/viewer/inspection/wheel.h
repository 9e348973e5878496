// SPDX-License-Identifier: MIT
// Three channels as a place on a colour wheel and a mean.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_WHEEL_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_WHEEL_H

#include <array>
#include <cmath>

namespace viewer {

/// Red is to the right, green a third of a turn from it, counterclockwise; y points up.
struct WheelPlace {
  float x = 0.0f;
  float y = 0.0f;
  float mean = 0.0f;  ///< of the channels
};

inline WheelPlace wheel_place(const std::array<float, 3>& rgb) {
  return {rgb[0] - 0.5f * (rgb[1] + rgb[2]), 0.5f * std::sqrt(3.0f) * (rgb[1] - rgb[2]),
          (rgb[0] + rgb[1] + rgb[2]) / 3.0f};
}

inline std::array<float, 3> wheel_rgb(const WheelPlace& place) {
  const float across = place.y / std::sqrt(3.0f);
  return {place.mean + place.x * 2.0f / 3.0f, place.mean - place.x / 3.0f + across,
          place.mean - place.x / 3.0f - across};
}

}  // namespace viewer

#endif
