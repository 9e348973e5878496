// SPDX-License-Identifier: MIT
// Tests of sun and sky of a clear day.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <numbers>

#include "engine/scene/light/daylight.h"
#include "engine/scene/light/environment.h"
#include "engine/scene/light/punctual_lights.h"

namespace test {
namespace {

const glm::dvec3 kDaylightLuminance = {0.2126, 0.7152, 0.0722};

double sky_luminance(const engine::Daylight& day, const glm::dvec3& direction) {
  return glm::dot(glm::dvec3(engine::daylight_nits(day, glm::vec3(glm::normalize(direction)))), kDaylightLuminance);
}

TEST(SceneDaylight, TheSunKeepsItsHours) {
  const auto height_deg = [](float hour) {
    return std::asin(double(engine::direction_to_sun({.time_of_day_h = hour}).y)) * 180.0 / std::numbers::pi;
  };
  EXPECT_NEAR(height_deg(12.0f), 60.0, 1e-4);
  EXPECT_NEAR(height_deg(6.0f), 0.0, 1e-4);
  EXPECT_NEAR(height_deg(9.0f), height_deg(15.0f), 1e-4);
  EXPECT_NEAR(height_deg(15.0f), 37.761244, 1e-4);  // asin(sin 60 cos 45)
  const glm::vec3 east = engine::direction_to_sun({.time_of_day_h = 6.0f, .sun_azimuth_deg = 90.0f});
  EXPECT_NEAR(east.x, 1.0f, 1e-6f);
  EXPECT_NEAR(engine::direction_to_sun({.time_of_day_h = 6.0f, .sun_azimuth_deg = 0.0f}).z, -1.0f, 1e-6f);
}

TEST(SceneDaylight, TheSunIsPutWhereItIsWanted) {
  for (const engine::Daylight day : {engine::Daylight{9.0f, 20.0f, 4.0f}, engine::Daylight{16.5f, -120.0f, 2.0f}}) {
    const engine::Daylight elsewhere = {day.time_of_day_h < 12.0f ? 7.0f : 14.0f, 77.0f, day.turbidity};
    const engine::Daylight put = engine::with_sun_towards(elsewhere, engine::direction_to_sun(day));
    EXPECT_NEAR(put.time_of_day_h, day.time_of_day_h, 1e-4f);
    EXPECT_NEAR(put.sun_azimuth_deg, day.sun_azimuth_deg, 1e-3f);
    EXPECT_EQ(put.turbidity, day.turbidity);
  }
  // No higher than at noon, no lower than the horizon.
  EXPECT_NEAR(engine::with_sun_towards({}, {0, 1, 0}).time_of_day_h, 12.0f, 1e-4f);
  EXPECT_NEAR(engine::with_sun_towards({}, {0, -1, 0}).time_of_day_h, 18.0f, 1e-4f);
}

/// The paper's zenith, (4.0453 T - 4.9710) tan chi - 0.2155 T + 2.4192 kcd/m^2, worked out apart. The matrix to BT.709
/// and its clamp move luminance by up to a thousandth.
TEST(SceneDaylight, TheZenithIsThePapers) {
  EXPECT_NEAR(sky_luminance({.time_of_day_h = 15.0f, .turbidity = 3.0f}, {0, 1, 0}), 6193.944, 6.2);
  EXPECT_NEAR(sky_luminance({.time_of_day_h = 12.0f, .turbidity = 2.0f}, {0, 1, 0}), 5886.743, 5.9);
  EXPECT_NEAR(sky_luminance({.time_of_day_h = 9.0f, .turbidity = 6.0f}, {0, 1, 0}), 12175.142, 12.2);
}

TEST(SceneDaylight, TheSkyIsBrightAboutTheSunAndBlueAwayFromIt) {
  const engine::Daylight day;
  const glm::dvec3 to_sun(engine::direction_to_sun(day));
  const glm::dvec3 away = glm::normalize(glm::dvec3(-to_sun.x, to_sun.y, -to_sun.z));
  EXPECT_GT(sky_luminance(day, to_sun), 3.0 * sky_luminance(day, away));
  const glm::vec3 blue = engine::daylight_nits(day, glm::vec3(away));
  EXPECT_GT(blue.b, blue.g);
  EXPECT_GT(blue.g, blue.r);
  for (const float hour : {6.0f, 7.0f, 12.0f, 18.0f}) {
    for (const float turbidity : {2.0f, 10.0f}) {
      for (double y = 0.0; y <= 1.0; y += 0.125) {
        const glm::vec3 nits = engine::daylight_nits({.time_of_day_h = hour, .turbidity = turbidity},
                                                     {float(std::sqrt(1.0 - y * y)), float(y), 0.0f});
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(nits[i] >= 0.0f && std::isfinite(nits[i])) << hour << " " << turbidity;
      }
    }
  }
}

/// The horizon away from the sun is lighter than the sky above it, and warmer, as in photographs; no part of the sky is
/// more purple than the CIE's daylight, y = -3 x^2 + 2.87 x - 0.275.
TEST(SceneDaylight, TheHorizonIsLightAndWarm) {
  // By rows. IEC 61966-2-1.
  const glm::dmat3 xyz_of_bt709 =
      glm::transpose(glm::dmat3(0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505));
  for (const float hour : {7.0f, 9.0f, 12.0f, 15.0f, 17.0f}) {
    for (const float turbidity : {2.0f, 3.0f, 6.0f}) {
      const engine::Daylight day = {.time_of_day_h = hour, .turbidity = turbidity};
      const glm::dvec3 to_sun(engine::direction_to_sun(day));
      const glm::dvec3 away = glm::normalize(glm::dvec3(-to_sun.x, 0.0, -to_sun.z));
      const auto at = [&](double degrees) {
        const double up = degrees * std::numbers::pi / 180.0;
        const glm::dvec3 direction = std::cos(up) * away + glm::dvec3(0, std::sin(up), 0);
        return glm::dvec3(engine::daylight_nits(day, glm::vec3(direction)));
      };
      SCOPED_TRACE(::testing::Message() << hour << " h, turbidity " << turbidity);
      const glm::dvec3 horizon = at(0.0), above = at(30.0);
      EXPECT_GT(glm::dot(horizon, kDaylightLuminance), 1.25 * glm::dot(above, kDaylightLuminance));
      EXPECT_GT(horizon.r / horizon.b, 1.0);
      EXPECT_GT(horizon.r / horizon.b, 1.5 * above.r / above.b);
      for (const double degrees : {0.0, 2.0, 5.0, 10.0, 20.0, 45.0}) {
        const glm::dvec3 xyz = xyz_of_bt709 * at(degrees);
        const double x = xyz.x / (xyz.x + xyz.y + xyz.z), y = xyz.y / (xyz.x + xyz.y + xyz.z);
        EXPECT_GT(y, (-3.0 * x + 2.87) * x - 0.275 - 1e-3) << degrees;  // matrices of four digits
      }
    }
  }
}

TEST(SceneDaylight, TheSunReddensAsItSets) {
  const engine::Light noon = engine::sunlight({.time_of_day_h = 12.0f, .turbidity = 2.0f});
  const engine::Light evening = engine::sunlight({.time_of_day_h = 17.5f, .turbidity = 2.0f});
  const engine::Light hazy = engine::sunlight({.time_of_day_h = 12.0f, .turbidity = 8.0f});
  const auto lux = [](const engine::Light& sun) {
    return double(sun.intensity) * glm::dot(glm::dvec3(sun.color), kDaylightLuminance);
  };
  // A clear noon gives a plane across the sun about 100 klx.
  EXPECT_GT(lux(noon), 90000.0);
  EXPECT_LT(lux(noon), 115000.0);
  EXPECT_LT(lux(evening), 0.5 * lux(noon));
  EXPECT_LT(lux(hazy), 0.7 * lux(noon));
  EXPECT_LT(evening.color.b / evening.color.r, 0.5f * noon.color.b / noon.color.r);
  EXPECT_GE(lux(engine::sunlight({.time_of_day_h = 18.0f})), 0.0);
}

/// Ground reflects what the sky gives it, and the horizon parts both.
TEST(SceneDaylight, TheGroundReflectsTheSky) {
  const engine::Daylight day;
  const engine::LinearLevel level = engine::daylight_level(day, {0.5f, 0.5f, 0.5f}, 128);
  const auto at = [&](const glm::vec3& direction) {
    const glm::dvec2 uv = engine::equirect(glm::normalize(glm::dvec3(direction)));
    return glm::dvec3(level.texels[std::size_t(uv.y * 64.0) * 128 + std::size_t(uv.x * 128.0)]);
  };
  EXPECT_EQ(at({1, -0.5f, 0}), at({0, -1, 0.1f}));
  const engine::Irradiance sky = engine::irradiance_of(engine::daylight_level(day, {0, 0, 0}, 256));
  const double lux = glm::dot(glm::dvec3(engine::evaluate(sky, {0, 1, 0})), kDaylightLuminance);
  // Irradiance / pi by harmonics of the second order: a few per cent.
  EXPECT_NEAR(glm::dot(at({0, -1, 0.1f}), kDaylightLuminance), 0.5 * lux, 0.04 * lux);
}

}  // namespace
}  // namespace test
