// SPDX-License-Identifier: MIT
// Film grain: settings for C++, device parameters for C++ and GLSL. docs/lens.md.
#ifndef PHOTOPIC_GRAIN_H
#define PHOTOPIC_GRAIN_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Film grain: noise that is added to the encoded picture before dither. Off by default.
struct GrainSettings {
  /// Standard deviation at half of the signal, where it is largest, share of the signal, [0, 0.2]; 0 = off. In HDR,
  /// grain in middle grey is as visible as in SDR. ToneMapSettings::dither_seed selects the noise of a frame. Memory:
  /// 1 MiB.
  float grain = 0.0f;
  bool grain_color = false;  ///< independent noise per channel; false = one noise for all channels
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

struct GrainParams {
  float amount;   // standard deviation at signal 1/2
  uint is_color;  // 1 = independent noise per channel
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
