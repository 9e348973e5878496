// SPDX-License-Identifier: MIT
// Tests of what lights scenes: photopic-viewer --headless under suns, skies and panoramas.
#include <cmath>
#include <string>
#include <vector>

#include "cli/cli_test.h"
#include "viewer/headless_fixture.h"
#include "viewer/wall.h"

namespace {

using cli_test::Code;
using cli_test::kInputError;
using cli_test::Rgb;
using viewer_test::Headless;

/// A file without lights has sun and sky, or a panorama in their place: seen behind it, and light on it.
TEST_F(Headless, Surroundings) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  cli_test::write_half_exr(folder_ / "red.exr", 64, 32, [](auto, auto) { return Rgb{50.0, 1.0, 1.0}; });
  cli_test::write_half_exr(folder_ / "flat.exr", 64, 33, [](auto, auto) { return Rgb{1.0, 1.0, 1.0}; });
  cli_test::write_file(folder_ / "script.json",
                       R"([{"time_s": 0.1, "scene": {"time_of_day_h": 7, "sun_azimuth_deg": 40, "turbidity": 9}},
                           {"time_s": 0.2, "scene": {"environment": "red.exr"}},
                           {"time_s": 0.3, "scene": {"environment": ""}}])");
  render({"--scene", "wall.gltf", "--script", "script.json", "--frames", "4"});
  const std::vector<double> scene_ev = column("scene_ev100"), adapted_ev = column("adapted_ev100");
  EXPECT_GT(scene_ev[0], 11.0);  // daylight
  EXPECT_LT(scene_ev[1], scene_ev[0]);
  EXPECT_LT(scene_ev[2], 9.0);  // 50 cd/m^2 of red
  EXPECT_NEAR(scene_ev[3], scene_ev[1], 1e-3);
  EXPECT_GT(adapted_ev[1], scene_ev[1] + 0.1) << "the eye follows the sun";
  EXPECT_EQ(adapted_ev[2], scene_ev[2]) << "a panorama is another place";
  EXPECT_EQ(adapted_ev[3], scene_ev[3]);
  const Code above = codes(2)[48];
  EXPECT_GT(above.r, 3 * above.g);
  render({"--scene", "wall.gltf", "--environment", "red.exr", "--frames", "1"}, "same");
  EXPECT_NEAR(column("scene_ev100", "same")[0], scene_ev[2], 1e-3);
  expect_error(kInputError, {"--headless", "-o", "no", "--scene", "wall.gltf", "--environment", "flat.exr"},
               {"flat.exr", "64x33", "twice as wide"});
  expect_error(kInputError, {"--headless", "-o", "no", "--scene", "wall.gltf", "--environment", "none.exr"},
               {"none.exr"});
  expect_error(kInputError, {"--headless", "-o", "no", "--scene", "wall.gltf", "--time-of-day", "5"},
               {"--time-of-day"});
}

/// By a quarter, a panorama is one whose columns are a quarter further: light, reflections and what is seen.
TEST_F(Headless, ATurnedPanorama) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  const auto colored = [](std::size_t column) { return Rgb{column < 16 ? 90.0 : 2.0, 5.0, double(column)}; };
  cli_test::write_half_exr(folder_ / "straight.exr", 64, 32, [&](std::size_t x, auto) { return colored(x); });
  cli_test::write_half_exr(folder_ / "turned.exr", 64, 32, [&](std::size_t x, auto) { return colored((x + 48) % 64); });
  render({"--scene", "wall.gltf", "--environment", "straight.exr", "--environment-yaw-deg", "90", "--frames", "1"},
         "a");
  render({"--scene", "wall.gltf", "--environment", "turned.exr", "--frames", "1"}, "b");
  render({"--scene", "wall.gltf", "--environment", "straight.exr", "--frames", "1"}, "c");
  const auto picture = [&](const char* folder) { return cli_test::read_file(folder_ / folder / "frame.0000.png"); };
  EXPECT_EQ(picture("a"), picture("b"));
  EXPECT_NE(picture("a"), picture("c"));
  cli_test::write_file(folder_ / "script.json",
                       R"([{"time_s": 0.1, "scene": {"environment_yaw_deg": 90}, "reset": true}])");
  render({"--scene", "wall.gltf", "--environment", "straight.exr", "--script", "script.json", "--frames", "2"}, "d");
  EXPECT_EQ(cli_test::read_file(folder_ / "d" / "frame.0001.png"), picture("a"));
}

