// SPDX-License-Identifier: MIT
// Lateral chromatic aberration: rows of its settings, and its parameters on the device.
#ifndef PHOTOPIC_SRC_ABERRATION_ABERRATION_H
#define PHOTOPIC_SRC_ABERRATION_ABERRATION_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include "settings/rows.h"

namespace photopic::aberration {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(aberration, chromatic_aberration_texels, "texels", (SettingRange{0.0, 32.0}),
                    needs_effect(kEffectAberration),
                    "shift of red outward and of blue inward in the corners, texels; 0 = off"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/aberration/texel.glsl. Pure.
gpu::AberrationParams params(const Settings& settings) noexcept;

}  // namespace photopic::aberration

#endif
