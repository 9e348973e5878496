// SPDX-License-Identifier: MIT
// Tests of the renderer's parts on the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numeric>
#include <set>

#include "engine/scene/camera.h"
#include "engine/scene/light/bvh.h"
#include "engine/scene/light/probe_grid.h"
#include "engine/scene/mip_chain.h"
#include "scene_gpu/scene_rig.h"
#include "scene_gpu/shading_oracle.h"

namespace test {
namespace {

/// Uniform in [0, 1).
class Random {
 public:
  float next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return float(state_ >> 40) / float(1u << 24);
  }
  glm::vec3 in_cube() { return {next(), next(), next()}; }
  glm::vec3 direction() {
    for (;;) {
      const glm::vec3 v = in_cube() * 2.0f - 1.0f;
      if (glm::dot(v, v) > 0.01f && glm::dot(v, v) < 1.0f) return glm::normalize(v);
    }
  }

 private:
  std::uint64_t state_ = 1;
};

TEST(MipChain, EveryTexelWeighsTheSame) {
  // Whatever the sides, down to one texel: an impulse leaves its part of the mean.
  for (const auto& [width, height] : {std::pair(7u, 5u), {8u, 3u}, {1u, 9u}, {16u, 16u}, {13u, 1u}}) {
    for (const std::uint32_t at : {0u, width * height / 2, width * height - 1}) {
      engine::LinearLevel level = {width, height, std::vector<glm::vec4>(width * height, glm::vec4(0.0f))};
      level.texels[at] = glm::vec4(1.0f);
      for (std::uint32_t i = 1; i < engine::level_count(width, height); ++i) level = engine::halved(level);
      ASSERT_EQ(level.texels.size(), 1u);
      EXPECT_NEAR(level.texels[0].r, 1.0 / (width * height), 1e-6) << width << "x" << height << " at " << at;
    }
  }
}

TEST(MipChain, ColorsAreAveragedAsLight) {
  const std::vector<std::uint8_t> rgba = {255, 0, 100, 0, 0, 0, 100, 255};
  const auto srgb = engine::mip_chain(rgba, 2, 1, engine::Encoding::srgb);
  const auto linear = engine::mip_chain(rgba, 2, 1, engine::Encoding::linear);
  EXPECT_EQ(srgb, (std::vector<std::uint8_t>{255, 0, 100, 0, 0, 0, 100, 255, 188, 0, 100, 128}));
  EXPECT_EQ(linear, (std::vector<std::uint8_t>{255, 0, 100, 0, 0, 0, 100, 255, 128, 0, 100, 128}));
  for (int code = 0; code < 256; ++code) {
    const std::vector<std::uint8_t> uniform(8, std::uint8_t(code));
    EXPECT_EQ(engine::mip_chain(uniform, 2, 1, engine::Encoding::srgb)[8], code);
    EXPECT_NEAR(engine::srgb_to_linear(std::uint8_t(code)), srgb_decoded(code), 1e-7);
  }
}

TEST(Bvh, FindsWhatTryingEachTriangleFinds) {
  Random random;
  std::vector<engine::Corners> triangles;
  for (int i = 0; i < 500; ++i) {
    const glm::vec3 at = random.in_cube() * 10.0f;
    triangles.push_back({at, at + random.in_cube(), at + random.in_cube()});
  }
  const engine::Bvh all(triangles);
  std::vector<engine::Bvh> each;
  for (const engine::Corners& corners : triangles) each.emplace_back(std::vector{corners});
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const engine::Ray ray = {.origin_m = random.in_cube() * 10.0f, .direction = random.direction(), .max_m = 6.0f};
    std::optional<engine::RayHit> expected;
    for (std::uint32_t k = 0; k < each.size(); ++k) {
      const auto hit = each[k].nearest(ray);
      if (hit && (!expected || hit->distance_m < expected->distance_m)) expected = {hit->distance_m, k, hit->is_back};
    }
    const auto actual = all.nearest(ray);
    ASSERT_EQ(actual.has_value(), expected.has_value());
    EXPECT_EQ(all.is_blocked(ray), expected.has_value());
    if (!actual) continue;
    ++hits;
    EXPECT_EQ(actual->triangle, expected->triangle);
    EXPECT_EQ(actual->distance_m, expected->distance_m);
    EXPECT_EQ(actual->is_back, expected->is_back);
  }
  EXPECT_GT(hits, 200);
}

