// SPDX-License-Identifier: MIT
// Lateral chromatic aberration: settings for C++, device parameters for C++ and GLSL. docs/lens.md.
#ifndef PHOTOPIC_ABERRATION_H
#define PHOTOPIC_ABERRATION_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Chromatic aberration: colour fringes at edges, because a lens magnifies red more than blue. Off by default.
struct AberrationSettings {
  /// Shift of red outward and of blue inward in the corners of the picture, texels, [0, 32]; 0 = off.
  float chromatic_aberration_texels = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct AberrationParams {
  float texels;  // shift in the corners
  uint steps;    // samples of a channel on one side, plus the middle sample
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
