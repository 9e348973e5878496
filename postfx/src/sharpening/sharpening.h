// SPDX-License-Identifier: MIT
// Sharpening: rows of its settings, and its parameters on the device.
#ifndef PHOTOPIC_SRC_SHARPENING_SHARPENING_H
#define PHOTOPIC_SRC_SHARPENING_SHARPENING_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include "settings/rows.h"

namespace photopic::sharpening {

// clang-format off
inline constexpr SettingInfo kSettings[] = {
    PHOTOPIC_NUMBER(sharpening, sharpening, "", kShareRange, needs_effect(kEffectSharpening),
                    "sharpening: share of the largest contrast between neighbours without clipping; 0 = off"),
};
// clang-format on

/// Whether the effect changes any texel.
bool is_on(const Settings& settings) noexcept;
/// For shaders/sharpening/texel.glsl. Pure.
gpu::SharpeningParams params(const Settings& settings) noexcept;

}  // namespace photopic::sharpening

#endif
