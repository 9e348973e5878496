// SPDX-License-Identifier: MIT
// Tests of light indoors: kept out by walls, let in by a door.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/vector_relational.hpp>

#include "engine/scene/light/light_transport.h"
#include "scene_gpu/scene_rig.h"
#include "unit/test_files.h"

namespace test {
namespace {

constexpr float kWall_m = 0.3f;

/// Six slabs round the inside of a room; without the wall at +Z if `is_open`.
void add_room(engine::Scene& scene, const glm::vec3& low, const glm::vec3& high, std::uint32_t material, bool is_open) {
  const glm::vec3 t(kWall_m);
  add(scene, box(low - t, {high.x + t.x, low.y, high.z + t.z}, material));
  add(scene, box({low.x - t.x, high.y, low.z - t.z}, high + t, material));
  add(scene, box({low.x - t.x, low.y, low.z - t.z}, {low.x, high.y, high.z + t.z}, material));
  add(scene, box({high.x, low.y, low.z - t.z}, {high.x + t.x, high.y, high.z + t.z}, material));
  add(scene, box({low.x, low.y, low.z - t.z}, {high.x, high.y, low.z}, material));
  if (!is_open) add(scene, box({low.x, low.y, high.z}, {high.x, high.y, high.z + t.z}, material));
}

double brightest(const Picture& picture) {
  double most = 0.0;
  for (const glm::dvec3& nits : picture.nits) most = std::max({most, nits.r, nits.g, nits.b});
  return most;
}

double mean(const Picture& picture) {
  double sum = 0.0;
  for (const glm::dvec3& nits : picture.nits) sum += nits.g;
  return sum / double(picture.nits.size());
}

TEST(SceneInterior, AClosedRoomIsDark) {
  for (const float turn : {0.0f, 0.4f}) {  // along the grid of probes, and across it
    SCOPED_TRACE(turn);
    engine::Scene scene;
    add_room(scene, {-3, 0, -2}, {3, 2.5f, 2}, add(scene, matte({0.7f, 0.7f, 0.7f})), false);
    for (engine::Instance& instance : scene.instances) {
      instance.world_from_mesh = glm::rotate(glm::mat4(1.0f), turn, glm::vec3(0, 1, 0));
    }
    scene.lights = {directional({0.6f, -1, 0.4f}, 100000.0f)};
    engine::SceneRenderer& renderer = shared_renderer();
    renderer.set_scene(scene);
    const double outside = render(renderer, look_at({0, 6, 10}, {0, 2, 0}, 0.3f)).center().g;
    EXPECT_GT(outside, 1000.0);
    for (const glm::vec3 at : {glm::vec3(-3, 0, -2), glm::vec3(3, 0, 2), glm::vec3(3, 2.5f, -2), glm::vec3(0.01f, 0, 0),
                               glm::vec3(-3, 1, 2), glm::vec3(0.1f, 2.5f, 0)}) {
      const glm::vec3 turned = glm::vec3(scene.instances[0].world_from_mesh * glm::vec4(at, 1.0f));
      EXPECT_LT(brightest(render(renderer, look_at({0, 1.2f, 0}, turned, 1.4f))), 1e-3 * outside)
          << "looking at " << at.x << ", " << at.y << ", " << at.z;
    }
  }
}

/// Probes in a crate see nothing but its boards: surfaces around it take their light from others.
TEST(SceneInterior, ProbesInACrateLightNothing) {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.7f, 0.7f, 0.7f}));
  add_room(scene, {-3, 0, -2}, {3, 2.5f, 2}, material, true);
  const glm::vec3 low = {-2.85f, 0.0f, -1.0f}, high = {-2.15f, 0.7f, -0.3f};
  constexpr float kBoard_m = 0.03f;
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 near_high = high, far_low = low;
    near_high[axis] = low[axis] + kBoard_m;
    far_low[axis] = high[axis] - kBoard_m;
    add(scene, box(low, near_high, material));
    add(scene, box(far_low, high, material));
  }
  scene.lights = {directional({0.3f, -1, -0.5f}, 100000.0f)};
  scene.focus = engine::Bounds{{-16, 0, -4}, {16, 3, 4}};  // probes half a metre from each other
  const engine::LightTransport transport(scene);
  const engine::ProbeGrid& grid = transport.layout().grid();
  int crate = 0, room = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const glm::vec3 at = grid.position_m(grid.place(i));
    const auto is_within = [&](const glm::vec3& from, const glm::vec3& to) {
      return glm::all(glm::greaterThan(at, from)) && glm::all(glm::lessThan(at, to));
    };
    if (is_within(low, high)) {
      ++crate;
      EXPECT_FALSE(engine::is_valid(transport.tiles()[i])) << at.x << ", " << at.y << ", " << at.z;
    } else if (is_within({-3, 0, -2}, {3, 2.5f, 2})) {
      ++room;
      EXPECT_TRUE(engine::is_valid(transport.tiles()[i])) << at.x << ", " << at.y << ", " << at.z;
    }
  }
  EXPECT_GT(crate, 0);
  EXPECT_GT(room, 100);
}

