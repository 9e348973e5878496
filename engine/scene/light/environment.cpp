// SPDX-License-Identifier: MIT
// Integrals over the light from far away.
#include "engine/scene/light/environment.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <string>
#include <utility>

#include "engine/device/vk.h"
#include "engine/scene/light/panorama_sun.h"

namespace engine {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr float kMaxNits = 65504.0f;
constexpr std::uint32_t kSkyWidth = 1024;
constexpr std::uint32_t kReflectionWidth = 256;
constexpr std::uint32_t kIrradianceWidth = 256;

float storable(float nits) { return nits > 0.0f ? std::min(nits, kMaxNits) : 0.0f; }

/// Calls `texel(x, y, direction)` for the centres of all texels, row by row.
template <typename Function>
void for_each_texel(std::uint32_t width, std::uint32_t height, const Function& texel) {
  std::vector<glm::dvec3> level(width);  // as it is at the horizon
  for (std::uint32_t x = 0; x < width; ++x) level[x] = equirect_direction((x + 0.5) / width, 0.5);
  for (std::uint32_t y = 0; y < height; ++y) {
    const glm::dvec3 side = equirect_direction(0.75, (y + 0.5) / height);
    for (std::uint32_t x = 0; x < width; ++x) texel(x, y, glm::dvec3(level[x].x * side.x, side.y, level[x].z * side.x));
  }
}

template <typename Function>
LinearLevel make_level(std::uint32_t width, std::uint32_t height, const Function& value) {
  LinearLevel level = {width, height, {}};
  level.texels.reserve(std::size_t(width) * height);
  for_each_texel(width, height, [&](std::uint32_t, std::uint32_t, const glm::dvec3& direction) {
    level.texels.emplace_back(value(direction), 1.0f);
  });
  return level;
}

/// Wraps round the seam.
glm::vec3 bilinear(const LinearLevel& level, const glm::dvec2& uv) {
  const float x = float(uv.x) * float(level.width) - 0.5f;
  const float y = std::clamp(float(uv.y) * float(level.height) - 0.5f, 0.0f, float(level.height - 1));
  const auto width = std::int32_t(level.width);
  const auto left = std::int32_t(std::floor(x));
  const auto top = std::uint32_t(y);
  const std::uint32_t bottom = std::min(top + 1, level.height - 1);
  const auto at = [&](std::int32_t column, std::uint32_t row) {
    const auto wrapped = std::size_t(column < 0 ? column + width : column < width ? column : column - width);
    return glm::vec3(level.texels[std::size_t(row) * level.width + wrapped]);
  };
  const float fx = x - float(left);
  return glm::mix(glm::mix(at(left, top), at(left + 1, top), fx), glm::mix(at(left, bottom), at(left + 1, bottom), fx),
                  y - float(top));
}

glm::vec3 trilinear(const std::vector<LinearLevel>& levels, const glm::dvec2& uv, float level) {
  const float clamped = std::clamp(level, 0.0f, float(levels.size() - 1));
  const auto lower = std::size_t(clamped);
  const std::size_t upper = std::min(lower + 1, levels.size() - 1);
  return glm::mix(bilinear(levels[lower], uv), bilinear(levels[upper], uv), clamped - float(lower));
}

std::vector<LinearLevel> all_levels(LinearLevel level) {
  const std::uint32_t count = level_count(level.width, level.height);
  std::vector<LinearLevel> levels;
  levels.push_back(std::move(level));
  while (levels.size() < count) levels.push_back(halved(levels.back()));
  return levels;
}

/// A direction that a GGX lobe round +Z reflects to, with its weight and the level of the source whose texels are as
/// large as its share.
struct LobeSample {
  glm::vec3 direction;
  float weight;
  float level;
};

/// Base 2, backwards.
double radical_inverse(std::uint32_t index) {
  double result = 0.0;
  for (double digit = 0.5; index != 0; index >>= 1, digit *= 0.5) result += digit * (index & 1u);
  return result;
}

std::vector<LobeSample> lobe_samples(double roughness) {
  constexpr std::uint32_t kCount = 128;
  const double alpha2 = std::pow(roughness, 4.0);
  const double texel_sr = 4.0 * kPi / (kReflectionWidth * kReflectionWidth / 2);
  std::vector<LobeSample> samples;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const double u = (i + 0.5) / kCount;
    const double turn = 2.0 * kPi * radical_inverse(i);
    const double n_h2 = (1.0 - u) / (1.0 + (alpha2 - 1.0) * u);
    const double n_l = 2.0 * n_h2 - 1.0;
    if (n_l <= 0.0) continue;
    const double f = n_h2 * (alpha2 - 1.0) + 1.0;
    const double density = alpha2 / (4.0 * kPi * f * f);
    const double sine = std::sqrt(std::max(1.0 - n_l * n_l, 0.0));
    samples.push_back({.direction = {sine * std::cos(turn), sine * std::sin(turn), n_l},
                       .weight = float(n_l),
                       .level = float(std::max(0.5 * std::log2(1.0 / (kCount * density * texel_sr)) + 0.5, 0.0))});
  }
  return samples;
}

