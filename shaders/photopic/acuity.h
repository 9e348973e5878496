// SPDX-License-Identifier: MIT
// Acuity, the loss of detail in the dark: settings for C++, device parameters for C++ and GLSL. docs/acuity.md.
#ifndef PHOTOPIC_ACUITY_H
#define PHOTOPIC_ACUITY_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Acuity: blurs details that rods can't resolve. Off by default. Needs ViewSettings::cd_m2_per_unit. Also uses the
/// local adaptation and the light of NightSettings, and the field of view of ViewSettings.
struct AcuitySettings {
  float acuity_loss = 0.0f;  ///< share of the light that is blurred where only rods see; [0, 1]; 0 = off
};

}  // namespace photopic

namespace photopic::gpu {
#endif

// Parameters of the final pass. `photopic` is in the primaries of the display transform.
struct AcuityParams {
  float loss;  // 0 = off
  float local_adaptation;
  float cd_m2_per_unit;
  float cycles_per_deg;  // finest detail per row of the picture, cycles per degree; for MesopicParams
  float photopic[3];     // row of luminance
};

#ifdef __cplusplus
static_assert(sizeof(AcuityParams) == 28, "AcuityParams layout");
}  // namespace photopic::gpu
#endif
#endif
