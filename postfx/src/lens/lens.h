// SPDX-License-Identifier: MIT
// Lens: rows of its settings, and its parameters on the device.
#ifndef PHOTOPIC_SRC_LENS_LENS_H
#define PHOTOPIC_SRC_LENS_LENS_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include "settings/rows.h"

namespace photopic::lens {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(lens, vignette, "", kShareRange, needs_effect(kEffectLens),
                    "vignette: share of a lens's natural falloff toward the corners; 0 = off"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/lens/texel.glsl. Pure.
gpu::LensParams params(const Settings& settings) noexcept;

}  // namespace photopic::lens

#endif
