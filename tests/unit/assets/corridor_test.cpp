// SPDX-License-Identifier: MIT
// Tests of the generated corridor: files, geometry, light, camera path.
#include "corridor/corridor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <glm/trigonometric.hpp>
#include <string>
#include <utility>
#include <vector>

#include "image_io/image_file.h"
#include "unit/assets/corridor_fixtures.h"

namespace corridor_test {
namespace {

/// Sorted luminances of a material where light falls on it directly, of the places that rays from `eyes` hit.
std::vector<float> lit_luminances(const std::string& material, const std::vector<vec3>& eyes) {
  constexpr int kRays = 600;
  std::vector<float> result;
  float reflectance = 0.0F;
  for (const vec3& eye : eyes) {
    for (int i = 0; i < kRays; ++i) {
      const vec3 way = direction(i, kRays);
      const Tree::Hit hit = scene().tree().cast(eye, way);
      if (hit.distance == kNever) continue;
      const Triangle& triangle = scene().tree().triangles()[hit.triangle];
      if (scene().material_name(triangle.material) != material) continue;
      if (reflectance == 0.0F) reflectance = scene().albedo(triangle.material);
      float sum = 0.0F;
      for (const Light& light : scene().lights()) {
        sum += illuminance_lx(light, eye + way * hit.distance, triangle.normal());
      }
      if (sum > 0.0F) result.push_back(sum * reflectance / kPi);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

// ---- files ----------------------------------------------------------------------------------------------------------

TEST(Corridor, GivesTheSameBytesEachTime) {
  const io_test::TempFolder again;
  corridor::write_corridor(again.path() / "made");
  std::uintmax_t total = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scene().folder().path())) {
    const std::string name = entry.path().filename().string();
    EXPECT_EQ(io_test::read_file(entry.path()), io_test::read_file(again.path() / "made" / name)) << name;
    total += entry.file_size();
  }
  EXPECT_LT(total, 8'000'000U);
}

TEST(Corridor, SaysWhichFileCannotBeWritten) {
  const io_test::TempFolder folder;
  std::filesystem::create_directory(folder / "corridor.gltf");
  EXPECT_THROW(corridor::write_corridor(folder.path()), files::Error);
}

TEST(Corridor, AccessorsLieInTheBuffer) {
  const Json& document = scene().document();
  ASSERT_EQ(document["buffers"][0]["byteLength"], scene().binary().size());
  for (const Json& view : document["bufferViews"]) {
    const std::size_t end = view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>();
    ASSERT_LE(end, scene().binary().size());
  }
  for (const Json& accessor : document["accessors"]) {
    const Json& view = document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::string type = accessor["type"];
    const std::size_t size = type == "SCALAR" ? 4 : 4 * static_cast<std::size_t>(type.back() - '0');
    const std::size_t stride = view.value("byteStride", size), count = accessor["count"];
    ASSERT_GT(count, 0U);
    ASSERT_LE(accessor["byteOffset"].get<std::size_t>() + (count - 1) * stride + size, view["byteLength"]);
  }
}

TEST(Corridor, RefersToFilesThatAreThere) {
  const Json& document = scene().document();
  for (const Json& image : document["images"]) {
    const image_io::Image picture = image_io::read_image(scene().folder() / image["uri"].get<std::string>());
    EXPECT_GE(picture.info.width, 256U) << image["uri"];
  }
  for (const Json& texture : document["textures"]) {
    EXPECT_LT(texture["source"].get<std::size_t>(), document["images"].size());
    EXPECT_LT(texture["sampler"].get<std::size_t>(), document["samplers"].size());
  }
}

TEST(Corridor, TexturesContinueThemselves) {
  for (const Json& image : scene().document()["images"]) {
    const std::string name = image["uri"];
    if (name == "picture-color.png") continue;
    const image_io::Image picture = image_io::read_image(scene().folder() / name);
    const auto texels = io_test::values_of<float>(picture);
    const std::size_t width = picture.info.width, height = picture.info.height;
    const auto step = [&](std::size_t a, std::size_t b) { return std::abs(texels[4 * a + 1] - texels[4 * b + 1]); };
    const auto from_row = [&](std::size_t y) {
      double sum = 0.0;
      for (std::size_t x = 0; x < width; ++x) sum += step(y * width + x, (y + 1) % height * width + x);
      return sum;
    };
    const auto from_column = [&](std::size_t x) {
      double sum = 0.0;
      for (std::size_t y = 0; y < height; ++y) sum += step(y * width + x, y * width + (x + 1) % width);
      return sum;
    };
    double greatest_row = 0.0, greatest_column = 0.0;
    for (std::size_t y = 0; y + 1 < height; ++y) greatest_row = std::max(greatest_row, from_row(y));
    for (std::size_t x = 0; x + 1 < width; ++x) greatest_column = std::max(greatest_column, from_column(x));
    EXPECT_LE(from_row(height - 1), 1.1 * greatest_row) << name;
    EXPECT_LE(from_column(width - 1), 1.1 * greatest_column) << name;
  }
}

// ---- geometry -------------------------------------------------------------------------------------------------------

TEST(Corridor, PositionsHaveTheirBounds) {
  scene().for_each_primitive([](const std::string& mesh, const Json& primitive) {
    const Json& accessor = scene().document()["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
    const std::vector<vec3> positions = scene().vectors(primitive["attributes"]["POSITION"]);
    vec3 low(kNever), high(-kNever);
    for (const vec3& position : positions) low = glm::min(low, position), high = glm::max(high, position);
    EXPECT_EQ(low, vec3_of(accessor["min"])) << mesh;
    EXPECT_EQ(high, vec3_of(accessor["max"])) << mesh;
  });
}

TEST(Corridor, NormalsAgreeWithTriangles) {
  scene().for_each_primitive([](const std::string& mesh, const Json& primitive) {
    const std::vector<vec3> positions = scene().vectors(primitive["attributes"]["POSITION"]);
    const std::vector<vec3> normals = scene().vectors(primitive["attributes"]["NORMAL"]);
    const auto indices = scene().values<std::uint32_t>(primitive["indices"], 1);
    ASSERT_EQ(indices.size() % 3, 0U);
    for (const vec3& normal : normals) ASSERT_NEAR(glm::length(normal), 1.0F, 1e-4F) << mesh;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) ASSERT_LT(indices[i + k], positions.size());
      const vec3 a = positions[indices[i]], b = positions[indices[i + 1]], c = positions[indices[i + 2]];
      const vec3 twice_area = glm::cross(b - a, c - a);
      ASSERT_GT(glm::length(twice_area), 1e-9F) << mesh << ", triangle " << i / 3;
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_GT(glm::dot(glm::normalize(twice_area), normals[indices[i + k]]), 0.3F)
            << mesh << ", triangle " << i / 3;
      }
    }
  });
}

TEST(Corridor, TangentsAreUnitAndPerpendicular) {
  scene().for_each_primitive([](const std::string& mesh, const Json& primitive) {
    if (!primitive["attributes"].contains("TANGENT")) return;
    const auto tangents = scene().values<float>(primitive["attributes"]["TANGENT"], 4);
    const std::vector<vec3> normals = scene().vectors(primitive["attributes"]["NORMAL"]);
    for (std::size_t i = 0; i < normals.size(); ++i) {
      const vec3 tangent{tangents[4 * i], tangents[4 * i + 1], tangents[4 * i + 2]};
      ASSERT_NEAR(glm::length(tangent), 1.0F, 1e-3F) << mesh;
      ASSERT_NEAR(glm::dot(tangent, normals[i]), 0.0F, 1e-3F) << mesh;
      ASSERT_EQ(std::abs(tangents[4 * i + 3]), 1.0F) << mesh;
    }
  });
}

bool share_plane(const Triangle& a, const Triangle& b, float gap_m) {
  const vec3 normal = a.normal();
  if (glm::dot(normal, b.normal()) < 0.9995F) return false;
  return std::all_of(b.corners.begin(), b.corners.end(),
                     [&](const vec3& corner) { return std::abs(glm::dot(normal, corner - a.corners[0])) <= gap_m; });
}

/// Whether two triangles in one plane have more than a touch in common: no side of either parts them.
bool overlap(const Triangle& a, const Triangle& b) {
  const vec3 normal = a.normal();
  constexpr float kTouch_m = 2e-4F;
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t i = 0; i < 3; ++i) {
      const vec3 from = one->corners[i];
      const vec3 outward = glm::normalize(glm::cross(one->corners[(i + 1) % 3] - from, normal));
      float nearest = kNever;
      for (const vec3& corner : other->corners) nearest = std::min(nearest, glm::dot(outward, corner - from));
      if (nearest > -kTouch_m) return false;
    }
  }
  return true;
}

