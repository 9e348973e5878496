// SPDX-License-Identifier: MIT
// Furnishing of corridor and courtyard: objects and lights in their places.
#include "corridor/model.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <utility>

#include "corridor/building/fittings.h"
#include "corridor/building/garden.h"
#include "corridor/building/shell.h"
#include "corridor/layout.h"

namespace corridor {
namespace {

class Builder {
 public:
  std::size_t add(Mesh mesh) {
    model_.meshes.push_back(std::move(mesh));
    return model_.meshes.size() - 1;
  }
  void place(std::size_t mesh, vec3 position, float yaw_rad = 0.0F) {
    model_.placements.push_back({mesh, position, yaw_rad});
  }
  void place(Mesh mesh, vec3 position, float yaw_rad = 0.0F) { place(add(std::move(mesh)), position, yaw_rad); }
  void place(Mesh mesh, const std::vector<WallPlace>& places) {
    const std::size_t index = add(std::move(mesh));
    for (const WallPlace& at : places) place(index, at.position, at.yaw_rad);
  }
  Model& model() { return model_; }

 private:
  Model model_;
};

void furnish_corridor(Builder& builder) {
  builder.place(door(), doors());
  const std::size_t crates = builder.add(crate());
  builder.place(crates, {-4.86F, 0.0F, 2.90F}, 0.08F);
  builder.place(crates, {-4.83F, kCrateSide_m - 0.01F, 2.88F}, -0.22F);
  builder.place(crates, {-4.80F, 0.0F, 9.9F}, 0.15F);
  builder.place(barrel(), {0.88F, 0.0F, 4.52F});
  const std::size_t beams = builder.add(ceiling_beam());
  const float west = 0.5F * (kWest_m + kInnerWest_m), middle = 0.5F * (kMiddleNorth_m + kMiddleSouth_m);
  for (const float z : {6.0F, 7.4F, 8.8F, 10.2F}) builder.place(beams, {west, kCorridorHeight_m, z});
  for (const float x : {-2.55F, -1.45F}) builder.place(beams, {x, kCorridorHeight_m, middle}, 0.5F * kPi);
  builder.place(beams, {0.0F, kCorridorHeight_m, 1.9F});
  builder.place(picture(), {kGlobe.x, 1.62F, kMiddleNorth_m});
  builder.place(globe_lamp(), {kGlobe.x, kGlobe.y, kMiddleNorth_m});
  builder.place(pendant_lamp(), kPendant);
}

void furnish_walls(Builder& builder) {
  builder.place(window("large-window", kLargeWindow_m), large_windows());
  builder.place(shutters(), shuttered_windows());
  builder.place(window("small-window", kSmallWindow_m), small_windows());
  const std::size_t tiles = builder.add(wall_tiles());
  for (const Outline::Leg& leg : yard_outline().legs()) {
    const vec3 normal = leg.plane().normal();
    const float half_wall = 0.5F * (normal.z < -0.5F ? kArchWall_m : kYardWall_m);
    for (int i = 0; i < 7; ++i) {
      const float u = 1.0F + 2.0F * static_cast<float>(i);
      builder.place(tiles, leg.plane().at(u, kYardHeight_m) - normal * half_wall, std::atan2(normal.x, normal.z));
    }
  }
  const std::size_t corners = builder.add(wall_corner());
  for (const float x : {kYardWest_m - 0.5F * kYardWall_m, kYardEast_m + 0.5F * kYardWall_m}) {
    for (const float z : {0.5F * kArchWall_m, kYardNorth_m - 0.5F * kYardWall_m}) {
      builder.place(corners, {x, kYardHeight_m, z});
    }
  }
}

void furnish_yard(Builder& builder) {
  const std::size_t columns = builder.add(column());
  for (const float x : {-6.6F, -3.8F, -1.0F, 1.8F, 4.6F}) builder.place(columns, {x, 0.0F, kYardNorth_m + kPergola_m});
  const std::size_t rafters = builder.add(rafter());
  for (int i = 0; i < 19; ++i) {
    builder.place(rafters, {kYardWest_m + 0.7F * (static_cast<float>(i) + 1.0F), 0.0F, kYardNorth_m});
  }
  builder.place(fountain(), {-1.0F, 0.0F, -6.8F});
  builder.place(brass_bowl(), {-2.5F, 0.0F, -3.3F}, 0.3F);
  const std::size_t pots = builder.add(pot()), troughs = builder.add(trough()), bushes = builder.add(bush());
  const auto plant = [&](float x, float z) {
    builder.place(pots, {x, 0.0F, z}, 0.9F * x);
    builder.place(bushes, {x, 0.0F, z}, 1.7F * z + x);
  };
  for (const float z : {-2.2F, -4.4F, -9.6F, -11.4F}) plant(kYardWest_m + 0.55F, z);
  plant(-1.75F, -0.5F);
  plant(1.75F, -0.5F);
  plant(kYardEast_m - 0.6F, -12.0F);
  for (const float z : {-4.75F, -9.25F}) {
    const float x = kYardEast_m - 0.45F;
    builder.place(troughs, {x, 0.0F, z}, -0.5F * kPi);
    for (const float along : {-0.55F, 0.0F, 0.55F}) builder.place(bushes, {x, -0.03F, z + along}, 3.0F * along + z);
  }
}

/// The intensity that gives this many lux or candela with a colour whose luminance is less than 1.
float intensity_of(float photometric, vec3 color) {
  return photometric / glm::dot(color, vec3{0.2126F, 0.7152F, 0.0722F});
}

Light sun() {
  const float elevation = glm::radians(kSunElevation_deg), turn = glm::radians(kSunFromEast_deg);
  const vec3 towards{std::cos(elevation) * std::cos(turn), std::sin(elevation), std::cos(elevation) * std::sin(turn)};
  return {"sun", Light::Kind::directional, kSunColor, intensity_of(kSun_lx, kSunColor), vec3(0.0F), -towards};
}

Light globe() { return {"globe", Light::Kind::point, kLampColor, intensity_of(kGlobe_cd, kLampColor), kGlobe}; }

Light pendant() {
  Light light{"pendant", Light::Kind::spot, kLampColor, intensity_of(kPendant_cd, kLampColor)};
  light.position = kPendant - kUp * 0.02F;
  light.inner_cone_rad = glm::radians(kPendantInnerCone_deg);
  light.outer_cone_rad = glm::radians(kPendantOuterCone_deg);
  return light;
}

}  // namespace

Model make_model() {
  Builder builder;
  builder.place(corridor_shell(), vec3(0.0F));
  builder.place(corridor_trim(), vec3(0.0F));
  builder.place(yard_shell(), vec3(0.0F));
  builder.place(yard_trim(), vec3(0.0F));
  furnish_corridor(builder);
  furnish_walls(builder);
  furnish_yard(builder);
  builder.model().lights = {sun(), globe(), pendant()};
  return std::move(builder.model());
}

}  // namespace corridor