TEST(Bvh, NoRayLeavesAClosedBox) {
  const engine::Primitive primitive = box({-1, -2, -3}, {2, 1, 4}, 0);
  std::vector<engine::Corners> triangles;
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
    engine::Corners corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] = primitive.vertices[primitive.indices[i + k]].position;
    triangles.push_back(corners);
  }
  const engine::Bvh bvh(triangles);
  Random random;
  for (int i = 0; i < 20000; ++i) {
    glm::vec3 direction = random.direction();
    if (i % 4 == 0) direction = glm::normalize(triangles[std::size_t(i) % 12][std::size_t(i) % 3]);  // at the corners
    const auto hit = bvh.nearest({.origin_m = {0, 0, 0}, .direction = direction});
    ASSERT_TRUE(hit.has_value());
    EXPECT_TRUE(hit->is_back);
  }
}

TEST(Camera, FrustumHoldsWhatProjectsIntoThePicture) {
  const engine::Camera camera = look_at({1, 2, 3}, {-4, 1, 0});
  const engine::View view = engine::view_of(camera, 1.5f);
  const auto frustum = engine::frustum_of(view.clip_from_world);
  Random random;
  int inside = 0;
  for (int i = 0; i < 2000; ++i) {
    const glm::vec3 point = (random.in_cube() - 0.5f) * 20.0f;
    const glm::vec4 clip = view.clip_from_world * glm::vec4(point, 1.0f);
    const bool is_seen = std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w && clip.z >= 0 && clip.z <= clip.w;
    EXPECT_EQ(engine::may_be_seen(frustum, {point, point}), is_seen);
    inside += is_seen ? 1 : 0;
    const engine::Bounds around = {point - random.in_cube() * 9.0f, point + random.in_cube()};
    EXPECT_TRUE(!is_seen || engine::may_be_seen(frustum, around));
  }
  EXPECT_GT(inside, 50);
  // The corner of the picture.
  const glm::vec4 corner =
      view.clip_from_world * glm::vec4(camera.position_m + view.forward + view.right + view.up, 1.0f);
  EXPECT_NEAR(corner.x / corner.w, 1.0f, 1e-5f);
  EXPECT_NEAR(corner.y / corner.w, -1.0f, 1e-5f);
}

TEST(Camera, BoxOfATransformedBox) {
  const engine::Bounds bounds = {{-1, 0, 2}, {1, 3, 4}};
  const glm::mat4 matrix = glm::rotate(glm::translate(glm::mat4(1.0f), glm::vec3(5, 6, 7)), 1.0f, glm::vec3(1, 2, 3));
  const engine::Bounds box = engine::transformed(bounds, matrix);
  engine::Bounds expected = engine::empty_bounds();
  for (int i = 0; i < 8; ++i) {
    const glm::vec3 corner((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 3 : 0, (i & 4) != 0 ? 4 : 2);
    const glm::vec3 moved = glm::vec3(matrix * glm::vec4(corner, 1.0f));
    expected = engine::united(expected, {moved, moved});
  }
  EXPECT_LT(glm::distance(box.min_m, expected.min_m), 1e-5f);
  EXPECT_LT(glm::distance(box.max_m, expected.max_m), 1e-5f);
}

TEST(ProbeGrid, CoversTheBoundsWithinItsLimits) {
  for (const glm::vec3 size : {glm::vec3(0, 0, 0), glm::vec3(40, 8, 25), glm::vec3(1e4f, 1, 1), glm::vec3(1e6f)}) {
    const engine::Bounds bounds = {glm::vec3(3, -2, 1), glm::vec3(3, -2, 1) + size};
    const engine::ProbeGrid grid = engine::probe_grid(bounds);
    EXPECT_LE(grid.size(), std::size_t(engine::kMaxProbes));
    EXPECT_GE(std::min({grid.count.x, grid.count.y, grid.count.z}), 2);
    EXPECT_LE(std::max({grid.count.x, grid.count.y, grid.count.z}), engine::kMaxProbesPerAxis);
    const glm::vec3 last = grid.position_m(grid.count - 1);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LT(grid.origin_m[axis], bounds.min_m[axis]);
      EXPECT_GT(last[axis], bounds.max_m[axis]);
    }
    EXPECT_EQ(grid.place(grid.index({1, 0, 1})), glm::ivec3(1, 0, 1));
  }
}