TEST(Corridor, NoTwoFacesFightForOnePlane) {
  constexpr float kGap_m = 5e-4F;
  const std::vector<Triangle>& triangles = scene().tree().triangles();
  EXPECT_GT(triangles.size(), 60'000U);
  EXPECT_LT(triangles.size(), 200'000U);
  int fights = 0;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Triangle& triangle = triangles[i];
    const auto [a, b, c] = triangle.corners;
    const vec3 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
    for (const std::size_t k : scene().tree().near(low - kGap_m, high + kGap_m)) {
      if (k <= i || !share_plane(triangle, triangles[k], kGap_m) || !overlap(triangle, triangles[k])) continue;
      if (++fights > 8) continue;
      ADD_FAILURE() << scene().material_name(triangle.material) << " and "
                    << scene().material_name(triangles[k].material) << " at " << a.x << ' ' << a.y << ' ' << a.z;
    }
  }
  EXPECT_EQ(fights, 0);
}

TEST(Corridor, LetsLightInByTheArchAlone) {
  constexpr int kRays = 4000;
  for (const vec3 eye : {vec3{-4, 1.4F, 11}, vec3{-4, 0.3F, 7}, vec3{-4, 2.7F, 3}, vec3{-2, 1.4F, 3.4F},
                         vec3{0.4F, 1.2F, 4}, vec3{0.2F, 2.6F, 1.4F}}) {
    for (int i = 0; i < kRays; ++i) {
      const vec3 way = direction(i, kRays);
      if (!scene().tree().is_free(eye, way)) continue;
      ASSERT_LT(way.z, 0.0F) << "from " << eye.x << ' ' << eye.z;
      const vec3 in_arch = eye - way * (eye.z / way.z);
      EXPECT_LE(std::abs(in_arch.x), 0.9F);
      EXPECT_TRUE(in_arch.y > 0.0F && in_arch.y < 2.6F);
    }
  }
}

// ---- the camera's path ----------------------------------------------------------------------------------------------

TEST(Corridor, PathIsATenSecondWalk) {
  const Json& path = scene().path();
  ASSERT_EQ(path["keys"].size(), 300U);
  EXPECT_EQ(path["fps"], 30);
  EXPECT_EQ(path["loop"], false);
  double length_m = 0.0;
  for (std::size_t i = 0; i < 300; ++i) {
    const Json& key = path["keys"][i];
    EXPECT_NEAR(key["time_s"].get<double>(), static_cast<double>(i) / 30.0, 1e-4);
    EXPECT_NEAR(scene().eye(i).y, 1.65F, 1e-4F);
    if (i == 0) continue;
    const Json& before = path["keys"][i - 1];
    const float step_m = glm::length(scene().eye(i) - scene().eye(i - 1));
    EXPECT_LT(step_m * 30.0F, 1.8F) << i;
    for (const char* angle : {"yaw_deg", "pitch_deg"}) {
      EXPECT_LT(std::abs(key[angle].get<float>() - before[angle].get<float>()) * 30.0F, 120.0F) << angle << ' ' << i;
    }
    length_m += static_cast<double>(step_m);
  }
  EXPECT_GT(length_m, 8.0);
  EXPECT_EQ(scene().eye(0), scene().eye(29));
}

TEST(Corridor, PathKeepsOffTheWalls) {
  for (std::size_t frame = 0; frame < 300; frame += 2) {
    const vec3 eye = scene().eye(frame);
    for (const float height_m : {0.25F, 0.8F, 1.1F, 1.65F, 1.8F}) {
      for (int i = 0; i < 48; ++i) {
        const float angle = 2.0F * kPi * static_cast<float>(i) / 48.0F;
        const vec3 way{std::sin(angle), 0.0F, std::cos(angle)};
        ASSERT_TRUE(scene().tree().is_free({eye.x, height_m, eye.z}, way, 0.45F)) << "frame " << frame;
      }
    }
    EXPECT_TRUE(scene().tree().is_free(eye, {0, 1, 0}, 0.3F)) << "frame " << frame;
    EXPECT_NEAR(scene().tree().cast(eye, {0, -1, 0}).distance, 1.65F, 0.03F) << "frame " << frame;
  }
}

TEST(Corridor, StartSeesNoDaylight) {
  constexpr int kRays = 40'000;
  for (int i = 0; i < kRays; ++i) {
    const vec3 eye = scene().eye(0), way = direction(i, kRays);
    const Tree::Hit hit = scene().tree().cast(eye, way);
    ASSERT_NE(hit.distance, kNever);
    // Nor does it see into the leg at the arch.
    EXPECT_LT((eye + way * hit.distance).x, -1.3F);
  }
}

TEST(Corridor, CameraNodeStandsAtTheStart) {
  const Json& node = scene().document()["nodes"][0];
  ASSERT_EQ(node["camera"], 0);
  EXPECT_LT(glm::length(vec3_of(node["translation"]) - scene().eye(0)), 1e-4F);
}

TEST(Corridor, WalkEndsWithALookBackIntoTheArch) {
  const Json& last = scene().path()["keys"].back();
  const float yaw = glm::radians(last["yaw_deg"].get<float>());
  const vec3 eye = scene().eye(299), way{std::sin(yaw), 0.0F, -std::cos(yaw)};
  ASSERT_GT(way.z, 0.9F);
  const vec3 in_arch = eye - way * (eye.z / way.z);
  EXPECT_LT(std::abs(in_arch.x), 0.3F);
  EXPECT_GT(scene().tree().cast(eye, way).distance, 4.0F);
}

// ---- light ----------------------------------------------------------------------------------------------------------

TEST(Corridor, LightsAreInPhysicalUnits) {
  ASSERT_EQ(scene().lights().size(), 3U);
  EXPECT_EQ(scene().lights()[0].kind, "directional");
  EXPECT_NEAR(scene().lights()[0].intensity, 100'000.0F, 10.0F);
  EXPECT_NEAR(scene().lights()[1].intensity, 40.0F / (4.0F * kPi), 0.01F);
  EXPECT_NEAR(scene().lights()[2].intensity, 4.0F, 0.01F);
}

TEST(Corridor, SunLightsMostOfTheYard) {
  constexpr int kPerSide = 70;
  int lit = 0;
  for (int i = 0; i < kPerSide; ++i) {
    for (int k = 0; k < kPerSide; ++k) {
      const vec3 floor{-7.9F + 0.2F * static_cast<float>(i), 0.0F, -13.9F + 0.2F * static_cast<float>(k)};
      if (illuminance_lx(scene().lights()[0], floor, {0, 1, 0}) > 0.0F) ++lit;
    }
  }
  RecordProperty("lit_percent", 100 * lit / (kPerSide * kPerSide));
  EXPECT_GT(2 * lit, kPerSide * kPerSide);
}

TEST(Corridor, SpansMoreThanFourteenStops) {
  const std::vector<float> dark =
      lit_luminances("corridor-wall", {{-4, 1.5F, 10.5F}, scene().eye(0), {-4, 1.5F, 4}, {-1.8F, 1.5F, 3.6F}});
  const std::vector<float> bright = lit_luminances("white-wall", {scene().eye(299), {-5, 1.65F, -4}, {-5, 1.65F, -9}});
  ASSERT_GT(dark.size(), 300U);
  ASSERT_GT(bright.size(), 100U);
  const float darkest = dark[dark.size() / 20], white = bright[bright.size() / 2];
  SCOPED_TRACE("corridor wall: 5 % below " + std::to_string(darkest) + " cd/m^2");
  EXPECT_GT(darkest, 1e-4F);
  EXPECT_LT(dark[dark.size() / 2], 1.0F);
  EXPECT_NEAR(white, 14'000.0F, 1000.0F);
  EXPECT_GT(std::log2(white / dark[dark.size() / 2]), 14.0F);
  EXPECT_GT(std::log2(white / darkest), 18.0F);
}

}  // namespace
}  // namespace corridor_test
