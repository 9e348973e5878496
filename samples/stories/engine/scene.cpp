// SPDX-License-Identifier: MIT
#include "scene.h"

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

namespace {

constexpr int kGround = 250;  // first row of the wet street
using Color = std::array<float, 3>;

std::uint32_t hash(std::uint32_t value) {
  value = (value ^ 61u) ^ value >> 16;
  value *= 9u;
  value = (value ^ value >> 4) * 0x27d4eb2du;
  return value ^ value >> 15;
}

bool is_in(int x, int y, int left, int top, int right, int bottom) {
  return x >= left && x < right && y >= top && y < bottom;
}

Color above_ground(int x, int y) {
  const float lamp_distance = std::hypot(float(x - 440), float(y - 110));
  if (lamp_distance < 6.0f) return {9000.0f, 7600.0f, 5400.0f};
  if (is_in(x, y, 438, 116, 442, kGround)) return {0.02f, 0.02f, 0.02f};
  if (is_in(x, y, 500, 120, 612, 126) || is_in(x, y, 500, 164, 612, 170)) return {260.0f, 12.0f, 30.0f};  // neon
  if (is_in(x, y, 500, 120, 506, 170) || is_in(x, y, 606, 120, 612, 170)) return {10.0f, 160.0f, 220.0f};
  const std::uint32_t house = std::uint32_t(x) / 80;
  const int roof = 40 + int(hash(house + 7) % 90);
  const float lamp_light = 60.0f / (1.0f + lamp_distance * lamp_distance / 900.0f);
  if (y < roof) {
    const float sky = 0.015f + 0.05f * float(y) / kGround;
    return {0.5f * sky, 0.7f * sky, 1.6f * sky};
  }
  const int column = x % 80 / 16, row = (y - roof) / 22;
  const bool is_window = is_in(x % 16, (y - roof) % 22, 4, 6, 12, 17);
  if (is_window && hash(house * 977 + std::uint32_t(column * 31 + row)) % 3 == 0) return {9.0f, 6.0f, 2.6f};
  const float brick = is_window ? 0.02f : 0.10f + 0.05f * float(hash(std::uint32_t(x / 8 + y / 4 * 97)) % 100) / 100.0f;
  return {brick * (0.15f + lamp_light), brick * (0.13f + 0.8f * lamp_light), brick * (0.14f + 0.6f * lamp_light)};
}

// Rows of 5 bits, from above.
struct Glyph {
  char letter;
  std::uint8_t rows[7];
};
constexpr Glyph kFont[] = {
    {'A', {14, 17, 17, 31, 17, 17, 17}}, {'D', {30, 17, 17, 17, 17, 17, 30}}, {'E', {31, 16, 16, 30, 16, 16, 31}},
    {'I', {14, 4, 4, 4, 4, 4, 14}},      {'M', {17, 27, 21, 21, 17, 17, 17}}, {'N', {17, 25, 21, 19, 17, 17, 17}},
    {'O', {14, 17, 17, 17, 17, 17, 14}}, {'P', {30, 17, 17, 30, 16, 16, 16}}, {'Q', {14, 17, 17, 17, 21, 18, 13}},
    {'R', {30, 17, 17, 30, 20, 18, 17}}, {'S', {15, 16, 16, 14, 1, 1, 30}},   {'T', {31, 4, 4, 4, 4, 4, 4}},
    {'U', {17, 17, 17, 17, 17, 17, 14}}};

void fill(std::uint8_t* rgba, int left, int top, int width, int height, std::array<std::uint8_t, 4> color) {
  for (int y = top; y < top + height; ++y) {
    for (int x = left; x < left + width; ++x) std::memcpy(rgba + (y * int(kWidth) + x) * 4, color.data(), 4);
  }
}

void write(std::uint8_t* rgba, int left, int top, int scale, std::string_view text) {
  for (const char letter : text) {
    for (const Glyph& glyph : kFont) {
      for (int bit = 0; glyph.letter == letter && bit < 35; ++bit) {
        if ((glyph.rows[bit / 5] >> (4 - bit % 5) & 1) == 0) continue;
        fill(rgba, left + bit % 5 * scale, top + bit / 5 * scale, scale, scale, {255, 255, 255, 255});
      }
    }
    left += 6 * scale;
  }
}

}  // namespace

void draw_street(float* rgba) {
  for (int y = 0; y < int(kHeight); ++y) {
    for (int x = 0; x < int(kWidth); ++x, rgba += 4) {
      const bool is_wet = y >= kGround;
      const int ripple = is_wet ? int(2.0f * std::sin(float(y * y) * 0.02f)) : 0;
      const Color color = above_ground(x + ripple, is_wet ? 2 * kGround - 1 - y : y);
      for (int i = 0; i < 3; ++i) rgba[i] = color[std::size_t(i)] * (is_wet ? 0.12f : 1.0f);
      rgba[3] = 1.0f;
    }
  }
}

void draw_menu(std::uint8_t* rgba, bool is_open) {
  std::memset(rgba, 0, kWidth * kHeight * 4);
  if (!is_open) return;
  fill(rgba, 340, 50, 260, 220, {0, 0, 0, 190});      // black of 75 %, over the lamp
  fill(rgba, 356, 118, 228, 40, {200, 96, 16, 255});  // the chosen row
  write(rgba, 358, 66, 5, "PAUSED");
  write(rgba, 372, 128, 3, "RESUME");
  write(rgba, 372, 174, 3, "OPTIONS");
  write(rgba, 372, 220, 3, "QUIT");
}