TEST(SceneInterior, ARoomInALargeSceneIsDark) {
  // On the smaller ground probes stand further apart: some rooms hold few. On the larger one they are about the room.
  for (const float ground : {20.0f, 200.0f}) {
    SCOPED_TRACE(ground);
    engine::Scene scene;
    const std::uint32_t material = add(scene, matte({0.5f, 0.5f, 0.5f}));
    add(scene, box({-ground, -0.3f, -ground}, {ground, 0, ground}, material));
    add_room(scene, {-3, 0.01f, -2}, {3, 3, 2}, material, false);
    scene.lights = {directional({0.6f, -1, 0.4f}, 100000.0f)};
    engine::SceneRenderer& renderer = shared_renderer();
    renderer.set_scene(scene);
    const double outside = render(renderer, look_at({0, 6, 10}, {0, 0, 5}, 0.3f)).center().g;
    for (const glm::vec3 at : {glm::vec3(-3, 0, -2), glm::vec3(3, 0, 2), glm::vec3(3, 3, -2), glm::vec3(0.01f, 0, 0)}) {
      EXPECT_LT(brightest(render(renderer, look_at({0, 1.2f, 0}, at, 1.4f))), 1e-3 * outside);
    }
  }
}

const engine::Bounds kLarge = {{-62, 0, -4}, {62, 6, 4}};  // probes two metres from each other
const glm::vec3 kSmallRoomLow(0.1f, 0.3f, 0.13f);

/// A closed room of `size_m` on sunlit ground, between probes of the grid.
engine::Scene small_room_in_the_sun(float size_m) {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.6f, 0.6f, 0.6f}));
  add(scene, box({-62, -0.3f, -4}, {62, 0, 4}, material));
  add_room(scene, kSmallRoomLow, kSmallRoomLow + size_m, material, false);
  scene.lights = {directional({0.6f, -1, 0.4f}, 100000.0f)};
  scene.focus = kLarge;
  return scene;
}

