// SPDX-License-Identifier: MIT
// Tests of camera paths: interpolation, order of keys, files.
#include "session/source/camera_path.h"

#include "arguments/errors.h"
#include "cli/cli_test.h"
#include "image_io/image_file.h"

namespace {

using session::CameraKey;
using session::CameraPath;
using session::Pose;

class CameraPathFile : public cli_test::CliTest {
 protected:
  void expect_refused(const std::string& text, const std::string& words) {
    cli_test::write_file(folder_ / "path.json", text);
    try {
      session::load_camera_path(folder_ / "path.json");
      ADD_FAILURE() << "taken: " << text;
    } catch (const files::Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("path.json: "), std::string::npos) << message;
      EXPECT_NE(message.find(words), std::string::npos) << message;
    }
  }
};
TEST(CameraPath, StraightLinesBetweenKeys) {
  const CameraPath path(
      {{1.0, {{0, 0, 0}, 10.0, -5.0}}, {2.0, {{4, 2, -8}, 30.0, 5.0}}, {4.0, {{4, 2, 0}, 370.0, 5.0}}});
  EXPECT_EQ(path.duration_s(), 4.0);
  const auto expect_pose = [&](double time_s, glm::dvec3 position_m, double yaw_deg, double pitch_deg) {
    const Pose pose = path.at(time_s);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(pose.position_m[i], position_m[i], 1e-12) << time_s;
    EXPECT_NEAR(pose.yaw_deg, yaw_deg, 1e-12) << time_s;
    EXPECT_NEAR(pose.pitch_deg, pitch_deg, 1e-12) << time_s;
  };
  expect_pose(-3.0, {0, 0, 0}, 10.0, -5.0);  // before and after, the ends hold
  expect_pose(1.0, {0, 0, 0}, 10.0, -5.0);
  expect_pose(1.25, {1, 0.5, -2}, 15.0, -2.5);
  expect_pose(2.0, {4, 2, -8}, 30.0, 5.0);
  expect_pose(3.0, {4, 2, -4}, 200.0, 5.0);  // more than a turn: the way round
  expect_pose(9.0, {4, 2, 0}, 370.0, 5.0);
}

TEST(CameraPath, KeysThatDontRise) {
  EXPECT_THROW(CameraPath(std::vector<CameraKey>()), arguments::UsageError);
  EXPECT_THROW(CameraPath(std::vector<CameraKey>(2)), arguments::UsageError);
  EXPECT_EQ(CameraPath().duration_s(), 0.0);
  EXPECT_TRUE(CameraPath().is_empty());
}

TEST_F(CameraPathFile, GoodAndBad) {
  cli_test::write_file(
      folder_ / "path.json",
      R"({"fps": 30, "keys": [{"time_s": 0, "position_m": [1, 2, 3], "yaw_deg": 45, "pitch_deg": -10}]})");
  const CameraPath path = session::load_camera_path(folder_ / "path.json");
  EXPECT_EQ(path.at(0.0).position_m, glm::dvec3(1, 2, 3));
  EXPECT_EQ(path.at(0.0).yaw_deg, 45.0);
  EXPECT_EQ(path.at(0.0).pitch_deg, -10.0);

  expect_refused("", "is not valid JSON");
  expect_refused("{\"keys\": [", "is not valid JSON");
  expect_refused("[]", "");
  expect_refused("{}", "keys");
  expect_refused(R"({"keys": []})", "needs a key");
  expect_refused(R"({"keys": [{"time_s": 0, "position_m": [1, 2], "yaw_deg": 0, "pitch_deg": 0}]})",
                 "position_m is not three numbers");
  expect_refused(R"({"keys": [{"time_s": "now", "position_m": [1, 2, 3], "yaw_deg": 0, "pitch_deg": 0}]})",
                 "time_s is not a number");
  expect_refused(R"({"keys": [{"time_s": 0, "position_m": [1, 2, 3], "pitch_deg": 0}]})", "yaw_deg");
  expect_refused(R"({"keys": [{"time_s": 0, "position_m": [1, 2, 1e999], "yaw_deg": 0, "pitch_deg": 0}]})", "");
  EXPECT_THROW(session::load_camera_path(folder_ / "."), files::Error);
  EXPECT_THROW(session::load_camera_path(folder_ / "none.json"), files::Error);
}

}  // namespace
