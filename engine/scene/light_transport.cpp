// SPDX-License-Identifier: MIT
#include "engine/scene/light_transport.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

#include "engine/scene/camera.h"
#include "engine/scene/parallel.h"

namespace engine {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
constexpr int kReflections = 3;
/// A probe of whose directions more see backs lies within a solid.
constexpr float kMostBacks = 0.25f;
constexpr float kLiftOff_m = 1e-3f;
constexpr int kSmoothings = 2;
constexpr float kOwnWeight = 2.0f;

float value(const glm::vec4& first_order, const glm::vec3& normal) {
  return std::max(first_order.x + glm::dot(glm::vec3(first_order.y, first_order.z, first_order.w), normal), 0.0f);
}

ProbeLight operator*(const ProbeLight& light, float factor) {
  return {light.red * factor, light.green * factor, light.blue * factor};
}
ProbeLight operator+(const ProbeLight& a, const ProbeLight& b) {
  return {a.red + b.red, a.green + b.green, a.blue + b.blue};
}

glm::vec3 value(const ProbeLight& light, const glm::vec3& normal) {
  return {value(light.red, normal), value(light.green, normal), value(light.blue, normal)};
}

Bounds bounds_of(const std::vector<Corners>& triangles) {
  Bounds bounds = empty_bounds();
  for (const Corners& corners : triangles) {
    for (const glm::vec3& corner : corners) bounds = united(bounds, {corner, corner});
  }
  return triangles.empty() ? Bounds{} : bounds;
}

/// 1 / distance in the norm |x|+|y|+|z|.
float inverse_distance(const glm::vec3& direction, float distance_m) {
  const float length1 = distance_m * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  constexpr float kMax = 0.05f * float(SCENE_PROBE_INVALID);
  return length1 > 1.0f / kMax ? 1.0f / length1 : kMax;
}

}  // namespace

LightTransport::LightTransport(const Scene& scene, const std::optional<glm::vec3>& to_sun)
    : surfaces_(light_surfaces(scene)), grid_(probe_grid(bounds_of(surfaces_.triangles))) {
  const Bvh bvh(surfaces_.triangles);
  tiles_.resize(grid_.size());
  sky_visibility_.resize(grid_.size());
  ends_.resize(grid_.size() * kProbeDirections);
  distances_m_.resize(ends_.size());
  parallel_for(grid_.size(), [&](std::size_t probe) { cast_from(probe, bvh); });
  parallel_for(grid_.size(), [&](std::size_t probe) { shade_ends_of(probe, bvh, to_sun); });
  distances_m_ = {};
}

void LightTransport::cast_from(std::size_t probe, const Bvh& bvh) {
  const auto& directions = probe_directions();
  const glm::vec3 origin_m = grid_.position_m(grid_.place(probe));
  std::array<float, kProbeDirections> inverse = {};
  float backs = 0.0f;
  glm::vec4 visibility(0.0f);
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    const auto hit = bvh.nearest({origin_m, directions[i].direction});
    if (!hit) {
      visibility += first_order(directions[i]);
      continue;
    }
    const bool is_dark = hit->is_back && !surfaces_.properties[hit->triangle].is_double_sided;
    if (is_dark) backs += directions[i].part;
    inverse[i] = inverse_distance(directions[i].direction, hit->distance_m);
    distances_m_[probe * kProbeDirections + i] = hit->distance_m;
    ends_[probe * kProbeDirections + i] = {
        .triangle = hit->triangle, .probe = kNone, .is_flipped = hit->is_back, .is_dark = is_dark};
  }
  const bool is_inside = backs > kMostBacks;
  if (is_inside) inverse.fill(float(SCENE_PROBE_INVALID));
  tiles_[probe] = with_border(inverse);
  sky_visibility_[probe] = is_inside ? glm::vec4(0.0f) : visibility;
}

glm::vec3 LightTransport::normal_of(const End& end) const {
  const glm::vec3& normal = surfaces_.properties[end.triangle].normal;
  return end.is_flipped ? -normal : normal;
}

void LightTransport::shade_ends_of(std::size_t probe, const Bvh& bvh, const std::optional<glm::vec3>& to_sun) {
  const glm::vec3 origin_m = grid_.position_m(grid_.place(probe));
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    End& end = ends_[probe * kProbeDirections + i];
    if (!is_valid(tiles_[probe])) end.is_dark = true;
    if (end.is_dark) continue;
    const glm::vec3 normal = normal_of(end);
    const glm::vec3 position_m =
        origin_m + probe_directions()[i].direction * distances_m_[probe * kProbeDirections + i] + normal * kLiftOff_m;
    end.probe = probe_that_sees(position_m, normal);
    const float cosine = to_sun ? glm::dot(normal, *to_sun) : 0.0f;
    if (cosine > 0.0f && !bvh.is_blocked({position_m, *to_sun})) end.sun_cosine = cosine;
  }
}