TEST(ProbeGrid, DirectionsMeasureTheSphere) {
  const auto& directions = engine::probe_directions();
  double whole = 0.0;
  glm::dvec3 squares(0.0);
  engine::Sides<float> all = {}, above = {};
  for (const engine::ProbeDirection& direction : directions) {
    whole += double(direction.part);
    squares += glm::dvec3(direction.direction * direction.direction) * double(direction.part);
    for (std::size_t side = 0; side < 6; ++side) {
      all[side] += direction.weights[side];
      if (direction.direction.y > 0) above[side] += direction.weights[side];
    }
  }
  EXPECT_NEAR(whole, 1.0, 1e-5);
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(squares[axis], 1.0 / 3.0, 0.01);
  for (const float side : all) EXPECT_NEAR(side, 1.0f, 1e-5f);
  // A uniform upper half is all that level ground sees, half of what a wall does, nothing to a ceiling.
  const engine::Sides<float> expected = {0.5f, 0.5f, 1.0f, 0.0f, 0.5f, 0.5f};
  for (std::size_t side = 0; side < 6; ++side) EXPECT_NEAR(above[side], expected[side], 0.01f) << side;
}

TEST(ProbeGrid, OpenPlanesSeeAllOfTheSkyHoweverTheyAreTilted) {
  for (const glm::vec3 tilt : {glm::vec3(0, 1, 0), glm::vec3(1, 1, 0), glm::vec3(0.2f, 0.5f, -0.7f)}) {
    const glm::vec3 normal = glm::normalize(tilt);
    engine::Sides<float> seen = {};
    for (const engine::ProbeDirection& direction : engine::probe_directions()) {
      if (glm::dot(direction.direction, normal) < 0.0f) continue;
      for (std::size_t side = 0; side < 6; ++side) seen[side] += direction.weights[side];
    }
    EXPECT_NEAR(engine::open_part(seen, normal), 1.0f, 0.02f);
    EXPECT_LT(engine::open_part(seen, -normal), 0.5f);
  }
}

