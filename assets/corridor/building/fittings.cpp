// SPDX-License-Identifier: MIT
// Meshes of door, crate, barrel, beams, pipes, lamps and other fittings.
#include "corridor/building/fittings.h"

#include <array>
#include <glm/ext/matrix_transform.hpp>
#include <vector>

#include "corridor/building/shell.h"
#include "corridor/layout.h"
#include "corridor/shapes/shapes.h"

namespace corridor {
namespace {

/// Turns +Y to +Z.
glm::mat4 facing_out(vec3 position) {
  return glm::rotate(glm::translate(glm::mat4(1.0F), position), 0.5F * kPi, vec3{1.0F, 0.0F, 0.0F});
}

Mesh door_knob() {
  Mesh mesh;
  std::vector<vec2> profile{{0.032F, -0.01F}, {0.032F, 0.004F}, {0.011F, 0.010F}, {0.010F, 0.035F}};
  add_arc(profile, {0.0F, 0.056F}, 0.027F, -55.0F, 90.0F, 8);
  profile.back().x = 0.0F;
  lathe(mesh.part(MaterialName::iron), vec3(0.0F), profile, 20);
  return mesh;
}

void door_casing(Part& part) {
  constexpr float kHalf = 0.5F * kDoorWidth_m, kWidth = 0.09F;
  const BoxStyle upright{0.008F, 1};
  box(part, {-kHalf - kWidth, -0.01F, -0.02F}, {-kHalf + 0.01F, kDoorHeight_m + 0.02F, 0.035F}, upright);
  box(part, {kHalf - 0.01F, -0.01F, -0.02F}, {kHalf + kWidth, kDoorHeight_m + 0.02F, 0.035F}, upright);
  const BoxStyle lintel{0.010F, 0};
  box(part, {-kHalf - kWidth - 0.02F, kDoorHeight_m - 0.01F, -0.025F},
      {kHalf + kWidth + 0.02F, kDoorHeight_m + 0.11F, 0.05F}, lintel);
}

void door_leaf(Part& part) {
  constexpr float kFront = -0.055F;
  box(part, {-0.445F, 0.012F, -0.10F}, {0.445F, kDoorHeight_m - 0.012F, kFront}, {0.004F, 1});
  for (const float side : {-1.0F, 1.0F}) {
    const float low = side < 0.0F ? -0.36F : 0.04F;
    const auto panel = [&](float from, float to) {
      box(part, {low, from, kFront - 0.02F}, {low + 0.32F, to, kFront + 0.012F}, {0.012F, 1});
      box(part, {low + 0.06F, from + 0.06F, kFront - 0.01F}, {low + 0.26F, to - 0.06F, kFront + 0.024F}, {0.011F, 1});
    };
    panel(0.14F, 0.78F);
    panel(0.90F, 1.45F);
    panel(1.57F, 1.92F);
  }
}

/// Planks, posts and rails on the plane of the crate's `turn`th side. Every other side fits between its neighbours.
void crate_side(Mesh& crate, int turn) {
  constexpr float kHalf = 0.5F * kCrateSide_m, kPlank = (kCrateSide_m - 0.06F) / 4.0F;
  const bool fits_between = turn % 2 != 0;
  const float plank_end = kHalf - (fits_between ? 0.052F : 0.03F), rail_end = kHalf - (fits_between ? 0.047F : 0.012F);
  Mesh side;
  Part& part = side.part(MaterialName::wood);
  for (int i = 0; i < 4; ++i) {
    const float low = 0.03F + kPlank * static_cast<float>(i);
    const vec2 offset{0.37F * static_cast<float>(i + turn), 0.21F * static_cast<float>(i)};
    box(part, {-plank_end, low + 0.003F, kHalf - 0.05F}, {plank_end, low + kPlank - 0.003F, kHalf - 0.03F},
        {0.004F, 0, true, offset});
  }
  const vec2 offset{0.5F, 0.13F * static_cast<float>(turn)};
  for (const float left : {-kHalf + 0.043F, kHalf - 0.118F}) {
    box(part, {left, 0.06F, kHalf - 0.042F}, {left + 0.075F, kCrateSide_m - 0.06F, kHalf - 0.01F},
        {0.005F, 1, true, offset});
  }
  for (const float low : {0.002F, kCrateSide_m - 0.09F}) {
    box(part, {-rail_end, low, kHalf - 0.045F}, {rail_end, low + 0.08F, kHalf - 0.004F}, {0.005F, 0, true, offset});
  }
  crate.append(side, glm::rotate(glm::mat4(1.0F), 0.5F * kPi * static_cast<float>(turn), kUp));
}

void pipe(Part& part, float radius_m, float height_m, float from_wall_m) {
  const float west = kInnerWest_m - from_wall_m, south = kMiddleSouth_m - from_wall_m, east = kEast_m - from_wall_m;
  const std::array<vec3, 4> corners{vec3{west, height_m, kEnd_m + 0.05F}, vec3{west, height_m, south},
                                    vec3{east, height_m, south}, vec3{east, height_m, kArchWall_m - 0.05F}};
  tube(part, round_corners(corners, 0.1F, 6), radius_m, 14);
}

/// Holds both pipes to the wall that is `back` from them.
void pipe_clamp(Part& part, vec3 wall, vec3 out) {
  const vec3 along = glm::cross(out, kUp);
  const auto bar = [&](vec3 a, vec3 b) { box(part, glm::min(a, b), glm::max(a, b), {0.003F, 1}); };
  bar(wall - out * 0.02F - along * 0.02F - kUp * 0.22F, wall + out * 0.035F + along * 0.02F + kUp * 0.07F);
  const auto ring = [&](float up_m, float radius_m) {
    const vec3 middle = wall + out * 0.085F + kUp * up_m;
    const std::array<vec3, 2> way{middle - along * 0.018F, middle + along * 0.018F};
    tube(part, way, radius_m, 14);
  };
  ring(0.0F, 0.052F);
  ring(-0.145F, 0.033F);
}

}  // namespace

Mesh door() {
  Mesh mesh{"door", {}};
  door_casing(mesh.part(MaterialName::dark_wood));
  door_leaf(mesh.part(MaterialName::green_paint));
  mesh.append(door_knob(), facing_out({0.385F, 1.04F, -0.055F}));
  return mesh;
}

Mesh crate() {
  Mesh mesh{"crate", {}};
  for (int turn = 0; turn < 4; ++turn) crate_side(mesh, turn);
  Part& part = mesh.part(MaterialName::wood);
  constexpr float kHalf = 0.5F * kCrateSide_m - 0.045F, kPlank = 2.0F * kHalf / 5.0F;
  for (int i = 0; i < 5; ++i) {
    const float low = -kHalf + kPlank * static_cast<float>(i);
    box(part, {-kHalf, kCrateSide_m - 0.05F, low + 0.003F}, {kHalf, kCrateSide_m - 0.02F, low + kPlank - 0.003F},
        {0.004F, 0, true, {0.29F * static_cast<float>(i), 0.0F}});
  }
  return mesh;
}

Mesh barrel() {
  Mesh mesh{"barrel", {}};
  const auto radius = [](float height) { return 0.31F - 0.26F * (height - 0.42F) * (height - 0.42F); };
  std::vector<vec2> staves;
  for (int i = 0; i <= 10; ++i) {
    const float height = -0.005F + 0.845F * static_cast<float>(i) / 10.0F;
    staves.emplace_back(radius(height), height);
  }
  staves.insert(staves.end(), {{radius(0.84F) - 0.025F, 0.84F}, {radius(0.84F) - 0.03F, 0.80F}, {0.0F, 0.80F}});
  lathe(mesh.part(MaterialName::wood), vec3(0.0F), staves, 28);
  for (const float foot : {0.05F, 0.24F, 0.56F, 0.75F}) {
    const float low = radius(foot), high = radius(foot + 0.04F);
    const std::array<vec2, 4> hoop{vec2{low - 0.01F, foot}, vec2{low + 0.005F, foot}, vec2{high + 0.005F, foot + 0.04F},
                                   vec2{high - 0.01F, foot + 0.04F}};
    lathe(mesh.part(MaterialName::iron), vec3(0.0F), hoop, 28);
  }
  return mesh;
}

Mesh ceiling_beam() {
  Mesh mesh{"ceiling-beam", {}};
  box(mesh.part(MaterialName::dark_wood), {-1.4F, -0.19F, -0.07F}, {1.4F, 0.02F, 0.07F}, {0.012F, 0});
  return mesh;
}

Mesh picture() {
  Mesh mesh{"picture", {}};
  constexpr float kHalfWidth = 0.46F, kHalfHeight = 0.345F, kFrame = 0.07F;
  Part& frame = mesh.part(MaterialName::gilding);
  for (const float side : {-1.0F, 1.0F}) {
    const vec2 x{side * (kHalfWidth - 0.01F), side * (kHalfWidth + kFrame)};
    box(frame, {std::min(x.x, x.y), -kHalfHeight, -0.01F}, {std::max(x.x, x.y), kHalfHeight, 0.036F}, {0.014F, 1});
    const vec2 y{side * (kHalfHeight - 0.01F), side * (kHalfHeight + kFrame)};
    box(frame, {-kHalfWidth - kFrame - 0.01F, std::min(y.x, y.y), -0.01F},
        {kHalfWidth + kFrame + 0.01F, std::max(y.x, y.y), 0.042F}, {0.016F, 0});
  }
  Part& canvas = mesh.part(MaterialName::canvas);
  const auto add = [&](float x, float y) {
    canvas.add({{x * kHalfWidth, y * kHalfHeight, 0.012F}, {0, 0, 1}, {0.5F + 0.5F * x, 0.5F - 0.5F * y}});
  };
  add(-1, -1), add(1, -1), add(1, 1), add(-1, 1);
  canvas.quad(0, 1, 2, 3);
  return mesh;
}

Mesh globe_lamp() {
  Mesh mesh{"globe-lamp", {}};
  const float out = kGlobe.z - kMiddleNorth_m;
  Part& iron = mesh.part(MaterialName::iron);
  Mesh rosette;
  const std::array<vec2, 4> plate{vec2{0.06F, -0.01F}, vec2{0.06F, 0.008F}, vec2{0.05F, 0.018F}, vec2{0.0F, 0.018F}};
  lathe(rosette.part(MaterialName::iron), vec3(0.0F), plate, 24);
  mesh.append(rosette, facing_out({0.0F, 0.18F, 0.0F}));
  const std::array<vec3, 3> arm{vec3{0, 0.18F, 0}, vec3{0, 0.18F, out}, vec3{0, 0.06F, out}};
  tube(iron, round_corners(arm, 0.07F, 6), 0.011F, 12);
  const std::array<vec2, 4> cup{vec2{0.036F, 0.043F}, vec2{0.042F, 0.045F}, vec2{0.025F, 0.07F}, vec2{0.0F, 0.075F}};
  lathe(iron, {0.0F, 0.0F, out}, cup, 24);
  sphere(mesh.part(MaterialName::globe), {0.0F, 0.0F, out}, kGlobeRadius_m, 28);
  return mesh;
}

Mesh pendant_lamp() {
  Mesh mesh{"pendant-lamp", {}};
  const std::array<vec2, 3> bulb{vec2{0.0F, 0.0F}, vec2{kBulbRadius_m, 0.0F}, vec2{0.04F, 0.09F}};
  lathe(mesh.part(MaterialName::bulb), vec3(0.0F), std::span(bulb).first(2), 28);
  Part& iron = mesh.part(MaterialName::iron);
  lathe(iron, vec3(0.0F), std::span(bulb).last(2), 28);
  const std::array<vec2, 8> shade{vec2{0.0F, 0.095F},  vec2{0.05F, 0.09F}, vec2{0.148F, 0.008F}, vec2{0.154F, 0.010F},
                                  vec2{0.06F, 0.105F}, vec2{0.03F, 0.12F}, vec2{0.022F, 0.16F},  vec2{0.0F, 0.17F}};
  lathe(mesh.part(MaterialName::green_paint), vec3(0.0F), shade, 36);
  const float to_ceiling = kCorridorHeight_m - kPendant.y;
  const std::array<vec3, 2> cord{vec3{0, 0.16F, 0}, vec3{0, to_ceiling + 0.02F, 0}};
  tube(iron, cord, 0.006F, 8);
  const std::array<vec2, 4> rose{vec2{0.0F, to_ceiling - 0.05F}, vec2{0.03F, to_ceiling - 0.045F},
                                 vec2{0.055F, to_ceiling - 0.015F}, vec2{0.06F, to_ceiling + 0.01F}};
  lathe(iron, vec3(0.0F), rose, 24);
  return mesh;
}

Mesh corridor_trim() {
  Mesh mesh{"corridor-trim", {}};
  Part& wood = mesh.part(MaterialName::dark_wood);
  const std::array<vec2, 5> skirting{vec2{0.022F, -0.01F}, vec2{0.022F, 0.11F}, vec2{0.017F, 0.125F},
                                     vec2{0.008F, 0.135F}, vec2{-0.01F, 0.14F}};
  std::vector<vec2> rail{{-0.01F, kDado_m - 0.03F}, {0.010F, kDado_m - 0.028F}};
  add_arc(rail, {0.012F, kDado_m}, 0.018F, -80.0F, 80.0F, 6);
  rail.insert(rail.end(), {{0.010F, kDado_m + 0.028F}, {-0.01F, kDado_m + 0.03F}});
  for (const vec2& stretch : skirting_stretches()) {
    const std::vector<vec3> way = corridor_outline().between(stretch.x, stretch.y, 0.0F);
    sweep(wood, skirting, way, {false, true});
    sweep(wood, rail, way, {false, true});
  }
  Part& paint = mesh.part(MaterialName::pipe_paint);
  pipe(paint, 0.045F, 2.5F, 0.085F);
  pipe(paint, 0.025F, 2.355F, 0.085F);
  Part& iron = mesh.part(MaterialName::iron);
  for (const float z : {5.7F, 6.9F, 8.1F, 9.3F, 10.5F}) pipe_clamp(iron, {kInnerWest_m, 2.5F, z}, {-1, 0, 0});
  for (const float x : {-2.2F, -1.0F, 0.2F}) pipe_clamp(iron, {x, 2.5F, kMiddleSouth_m}, {0, 0, -1});
  for (const float z : {4.3F, 2.9F, 1.5F}) pipe_clamp(iron, {kEast_m, 2.5F, z}, {-1, 0, 0});
  box(mesh.part(MaterialName::stone), {-kArchHalfWidth_m - 0.02F, -0.1F, -0.04F},
      {kArchHalfWidth_m + 0.02F, 0.02F, kArchWall_m + 0.04F}, {0.008F});
  return mesh;
}

}  // namespace corridor