/// Of one step of the probes, and of half a step; the light of a lamp in it is what probes close to each other give.
TEST(SceneInterior, ARoomSmallerThanAStepIsDarkUnlessThereIsALamp) {
  for (const float size : {1.0f, 2.0f}) {
    SCOPED_TRACE(size);
    engine::Scene scene = small_room_in_the_sun(size);
    const glm::vec3 low = kSmallRoomLow, high = low + size;
    const glm::vec3 eye = glm::mix(low, high, 0.5f);
    engine::SceneRenderer& renderer = shared_renderer();
    renderer.set_scene(scene);
    const double outside = render(renderer, look_at({10, 6, 0}, {14, 0, 0}, 0.3f)).center().g;
    const glm::vec3 looks[] = {{1, 0.1f, 0}, {-1, 0.1f, 0}, {0.01f, 1, 0}, {0.01f, -1, 0}, {0, 0.1f, -1}, {0, 0.1f, 1}};
    for (const glm::vec3& look : looks) {
      // A pixel in a corner of the larger one may still have the light from outside (ADR 33), which is as much.
      EXPECT_LT(mean(render(renderer, look_at(eye, eye + look, 1.5f))), 1e-4 * outside)
          << "looking along " << look.x << ", " << look.y << ", " << look.z;
    }
    engine::Light lamp;
    lamp.position_m = glm::mix(low, high, 0.6f);
    lamp.intensity = 100.0f;
    scene.lights.push_back(lamp);
    std::vector<Picture> pictures[2];
    for (const bool is_fine : {false, true}) {
      scene.focus = is_fine ? engine::Bounds{low - 0.6f, high + 0.6f} : kLarge;
      renderer.set_scene(scene);
      for (const glm::vec3& look : looks) pictures[is_fine].push_back(render(renderer, look_at(eye, eye + look, 1.5f)));
    }
    // Probes in other places of a room: as much as ADR 33 says of a lamp's light.
    for (std::size_t i = 0; i < std::size(looks); ++i) {
      EXPECT_NEAR(pictures[0][i].center().g, pictures[1][i].center().g, 0.15 * pictures[1][i].center().g) << i;
    }
  }
}

TEST(SceneInterior, ACorridorGetsDarkerInwards) {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.5f, 0.5f, 0.5f}));
  add(scene, box({-15, -0.31f, -13}, {15, -0.01f, 15}, material));
  add_room(scene, {-1.5f, 0, -12}, {1.5f, 3, 0}, material, true);
  scene.lights = {directional({0.2f, -1, -0.3f}, 100000.0f)};
  engine::SceneRenderer& renderer = shared_renderer();
  renderer.set_scene(scene);
  double last = 1e9;
  for (const float z : {2.0f, -1.5f, -4.0f, -6.5f, -9.0f, -11.5f}) {
    engine::Camera camera = look_down(1.5f, 0.3f);
    camera.position_m.z = z;
    const double nits = render(renderer, camera).center().g;
    EXPECT_LT(nits, last) << "at " << z;
    EXPECT_GT(nits, 0.0);
    last = nits;
  }
  EXPECT_LT(last, 100.0);
}

/// Of a picture's middle, relative to the mean of `reach` pixels to each side: root of the mean square.
double roughness(const Picture& picture, int reach) {
  const int first = int(picture.extent.width) / 8, last = int(picture.extent.width) - first;
  double sum = 0.0;
  for (int y = first; y < last; ++y) {
    for (int x = first; x < last; ++x) {
      double near = 0.0;
      for (int i = -reach; i <= reach; ++i) {
        near +=
            picture.at(std::uint32_t(x + i), std::uint32_t(y)).g + picture.at(std::uint32_t(x), std::uint32_t(y + i)).g;
      }
      const double ratio = picture.at(std::uint32_t(x), std::uint32_t(y)).g * (4.0 * reach + 2.0) / near;
      sum += (ratio - 1.0) * (ratio - 1.0);
    }
  }
  return std::sqrt(sum / ((last - first) * (last - first)));
}

/// Of light that comes in at one side, round a box.
TEST(SceneInterior, WallsHaveNoBands) {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.5f, 0.5f, 0.5f}));
  add_room(scene, {-2.75f, 0, -5.5f}, {2.84f, 5.59f, 0}, material, true);
  add(scene, box({0.3f, 0, -2.5f}, {1.9f, 3, -0.9f}, material));
  scene.lights = {no_sun()};
  engine::SceneRenderer& renderer = shared_renderer(1000.0f);
  renderer.set_scene(scene);
  for (const glm::vec3 at : {glm::vec3(0, 3, -5.5f), glm::vec3(-2.75f, 3, -2.5f), glm::vec3(0, 5.59f, -3.0f)}) {
    // Five pixels are a step of the probes, about. With all rays through the centres of texels 0.8 to 1.3 %.
    EXPECT_LT(roughness(render(renderer, look_at({0, 3, -3.3f}, at, 1.0f)), 5), 0.005)
        << "at " << at.x << ", " << at.y << ", " << at.z;
  }
}

