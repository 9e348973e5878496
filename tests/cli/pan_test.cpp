// SPDX-License-Identifier: MIT
// Tests of pan: the camera looks where it should, the right way round.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

constexpr std::uint32_t kPanoramaWidth = 256;
constexpr std::uint32_t kPanoramaHeight = 128;

/// Where a texel lies in the panorama, in its red and green.
Rgb coordinates(std::uint32_t x, std::uint32_t y) {
  return {(x + 0.5) / kPanoramaWidth, (y + 0.5) / kPanoramaHeight, 0.25};
}

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

struct Vector {
  double x, y, z;
};
Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector operator*(double k, Vector a) { return {k * a.x, k * a.y, k * a.z}; }
Vector cross(Vector a, Vector b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/// What the centre of a view's texel sees: azimuth 0 is the panorama's centre and grows to the right, y is up.
Rgb seen(double x, double y, std::uint32_t width, std::uint32_t height, double yaw, double pitch, double fov) {
  const double tangent = std::tan(radians(fov) / 2.0);
  const Vector forward = {std::sin(radians(yaw)) * std::cos(radians(pitch)), std::sin(radians(pitch)),
                          -std::cos(radians(yaw)) * std::cos(radians(pitch))};
  const Vector right = {std::cos(radians(yaw)), 0.0, std::sin(radians(yaw))};
  const Vector up = cross(right, forward);
  const Vector d = forward + (tangent * (2.0 * (x + 0.5) - width) / width) * right +
                   (-tangent * (2.0 * (y + 0.5) - height) / width) * up;
  const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  return {0.5 + std::atan2(d.x, -d.z) / (2.0 * std::numbers::pi), std::acos(d.y / length) / std::numbers::pi, 0.25};
}

class Pan : public CliTest {
 protected:
  Picture frame(Arguments options) {
    Arguments arguments = {"pan", "panorama.exr", "-o", "out", "--exr"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(output_of(arguments), "");
    return read_picture(folder_ / "out" / "frame.0000.exr");
  }
  /// One view in the direction.
  Picture view(const std::string& yaw, const std::string& pitch, const std::string& size = "65x37") {
    return frame({"--frames", "1", "--size", size, "--fov-deg", "60", "--yaw-from-deg", yaw, "--pitch-deg", pitch});
  }
};

TEST_F(Pan, LooksWhereItIsTold) {
  write_half_exr(folder_ / "panorama.exr", kPanoramaWidth, kPanoramaHeight, coordinates);
  constexpr double kTolerance = 0.002;  // half a texel of the panorama; rays are averaged
  for (const double yaw : {0.0, 30.0, 90.0, -75.0, 120.0, 390.0}) {
    for (const double pitch : {0.0, 25.0, -40.0}) {
      const Picture picture = view(std::to_string(yaw), std::to_string(pitch));
      ASSERT_EQ(picture.width, 65u);
      ASSERT_EQ(picture.height, 37u);
      for (std::uint32_t y = 0; y < 37; y += 6) {
        for (std::uint32_t x = 0; x < 65; x += 8) {
          const Rgb expected = seen(x, y, 65, 37, yaw, pitch, 60.0);
          if (expected.r < 0.02 || expected.r > 0.98) continue;  // coordinates jump at the seam
          EXPECT_NEAR(picture.at(x, y).r, expected.r, kTolerance) << yaw << " " << pitch << " at " << x << "," << y;
          EXPECT_NEAR(picture.at(x, y).g, expected.g, kTolerance) << yaw << " " << pitch << " at " << x << "," << y;
        }
      }
    }
  }
}

TEST_F(Pan, KnownColorsLieInKnownDirections) {
  // Quarters, centred on the directions: front red, right green, back blue, left white; sky and ground apart.
  write_half_exr(folder_ / "panorama.exr", 64, 32, [](std::uint32_t x, std::uint32_t y) {
    if (y < 4) return Rgb{0.0, 1.0, 1.0};
    if (y >= 28) return Rgb{1.0, 1.0, 0.0};
    if (x >= 24 && x < 40) return Rgb{1.0, 0.0, 0.0};
    if (x >= 40 && x < 56) return Rgb{0.0, 1.0, 0.0};
    if (x >= 8 && x < 24) return Rgb{1.0, 1.0, 1.0};
    return Rgb{0.0, 0.0, 1.0};
  });
  const struct {
    const char *yaw, *pitch;
    Rgb color;
  } views[] = {{"0", "0", {1, 0, 0}},    {"90", "0", {0, 1, 0}},  {"180", "0", {0, 0, 1}},
               {"-180", "0", {0, 0, 1}}, {"-90", "0", {1, 1, 1}}, {"270", "0", {1, 1, 1}},
               {"0", "90", {0, 1, 1}},   {"0", "-90", {1, 1, 0}}, {"90", "90", {0, 1, 1}}};
  for (const auto& one : views) {
    SCOPED_TRACE(std::string(one.yaw) + ", " + one.pitch);
    const Rgb centre = view(one.yaw, one.pitch, "31x31").at(15, 15);
    EXPECT_NEAR(centre.r, one.color.r, 1e-3);
    EXPECT_NEAR(centre.g, one.color.g, 1e-3);
    EXPECT_NEAR(centre.b, one.color.b, 1e-3);
  }
  // Between front and right: the front is on the left-hand side, or the view would be mirrored.
  const Picture between = view("45", "0", "63x31");
  EXPECT_GT(between.at(2, 15).r, 0.9);
  EXPECT_LT(between.at(2, 15).g, 0.1);
  EXPECT_GT(between.at(60, 15).g, 0.9);
  EXPECT_LT(between.at(60, 15).r, 0.1);
  // Looking up a little the sky is at the top.
  const Picture raised = view("0", "50", "31x31");
  EXPECT_GT(raised.at(15, 0).b, 0.9);
  EXPECT_LT(raised.at(15, 30).b, 0.1);
}

TEST_F(Pan, SweepsEvenlyFromOneDirectionToTheOther) {
  write_half_exr(folder_ / "panorama.exr", kPanoramaWidth, kPanoramaHeight, coordinates);
  output_of({"pan", "panorama.exr", "-o", "out", "--exr", "--frames", "5", "--size", "33x17", "--fov-deg", "40",
             "--yaw-from-deg", "-90", "--yaw-to-deg", "110"});
  for (int i = 0; i < 5; ++i) {
    const Picture picture = read_picture(folder_ / "out" / ("frame.000" + std::to_string(i) + ".exr"));
    EXPECT_NEAR(picture.at(16, 8).r, 0.5 + (-90.0 + 50.0 * i) / 360.0, 0.002) << i;
  }
}

TEST_F(Pan, TheSeamDoesNotShow) {
  // Continuous round the seam: a wave of whole periods.
  write_half_exr(folder_ / "panorama.exr", 256, 128, [](std::uint32_t x, std::uint32_t) {
    const double wave = 1.0 + 0.5 * std::sin(2.0 * std::numbers::pi * 3.0 * (x + 0.5) / 256.0);
    return Rgb{wave, wave, wave};
  });
  const Picture picture = view("180", "0", "128x16");
  for (std::uint32_t x = 1; x < 128; ++x) {
    EXPECT_LT(std::abs(picture.at(x, 8).r - picture.at(x - 1, 8).r), 0.03) << x;
  }
}

TEST_F(Pan, WritesAsManyFramesAsAskedFor) {
  write_half_exr(folder_ / "panorama.exr", 64, 32, scene);
  output_of({"pan", "panorama.exr", "-o", "out", "--duration-s", "0.5", "--fps", "10", "--size", "40x24"});
  EXPECT_EQ(names_in("out"),
            (std::vector<std::string>{"contact_sheet.png", "exposure.csv", "exposure.png", "frame.0000.png",
                                      "frame.0001.png", "frame.0002.png", "frame.0003.png", "frame.0004.png"}));
  const Picture png = read_picture(folder_ / "out" / "frame.0004.png");
  EXPECT_EQ(png.width, 40u);
  EXPECT_EQ(png.height, 24u);
  output_of({"pan", "panorama.exr", "-o", "exr", "--frames", "3", "--exr", "--size", "1x1"});
  EXPECT_EQ(names_in("exr"), (std::vector<std::string>{"contact_sheet.png", "exposure.csv", "exposure.png",
                                                       "frame.0000.exr", "frame.0000.png", "frame.0001.exr",
                                                       "frame.0001.png", "frame.0002.exr", "frame.0002.png"}));
  output_of({"pan", "panorama.exr", "-o", "short", "--duration-s", "0.001", "--size", "8x8"});
  EXPECT_EQ(names_in("short").size(), 4u) << "one frame at least";
}

/// From a warm light to a cool one: the light is found, and the picture is less warm than without.
TEST_F(Pan, WhiteBalanceFollowsTheLight) {
  write_half_exr(folder_ / "panorama.exr", 128, 64, [](std::uint32_t x, std::uint32_t) {
    return x < 64 ? Rgb{1.8, 0.83, 0.23} : Rgb{0.9, 1.0, 1.2};  // 2850 K; 8000 K
  });
  const auto run = [&](const char* folder, const char* balance) {
    output_of({"pan", "panorama.exr", "-o", folder, "--frames", "1", "--size", "32x18", "--fov-deg", "40",
               "--yaw-from-deg", "-90", "--white-balance", balance});
    return read_picture(folder_ / folder / "frame.0000.png").at(16, 9);
  };
  const auto off = run("off", "off"), on = run("on", "auto");
  EXPECT_GT(off.r / off.b, 1.2 * on.r / on.b);
  const Bytes bytes = read_file(folder_ / "on" / "exposure.csv");
  const std::string table(bytes.begin(), bytes.end());
  EXPECT_NE(table.find(",scene_k,scene_duv,picture_k,picture_duv\n"), std::string::npos) << table;
  double scene_k = 0.0;
  std::string row = table.substr(table.find('\n') + 1);
  for (int i = 0; i < 10; ++i) row = row.substr(row.find(',') + 1);
  ASSERT_EQ(std::sscanf(row.c_str(), "%lf", &scene_k), 1) << row;
  EXPECT_NEAR(scene_k, 2850.0, 60.0);
  const std::string reading = output_of({"meter", "panorama.exr", "--white-balance", "auto"});
  EXPECT_NE(reading.find("  light "), std::string::npos) << reading;
}

/// From light into the dark: thresholds fall, and stay above the scene; the pupil opens, and rods see. Glare says what
/// it scatters.
TEST_F(Pan, DarkAdaptationFollowsTheLight) {
  write_half_exr(folder_ / "panorama.exr", 128, 64, [](std::uint32_t x, std::uint32_t) {
    return x < 64 ? Rgb{500, 500, 500} : Rgb{0.001, 0.001, 0.001};
  });
  output_of({"pan",
             "panorama.exr",
             "-o",
             "out",
             "--frames",
             "12",
             "--fps",
             "2",
             "--size",
             "32x18",
             "--fov-deg",
             "40",
             "--yaw-from-deg",
             "-90",
             "--yaw-to-deg",
             "90",
             "--cd-m2-per-unit",
             "1",
             "--dark-adaptation",
             "rods-and-cones",
             "--time-scale",
             "60",
             "--pupil",
             "true",
             "--to-dark-ev-per-s",
             "8",
             "--night-strength",
             "1",
             "--glare",
             "camera",
             "--veil-fraction",
             "0.1",
             "--glare-min-deg",
             "0"});
  const Bytes bytes = read_file(folder_ / "out" / "exposure.csv");
  std::istringstream table(std::string(bytes.begin(), bytes.end()));
  std::string line;
  std::getline(table, line);
  EXPECT_TRUE(line.ends_with(",cone_ev,rod_ev,least_ev100,pupil_mm,glare_scattered,glare_removed,mesopic_m")) << line;
  std::vector<std::array<double, 7>> rows;
  while (std::getline(table, line)) {
    for (int i = 0; i < 10; ++i) line = line.substr(line.find(',') + 1);
    std::istringstream cells(line);
    for (double& cell : rows.emplace_back()) {
      ASSERT_TRUE(cells >> cell) << line;
      cells.ignore();
    }
  }
  ASSERT_EQ(rows.size(), 12u);
  EXPECT_LT(rows.back()[0], rows.front()[0] - 3.0);
  EXPECT_NEAR(rows[10][1] - rows[11][1], 0.4, 1e-3);  // half a second of 0.8 EV/min, 60 times as fast
  EXPECT_GT(rows.back()[2], 0.0);
  EXPECT_GT(rows.back()[3], rows.front()[3] + 2.0);
  for (const auto& row : rows) {
    EXPECT_NEAR(row[4], 0.1, 1e-3);
    EXPECT_EQ(row[5], 0.0);
  }
  EXPECT_EQ(rows.front()[6], 1.0);
  EXPECT_LT(rows.back()[6], 0.9);
}

TEST_F(Pan, ExrFramesAreWhatWasMetered) {
  write_half_exr(folder_ / "panorama.exr", 128, 64, scene);
  output_of({"pan", "panorama.exr", "-o", "out", "--frames", "1", "--exr", "--size", "97x55", "--method", "pyramid"});
  const std::string table_text = [&] {
    const Bytes bytes = read_file(folder_ / "out" / "exposure.csv");
    return std::string(bytes.begin(), bytes.end());
  }();
  const std::string row = table_text.substr(table_text.find('\n') + 1);
  double scene_ev100 = 0.0;
  ASSERT_EQ(std::sscanf(row.c_str(), "0000,0.000000,%lf", &scene_ev100), 1) << row;
  const std::string text = output_of({"meter", "out/frame.0000.exr"});
  double metered = 0.0;
  ASSERT_EQ(std::sscanf(text.substr(text.find("EV100")).c_str(), "EV100 %lf", &metered), 1) << text;
  EXPECT_NEAR(metered, scene_ev100, 1e-4);
}

}  // namespace
}  // namespace cli_test
