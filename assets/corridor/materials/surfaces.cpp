// SPDX-License-Identifier: MIT
// Noise and joints of plaster, tiles, stone, brick and wood.
#include "corridor/materials/surfaces.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include "panorama/noise.h"

namespace corridor {
namespace {

using glm::ivec2;
using glm::vec2;
using glm::vec3;

int wrap(int i, int period) { return ((i % period) + period) % period; }

/// Value noise, -1 to 1, that repeats after `period` cells each way.
float noise(vec2 cell, ivec2 period, std::uint32_t seed) {
  const vec2 low = glm::floor(cell), t = cell - low, s = t * t * (3.0F - 2.0F * t);
  const int x0 = wrap(static_cast<int>(low.x), period.x), x1 = wrap(x0 + 1, period.x);
  const int y0 = wrap(static_cast<int>(low.y), period.y), y1 = wrap(y0 + 1, period.y);
  const float top = glm::mix(panorama::hash(x0, y0, seed), panorama::hash(x1, y0, seed), s.x);
  const float bottom = glm::mix(panorama::hash(x0, y1, seed), panorama::hash(x1, y1, seed), s.x);
  return 2.0F * glm::mix(top, bottom, s.y) - 1.0F;
}

/// Octaves of noise, mostly within -1 to 1; `period` cells over one repeat at first, twice as many each time.
float fractal(vec2 at, ivec2 period, int octaves, std::uint32_t seed) {
  float sum = 0.0F, amplitude = 0.6F;
  for (int i = 0; i < octaves; ++i) {
    sum += amplitude * noise(at * vec2(period), period, seed + static_cast<std::uint32_t>(i));
    amplitude *= 0.5F;
    period *= 2;
  }
  return sum;
}

/// 1 inside of a joint of this half width, 0 outside, one texel wide in between; all in repeats.
float joint(float distance, float half_width) {
  constexpr float kTexel = 1.0F / 512.0F;
  return glm::clamp((half_width - distance) / kTexel + 0.5F, 0.0F, 1.0F);
}

float to_edge(vec2 in_cell) {
  const vec2 nearest = glm::min(in_cell, 1.0F - in_cell);
  return std::min(nearest.x, nearest.y);
}

float tone_of(ivec2 cell, std::uint32_t seed) { return 2.0F * panorama::hash(cell.x, cell.y, seed) - 1.0F; }

}  // namespace

SurfaceSample plaster_surface(vec2 at) {
  const float stain = fractal(at, {3, 3}, 4, 100);
  const float trowel = fractal(at + 0.02F * stain, {5, 14}, 4, 110);
  const float grain = noise(at * 256.0F, {256, 256}, 120);
  const float tone = 1.0F + 0.05F * stain + 0.025F * trowel + 0.02F * grain;
  return {vec3{0.81F, 0.80F, 0.785F} * tone, 0.0012F * trowel + 0.00018F * grain, 0.9F};
}

SurfaceSample tiles_surface(vec2 at) {
  constexpr float kPerSide = 8.0F;
  const vec2 cell = glm::floor(at * kPerSide), in_cell = at * kPerSide - cell;
  const ivec2 index(cell);
  const float edge = to_edge(in_cell) / kPerSide;
  const float gap = joint(edge, 0.0021F);
  const float wear = fractal(at, {6, 6}, 5, 200), marble = fractal(at + 0.05F * wear, {10, 10}, 4, 210);
  const bool is_dark = (index.x + index.y) % 2 != 0;
  const vec3 glaze = is_dark ? vec3{0.17F, 0.075F, 0.05F} : vec3{0.46F, 0.42F, 0.34F};
  const float tone = 1.0F + 0.10F * tone_of(index, 220) + 0.14F * marble;
  const vec2 tilt = 0.0012F * vec2(tone_of(index, 230), tone_of(index, 231));
  const float pillow = -0.0006F * std::exp(-edge * 300.0F);
  SurfaceSample sample{glm::mix(glaze * tone, vec3{0.16F, 0.15F, 0.13F}, gap)};
  sample.height_m = glm::mix(glm::dot(in_cell - 0.5F, tilt) + pillow, -0.0022F, gap);
  sample.roughness = glm::mix(0.34F + 0.12F * wear, 0.95F, gap);
  return sample;
}

SurfaceSample paving_surface(vec2 at) {
  constexpr float kPerSide = 4.0F;
  constexpr float kDotReach = 0.2F;  // half the diagonal of the small dark squares, in cells
  const vec2 in_cell = at * kPerSide - glm::floor(at * kPerSide);
  const vec2 to_corner = glm::min(in_cell, 1.0F - in_cell);
  const float beyond_dot = to_corner.x + to_corner.y - kDotReach;
  const bool is_dot = beyond_dot < 0.0F;
  const ivec2 index = is_dot ? ivec2(glm::round(at * kPerSide)) % 4 : ivec2(at * kPerSide);
  const float seam = is_dot ? std::abs(beyond_dot) * 0.7F : std::min(to_edge(in_cell), std::abs(beyond_dot) * 0.7F);
  const float gap = joint(seam / kPerSide, 0.0028F);
  const float cloud = fractal(at, {4, 4}, 5, 300), grain = fractal(at, {64, 64}, 3, 310);
  const vec3 slab = is_dot ? vec3{0.14F, 0.13F, 0.13F} : vec3{0.40F, 0.37F, 0.32F};
  const float tone = 1.0F + 0.12F * tone_of(index, is_dot ? 321 : 320) + 0.12F * cloud + 0.10F * grain;
  const vec2 tilt = is_dot ? vec2(0.0F) : 0.003F * vec2(tone_of(index, 330), tone_of(index, 331));
  SurfaceSample sample{glm::mix(slab * tone, vec3{0.20F, 0.175F, 0.14F}, gap)};
  sample.height_m = glm::mix(glm::dot(in_cell - 0.5F, tilt) + 0.0006F * cloud + 0.0004F * grain, -0.004F, gap);
  sample.roughness = glm::mix(is_dot ? 0.6F : 0.78F + 0.1F * cloud, 0.98F, gap);
  return sample;
}

SurfaceSample stone_surface(vec2 at) {
  const float cloud = fractal(at, {3, 5}, 5, 400), grain = fractal(at, {90, 90}, 2, 410);
  const float speck = noise(at * 150.0F, {150, 150}, 420);
  const float pit = glm::smoothstep(0.62F, 0.9F, speck);
  const float tone = 1.0F + 0.12F * cloud + 0.07F * grain - 0.3F * pit;
  return {vec3{0.53F, 0.51F, 0.47F} * tone, 0.0008F * cloud + 0.0003F * grain - 0.0009F * pit, 0.85F};
}

SurfaceSample brick_surface(vec2 at) {
  constexpr int kCourses = 24, kPerCourse = 8;
  const float course = std::floor(at.y * kCourses);
  const float shift = static_cast<int>(course) % 2 == 0 ? 0.0F : 0.5F;
  const float along = at.x * kPerCourse + shift;
  const ivec2 index{static_cast<int>(along) % kPerCourse, static_cast<int>(course)};
  const vec2 in_cell{along - std::floor(along), at.y * kCourses - course};
  const float side = std::min(in_cell.x, 1.0F - in_cell.x) / kPerCourse;
  const float bed = std::min(in_cell.y, 1.0F - in_cell.y) / kCourses;
  const float rough = fractal(at, {24, 24}, 4, 500);
  const float gap = joint(std::min(side, bed) + 0.0012F * rough, 0.0027F);
  const float tone = 1.0F + 0.25F * tone_of(index, 510) + 0.2F * rough;
  const vec3 clay = glm::mix(vec3{0.36F, 0.15F, 0.085F}, vec3{0.27F, 0.14F, 0.10F}, 0.5F + 0.5F * tone_of(index, 520));
  SurfaceSample sample{glm::mix(clay * tone, vec3{0.42F, 0.39F, 0.34F} * (1.0F + 0.15F * rough), gap)};
  sample.height_m = glm::mix(0.0012F * rough + 0.0008F * tone_of(index, 530), -0.005F, gap);
  return sample;
}

SurfaceSample wood_surface(vec2 at) {
  const float bend = fractal(at, {2, 3}, 3, 600);
  const vec2 bent{at.x, at.y + 0.035F * bend};
  const float fibre = fractal(bent, {3, 40}, 4, 610);
  const float ring = std::sin(2.0F * 3.14159265F * (6.0F * at.y + 1.8F * bend));
  const float pore = glm::smoothstep(0.35F, 0.8F, noise(bent * vec2(14.0F, 200.0F), {14, 200}, 620));
  const float tone = 1.0F + 0.16F * ring + 0.28F * fibre - 0.35F * pore;
  return {vec3{0.33F, 0.19F, 0.095F} * tone, 0.0004F * fibre - 0.0005F * pore + 0.0001F * ring, 0.75F};
}

/// A lake at dusk, between hills.
SurfaceSample picture_surface(vec2 at) {
  const float brush = fractal(at, {12, 40}, 4, 700);
  const vec2 painted = at + 0.008F * brush;
  const float horizon = 0.58F, mirrored = painted.y > horizon ? 2.0F * horizon - painted.y : painted.y;
  vec3 color = glm::mix(vec3{0.10F, 0.16F, 0.30F}, vec3{0.80F, 0.42F, 0.18F}, glm::smoothstep(0.0F, 0.56F, mirrored));
  const float sun = glm::length((vec2(painted.x, mirrored) - vec2{0.66F, 0.44F}) * vec2{1.35F, 1.0F});
  color = glm::mix(color, vec3{0.95F, 0.75F, 0.40F}, glm::smoothstep(0.075F, 0.055F, sun));
  const float far_hill = 0.47F + 0.06F * std::sin(7.0F * painted.x + 1.0F) + 0.02F * std::sin(23.0F * painted.x);
  const float near_hill = 0.40F + 0.30F * painted.x + 0.03F * std::sin(17.0F * painted.x);
  if (mirrored > far_hill) color = {0.16F, 0.13F, 0.19F};
  if (mirrored > near_hill) color = {0.035F, 0.06F, 0.035F};
  if (painted.y > horizon) color *= vec3{0.72F, 0.78F, 0.85F} * (1.0F + 0.25F * brush);
  return {color * (1.0F + 0.18F * brush), 0.0F, 0.7F};
}

}  // namespace corridor