/// Units are the file's: some say metre and mean centimetre.
TEST(SceneInterior, ARoomLooksTheSameAtAnySize) {
  std::vector<Picture> pictures;
  for (const float size : {1.0f, 100.0f}) {
    engine::Scene scene;
    add_room(scene, {-3, 0, -4}, {3, 3, 0}, add(scene, matte({0.5f, 0.5f, 0.5f})), true);
    for (engine::Instance& instance : scene.instances) {
      instance.world_from_mesh = glm::scale(glm::mat4(1.0f), glm::vec3(size));
    }
    scene.lights = {directional({0.2f, -1, -0.6f}, 100000.0f)};
    engine::Camera camera = look_at(size * glm::vec3(0, 1.5f, 1), size * glm::vec3(0, 1.5f, -4), 1.0f);
    camera.far_m = 1000.0f * size;
    shared_renderer().set_scene(scene);
    pictures.push_back(render(shared_renderer(), camera));
  }
  std::size_t different = 0;
  for (std::size_t i = 0; i < pictures[0].nits.size(); ++i) {
    const double small = pictures[0].nits[i].g, large = pictures[1].nits[i].g;
    if (std::abs(small - large) > 0.25 * std::max(small, large)) ++different;
  }
  EXPECT_LT(different, pictures[0].nits.size() / 50);
}

std::vector<engine::Corners> triangles_of(const engine::Primitive& primitive) {
  std::vector<engine::Corners> triangles;
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return primitive.vertices[primitive.indices[i + k]].position; };
    triangles.push_back({corner(0), corner(1), corner(2)});
  }
  return triangles;
}

TEST(SceneInterior, SolidsAreKnownByTheirEdges) {
  const std::vector<engine::Corners> solid = triangles_of(box({-1, 0, -1}, {1, 2, 1}, 0));
  const auto count = [](const std::vector<engine::Corners>& triangles, const std::vector<glm::vec3>& places = {}) {
    const std::vector<bool> is_solid = engine::solid_parts(triangles, places);
    return std::count(is_solid.begin(), is_solid.end(), true);
  };
  EXPECT_EQ(count(solid), 12);
  EXPECT_EQ(count(solid, {{0, 1, 3}}), 12);
  EXPECT_EQ(count(solid, {{0, 1, 0}}), 0) << "a room";
  auto open = solid;
  open.pop_back();
  EXPECT_EQ(count(open), 0);
  auto patched = solid;
  std::swap(patched[3][0], patched[3][1]);
  EXPECT_EQ(count(patched), 0);
  auto room = solid;
  for (engine::Corners& corners : room) std::swap(corners[0], corners[1]);
  EXPECT_EQ(count(room), 0) << "seen from inside";
  auto more = solid;  // with what is no solid, and with a triangle that is no more than a line
  for (const engine::Corners& corners : triangles_of(floor_square(9.0f, 0))) more.push_back(corners);
  more.push_back({glm::vec3(5), glm::vec3(6), glm::vec3(6)});
  EXPECT_EQ(count(more), 12);
  auto two = solid;  // with a common edge
  for (const engine::Corners& corners : triangles_of(box({1, 2, -1}, {2, 3, 1}, 0))) two.push_back(corners);
  EXPECT_EQ(count(two), 24);
  const engine::Corners front = {glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)};
  EXPECT_EQ(count({front, {front[1], front[0], front[2]}}), 0) << "a card with two fronts";
}