glm::vec3 lobe_mean(const std::vector<LinearLevel>& source, const std::vector<LobeSample>& samples,
                    const glm::vec3& axis) {
  const glm::vec3 helper = std::abs(axis.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  const glm::vec3 x = glm::normalize(glm::cross(helper, axis));
  const glm::vec3 y = glm::cross(axis, x);
  glm::vec3 sum(0.0f);
  float weight = 0.0f;
  for (const LobeSample& sample : samples) {
    const glm::vec3 direction = sample.direction.x * x + sample.direction.y * y + sample.direction.z * axis;
    sum += sample.weight * trilinear(source, equirect(direction), sample.level);
    weight += sample.weight;
  }
  return sum / weight;
}

/// Of a cube's sides, edges and corners.
std::vector<glm::dvec3> normals_all_round() {
  std::vector<glm::dvec3> normals;
  for (int i = 0; i < 27; ++i) {
    if (i != 13) normals.push_back(glm::normalize(glm::dvec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)));
  }
  return normals;
}

/// The level of a chain that has about `width` columns: as many, or up to twice as many. Made in `room` where the chain
/// has none.
const LinearLevel& level_with(const std::vector<LinearLevel>& levels, std::uint32_t width, LinearLevel& room) {
  std::size_t i = 0;
  while (levels[i].width / 2 >= width) ++i;
  if (levels[i].width >= width) return levels[i];
  room = make_level(width, width / 2,
                    [&](const glm::dvec3& direction) { return bilinear(levels[i], equirect(direction)); });
  return room;
}

}  // namespace

glm::dvec2 equirect(const glm::dvec3& direction) {
  const bool is_pole = direction.x == 0.0 && direction.z == 0.0;
  const double turn = is_pole ? 0.0 : std::atan2(direction.x, -direction.z);
  return {0.5 + turn / (2.0 * kPi), std::acos(std::clamp(direction.y, -1.0, 1.0)) / kPi};
}

glm::dvec3 equirect_direction(double u, double v) {
  const double turn = (u - 0.5) * 2.0 * kPi;
  const double sine = std::sin(v * kPi);
  return {std::sin(turn) * sine, std::cos(v * kPi), -std::cos(turn) * sine};
}

LinearLevel panorama_nits(const Panorama& panorama) {
  if (panorama.width == 0 || panorama.height == 0 || panorama.width > kMaxPanoramaWidth ||
      panorama.height > kMaxPanoramaWidth / 2) {
    throw Error("panorama of " + std::to_string(panorama.width) + "x" + std::to_string(panorama.height) +
                " texels: needs 1x1 to 8192x4096");
  }
  const std::size_t count = std::size_t(panorama.width) * panorama.height;
  if (panorama.rgba.size() != 4 * count) throw Error("panorama: the texels aren't as many as its size says");
  LinearLevel level = {panorama.width, panorama.height, {}};
  level.texels.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float* texel = panorama.rgba.data() + 4 * i;
    const float scale = panorama.nits_per_unit;
    level.texels.emplace_back(storable(texel[0] * scale), storable(texel[1] * scale), storable(texel[2] * scale), 1.0f);
  }
  return level;
}

LinearLevel clear_sky_nits(const ClearSky& sky, const std::optional<glm::vec3>& to_sun) {
  if (sky.daylight) return daylight_level(*sky.daylight, sky.ground_albedo, kSkyWidth);
  return make_level(kSkyWidth, kSkyWidth / 2, [&](const glm::dvec3& direction) {
    const glm::vec3 nits = sky_nits(sky, direction, to_sun);
    return glm::vec3(storable(nits.x), storable(nits.y), storable(nits.z));
  });
}

