// SPDX-License-Identifier: MIT
// Settings of film grain. For C++ and, of the parameters on the device, GLSL. docs/lens.md.
#ifndef PHOTOPIC_GRAIN_H
#define PHOTOPIC_GRAIN_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Noise that film has, added to the encoded picture before it is dithered. Off by default.
struct GrainSettings {
  /// Standard deviation at half of the signal, where it is largest; 0 = off; [0, 0.2]. In HDR, as visible in middle
  /// grey as in SDR. A frame's noise is that of ToneMapSettings::dither_seed.
  float grain = 0.0f;
  bool grain_color = false;  ///< noise of its own for each channel, instead of one for all
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct GrainParams {
  float amount;   // standard deviation where the signal is 1/2
  uint is_color;  // 1 = noise of its own for each channel
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