/// Exporters of models like to say that of all materials. Small bodies, of a step of the probes or so, among them.
TEST(SceneInterior, SolidsKeepTheirDarknessWhenTheyAreDoubleSided) {
  const auto scene_of = [](bool is_double_sided) {
    engine::Material material = matte({0.5f, 0.4f, 0.3f});
    material.is_double_sided = is_double_sided;
    engine::Scene scene;
    add(scene, material);
    add(scene, box({-30, -0.3f, -30}, {30, 0, 30}, 0));
    add_room(scene, {-4, 0.01f, -4}, {4, 4, 4}, 0, true);
    add(scene, box({-1.1f, 0.01f, -1.2f}, {1.2f, 1.9f, 1.1f}, 0));
    add(scene, box({6, 0.01f, 6}, {9.3f, 3.2f, 9.1f}, 0));
    scene.lights = {directional({0.3f, -1, -0.4f}, 100000.0f)};
    return scene;
  };
  const engine::LightTransport plain(scene_of(false)), double_sided(scene_of(true));
  EXPECT_TRUE(double_sided.layout().fine_cells() == plain.layout().fine_cells());
  EXPECT_TRUE(double_sided.tiles() == plain.tiles());
  EXPECT_TRUE(double_sided.sky_visibility() == plain.sky_visibility());
  EXPECT_TRUE(double_sided.reflected_sun() == plain.reflected_sun());
  // Around a lamp it is a room.
  engine::Material material = matte({0.5f, 0.5f, 0.5f});
  material.is_double_sided = true;
  engine::Scene room;
  add(room, box({-2, 0, -2}, {2, 3, 2}, add(room, material)));
  engine::Light lamp;
  lamp.position_m = {0, 2, 0};
  lamp.intensity = 100.0f;
  room.lights = {no_sun(), lamp};
  EXPECT_GT(render(room, look_at({0, 1.5f, 0}, {0.01f, 0, 0}), 0.0f).center().g, 2.0);
}

/// Its inside is dark, and no place to look for light from; that its backs show doesn't tell.
TEST(SceneInterior, NoDarknessComesOutOfASolid) {
  engine::Material material = matte({0.5f, 0.5f, 0.5f});
  material.is_double_sided = true;
  engine::Scene scene = floor_scene(material, 6.0f);
  add(scene, box({-1.02f, 0, -0.97f}, {0.96f, 1.5f, 1.04f}, 0), glm::rotate(glm::mat4(1.0f), 0.3f, glm::vec3(0, 1, 0)));
  scene.lights = {no_sun()};
  const Picture picture = render(scene, look_down(7.0f), 1000.0f);
  const double open = picture.at(2, 32).g;
  EXPECT_GT(open, 300.0);
  for (const glm::dvec3& nits : picture.nits) EXPECT_GT(nits.g, 0.2 * open);
}

TEST(SceneInterior, SunlightOnTheGroundLightsACeiling) {
  engine::Scene scene = floor_scene(matte({0.5f, 0.5f, 0.5f}), 12.0f);
  add(scene, box({-1, 2, -1}, {1, 2.3f, 1}, 0));
  scene.lights = {directional({1.5f, -1, 0}, 100000.0f)};
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(scene);
  const engine::Camera up = look_at({0.001f, 0.5f, 0}, {0, 2, 0}, 0.5f);
  const double with_sun = render(renderer, up).center().g;
  // The floor in the sun has 0.5 * 55470 / pi = 8830 nits; of a ceiling over an endless one, half of that would come
  // back.
  EXPECT_GT(with_sun, 1000.0);
  EXPECT_LT(with_sun, 4500.0);
  EXPECT_NEAR(render(renderer, up, {.sun_scale = 0.5f}).center().g, 0.5 * with_sun, 2e-3 * with_sun);
  EXPECT_EQ(render(renderer, up, {.sun_scale = 0.0f}).center().g, 0.0);
}

/// Two rooms with a wall between them at x = 0, open to each other at its end if `has_door`; a lamp in the one at +X.
engine::Scene two_rooms(bool has_door) {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.6f, 0.6f, 0.6f}));
  add_room(scene, {-4, 0, -3}, {4, 2.5f, 3}, material, false);
  add(scene, box({-0.15f, 0, -3}, {0.15f, 2.5f, has_door ? 1.5f : 3.0f}, material));
  engine::Light lamp;
  lamp.position_m = {2, 1.8f, -1};
  lamp.intensity = 100.0f;
  scene.lights = {no_sun(), lamp};
  return scene;
}

