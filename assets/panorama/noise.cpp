// SPDX-License-Identifier: MIT
// Hash, fractal noise, bars and masonry.
#include "panorama/noise.h"

#include <cmath>

#include "panorama/vec.h"

namespace panorama {
namespace {

float smooth_noise(float x, float y, std::uint32_t seed) {
  const float cell_x = std::floor(x), cell_y = std::floor(y);
  const auto i = static_cast<std::int32_t>(cell_x), j = static_cast<std::int32_t>(cell_y);
  const float u = ramp(0.0F, 1.0F, x - cell_x), v = ramp(0.0F, 1.0F, y - cell_y);
  const float low = mix(hash(i, j, seed), hash(i + 1, j, seed), u);
  const float high = mix(hash(i, j + 1, seed), hash(i + 1, j + 1, seed), u);
  return 2.0F * mix(low, high, v) - 1.0F;
}

/// Integral of the train of unit-period bars of width `duty` that start at the integers.
float bar_integral(float s, float duty) { return std::floor(s) * duty + std::min(fract(s), duty); }

}  // namespace

float hash(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x8DA6B343U ^ static_cast<std::uint32_t>(y) * 0xD8163841U ^
                    (seed + 1U) * 0xCB1AB31FU;
  h = (h ^ (h >> 16U)) * 0x7FEB352DU;
  h = (h ^ (h >> 15U)) * 0x846CA68BU;
  h ^= h >> 16U;
  return static_cast<float>(h >> 8U) * (1.0F / 16777216.0F);
}

float fbm(float x, float y, int octaves, float footprint, std::uint32_t seed) {
  float sum = 0.0F, amplitude = 0.55F;
  for (int octave = 0; octave < octaves; ++octave) {
    const float visible = clamp01(2.0F - 2.5F * footprint);
    if (visible <= 0.0F) break;
    sum += amplitude * visible * smooth_noise(x, y, seed + static_cast<std::uint32_t>(octave));
    // Turned between octaves, so that the lattices don't line up.
    const float turned = 1.6F * x + 1.2F * y + 17.3F;
    y = 1.6F * y - 1.2F * x + 5.1F;
    x = turned;
    footprint *= 2.0F;
    amplitude *= 0.5F;
  }
  return sum;
}

float bars(float x, float period, float width, float footprint) {
  const float duty = std::min(width / period, 1.0F);
  const float window = std::max(footprint / period, 1e-4F);
  const float s = x / period + 0.5F * duty;
  return clamp01((bar_integral(s + 0.5F * window, duty) - bar_integral(s - 0.5F * window, duty)) / window);
}

Masonry masonry(float u, float v, float block_u, float block_v, float joint, float footprint, std::uint32_t seed) {
  const auto course = static_cast<std::int32_t>(std::floor(v / block_v));
  const float shifted = u + (course % 2 == 0 ? 0.0F : 0.5F * block_u);
  const float across = bars(v, block_v, joint, footprint);
  const float along = bars(shifted, block_u, joint, footprint);
  const auto block = static_cast<std::int32_t>(std::floor(shifted / block_u));
  const float visible = clamp01(1.6F - 1.2F * footprint / std::min(block_u, block_v));
  return {across + along - across * along, visible * (2.0F * hash(block, course, seed) - 1.0F)};
}

}  // namespace panorama