glm::ivec2 texel_of(const glm::vec3& direction) {
  const glm::vec3 v = direction / (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  const glm::vec2 map =
      v.y >= 0.0f ? glm::vec2(v.x, v.z)
                  : glm::vec2(std::copysign(1.0f - std::abs(v.z), v.x), std::copysign(1.0f - std::abs(v.x), v.z));
  return glm::ivec2((0.5f + 0.5f * map) * float(SCENE_PROBE_SIDE));
}

TEST(ProbeGrid, NeighboursLookThroughOtherPointsOfEachTexel) {
  for (std::size_t i = 0; i < engine::kProbeDirections; ++i) {
    const glm::ivec2 texel = {int(i % SCENE_PROBE_SIDE), int(i / SCENE_PROBE_SIDE)};
    ASSERT_EQ(texel_of(engine::probe_directions()[i].direction), texel);
    glm::vec3 mean(0.0f);
    for (const auto& rays : engine::ray_directions()) {
      EXPECT_EQ(texel_of(rays[i]), texel);
      EXPECT_NEAR(glm::length(rays[i]), 1.0f, 1e-6f);
      mean += rays[i] / float(engine::kRaySets);
    }
    EXPECT_LT(glm::distance(glm::normalize(mean), engine::probe_directions()[i].direction), 0.05f)
        << i;  // folded texels
  }
  const engine::ProbeGrid grid = {.count = {9, 9, 9}};
  for (const glm::ivec3 place : {glm::ivec3(1, 1, 1), glm::ivec3(4, 7, 2)}) {
    std::set<std::size_t> sets = {grid.ray_set(place)};
    for (int axis = 0; axis < 3; ++axis) {
      for (const int step : {-1, 1}) {
        glm::ivec3 other = place;
        other[axis] += step;
        sets.insert(grid.ray_set(other));
      }
    }
    EXPECT_EQ(sets.size(), engine::kRaySets);
  }
}

/// `height_m` over a floor, within four walls `wall_m` away.
engine::ProbeTile tile_within_walls(float height_m, float wall_m, bool is_corrected) {
  std::array<glm::vec3, engine::kProbeDirections> planes;
  std::array<float, engine::kProbeDirections> inverse;
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    inverse[i] = 0.0f;
    for (const glm::vec3 plane :
         {glm::vec3(1, 0, 0) / wall_m, glm::vec3(-1, 0, 0) / wall_m, glm::vec3(0, 0, 1) / wall_m,
          glm::vec3(0, 0, -1) / wall_m, glm::vec3(0, -1, 0) / height_m}) {
      const float seen = glm::dot(plane, engine::probe_directions()[i].unit_sum);
      if (seen > inverse[i]) planes[i] = plane;
      inverse[i] = std::max(inverse[i], seen);
    }
  }
  const auto excess = engine::too_near(planes);
  for (std::size_t i = 0; is_corrected && i < inverse.size(); ++i) inverse[i] -= excess[i];
  return engine::with_border(inverse);
}

TEST(ProbeGrid, AFloorDoesntHideItselfFromLowProbes) {
  constexpr float kMargin_m = 0.05f;
  float least = 1.0f;
  for (const float height_m : {0.01f, 0.05f, 0.2f, 0.6f}) {
    for (int i = 0; i < 400; ++i) {
      const glm::vec3 on_floor = {float(i % 20) / 20 - 0.5f, -height_m, float(i / 20) / 20 - 0.5f};
      EXPECT_GT(engine::seen_from(tile_within_walls(height_m, 2.0f, true), on_floor, kMargin_m), 0.9f) << height_m;
      least = std::min(least, engine::seen_from(tile_within_walls(height_m, 2.0f, false), on_floor, kMargin_m));
    }
  }
  EXPECT_LT(least, 0.1f);  // by taps alone
  const engine::ProbeTile tile = tile_within_walls(0.25f, 0.4f, true);
  EXPECT_LT(engine::seen_from(tile, {0.8f, -0.25f, 0.1f}, kMargin_m), 0.01f);  // beyond a wall
}

TEST(ProbeGrid, SeesUpToAPlaneAndNotBeyond) {
  // A probe 0.7 m before an oblique wall: tiles of 1 / distance hold planes exactly.
  const glm::vec3 normal = glm::normalize(glm::vec3(0.5f, 0.3f, -0.8f));
  std::array<float, engine::kProbeDirections> inverse;
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    const glm::vec3 d = engine::probe_directions()[i].direction;
    const float length1 = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
    inverse[i] = std::max(glm::dot(d, normal) / 0.7f, 0.0f) / length1;
  }
  const engine::ProbeTile tile = engine::with_border(inverse);
  ASSERT_TRUE(engine::is_valid(tile));
  Random random;
  int before = 0, behind = 0;
  for (int i = 0; i < 5000; ++i) {
    const glm::vec3 offset = (random.in_cube() - 0.5f) * 4.0f;
    const float along = glm::dot(offset, normal);
    if (along < 0.65f) {
      EXPECT_GT(engine::seen_from(tile, offset, 0.1f), 0.3f) << along;
      ++before;
    } else if (along > 1.1f) {
      EXPECT_LT(engine::seen_from(tile, offset, 0.1f), 0.01f) << along;
      ++behind;
    }
  }
  EXPECT_GT(before, 1000);
  EXPECT_GT(behind, 300);
}

}  // namespace
}  // namespace test
