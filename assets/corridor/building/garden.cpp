// SPDX-License-Identifier: MIT
// Meshes of windows, shutters, columns, fountain, plants and other parts of the courtyard.
#include "corridor/building/garden.h"

#include <array>
#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <vector>

#include "corridor/building/shell.h"
#include "corridor/layout.h"
#include "corridor/shapes/shapes.h"
#include "panorama/noise.h"

namespace corridor {
namespace {

constexpr float kArchitrave_m = 2.55F;  ///< height of its underside

float random(int index, std::uint32_t seed) { return panorama::hash(index, 0, seed); }

void window_sash(Part& part, vec2 size) {
  const float half = 0.5F * size.x;
  const BoxStyle upright{0.006F, 1}, level{0.006F, 0};
  for (const float side : {-1.0F, 1.0F}) {
    const float outer = side * (half + 0.01F), inner = side * (half - 0.06F);
    box(part, {std::min(outer, inner), -0.01F, -0.21F}, {std::max(outer, inner), size.y + 0.01F, -0.15F}, upright);
  }
  box(part, {-half, -0.008F, -0.208F}, {half, 0.06F, -0.145F}, level);
  box(part, {-half, size.y - 0.06F, -0.208F}, {half, size.y + 0.008F, -0.145F}, level);
  box(part, {-0.035F, 0.03F, -0.205F}, {0.035F, size.y - 0.03F, -0.155F}, upright);
  const float transom = size.y > 1.0F ? 0.66F * size.y : 0.5F * size.y;
  box(part, {-half + 0.03F, transom - 0.02F, -0.2F}, {half - 0.03F, transom + 0.02F, -0.165F}, level);
}

void window_stones(Part& part, vec2 size) {
  const float half = 0.5F * size.x;
  box(part, {-half - 0.2F, -0.10F, -0.15F}, {half + 0.2F, 0.015F, 0.12F}, {0.012F});
  for (const float side : {-1.0F, 1.0F}) {
    const float outer = side * (half + 0.13F), inner = side * (half - 0.012F);
    box(part, {std::min(outer, inner), 0.0F, -0.05F}, {std::max(outer, inner), size.y + 0.01F, 0.035F}, {0.01F, 1});
  }
  box(part, {-half - 0.16F, size.y - 0.012F, -0.05F}, {half + 0.16F, size.y + 0.15F, 0.05F}, {0.012F});
}

void arch_stones(Part& part) {
  constexpr int kStones = 15;
  constexpr float kInner = kArchHalfWidth_m - 0.02F, kGap = 0.004F;
  const Plane plane = arch_plane();
  const vec2 centre{arch().centre_u, kArchSpring_m};
  for (int i = 0; i < kStones; ++i) {
    const bool is_key = i == kStones / 2;
    const float outer = is_key ? kArchHalfWidth_m + 0.40F : kArchHalfWidth_m + 0.30F;
    const auto at = [&](int edge, float radius, float gap) {
      const float angle = kPi * static_cast<float>(edge) / kStones + gap / radius;
      return centre + radius * vec2{-std::cos(angle), std::sin(angle)};
    };
    const std::array<vec2, 4> corners{at(i, kInner, kGap), at(i + 1, kInner, -kGap), at(i + 1, outer, -kGap),
                                      at(i, outer, kGap)};
    raised_block(part, plane, corners, is_key ? 0.09F : 0.055F, 0.012F);
  }
  constexpr int kCourses = 5;
  for (int i = 0; i < kCourses; ++i) {
    const float low = kArchSpring_m * static_cast<float>(i) / kCourses + kGap;
    const float high = kArchSpring_m * static_cast<float>(i + 1) / kCourses - kGap;
    const float outer = kArchHalfWidth_m + (i % 2 == 0 ? 0.42F : 0.28F);
    for (const float side : {-1.0F, 1.0F}) {
      const float left = centre.x + std::min(side * kInner, side * outer), right = left + outer - kInner;
      raised_block(part, plane, {vec2{left, low}, vec2{right, low}, vec2{right, high}, vec2{left, high}}, 0.05F,
                   0.012F);
    }
  }
}

/// A folded leaf that faces `out`.
void leaf(Part& part, vec3 root, vec3 out, vec3 along, float length_m) {
  const vec3 across = glm::normalize(glm::cross(along, out)) * (0.33F * length_m);
  const vec3 tip = root + along * length_m, middle = root + along * (0.45F * length_m) + out * (0.10F * length_m);
  for (const float side : {-1.0F, 1.0F}) {
    const vec3 edge = middle + across * side;
    const vec3 second = side > 0.0F ? edge : tip, third = side > 0.0F ? tip : edge;
    const vec3 normal = glm::normalize(glm::cross(second - root, third - root));
    const std::uint32_t first = part.add({root, normal, {0.5F, 1.0F}});
    part.add({second, normal, {1.0F, 0.5F}});
    part.add({third, normal, {0.5F, 0.0F}});
    part.triangle(first, first + 1, first + 2);
  }
}

/// Spread evenly over a sphere: the golden angle.
vec3 on_sphere(int i, int count) {
  const float height = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
  const float radius = std::sqrt(1.0F - height * height), angle = 2.39996323F * static_cast<float>(i);
  return {radius * std::cos(angle), height, radius * std::sin(angle)};
}

}  // namespace

Mesh window(const char* name, vec2 size_m) {
  Mesh mesh{name, {}};
  window_sash(mesh.part(MaterialName::white_paint), size_m);
  window_stones(mesh.part(MaterialName::stone), size_m);
  const float half = 0.5F * size_m.x;
  rectangle(mesh.part(MaterialName::glass), {{0, 0, -0.18F}, {1, 0, 0}}, {-half, 0.0F, half, size_m.y});
  return mesh;
}

Mesh shutters() {
  Mesh mesh{"shutters", {}};
  Part& part = mesh.part(MaterialName::green_paint);
  constexpr float kWidth = 0.5F, kFoot = 0.03F;
  const float height = kLargeWindow_m.y - 0.03F;
  for (const float side : {-1.0F, 1.0F}) {
    const float inner = side * (0.5F * kLargeWindow_m.x + 0.14F);
    const float left = std::min(inner, inner + side * kWidth);
    for (const float x : {0.0F, kWidth - 0.06F}) {
      box(part, {left + x, kFoot, 0.01F}, {left + x + 0.06F, kFoot + height, 0.05F}, {0.004F, 1});
    }
    for (const float y : {0.003F, 0.5F * height - 0.04F, height - 0.083F}) {
      box(part, {left + 0.03F, kFoot + y, 0.013F}, {left + kWidth - 0.03F, kFoot + y + 0.08F, 0.046F}, {0.004F, 0});
    }
    constexpr int kSlats = 20;
    for (int i = 0; i < kSlats; ++i) {
      const float y = 0.09F + (height - 0.2F) * (static_cast<float>(i) + 0.5F) / kSlats;
      Mesh slat;
      box(slat.part(MaterialName::green_paint), {0.04F, -0.028F, -0.004F}, {kWidth - 0.04F, 0.028F, 0.004F}, {0.0F, 0});
      const glm::mat4 to_place = glm::translate(glm::mat4(1.0F), {left, kFoot + y, 0.03F});
      mesh.append(slat, glm::rotate(to_place, -0.6F, vec3{1, 0, 0}));
    }
  }
  return mesh;
}

Mesh column() {
  Mesh mesh{"column", {}};
  Part& part = mesh.part(MaterialName::pale_stone);
  box(part, {-0.23F, -0.01F, -0.23F}, {0.23F, 0.12F, 0.23F}, {0.008F});
  std::vector<vec2> profile{{0.19F, 0.11F}};
  add_arc(profile, {0.185F, 0.16F}, 0.04F, -85.0F, 85.0F, 8);
  profile.insert(profile.end(), {{0.178F, 0.21F}, {0.178F, 0.225F}});
  constexpr int kRings = 10;
  for (int i = 0; i <= kRings; ++i) {
    const float up = static_cast<float>(i) / kRings;
    profile.emplace_back(0.162F - 0.026F * up * up, 0.245F + 2.005F * up);
  }
  add_arc(profile, {0.142F, 2.275F}, 0.018F, -70.0F, 80.0F, 6);
  profile.insert(profile.end(), {{0.138F, 2.30F}, {0.138F, 2.34F}});
  add_arc(profile, {0.138F, 2.43F}, 0.08F, -75.0F, 0.0F, 6);
  profile.emplace_back(0.20F, 2.45F);
  lathe(part, vec3(0.0F), profile, 24);
  box(part, {-0.22F, 2.44F, -0.22F}, {0.22F, kArchitrave_m + 0.01F, 0.22F}, {0.008F});
  return mesh;
}

Mesh rafter() {
  Mesh mesh{"rafter", {}};
  constexpr float kFoot = kArchitrave_m + 0.28F;
  box(mesh.part(MaterialName::wood), {-0.045F, kFoot, -0.1F}, {0.045F, kFoot + 0.14F, kPergola_m + 0.45F}, {0.01F, 2});
  return mesh;
}

Mesh fountain() {
  Mesh mesh{"fountain", {}};
  Part& stone = mesh.part(MaterialName::pale_stone);
  std::vector<vec2> basin{{1.55F, -0.02F}, {1.55F, 0.09F}, {1.52F, 0.11F}, {1.40F, 0.11F}, {1.34F, 0.17F}};
  basin.insert(basin.end(), {{1.32F, 0.40F}, {1.36F, 0.44F}});
  add_arc(basin, {1.38F, 0.49F}, 0.05F, -60.0F, 90.0F, 6);
  add_arc(basin, {1.18F, 0.49F}, 0.05F, 90.0F, 180.0F, 4);
  basin.insert(basin.end(), {{1.13F, 0.20F}, {0.0F, 0.18F}});
  lathe(stone, vec3(0.0F), basin, 64);
  std::vector<vec2> stem{{0.28F, 0.15F}, {0.28F, 0.46F}, {0.22F, 0.50F}, {0.13F, 0.58F}};
  stem.insert(stem.end(), {{0.10F, 0.75F}, {0.12F, 0.88F}, {0.17F, 0.92F}, {0.17F, 0.95F}});
  add_arc(stem, {0.20F, 1.28F}, 0.33F, -80.0F, -15.0F, 8);
  stem.insert(stem.end(), {{0.57F, 1.22F}, {0.575F, 1.24F}, {0.56F, 1.25F}, {0.52F, 1.22F}, {0.0F, 1.10F}});
  lathe(stone, vec3(0.0F), stem, 40);
  const auto water = [&](float radius_m, float height_m) {
    const std::array<vec2, 2> disc{vec2{radius_m, height_m}, vec2{0.0F, height_m}};
    lathe(mesh.part(MaterialName::water), vec3(0.0F), disc, 64);
  };
  water(1.14F, 0.42F);
  water(0.53F, 1.205F);
  return mesh;
}

Mesh pot() {
  Mesh mesh{"pot", {}};
  std::vector<vec2> profile{{0.19F, -0.005F}, {0.20F, 0.03F}, {0.27F, 0.40F}, {0.285F, 0.41F}};
  add_arc(profile, {0.285F, 0.445F}, 0.03F, -60.0F, 120.0F, 8);
  profile.insert(profile.end(), {{0.255F, 0.46F}, {0.245F, 0.40F}});
  lathe(mesh.part(MaterialName::terracotta), vec3(0.0F), profile, 32);
  const std::array<vec2, 2> soil{vec2{0.25F, 0.425F}, vec2{0.0F, 0.44F}};
  lathe(mesh.part(MaterialName::soil), vec3(0.0F), soil, 32);
  return mesh;
}

Mesh trough() {
  Mesh mesh{"trough", {}};
  Part& stone = mesh.part(MaterialName::stone);
  const BoxStyle style{0.015F};
  box(stone, {-0.9F, -0.01F, -0.26F}, {0.9F, 0.44F, -0.18F}, style);
  box(stone, {-0.9F, -0.01F, 0.18F}, {0.9F, 0.44F, 0.26F}, style);
  box(stone, {-0.895F, -0.006F, -0.22F}, {-0.80F, 0.435F, 0.22F}, style);
  box(stone, {0.80F, -0.006F, -0.22F}, {0.895F, 0.435F, 0.22F}, style);
  box(mesh.part(MaterialName::soil), {-0.85F, 0.1F, -0.21F}, {0.85F, 0.40F, 0.21F});
  return mesh;
}

Mesh bush() {
  Mesh mesh{"bush", {}};
  constexpr int kLeaves = 640;
  constexpr float kRadius = 0.36F;
  const vec3 centre{0.0F, 0.74F, 0.0F};
  sphere(mesh.part(MaterialName::leaf_shade), centre, 0.30F, 20);
  const std::array<vec3, 2> trunk{vec3{0, 0.40F, 0}, vec3{0, 0.55F, 0}};
  tube(mesh.part(MaterialName::dark_wood), trunk, 0.03F, 10);
  Part& leaves = mesh.part(MaterialName::leaf);
  for (int i = 0; i < kLeaves; ++i) {
    const vec3 out = on_sphere(i, kLeaves);
    const vec3 jitter{random(i, 1) - 0.5F, random(i, 2) - 0.5F, random(i, 3) - 0.5F};
    const vec3 facing = glm::normalize(out + 0.9F * jitter);
    const vec3 sideways = glm::normalize(glm::cross(facing, vec3{random(i, 4) - 0.5F, random(i, 5) - 0.2F, 0.6F}));
    leaf(leaves, centre + out * (kRadius * (0.82F + 0.2F * random(i, 6))), facing, sideways,
         0.06F + 0.03F * random(i, 7));
  }
  return mesh;
}

Mesh brass_bowl() {
  Mesh mesh{"brass-bowl", {}};
  Part& stone = mesh.part(MaterialName::stone);
  box(stone, {-0.24F, -0.01F, -0.24F}, {0.24F, 0.12F, 0.24F}, {0.012F});
  std::vector<vec2> stand{{0.19F, 0.11F}, {0.19F, 0.15F}, {0.15F, 0.19F}, {0.135F, 0.24F}, {0.135F, 0.70F}};
  stand.insert(stand.end(), {{0.15F, 0.75F}, {0.19F, 0.78F}, {0.19F, 0.81F}});
  lathe(stone, vec3(0.0F), stand, 32);
  box(stone, {-0.22F, 0.80F, -0.22F}, {0.22F, 0.88F, 0.22F}, {0.012F});
  std::vector<vec2> bowl{{0.085F, 0.875F}, {0.08F, 0.89F}, {0.06F, 0.905F}};
  add_arc(bowl, {0.0F, 1.13F}, 0.225F, -74.0F, -8.0F, 18);
  add_arc(bowl, {0.222F, 1.106F}, 0.006F, 0.0F, 180.0F, 6);
  add_arc(bowl, {0.0F, 1.13F}, 0.215F, -8.0F, -90.0F, 18);
  bowl.back().x = 0.0F;
  lathe(mesh.part(MaterialName::brass), vec3(0.0F), bowl, 56);
  return mesh;
}

Mesh wall_tiles() {
  Mesh level;
  Part& part = level.part(MaterialName::terracotta);
  constexpr int kTiles = 9;
  constexpr float kPitch = 2.0F / kTiles, kBack = -0.36F, kFront = 0.42F;
  box(part, {-1.0F, -0.05F, kBack - 0.015F}, {1.0F, 0.0F, kFront - 0.02F}, {0.0F});
  std::vector<vec2> profile;
  add_arc(profile, {0.0F, -0.01F}, 0.095F, 0.0F, 180.0F, 10);
  for (int i = 0; i < kTiles; ++i) {
    const float x = -1.0F + kPitch * (static_cast<float>(i) + 0.5F);
    const float jut = 0.012F * random(i, 20);
    const std::array<vec3, 2> way{vec3{x, 0.0F, kBack}, vec3{x, 0.0F, kFront + jut}};
    sweep(part, profile, way, {false, true});
  }
  Mesh mesh{"wall-tiles", {}};
  mesh.append(level, glm::rotate(glm::translate(glm::mat4(1.0F), {0.0F, 0.13F, 0.0F}), 0.16F, vec3{1, 0, 0}));
  return mesh;
}

Mesh wall_corner() {
  Mesh mesh{"wall-corner", {}};
  Part& part = mesh.part(MaterialName::stone);
  box(part, {-0.48F, -0.01F, -0.48F}, {0.48F, 0.34F, 0.48F}, {0.015F});
  const std::array<vec2, 3> cap{vec2{0.44F, 0.33F}, vec2{0.42F, 0.36F}, vec2{0.0F, 0.52F}};
  lathe(part, vec3(0.0F), cap, 24);
  return mesh;
}

Mesh yard_trim() {
  Mesh mesh{"courtyard-trim", {}};
  Part& stone = mesh.part(MaterialName::stone);
  const Outline& outline = yard_outline();
  const std::vector<vec3> around = outline.between(0.0F, outline.length_m() - 0.001F, 0.0F);
  const std::array<vec2, 6> ledge{vec2{-0.02F, 3.08F}, vec2{0.04F, 3.10F},  vec2{0.065F, 3.13F},
                                  vec2{0.075F, 3.15F}, vec2{0.075F, 3.19F}, vec2{-0.02F, 3.22F}};
  std::vector<vec3> corners(around.begin(), around.begin() + 4);
  sweep(stone, ledge, corners, {true, false});
  std::vector<vec2> cornice{{-0.02F, 4.70F}, {0.03F, 4.71F}, {0.03F, 4.76F}};
  add_arc(cornice, {0.13F, 4.78F}, 0.09F, 180.0F, 100.0F, 6);
  cornice.insert(cornice.end(), {{0.15F, 4.88F}, {0.15F, 4.97F}, {-0.02F, 5.01F}});
  sweep(stone, cornice, corners, {true, false});
  const std::array<vec2, 4> plinth{vec2{0.04F, -0.02F}, vec2{0.04F, 0.33F}, vec2{0.02F, 0.36F}, vec2{-0.01F, 0.37F}};
  const float arch_u = arch().centre_u, to_stones = kArchHalfWidth_m + 0.35F;
  sweep(stone, plinth, outline.between(arch_u + to_stones, outline.length_m() + arch_u - to_stones, 0.0F),
        {false, true});
  arch_stones(stone);
  const float z = kYardNorth_m + kPergola_m;
  box(mesh.part(MaterialName::pale_stone), {kYardWest_m - 0.1F, kArchitrave_m, z - 0.17F},
      {kYardEast_m + 0.1F, kArchitrave_m + 0.3F, z + 0.17F}, {0.012F});
  return mesh;
}

}  // namespace corridor
