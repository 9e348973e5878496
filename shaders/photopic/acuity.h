// SPDX-License-Identifier: MIT
// Settings of acuity: details that an eye can't resolve in the dark. For C++ and, of the parameters on the device,
// GLSL. docs/night.md.
#ifndef PHOTOPIC_ACUITY_H
#define PHOTOPIC_ACUITY_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Details that rods can't resolve. Off by default; anything but 0 needs ViewSettings::cd_m2_per_unit. What the eye is
/// adapted to, and the light, are those of NightSettings; angles are those of ViewSettings.
struct AcuitySettings {
  float acuity_loss = 0.0f;  ///< share of the light that is blurred where rods alone see; [0, 1], 0 = off
};

}  // namespace photopic

namespace photopic::gpu {
#endif

// Of the final pass. The row takes colours in the primaries of the display transform.
struct AcuityParams {
  float loss;  // 0 = off
  float local_adaptation;
  float cd_m2_per_unit;
  float cycles_per_deg;  // that a picture of one row can hold; each row adds as many
  float photopic[3];
};

#ifdef __cplusplus
static_assert(sizeof(AcuityParams) == 28, "AcuityParams layout");
}  // namespace photopic::gpu
#endif
#endif
