// SPDX-License-Identifier: MIT
// Reflection and illuminance in double precision.
#include "scene_gpu/shading_oracle.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace test {

glm::dvec3 lit(const OracleSurface& surface, const glm::dvec3& view, const glm::dvec3& to_light,
               const glm::dvec3& lux) {
  const glm::dvec3 h = glm::normalize(view + to_light);
  const double n_l = glm::dot(surface.normal, to_light), n_v = glm::dot(surface.normal, view);
  const double n_h = glm::dot(surface.normal, h), v_h = glm::dot(view, h);
  if (n_l <= 0.0) return glm::dvec3(0.0);
  const double alpha = surface.roughness * surface.roughness, a2 = alpha * alpha;
  const double d = a2 / (std::numbers::pi * std::pow(n_h * n_h * (a2 - 1.0) + 1.0, 2.0));
  // Smith, height-correlated.
  const auto lambda = [&](double cosine) {
    const double tan2 = (1.0 - cosine * cosine) / (cosine * cosine);
    return 0.5 * (std::sqrt(1.0 + a2 * tan2) - 1.0);
  };
  const double g = 1.0 / (1.0 + lambda(n_l) + lambda(n_v));
  const glm::dvec3 f0 = glm::mix(glm::dvec3(0.04), surface.base_color, surface.metallic);
  const glm::dvec3 f = f0 + (1.0 - f0) * std::pow(1.0 - v_h, 5.0);
  const glm::dvec3 diffuse = (1.0 - f) * surface.base_color * (1.0 - surface.metallic) / std::numbers::pi;
  return (diffuse + f * d * g / (4.0 * n_l * n_v)) * n_l * lux;
}

double lux_at(const engine::Light& light, const glm::dvec3& position_m) {
  if (light.kind == engine::Light::Kind::directional) return double(light.intensity);
  const glm::dvec3 away = position_m - glm::dvec3(light.position_m);
  const double distance = glm::length(away);
  double lux = double(light.intensity) / (distance * distance);
  if (light.range_m > 0.0f) lux *= std::clamp(1.0 - std::pow(distance / double(light.range_m), 4.0), 0.0, 1.0);
  if (light.kind == engine::Light::Kind::spot) {
    const double outer = std::cos(double(light.outer_cone_rad)), inner = std::cos(double(light.inner_cone_rad));
    const double cosine = glm::dot(glm::dvec3(light.direction), away / distance);
    lux *= std::pow(std::clamp((cosine - outer) / (inner - outer), 0.0, 1.0), 2.0);
  }
  return lux;
}

glm::dvec3 lit(const OracleSurface& surface, const glm::dvec3& view, const glm::dvec3& position_m,
               const engine::Light& light) {
  const glm::dvec3 to_light = light.kind == engine::Light::Kind::directional
                                  ? -glm::dvec3(light.direction)
                                  : glm::normalize(glm::dvec3(light.position_m) - position_m);
  return lit(surface, view, to_light, glm::dvec3(light.color) * lux_at(light, position_m));
}

double srgb_decoded(int code) {
  const double encoded = code / 255.0;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

}  // namespace test
