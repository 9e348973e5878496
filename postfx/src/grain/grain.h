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
                    "film grain, standard deviation where it is largest; 0 = off; dither-seed is the frame"),
    PHOTOPIC_FLAG(grain, grain_color, needs_effect(kEffectGrain), "grain of its own for each channel"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/grain/texel.glsl. Pure.
gpu::GrainParams params(const Settings& settings) noexcept;

}  // namespace photopic::grain

#endif