/// Of the eight around, the one with the most weight. As the shader weighs them.
std::uint32_t LightTransport::probe_that_sees(const glm::vec3& position_m, const glm::vec3& normal) const {
  const glm::vec3 from = position_m + normal * grid_.lift_m();
  const glm::vec3 last(grid_.count - 1);
  const glm::vec3 place = glm::clamp((from - grid_.origin_m) / grid_.spacing_m, glm::vec3(0.0f), last);
  const glm::ivec3 base(glm::min(glm::floor(place), last - 1.0f));
  const glm::vec3 f = place - glm::vec3(base);
  std::uint32_t best = kNone;
  float most = 1e-7f;
  for (int i = 0; i < 8; ++i) {
    const glm::ivec3 corner(i & 1, i >> 1 & 1, i >> 2);
    const glm::vec3 share = glm::mix(1.0f - f, f, glm::vec3(corner));
    const glm::vec3 to_probe = grid_.position_m(base + corner) - from;
    float weight = std::max(share.x * share.y * share.z, float(SCENE_PROBE_LEAST_SHARE)) * faced_by(to_probe, normal);
    if (weight <= most) continue;
    const std::size_t index = grid_.index(base + corner);
    weight *= seen_from(tiles_[index], -to_probe);
    if (weight <= most) continue;
    most = weight;
    best = std::uint32_t(index);
  }
  return best;
}

std::vector<ProbeLight> LightTransport::reflected(const std::vector<glm::vec3>& first) const {
  std::vector<ProbeLight> light(grid_.size());
  for (int reflection = 0; reflection < kReflections; ++reflection) {
    std::vector<ProbeLight> next(grid_.size());
    parallel_for(grid_.size(), [&](std::size_t probe) {
      for (std::size_t i = 0; i < kProbeDirections; ++i) {
        const std::size_t ray = probe * kProbeDirections + i;
        const End& end = ends_[ray];
        if (end.is_dark) continue;
        glm::vec3 irradiance = first[ray];
        if (reflection > 0 && end.probe != kNone) irradiance += value(light[end.probe], normal_of(end));
        const glm::vec3 nits = surfaces_.properties[end.triangle].albedo * irradiance;
        const glm::vec4 order = first_order(probe_directions()[i]);
        next[probe].red += nits.r * order;
        next[probe].green += nits.g * order;
        next[probe].blue += nits.b * order;
      }
    });
    light = std::move(next);
  }
  for (int i = 0; i < kSmoothings; ++i) light = smoothed(light);
  return light;
}

std::vector<ProbeLight> LightTransport::smoothed(const std::vector<ProbeLight>& light) const {
  std::vector<ProbeLight> result(light.size());
  parallel_for(light.size(), [&](std::size_t probe) {
    if (!is_valid(tiles_[probe])) return;
    const glm::ivec3 place = grid_.place(probe);
    ProbeLight sum = light[probe] * kOwnWeight;
    float weight = kOwnWeight;
    for (int i = 0; i < 6; ++i) {
      glm::ivec3 step(0);
      step[i / 2] = i % 2 == 0 ? 1 : -1;
      if (!grid_.contains(place + step)) continue;
      const std::size_t other = grid_.index(place + step);
      const glm::vec3 offset_m = grid_.spacing_m * glm::vec3(step);
      // Both ways: a map of few texels may miss a thin wall from one side.
      const float seen = std::min(seen_from(tiles_[probe], offset_m), seen_from(tiles_[other], -offset_m));
      sum = sum + light[other] * seen;
      weight += seen;
    }
    result[probe] = sum * (1.0f / weight);
  });
  return result;
}

std::vector<ProbeLight> LightTransport::reflected_sky(const Irradiance& sky) const {
  std::vector<glm::vec3> first(ends_.size(), glm::vec3(0.0f));
  parallel_for(grid_.size(), [&](std::size_t probe) {
    for (std::size_t ray = probe * kProbeDirections; ray < (probe + 1) * kProbeDirections; ++ray) {
      const End& end = ends_[ray];
      if (end.is_dark || end.probe == kNone) continue;
      const glm::vec3 normal = normal_of(end);
      first[ray] = glm::vec3(evaluate(sky, normal)) * std::min(value(sky_visibility_[end.probe], normal), 1.0f);
    }
  });
  return reflected(first);
}

std::vector<ProbeLight> LightTransport::reflected_sun(const glm::vec3& lux) const {
  std::vector<glm::vec3> first(ends_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) first[i] = lux * (ends_[i].sun_cosine / std::numbers::pi_v<float>);
  return reflected(first);
}

}  // namespace engine