TEST(SceneInterior, LampsDontShineThroughWalls) {
  for (const bool has_door : {false, true}) {
    SCOPED_TRACE(has_door);
    engine::SceneRenderer& renderer = shared_renderer();
    renderer.set_scene(two_rooms(has_door));
    const double here = render(renderer, look_at({2, 1.2f, 1}, {2, 0, -1})).center().g;
    EXPECT_GT(here, 4.0);
    const double there = brightest(render(renderer, look_at({-2, 1.2f, -1}, {-4, 1, -2}, 1.2f)));
    EXPECT_LT(there, has_door ? 0.2 * here : 1e-3 * here);
    if (has_door) {
      EXPECT_GT(there, 1e-3 * here);
    }
  }
}

TEST(SceneInterior, ALampShinesThroughItsOwnGlass) {
  engine::Scene scene = two_rooms(false);
  const engine::Camera camera = look_at({2, 1.2f, 1}, {2, 0, -1});
  const double bare = render(scene, camera, 0.0f).center().g;
  engine::Material glass = matte();
  glass.emissive_nits = {500, 500, 500};
  add(scene, sphere(scene.lights[1].position_m, 0.1f, add(scene, glass)));
  EXPECT_NEAR(render(scene, camera, 0.0f).center().g, bare, 0.1 * bare);
}

TEST(SceneInterior, LampLightIsReflected) {
  // The underside of a table that the lamp stands above.
  engine::Scene scene = two_rooms(false);
  add(scene, box({1, 1.0f, -2}, {3, 1.05f, 0}, 0));
  engine::SceneRenderer& renderer = shared_renderer(0.0f);
  renderer.set_scene(scene);
  const double under = render(renderer, look_at({2.001f, 0.3f, -1}, {2, 1, -1}, 0.2f)).center().g;
  const double above = render(renderer, look_at({2.001f, 2.4f, -1.5f}, {2, 1, -1.5f}, 0.2f)).center().g;
  EXPECT_GT(under, 0.01 * above);
  EXPECT_LT(under, 0.4 * above);
}

TEST(SceneInterior, HalfTheSkyIsSeenFromBesideAWall) {
  engine::Scene scene = floor_scene(matte({0.5f, 0.5f, 0.5f}), 40.0f);
  add(scene, box({-0.3f, 0, -20}, {0, 20, 20}, add(scene, matte({0, 0, 0}))));
  const Picture open = render(floor_scene(matte({0.5f, 0.5f, 0.5f})), look_down(3.0f), 100.0f);
  engine::SceneRenderer& renderer = shared_renderer(100.0f);
  renderer.set_scene(scene);
  engine::Camera camera = look_down(3.0f, 0.2f);
  camera.position_m.x = 0.6f;
  EXPECT_NEAR(render(renderer, camera).center().g, 0.5 * open.center().g, 0.12 * open.center().g);
}

engine::Scene furnished_room() {
  engine::Scene scene;
  const std::uint32_t material = add(scene, matte({0.5f, 0.4f, 0.3f}));
  add_room(scene, {-2.5f, 0, -2.5f}, {2.5f, 2, 2.5f}, material, true);
  for (int i = 0; i < 11; ++i) add(scene, sphere({float(i % 4) - 2, 0.5f, float(i / 4) - 2}, 0.4f, material));
  scene.lights = {directional({-0.3f, -1, -0.4f}, 100000.0f)};
  return scene;
}

void expect_same(engine::LightTransport a, engine::LightTransport b) {
  EXPECT_EQ(a.sky_visibility(), b.sky_visibility());
  EXPECT_EQ(a.tiles(), b.tiles());
  EXPECT_EQ(a.reflected_sun(), b.reflected_sun());
  EXPECT_EQ(a.reflected_sky({glm::dvec3(100.0)}), b.reflected_sky({glm::dvec3(100.0)}));
}

