// SPDX-License-Identifier: MIT
// Walls with their openings, floors and roofs of corridor and courtyard.
#include "corridor/building/shell.h"

#include <array>
#include <cmath>

#include "corridor/layout.h"

namespace corridor {
namespace {

constexpr float kRounding_m = 0.12F;
constexpr float kSill_m = 1.0F;
constexpr float kUpperSill_m = 3.7F;

/// Legs of the corridor's outline.
enum CorridorLeg { kArchLeg, kEastLeg, kMiddleSouthLeg, kInnerWestLeg, kEndLeg, kWestLeg };
/// Legs of the courtyard's outline.
enum YardLeg { kSouthLeg, kWhiteLeg, kNorthLeg, kBrickLeg };

/// The middle of something on a wall.
struct Spot {
  int leg;
  float u;
};
constexpr std::array<Spot, 3> kDoors{{{kMiddleSouthLeg, 1.9F}, {kEndLeg, 1.3F}, {kWestLeg, 3.5F}}};
constexpr std::array<Spot, 9> kLargeWindows{{{kSouthLeg, 2.3F},
                                             {kSouthLeg, 10.2F},
                                             {kNorthLeg, 2.2F},
                                             {kNorthLeg, 5.4F},
                                             {kNorthLeg, 8.6F},
                                             {kNorthLeg, 11.8F},
                                             {kBrickLeg, 2.5F},
                                             {kBrickLeg, 7.0F},
                                             {kBrickLeg, 11.5F}}};
constexpr std::array<Spot, 14> kSmallWindows{{{kSouthLeg, 2.3F},
                                              {kSouthLeg, 6.0F},
                                              {kSouthLeg, 10.2F},
                                              {kWhiteLeg, 2.6F},
                                              {kWhiteLeg, 7.0F},
                                              {kWhiteLeg, 11.4F},
                                              {kNorthLeg, 2.2F},
                                              {kNorthLeg, 5.4F},
                                              {kNorthLeg, 8.6F},
                                              {kNorthLeg, 11.8F},
                                              {kBrickLeg, 2.5F},
                                              {kBrickLeg, 7.0F},
                                              {kBrickLeg, 11.5F},
                                              {kSouthLeg, 13.0F}}};

Opening opening(const Spot& spot, float foot_m, vec2 size_m, float depth_m) {
  return {{spot.u - 0.5F * size_m.x, foot_m, spot.u + 0.5F * size_m.x, foot_m + size_m.y}, depth_m};
}

WallPlace place(const Outline& outline, const Spot& spot, float foot_m) {
  const Plane plane = outline.legs()[static_cast<std::size_t>(spot.leg)].plane();
  const vec3 normal = plane.normal();
  return {plane.at(spot.u, foot_m), std::atan2(normal.x, normal.z)};
}

template <std::size_t count>
std::vector<WallPlace> places(const Outline& outline, const std::array<Spot, count>& spots, float foot_m) {
  std::vector<WallPlace> result;
  for (const Spot& spot : spots) result.push_back(place(outline, spot, foot_m));
  return result;
}

template <std::size_t count>
void add_openings(std::vector<Opening>& openings, const std::array<Spot, count>& spots, int leg, float foot_m,
                  vec2 size_m, float depth_m) {
  for (const Spot& spot : spots) {
    if (spot.leg == leg) openings.push_back(opening(spot, foot_m, size_m, depth_m));
  }
}

/// Level surfaces are textured by their place in the world.
Plane level(float height_m, bool faces_up) {
  return {{0.0F, height_m, 0.0F}, {1.0F, 0.0F, 0.0F}, {0.0F, 0.0F, faces_up ? -1.0F : 1.0F}};
}

/// From the least x and z to the greatest.
void level_rectangle(Part& part, float height_m, bool faces_up, vec2 low, vec2 high) {
  const float v0 = faces_up ? -high.y : low.y, v1 = faces_up ? -low.y : high.y;
  rectangle(part, level(height_m, faces_up), {low.x, v0, high.x, v1});
}

/// The outside of the block of masonry that the corridor is cut into.
void corridor_outside(Part& part) {
  const float west = kWest_m - kShell_m, east = kEast_m + kShell_m, south = kEnd_m + kShell_m;
  const float width = east - west, length = south - kArchWall_m;
  rectangle(part, {{west, 0, kArchWall_m}, {0, 0, 1}}, {0, 0, length, kRoof_m});
  rectangle(part, {{west, 0, south}, {1, 0, 0}}, {0, 0, width, kRoof_m});
  rectangle(part, {{east, 0, south}, {0, 0, -1}}, {0, 0, length, kRoof_m});
  level_rectangle(part, kRoof_m, true, {west, kArchWall_m}, {east, south});
}

void yard_outside(Mesh& mesh) {
  const float west = kYardWest_m - kYardWall_m, east = kYardEast_m + kYardWall_m;
  const float north = kYardNorth_m - kYardWall_m, south = kArchWall_m;
  const float width = east - west, depth = south - north;
  const WallStyle style{MaterialName::ochre_wall, MaterialName::ochre_wall};
  const Opening corridor{{kWest_m - kShell_m - west, 0.0F, kEast_m + kShell_m - west, kRoof_m}};
  wall(mesh, {{west, 0, south}, {1, 0, 0}}, {0, 0, width, kYardHeight_m}, {&corridor, 1}, style);
  wall(mesh, {{east, 0, south}, {0, 0, -1}}, {0, 0, depth, kYardHeight_m}, {}, style);
  wall(mesh, {{east, 0, north}, {-1, 0, 0}}, {0, 0, width, kYardHeight_m}, {}, style);
  wall(mesh, {{west, 0, north}, {0, 0, 1}}, {0, 0, depth, kYardHeight_m}, {}, style);
  const Opening yard{{kYardWest_m, 0.0F, kYardEast_m, -kYardNorth_m}};
  wall(mesh, level(kYardHeight_m, true), {west, -south, east, -north}, {&yard, 1}, style);
}

}  // namespace

const Outline& corridor_outline() {
  constexpr std::array<Outline::Corner, 8> kCorners{{{kInnerEast_m, kArchWall_m},
                                                     {kEast_m, kArchWall_m},
                                                     {kEast_m, kMiddleSouth_m},
                                                     {kInnerWest_m, kMiddleSouth_m, kRounding_m},
                                                     {kInnerWest_m, kEnd_m},
                                                     {kWest_m, kEnd_m},
                                                     {kWest_m, kMiddleNorth_m},
                                                     {kInnerEast_m, kMiddleNorth_m, kRounding_m}}};
  static const Outline kOutline(kCorners);
  return kOutline;
}

const Outline& yard_outline() {
  constexpr std::array<Outline::Corner, 4> kCorners{
      {{kYardEast_m, 0.0F}, {kYardWest_m, 0.0F}, {kYardWest_m, kYardNorth_m}, {kYardEast_m, kYardNorth_m}}};
  static const Outline kOutline(kCorners);
  return kOutline;
}

Plane arch_plane() { return yard_outline().legs()[kSouthLeg].plane(); }

Arch arch() { return {kYardEast_m, kArchHalfWidth_m, kArchSpring_m, kArchSegments}; }

std::vector<WallPlace> doors() { return places(corridor_outline(), kDoors, 0.0F); }

std::vector<WallPlace> large_windows() { return places(yard_outline(), kLargeWindows, kSill_m); }

std::vector<WallPlace> shuttered_windows() {
  std::vector<WallPlace> result;
  for (const Spot& spot : kLargeWindows) {
    if (spot.leg != kBrickLeg) result.push_back(place(yard_outline(), spot, kSill_m));
  }
  return result;
}

std::vector<WallPlace> small_windows() { return places(yard_outline(), kSmallWindows, kUpperSill_m); }

std::vector<vec2> skirting_stretches() {
  const Outline& outline = corridor_outline();
  // The ends stand inside of the door frames.
  constexpr float kToFrame_m = 0.5F * kDoorWidth_m + 0.05F, kToArch_m = kArchHalfWidth_m + 0.05F;
  std::vector<vec2> stretches;
  float start = outline.legs()[kArchLeg].along_m + kEast_m + kToArch_m;
  for (const Spot& door : kDoors) {
    const float middle = outline.legs()[static_cast<std::size_t>(door.leg)].along_m + door.u;
    stretches.emplace_back(start, middle - kToFrame_m);
    start = middle + kToFrame_m;
  }
  stretches.emplace_back(start, outline.length_m() + kEast_m - kToArch_m);
  return stretches;
}

Mesh corridor_shell() {
  Mesh mesh{"corridor", {}};
  const Arch from_inside{kEast_m, kArchHalfWidth_m, kArchSpring_m, kArchSegments};
  WallStyle style{MaterialName::corridor_wall, MaterialName::dark_wood, MaterialName::corridor_dado, kDado_m};
  style.levels = {kDoorHeight_m, kArchSpring_m, from_inside.bounds().v1};
  const Outline& outline = corridor_outline();
  for (std::size_t leg = 0; leg < outline.legs().size(); ++leg) {
    std::vector<Opening> openings;
    add_openings(openings, kDoors, static_cast<int>(leg), 0.0F, {kDoorWidth_m, kDoorHeight_m}, kDoorDepth_m);
    style.uprights.clear();
    if (leg == kArchLeg) {
      openings.push_back({from_inside.bounds()});
      style.uprights = from_inside.uprights();
    }
    wall(mesh, outline.legs()[leg].plane(), {0, 0, outline.legs()[leg].length_m, kCorridorHeight_m}, openings, style);
  }
  wall_arcs(mesh, outline, kCorridorHeight_m, style);
  arch_spandrels(mesh.part(MaterialName::corridor_wall), outline.legs()[kArchLeg].plane(), from_inside);
  // Floor and ceiling go on into the walls.
  const vec2 low{kWest_m - 0.2F, 0.5F * kArchWall_m}, high{kEast_m + 0.2F, kEnd_m + 0.2F};
  level_rectangle(mesh.part(MaterialName::floor_tiles), 0.0F, true, low, high);
  level_rectangle(mesh.part(MaterialName::corridor_ceiling), kCorridorHeight_m, false, low, high);
  corridor_outside(mesh.part(MaterialName::ochre_wall));
  mesh.snap();
  return mesh;
}

Mesh yard_shell() {
  Mesh mesh{"courtyard", {}};
  const std::array<MaterialName, 4> faces{MaterialName::ochre_wall, MaterialName::white_wall, MaterialName::ochre_wall,
                                          MaterialName::brick};
  const auto& legs = yard_outline().legs();
  for (std::size_t leg = 0; leg < legs.size(); ++leg) {
    const int index = static_cast<int>(leg);
    WallStyle style{faces[leg], MaterialName::stone};
    style.levels = {kSill_m,
                    kArchSpring_m,
                    kSill_m + kLargeWindow_m.y,
                    arch().bounds().v1,
                    kUpperSill_m,
                    kUpperSill_m + kSmallWindow_m.y};
    std::vector<Opening> openings;
    add_openings(openings, kLargeWindows, index, kSill_m, kLargeWindow_m, kWindowDepth_m);
    add_openings(openings, kSmallWindows, index, kUpperSill_m, kSmallWindow_m, kWindowDepth_m);
    if (leg == kSouthLeg) {
      openings.push_back({arch().bounds()});
      style.uprights = arch().uprights();
    }
    wall(mesh, legs[leg].plane(), {0, 0, legs[leg].length_m, kYardHeight_m}, openings, style);
  }
  arch_spandrels(mesh.part(MaterialName::ochre_wall), arch_plane(), arch());
  Part& brick = mesh.part(MaterialName::brick);
  arch_lining(brick, brick, arch_plane(), arch(), kArchWall_m);
  level_rectangle(mesh.part(MaterialName::paving), 0.0F, true, {kYardWest_m - 0.2F, kYardNorth_m - 0.2F},
                  {kYardEast_m + 0.2F, 0.5F * kArchWall_m});
  yard_outside(mesh);
  mesh.snap();
  return mesh;
}

}  // namespace corridor