/// The sky goes with a file's own sun, up to that of a clear day. `day` takes the place of both.
TEST_F(Headless, SkyOfAFilesSun) {
  std::vector<double> scene_ev;
  for (const int lux : {2000, 50000}) {
    cli_test::write_file(folder_ / "sunny.gltf", viewer_test::sunny_wall(lux));
    render({"--scene", "sunny.gltf", "--frames", "1"}, "file");
    scene_ev.push_back(column("scene_ev100", "file")[0]);
  }
  EXPECT_NEAR(scene_ev[1] - scene_ev[0], std::log2(50000.0 / 2000.0), 0.02) << "all of the light is as much brighter";
  // By day, whatever sun the file has, the picture is that of a file without lights.
  cli_test::write_file(folder_ / "sunny.gltf", viewer_test::sunny_wall(100000));
  cli_test::write_file(folder_ / "script.json", R"([{"time_s": 0.1, "scene": {"time_of_day_h": 12}, "reset": true},
      {"time_s": 0.2, "scene": {"sun": "file"}, "reset": true},
      {"time_s": 0.3, "scene": {"sun": "day", "time_of_day_h": 15}, "reset": true}])");
  render({"--scene", "sunny.gltf", "--sun", "day", "--script", "script.json", "--frames", "4"});
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  render({"--scene", "wall.gltf", "--frames", "1"}, "bare");
  const auto picture = [&](int frame) {
    return cli_test::read_file(folder_ / "out" / ("frame.000" + std::to_string(frame) + ".png"));
  };
  EXPECT_TRUE(picture(0) == cli_test::read_file(folder_ / "bare" / "frame.0000.png"));
  EXPECT_FALSE(picture(1) == picture(0));
  EXPECT_TRUE(picture(3) == picture(0));
  const double brighter_ev = column("scene_ev100")[2] - scene_ev[1];
  EXPECT_GT(brighter_ev, 0.2);
  EXPECT_LT(brighter_ev, 0.95) << "the sky stays";
  expect_error(kInputError, {"--headless", "-o", "no", "--scene", "wall.gltf", "--sun", "moon"}, {"--sun", "moon"});
}

/// The sun of a panorama is a light, which comes and goes with it.
TEST_F(Headless, TheSunOfAPanorama) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  // Behind the camera, 30 degrees high: three texels of 4 degrees in all.
  cli_test::write_half_exr(folder_ / "sunny.exr", 256, 128, [](auto x, auto y) {
    const bool is_sun = x >= 20 && x < 23 && y >= 41 && y < 44;
    return is_sun ? Rgb{40000.0, 40000.0, 30000.0} : Rgb{10.0, 12.0, 15.0};
  });
  cli_test::write_file(folder_ / "script.json", R"([{"time_s": 0.1, "scene": {"sun_scale": 0}, "reset": true},
      {"time_s": 0.2, "scene": {"sun_scale": 1, "environment_scale": 0.5}, "reset": true},
      {"time_s": 0.3, "scene": {"environment": "", "environment_scale": 1}, "reset": true},
      {"time_s": 0.4, "scene": {"environment": "sunny.exr"}, "reset": true}])");
  render({"--scene", "wall.gltf", "--environment", "sunny.exr", "--script", "script.json", "--frames", "5"});
  const std::vector<double> scene_ev = column("scene_ev100");
  EXPECT_LT(scene_ev[1], scene_ev[0] - 1.0);
  EXPECT_NEAR(scene_ev[2], scene_ev[0] - 1.0, 0.01) << "half of all of it";
  EXPECT_GT(scene_ev[3], 11.0) << "daylight";
  EXPECT_EQ(cli_test::read_file(folder_ / "out" / "frame.0004.png"),
            cli_test::read_file(folder_ / "out" / "frame.0000.png"));
}

}  // namespace