TEST(SceneInterior, TransportIsTheSameEveryTime) {
  const engine::Scene scene = furnished_room();
  expect_same(engine::LightTransport(scene), engine::LightTransport(scene));
}

TEST(SceneInterior, TransportIsKeptBetweenRuns) {
  const test_files::TempFolder folder;
  const std::filesystem::path kept = folder.path() / "light";
  const auto files = [&] {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(kept)) found.push_back(entry.path());
    return found;
  };
  const engine::LightCache cache(kept);
  engine::Scene scene;
  add(scene, box({-2, 0, -2}, {2, 0.3f, 2}, add(scene, matte({0.5f, 0.4f, 0.3f}))));
  add(scene, box({-2, 0, -2}, {-1.7f, 2, 2}, 0));
  scene.lights = {directional({0.3f, -1, -0.4f}, 100000.0f)};
  const engine::LightTransport fresh(scene);
  engine::Progress stopped;  // nothing is worked out with it
  stopped.stop();
  EXPECT_THROW(engine::LightTransport(scene, cache, &stopped), engine::Progress::Stopped);
  expect_same(engine::LightTransport(scene, cache), fresh);
  ASSERT_EQ(files().size(), 2u);  // what a picture needs, and the rays
  expect_same(engine::LightTransport(scene, cache, &stopped), fresh);
  // Damaged in any way, it is as if it weren't there.
  std::uintmax_t all = 0;
  int worked_out = 0;  // before another sky asked for rays
  const auto expect_anew = [&](const std::filesystem::path& file, std::uintmax_t whole) {
    try {
      engine::LightTransport(scene, cache, &stopped);
    } catch (const engine::Progress::Stopped&) {
      ++worked_out;
    }
    expect_same(engine::LightTransport(scene, cache), fresh);
    EXPECT_EQ(std::filesystem::file_size(file), whole);
  };
  for (const std::filesystem::path& file : files()) {
    const auto whole = std::filesystem::file_size(file);
    all += whole;
    for (const std::uintmax_t size : {whole - 1, std::uintmax_t{12}, std::uintmax_t{0}}) {
      std::filesystem::resize_file(file, size);
      expect_anew(file, whole);
    }
    for (const std::streamoff place : {0, 9, 17, 25, 33, 70000}) {
      std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
      stream.seekg(place);
      const char byte = char(stream.get() ^ 4);
      stream.seekp(place);
      stream.put(byte);
      stream.close();
      expect_anew(file, whole);
    }
  }
  EXPECT_EQ(worked_out, 9);  // for each damage of one of the files
  // Another light or another colour is another result; what was used last stays.
  scene.lights[0].intensity = 50000.0f;
  const engine::LightTransport dimmer(scene, cache);
  EXPECT_NE(dimmer.reflected_sun(), fresh.reflected_sun());
  EXPECT_EQ(files().size(), 4u);
  scene.materials[0].base_color.r = 0.6f;
  const engine::LightTransport redder(scene, engine::LightCache(kept, all));
  EXPECT_NE(redder.key(), dimmer.key());
  ASSERT_EQ(files().size(), 2u);
  expect_same(engine::LightTransport(scene, cache, &stopped), redder);
}

TEST(SceneInterior, FinerProbesAreKeptBetweenRuns) {
  const test_files::TempFolder folder;
  const engine::LightCache cache(folder.path() / "light");
  const engine::Scene scene = small_room_in_the_sun(1.0f);
  const engine::LightTransport fresh(scene, cache);
  ASSERT_FALSE(fresh.layout().fine_cells().empty());
  engine::Progress stopped;  // nothing is worked out with it
  stopped.stop();
  const engine::LightTransport kept(scene, cache, &stopped);
  EXPECT_EQ(kept.layout().fine_cells(), fresh.layout().fine_cells());
  expect_same(kept, fresh);
}

}  // namespace
}  // namespace test
