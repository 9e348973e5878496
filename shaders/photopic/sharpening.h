// SPDX-License-Identifier: MIT
// Sharpening: settings for C++, device parameters for C++ and GLSL. docs/lens.md.
#ifndef PHOTOPIC_SHARPENING_H
#define PHOTOPIC_SHARPENING_H

#ifdef __cplusplus
namespace photopic {

/// Sharpening of the encoded picture, before grain: robust contrast adaptive sharpening (RCAS) of FSR 1. Off by
/// default.
struct SharpeningSettings {
  /// Share of the strongest sharpening that doesn't clip, [0, 1]; 0 = off. A value of s stops in FSR is 2^-s here.
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
