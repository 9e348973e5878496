// SPDX-License-Identifier: MIT
// Filter weights of FLIP.
#ifndef PHOTOPIC_SRC_METRICS_FLIP_TAPS_H
#define PHOTOPIC_SRC_METRICS_FLIP_TAPS_H

#include <array>

#include "metrics/flip/interface.h"

namespace photopic {

/// FLIP's filters of one viewing distance. Weights from the middle one, those beyond a filter's end 0; the other half
/// is the same but for the first derivative's sign.
struct FlipTaps {
  using Four = std::array<float, 4>;
  std::array<Four, PHOTOPIC_METRICS_FLIP_TAPS> colors = {};    ///< Y, Cx, both terms of Cz
  std::array<Four, PHOTOPIC_METRICS_FLIP_TAPS> features = {};  ///< smoothing, first and second derivative, nothing
};
static_assert(sizeof(FlipTaps) == sizeof(float) * 4 * 2 * PHOTOPIC_METRICS_FLIP_TAPS);

/// Of the widest filter: weights beside the middle one. At most PHOTOPIC_METRICS_FLIP_MAX_RADIUS up to 110 pixels per
/// degree.
int flip_radius(double pixels_per_degree) noexcept;
FlipTaps flip_taps(double pixels_per_degree) noexcept;

}  // namespace photopic

#endif
