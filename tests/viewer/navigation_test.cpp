// SPDX-License-Identifier: MIT
// Tests of cameras that go round points and frame boxes, and of the mouse that leads them.
#include "session/source/navigation.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

#include "session/source/framing.h"
#include "viewer/live/live_fixture.h"

namespace {

using Live = viewer_test::Live;
using session::Pose;

constexpr Pose kPose = {{1.0, 2.0, 3.0}, 30.0, -10.0};
constexpr double kFov_deg = 70.0, kAspect = 16.0 / 9.0;

/// Where a point is in the picture, shares of its sides.
glm::dvec2 place_of(const Pose& pose, const glm::dvec3& point, double aspect = kAspect) {
  const glm::dvec3 forward = session::direction_at(pose, kFov_deg, aspect, {0.5, 0.5});
  const glm::dvec3 right = glm::normalize(glm::cross(forward, glm::dvec3(0, 1, 0))), up = glm::cross(right, forward);
  const glm::dvec3 way = point - pose.position_m;
  const double half = std::tan(0.5 * kFov_deg * std::numbers::pi / 180.0), depth = glm::dot(way, forward);
  return {0.5 + 0.5 * glm::dot(way, right) / depth / half, 0.5 - 0.5 * glm::dot(way, up) / depth / half * aspect};
}

TEST(Navigation, DirectionsAreThoseOfPlaces) {
  EXPECT_NEAR(session::direction_at({}, 90.0, 2.0, {0.5, 0.5}).z, -1.0, 1e-12);
  const glm::dvec3 right = session::direction_at({}, 90.0, 2.0, {1.0, 0.5});
  EXPECT_NEAR(right.x, std::sqrt(0.5), 1e-12);
  const glm::dvec3 above = session::direction_at({}, 90.0, 2.0, {0.5, 0.0});
  EXPECT_NEAR(above.y / -above.z, 0.5, 1e-12);
  for (const glm::dvec2 place : {glm::dvec2(0.1, 0.9), glm::dvec2(0.7, 0.2)}) {
    const glm::dvec3 seen = kPose.position_m + 5.0 * session::direction_at(kPose, kFov_deg, kAspect, place);
    EXPECT_NEAR(place_of(kPose, seen).x, place.x, 1e-9);
    EXPECT_NEAR(place_of(kPose, seen).y, place.y, 1e-9);
  }
}

TEST(Navigation, OrbitsKeepTheirPointInItsPlaceAndItsDistance) {
  const glm::dvec3 about = kPose.position_m + 4.0 * session::direction_at(kPose, kFov_deg, kAspect, {0.3, 0.6});
  const glm::dvec2 place = place_of(kPose, about);
  Pose pose = kPose;
  for (int i = 0; i < 20; ++i) {
    pose = session::orbited(pose, about, 25.0, i < 10 ? -20.0 : 30.0);  // past straight down, where it stops
    EXPECT_NEAR(glm::distance(pose.position_m, about), 4.0, 1e-9);
    if (std::abs(pose.pitch_deg) < 89.0) {
      EXPECT_NEAR(place_of(pose, about).x, place.x, 1e-9);
      EXPECT_NEAR(place_of(pose, about).y, place.y, 1e-9);
    }
  }
  // To the right, the camera turns right: it goes left of what it looks at.
  const Pose ahead = session::orbited({}, {0, 0, -2}, 10.0, 0.0);
  EXPECT_LT(ahead.position_m.x, 0.0);
  EXPECT_EQ(ahead.yaw_deg, 10.0);
}

TEST(Navigation, DolliesKeepPlacesAndFocusesLookAt) {
  const glm::dvec3 on = kPose.position_m + 4.0 * session::direction_at(kPose, kFov_deg, kAspect, {0.3, 0.6});
  const Pose near = session::dollied(kPose, on, 0.25);
  EXPECT_NEAR(glm::distance(near.position_m, on), 1.0, 1e-12);
  EXPECT_NEAR(place_of(near, on).x, place_of(kPose, on).x, 1e-9);
  const Pose focused = session::focused(kPose, on, 0.5);
  EXPECT_NEAR(glm::distance(focused.position_m, on), 2.0, 1e-12);
  EXPECT_NEAR(place_of(focused, on).x, 0.5, 1e-9);
  EXPECT_NEAR(place_of(focused, on).y, 0.5, 1e-9);
  EXPECT_EQ(session::focused(kPose, kPose.position_m, 0.5), kPose);
  EXPECT_EQ(session::focused({}, {0, -1, 0}, 0.5).pitch_deg, -90.0);
}

TEST(Navigation, FramedBoxesFillThePicture) {
  const engine::Bounds box = {{-1, 0, -4}, {3, 2, 5}};
  for (const double yaw : {-30.0, 75.0, 180.0}) {
    for (const double pitch : {-60.0, 0.0, 20.0}) {
      const double vertical_deg =
          2.0 * std::atan(std::tan(kFov_deg * std::numbers::pi / 360.0) / kAspect) * 180.0 / std::numbers::pi;
      const Pose pose = session::framed({{}, yaw, pitch}, box, kFov_deg, vertical_deg);
      EXPECT_EQ(pose.yaw_deg, yaw);
      EXPECT_EQ(pose.pitch_deg, pitch);
      glm::dvec2 low(1e9), high(-1e9);
      for (int i = 0; i < 8; ++i) {
        const glm::dvec2 at =
            place_of(pose, glm::dvec3(glm::mix(box.min_m, box.max_m, glm::vec3(i & 1, i >> 1 & 1, i >> 2))));
        low = glm::min(low, at);
        high = glm::max(high, at);
      }
      EXPECT_NEAR(std::max(high.x - low.x, high.y - low.y), 0.8, 0.02) << yaw << " " << pitch;
      EXPECT_GT(std::min(low.x, low.y), 0.0999);
    }
  }
}

/// About the wall, which is 3 m away: what the mouse began on stays there. Messages are at the foot.
TEST_F(Live, GoesRoundAScene) {
  const auto viewer = start({"wall.gltf", "--size", "320x240", "--hide-panels"});
  ASSERT_TRUE(viewer->has_started());
  const auto codes = [&] {
    EXPECT_TRUE(viewer->rests());  // the exposure is measured where the camera stays
    return cli_test::read_codes(folder_ / measured(*viewer));
  };
  // Points are found in floats, so that the camera is back but for a few millionths of a metre.
  const auto moved = [](const std::vector<cli_test::Code>& a, const std::vector<cli_test::Code>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += cli_test::difference(a[i], b[i]) > 3;
    return 100 * count / a.size();
  };
  const std::vector<cli_test::Code> first = codes();
  viewer->drag(160, 40, 220, 40, 3);
  EXPECT_GE(moved(first, codes()), 5u);
  viewer->drag(160, 40, 100, 40, 3);  // and back
  EXPECT_EQ(moved(first, codes()), 0u);
  viewer->move(160, 40);
  viewer->wheel(2, "shift");
  EXPECT_GE(moved(first, codes()), 5u);
  viewer->wheel(-2, "shift");
  EXPECT_EQ(moved(first, codes()), 0u);
  viewer->key("Home");
  const std::vector<cli_test::Code> all = codes();
  EXPECT_GE(moved(first, all), 5u);
  viewer->move(160, 40);
  viewer->key("shift+Home");  // the wall is all
  EXPECT_EQ(moved(all, codes()), 0u);
  expect_clean(viewer->quit());
}

/// In daylight, the sun goes where the cursor is; a panorama turns.
TEST_F(Live, TheSunIsDragged) {
  const auto viewer = start({"wall.gltf", "--size", "320x240", "--hide-panels", "--time-of-day", "8"});
  ASSERT_TRUE(viewer->has_started());
  const auto codes = [&] {
    EXPECT_TRUE(viewer->rests());
    return cli_test::read_codes(folder_ / measured(*viewer));
  };
  const std::vector<cli_test::Code> morning = codes();
  viewer->key_down("t");
  viewer->drag(150, 60, 155, 20);
  viewer->key_up("t");
  const std::vector<cli_test::Code> moved = codes();
  EXPECT_GT(differing(morning, moved), morning.size() / 2);
  viewer->key("ctrl+z");
  EXPECT_LT(differing(morning, codes()), morning.size() / 100);
  expect_clean(viewer->quit());
}

}  // namespace
