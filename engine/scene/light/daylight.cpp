// SPDX-License-Identifier: MIT
// Preetham's model of the sun and the sky of a clear day.
#include "engine/scene/light/daylight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <numbers>

#include "engine/scene/light/environment.h"

namespace engine {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kNoonElevation_deg = 60.0;
constexpr double kSunAboveAir_lux = 133000.0;

/// Haze over the horizon, which the model lacks: it makes the sky there lighter, as the CIE's clear sky has it (ISO
/// 15469, type 12), and as white as sunlight of 5500 K.
constexpr double kMostHaze = 0.6, kHazePower = 8.0, kHazeX = 0.3325;

/// The CIE's daylight locus. Skies are no more purple; the model's would be near the horizon.
double daylight_y(double x) { return (-3.0 * x + 2.870) * x - 0.275; }

double radians_from_zenith(const glm::dvec3& direction) { return std::acos(std::clamp(direction.y, -1.0, 1.0)); }

/// Luminance (kcd/m^2) and chromaticity x, y of the paper.
struct Perez {
  double a, b, c, d, e;

  double operator()(double cos_from_zenith, double from_sun_rad) const {
    const double cosine = std::cos(from_sun_rad);
    return (1.0 + a * std::exp(b / cos_from_zenith)) * (1.0 + c * std::exp(d * from_sun_rad) + e * cosine * cosine);
  }
};

class Sky {
 public:
  explicit Sky(const Daylight& day) : to_sun_(direction_to_sun(day)) {
    const double t = double(day.turbidity);
    const double s = radians_from_zenith(to_sun_);
    parts_ = {Perez{0.1787 * t - 1.4630, -0.3554 * t + 0.4275, -0.0227 * t + 5.3251, 0.1206 * t - 2.5771,
                    -0.0670 * t + 0.3703},
              Perez{-0.0193 * t - 0.2592, -0.0665 * t + 0.0008, -0.0004 * t + 0.2125, -0.0641 * t - 0.8989,
                    -0.0033 * t + 0.0452},
              Perez{-0.0167 * t - 0.2608, -0.0950 * t + 0.0092, -0.0079 * t + 0.2102, -0.0441 * t - 1.6537,
                    -0.0109 * t + 0.0529}};
    const double chi = (4.0 / 9.0 - t / 120.0) * (std::numbers::pi - 2.0 * s);
    const auto cubic = [&](double c3, double c2, double c1, double c0) { return ((c3 * s + c2) * s + c1) * s + c0; };
    const glm::dvec3 zenith = {
        std::max((4.0453 * t - 4.9710) * std::tan(chi) - 0.2155 * t + 2.4192, 0.0),
        t * t * cubic(0.00166, -0.00375, 0.00209, 0.0) + t * cubic(-0.02903, 0.06377, -0.03202, 0.00394) +
            cubic(0.11693, -0.21196, 0.06052, 0.25886),
        t * t * cubic(0.00275, -0.00610, 0.00317, 0.0) + t * cubic(-0.04214, 0.08970, -0.04153, 0.00516) +
            cubic(0.15346, -0.26756, 0.06670, 0.26688)};
    for (int i = 0; i < 3; ++i) factors_[i] = zenith[i] / parts_[std::size_t(i)](1.0, s);
  }

  glm::vec3 nits(const glm::dvec3& direction) const {
    constexpr double kLeastCosine = 0.01;  // at the horizon the formula divides by it
    const double cosine = std::max(direction.y, kLeastCosine);
    const double from_sun = std::acos(std::clamp(glm::dot(direction, to_sun_), -1.0, 1.0));
    glm::dvec3 value;
    for (int i = 0; i < 3; ++i) value[i] = factors_[i] * parts_[std::size_t(i)](cosine, from_sun);
    const double haze = kMostHaze * std::pow(1.0 - cosine, kHazePower);
    const double luminance = 1000.0 * value[0] * (1.0 + haze);
    const double x = std::max(value[1], value[1] + haze * (kHazeX - value[1]));
    const double y = std::max(value[2], daylight_y(x));
    const glm::dvec3 xyz = luminance / y * glm::dvec3(x, y, 1.0 - x - y);
    // IEC 61966-2-1, by columns.
    static const glm::dmat3 kBt709OfXyz = {3.2406, -0.9689, 0.0557, -1.5372, 1.8758, -0.2040, -0.4986, 0.0415, 1.0570};
    return glm::max(glm::vec3(kBt709OfXyz * xyz), glm::vec3(0.0f));
  }

