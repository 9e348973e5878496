// SPDX-License-Identifier: MIT
// Tests of what photopic compare prints: text and JSON.
#include "photopic/compare/output.h"

#include <gtest/gtest.h>

#include <limits>

namespace {

using compare::Row;

constexpr double kInf = std::numeric_limits<double>::infinity();

Row example() {
  Row row;
  row.name = "room.png";
  row.extent = {64, 48};
  row.description = "64 x 48, RGB, 8 bits";
  row.outcome = compare::Outcome::differences;
  row.scores = {{"rgb_sse", 35317906.0},
                {"psnr_rgb", kInf},
                {"float_ssim", 0.5},
                {"float_ssim_l", 0.25},
                {"float_ms_ssim_s_scale3", 0.75},
                {"float_ssim_scale1", 1.0},
                {"flip_mean", -kInf},
                {"float_ms_ssim", std::numeric_limits<double>::quiet_NaN()}};
  row.checks = {{"rgb_sse <= 10", 35317906.0, 10.0, -3531789.6, false}, {"float_ssim >= 0.1", 0.5, 0.1, 4.0, true}};
  return row;
}

TEST(CompareOutput, Json) {
  const json::Json json = json_of(example());
  EXPECT_EQ(json.dump(),
            R"({"name":"room.png","outcome":"differences","width":64,"height":48,"format":"64 x 48, RGB, 8 bits",)"
            R"("rgb_sse":35317906,"psnr_rgb":"inf","float_ssim":0.5,"float_ssim_l":0.25,"float_ms_ssim_s_scale3":0.75,)"
            R"("float_ssim_scale1":1,"flip_mean":"-inf","float_ms_ssim":"nan","checks":[{"text":"rgb_sse <= 10",)"
            R"("value":35317906,"threshold":10,"margin":-3531789.6,"holds":false},{"text":"float_ssim >= 0.1",)"
            R"("value":0.5,"threshold":0.1,"margin":4,"holds":true}]})");
}

TEST(CompareOutput, JsonOfWhatWasNotCompared) {
  Row row;
  row.name = "clip.y4m";
  row.frame = 12;
  row.outcome = compare::Outcome::error;
  row.message = "why";
  EXPECT_EQ(json_of(row).dump(), R"({"name":"clip.y4m","frame":12,"outcome":"error","message":"why"})");
}

TEST(CompareOutput, Text) {
  Row row = example();
  EXPECT_EQ(text_of(row),
            "room.png: differences (64 x 48, RGB, 8 bits)\n"
            "  does not hold: rgb_sse <= 10: is 35317906\n"
            "  rgb_sse                      35317906\n"
            "  psnr_rgb                     inf\n"
            "  float_ssim                   0.5\n"
            "  float_ssim_scale1            1\n"
            "  flip_mean                    -inf\n"
            "  float_ms_ssim                nan\n");
  row = {};
  row.name = "clip.y4m";
  row.frame = 3;
  row.message = "why";
  EXPECT_EQ(text_of(row), "clip.y4m frame 3: pass: why\n");
  row = {};
  row.name = "a.exr";
  row.channels = {"N.X", "N.Y", "N.Z"};
  row.worst_channel = "N.Y";
  row.scores = {
      {"alpha_max_abs", 0.0}, {"alpha_pixels_differing", 2.0}, {"ciede2000_mean_de", 1.5}, {"delta_e2000_p95", 3.0}};
  EXPECT_EQ(text_of(row),
            "a.exr N.X,N.Y,N.Z: pass: the largest error is in N.Y\n"
            "  alpha_pixels_differing       2\n"
            "  ciede2000_mean_de            1.5 (kL 0.65, kC 1, kH 4)\n"
            "  delta_e2000_p95              3 (kL = kC = kH = 1)\n");
}

}  // namespace
