// SPDX-License-Identifier: MIT
// Pictures of the engine, drawn by the CPU: a street at night, and a menu.
#ifndef PHOTOPIC_STORY_SCENE_H
#define PHOTOPIC_STORY_SCENE_H

#include <cstdint>

inline constexpr std::uint32_t kWidth = 640, kHeight = 360;

/// Scene-linear BT.709: R, G, B, 1 of each texel.
void draw_street(float* rgba);
/// Premultiplied sRGB, alpha is coverage; all 0 without the menu.
void draw_menu(std::uint8_t* rgba, bool is_open);

#endif