namespace {

Irradiance irradiance_of(const std::vector<LinearLevel>& equirect_nits) {
  LinearLevel room;
  const LinearLevel& level = level_with(equirect_nits, kIrradianceWidth, room);
  Irradiance sums = {};
  const std::vector<glm::dvec3> normals = normals_all_round();
  std::vector<glm::dvec3> seen(normals.size(), glm::dvec3(0.0));
  for_each_texel(level.width, level.height, [&](std::uint32_t x, std::uint32_t y, const glm::dvec3& d) {
    const double solid_angle_sr =
        2.0 * kPi / level.width * (std::cos(kPi * y / level.height) - std::cos(kPi * (y + 1.0) / level.height));
    const glm::dvec3 light = glm::dvec3(level.texels[std::size_t(y) * level.width + x]) * solid_angle_sr;
    const double basis[9] = {
        1.0, d.y, d.z, d.x, d.x * d.y, d.y * d.z, 3 * d.z * d.z - 1, d.x * d.z, d.x * d.x - d.y * d.y};
    for (std::size_t i = 0; i < 9; ++i) sums[i] += light * basis[i];
    for (std::size_t i = 0; i < normals.size(); ++i) seen[i] += light * (std::max(glm::dot(normals[i], d), 0.0) / kPi);
  });
  sums[9] = seen[0];
  for (const glm::dvec3& nits : seen) sums[9] = glm::min(sums[9], nits);
  // The squares of the basis' norms, times the clamped cosine's own factors over pi: 1, 2/3, 1/4.
  constexpr double kFactors[9] = {1.0, 2.0, 2.0, 2.0, 15.0 / 4, 15.0 / 4, 5.0 / 16, 15.0 / 4, 15.0 / 16};
  for (std::size_t i = 0; i < 9; ++i) sums[i] *= kFactors[i] / (4.0 * kPi);
  return sums;
}

std::vector<LinearLevel> reflection_levels(const std::vector<LinearLevel>& equirect_nits) {
  LinearLevel room;
  const LinearLevel& near = level_with(equirect_nits, kReflectionWidth, room);
  const std::vector<LinearLevel> source =
      all_levels(make_level(kReflectionWidth, kReflectionWidth / 2,
                            [&](const glm::dvec3& direction) { return bilinear(near, equirect(direction)); }));
  std::vector<LinearLevel> levels = {source[0]};
  for (std::uint32_t i = 1; i < kReflectionLevels; ++i) {
    const auto samples = lobe_samples(double(i) / (kReflectionLevels - 1));
    levels.push_back(make_level(kReflectionWidth >> i, kReflectionWidth / 2 >> i, [&](const glm::dvec3& direction) {
      return lobe_mean(source, samples, glm::vec3(direction));
    }));
  }
  return levels;
}

}  // namespace

Irradiance irradiance_of(const LinearLevel& equirect_nits) { return irradiance_of(all_levels(equirect_nits)); }

std::vector<LinearLevel> reflection_levels(const LinearLevel& equirect_nits) {
  return reflection_levels(all_levels(equirect_nits));
}

glm::dvec3 evaluate(const Irradiance& factors, const glm::dvec3& n) {
  const glm::dvec3 sum = factors[0] + factors[1] * n.y + factors[2] * n.z + factors[3] * n.x + factors[4] * n.x * n.y +
                         factors[5] * n.y * n.z + factors[6] * (3 * n.z * n.z - 1) + factors[7] * n.x * n.z +
                         factors[8] * (n.x * n.x - n.y * n.y);
  return glm::max(sum, factors[9]);
}

EnvironmentMaps environment_maps(LinearLevel equirect_nits) {
  EnvironmentMaps maps = {.sky = all_levels(std::move(equirect_nits)), .reflection = {}, .irradiance = {}};
  maps.irradiance = irradiance_of(maps.sky);
  maps.reflection = reflection_levels(maps.sky);
  return maps;
}

EnvironmentMaps environment_maps(const Panorama& panorama) {
  return environment_maps(panorama, panorama.sun_is_a_light ? sun_of(panorama) : std::nullopt);
}

EnvironmentMaps environment_maps(const Panorama& panorama, const std::optional<PanoramaSun>& sun) {
  LinearLevel nits = panorama_nits(panorama);
  if (!sun) return environment_maps(std::move(nits));
  const std::vector<LinearLevel> rest = all_levels(sun->rest);
  return {.sky = all_levels(std::move(nits)), .reflection = reflection_levels(rest), .irradiance = irradiance_of(rest)};
}

}  // namespace engine
