// SPDX-License-Identifier: MIT
// Film grain: rows of its settings, and its parameters on the device.
#ifndef PHOTOPIC_SRC_GRAIN_GRAIN_H
#define PHOTOPIC_SRC_GRAIN_GRAIN_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include "settings/rows.h"

namespace photopic::grain {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(grain, grain, "", (SettingRange{0.0, 0.2}), needs_effect(kEffectGrain),
                    "film grain: standard deviation at signal 1/2; 0 = off; dither-seed selects the pattern"),
    PHOTOPIC_FLAG(grain, grain_color, needs_effect(kEffectGrain), "true gives each channel its own grain"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/grain/texel.glsl. Pure.
gpu::GrainParams params(const Settings& settings) noexcept;

}  // namespace photopic::grain

#endif
