// SPDX-License-Identifier: MIT
// Settings of lateral chromatic aberration. For C++ and, of the parameters on the device, GLSL. docs/lens.md.
#ifndef PHOTOPIC_ABERRATION_H
#define PHOTOPIC_ABERRATION_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Colours at edges: a lens magnifies red more than blue. Off by default.
struct AberrationSettings {
  /// How far red is moved outward, and blue inward, in the corners of the picture; in texels; 0 = off; [0, 32].
  float chromatic_aberration_texels = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct AberrationParams {
  float texels;  // displacement in the corners
  uint steps;    // samples of a channel on either side of the middle one, and the middle one
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