 private:
  glm::dvec3 to_sun_;
  std::array<Perez, 3> parts_;
  glm::dvec3 factors_;
};

}  // namespace

glm::vec3 direction_to_sun(const Daylight& day) {
  const double hour_angle = 15.0 * (double(day.time_of_day_h) - 12.0) * kDegree;
  const double sine = std::max(std::sin(kNoonElevation_deg * kDegree) * std::cos(hour_angle), 0.0);
  const double level = std::sqrt(1.0 - sine * sine);
  const double turn = double(day.sun_azimuth_deg) * kDegree;
  return glm::normalize(glm::vec3(level * std::sin(turn), sine, -level * std::cos(turn)));
}

Daylight with_sun_towards(const Daylight& day, const glm::vec3& direction) {
  const double highest = std::sin(kNoonElevation_deg * kDegree);
  const double from_noon_h = std::acos(std::clamp(double(direction.y) / highest, 0.0, 1.0)) / kDegree / 15.0;
  const bool is_morning = day.time_of_day_h < 12.0f;
  Daylight result = day;
  result.time_of_day_h = std::clamp(float(12.0 + (is_morning ? -from_noon_h : from_noon_h)), kSunrise_h, kSunset_h);
  result.sun_azimuth_deg = float(std::atan2(double(direction.x), -double(direction.z)) / kDegree);
  return result;
}

Light sunlight(const Daylight& day) {
  const glm::vec3 to_sun = direction_to_sun(day);
  const double zenith_deg = radians_from_zenith(glm::dvec3(to_sun)) / kDegree;
  const double mass = 1.0 / (std::max(double(to_sun.y), 0.0) + 0.15 * std::pow(93.885 - zenith_deg, -1.253));
  const double beta = 0.04608 * double(day.turbidity) - 0.04586;  // Angstrom's
  constexpr double kWavelengths_um[3] = {0.615, 0.535, 0.445};
  constexpr double kOzone_per_cm[3] = {0.115, 0.065, 0.003};  // absorption (Iqbal 1983), for 0.35 cm of it
  glm::dvec3 lux;
  for (int i = 0; i < 3; ++i) {
    const double rayleigh = 0.008735 * std::pow(kWavelengths_um[i], -4.08);
    const double aerosol = beta * std::pow(kWavelengths_um[i], -1.3);
    lux[i] = kSunAboveAir_lux * std::exp(-(rayleigh + aerosol + 0.35 * kOzone_per_cm[i]) * mass);
  }
  Light sun;
  sun.kind = Light::Kind::directional;
  const double brightest = std::max({lux.x, lux.y, lux.z});
  sun.color = glm::vec3(lux / brightest);
  sun.intensity = float(brightest);
  sun.direction = -to_sun;
  return sun;
}

glm::vec3 daylight_nits(const Daylight& day, const glm::vec3& direction) { return Sky(day).nits(direction); }

LinearLevel daylight_level(const Daylight& day, const glm::vec3& ground_albedo, std::uint32_t width) {
  const Sky sky(day);
  const std::uint32_t height = width / 2;
  LinearLevel level = {width, height, {}};
  level.texels.reserve(std::size_t(width) * height);
  glm::dvec3 ground_lux(0.0);
  for (std::uint32_t y = 0; y < height / 2; ++y) {
    const double area_sr =
        2.0 * std::numbers::pi / width * std::sin(std::numbers::pi * (y + 0.5) / height) * (std::numbers::pi / height);
    for (std::uint32_t x = 0; x < width; ++x) {
      const glm::dvec3 direction = equirect_direction((x + 0.5) / width, (y + 0.5) / height);
      const glm::vec3 nits = glm::min(sky.nits(direction), glm::vec3(65504.0f));
      ground_lux += glm::dvec3(nits) * (area_sr * direction.y);
      level.texels.emplace_back(nits, 1.0f);
    }
  }
  const glm::vec3 ground = ground_albedo * glm::vec3(ground_lux / std::numbers::pi);
  level.texels.resize(std::size_t(width) * height, glm::vec4(ground, 1.0f));
  return level;
}

}  // namespace engine
