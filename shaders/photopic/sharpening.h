// SPDX-License-Identifier: MIT
// Settings of sharpening. For C++ and, of the parameters on the device, GLSL. docs/lens.md.
#ifndef PHOTOPIC_SHARPENING_H
#define PHOTOPIC_SHARPENING_H

#ifdef __cplusplus
namespace photopic {

/// Contrast between neighbours in the encoded picture, before its grain: robust contrast adaptive sharpening (FSR 1).
/// Off by default.
struct SharpeningSettings {
  /// Share of what can be had without clipping; 0 = off; [0, 1]. FSR's stops s are 2^-s.
  float sharpening = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
#endif

struct SharpeningParams {
  float amount;  // share of the largest lobe
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
