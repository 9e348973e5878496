// SPDX-License-Identifier: MIT
// Tests of printed scores and of limits on them.
#include <cmath>

#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandLimits : public CompareCommand {
 protected:
  /// A limit that `row` just holds, and one that it just doesn't. `sign`: 1 for lower limits, -1 for upper ones.
  void expect_limit(const std::string& option, double value, double step, int sign) {
    SCOPED_TRACE(option);
    expect_code(kPass, {option, std::to_string(value - sign * step)});
    expect_code(kDifferences, {option, std::to_string(value + sign * step)});
  }
};

TEST_F(CompareCommandLimits, EqualPicturesPass) {
  write_pair(0);
  const Json row = row_of(kPass, {"--metrics", "all"});
  EXPECT_EQ(row["name"], "b.png");
  EXPECT_EQ(row["width"], 64);
  EXPECT_EQ(row["height"], 48);
  EXPECT_EQ(row["format"], "64 x 48, RGB, 8 bits");
  EXPECT_EQ(row["rgb_sse"], 0);
  EXPECT_EQ(row["psnr_rgb"], "inf");
  EXPECT_EQ(row["psnr_y"], 60);
  EXPECT_EQ(row["pixels"], 64 * 48);
  EXPECT_EQ(row["float_ssim"], 1);
  EXPECT_FALSE(has_key(row, "float_ms_ssim")) << "48 rows are too few";
  EXPECT_FALSE(has_key(row, "message"));
  const std::string text = output_of({"compare", "a.png", "b.png", "--metrics", "errors"});
  EXPECT_TRUE(text.starts_with("b.png: pass (64 x 48, RGB, 8 bits)\n  pixels_differing_percent     0\n  rgb_sse "))
      << text;
}

TEST_F(CompareCommandLimits, AnyDifferenceFailsWithoutLimits) {
  write_pair(1);
  const Json row = row_of(kDifferences);
  EXPECT_EQ(row["outcome"], "differences");
  EXPECT_EQ(row["rgb_sse"], 1);
  EXPECT_EQ(row["sse_g"], 1);
  EXPECT_EQ(row["rgb_max_abs"], 1);
  EXPECT_EQ(row["max_abs_x"], 5);
  EXPECT_EQ(row["max_abs_y"], 3);
  EXPECT_EQ(row["pixels_differing"], 1);
  ASSERT_EQ(row["checks"].size(), 1u);
  EXPECT_EQ(row["checks"][0]["text"], "pixels_differing <= 0");
  EXPECT_EQ(row["checks"][0]["value"], 1);
  EXPECT_EQ(row["checks"][0]["margin"], -1);
  EXPECT_EQ(row["checks"][0]["holds"], false);
  const ProcessResult result = run({"compare", "a.png", "b.png"});
  EXPECT_EQ(result.exit_code, kDifferences);
  EXPECT_NE(result.out.find("\n  does not hold: pixels_differing <= 0: is 1\n"), std::string::npos) << result.out;
}

TEST_F(CompareCommandLimits, MagnitudeAndCountAreKnobsOfTheirOwn) {
  write_pair(7, 10);
  expect_code(kPass, {"--max-delta", "7"});
  expect_code(kDifferences, {"--max-delta", "6"});
  expect_code(kDifferences, {"--max-delta", "6.5"});
  expect_code(kPass, {"--max-pixels", "10"});
  expect_code(kDifferences, {"--max-pixels", "9"});
  expect_code(kPass, {"--max-delta", "6", "--max-pixels", "10"});
  expect_code(kDifferences, {"--max-delta", "6", "--max-pixels", "9"});
  expect_code(kPass, {"--max-pixels", "0.33%"});  // 10 of 3072 are 0.3255 %
  expect_code(kDifferences, {"--max-pixels", "0.32%"});
  expect_code(kPass, {"--max-pixels", "100%"});
  expect_code(kDifferences, {"--max-pixels", "0%"});
  const Json row = row_of(kDifferences, {"--max-delta", "6"});
  EXPECT_EQ(row["pixels_above"], 10);
  EXPECT_NEAR(row["pixels_above_percent"].get<double>(), 1000.0 / 3072.0, 1e-9);
}

TEST_F(CompareCommandLimits, OnScores) {
  write_png(folder_ / "a.png", 200, 180, base);
  write_png(folder_ / "b.png", 200, 180, [](std::uint32_t x, std::uint32_t y) {
    Rgb8 rgb = base(x, y);
    for (int& code : rgb) code += int(x * 7 + y * 13) % 9 - 4;
    return rgb;
  });
  const Json row = row_of(kPass, {"--report-only", "--metrics", "errors,ssim,ms-ssim"});
  expect_limit("--min-psnr", row["psnr_rgb"], 1e-4, 1);
  expect_limit("--min-ssim", row["float_ssim_scale1"], 1e-5, 1);
  expect_limit("--min-ms-ssim", row["float_ms_ssim"], 1e-5, 1);
  // All that are given must hold.
  expect_code(kDifferences, {"--min-psnr", "1", "--min-ssim", "0.99999"});
  expect_code(kDifferences, {"--max-delta", "255", "--min-ssim", "0.99999"});
  expect_code(kPass, {"--max-delta", "4", "--min-psnr", "1", "--min-ssim", "0.1", "--min-ms-ssim", "0.1"});
}

TEST_F(CompareCommandLimits, Rules) {
  write_pair(7, 10);
  expect_code(kDifferences, {"--rules", "exact"});
  expect_code(kPass, {"--rules", R"({"max_delta": 7})"});
  expect_code(kPass, {"--rules", R"({"any": ["exact", {"max_pixels": 10}]})"});
  expect_code(kDifferences, {"--rules", R"({"max_delta": 7})", "--max-pixels", "9"});
  expect_code(kPass, {"--rules", R"({"score": "sse_g", "min": 490, "max": 490})"});
  const Json row = row_of(kDifferences, {"--rules", R"({"any": ["exact", {"min_psnr_db": 99}]})"});
  ASSERT_EQ(row["checks"].size(), 2u);
  EXPECT_EQ(row["checks"][0]["text"], "pixels off by more than 0 <= 0");
  EXPECT_EQ(row["checks"][1]["text"], "psnr_rgb >= 99");
}

TEST_F(CompareCommandLimits, ReportOnlyForgivesDifferences) {
  write_pair(7, 10);
  const Json row = row_of(kPass, {"--report-only"});
  EXPECT_EQ(row["pixels_differing"], 10);
  EXPECT_FALSE(has_key(row, "checks"));
}

TEST_F(CompareCommandLimits, AListHasItsScoresAlone) {
  write_pair(7, 10);
  const auto expect_keys = [&](const std::string& list, std::initializer_list<const char*> keys,
                               std::initializer_list<const char*> others, Arguments options = {"--report-only"}) {
    SCOPED_TRACE(list);
    options.insert(options.end(), {"--metrics", list});
    const Json row = row_of(kPass, options);
    EXPECT_TRUE(has_key(row, "rgb_sse"));
    for (const char* key : keys) EXPECT_TRUE(has_key(row, key)) << key;
    for (const char* key : others) EXPECT_FALSE(has_key(row, key)) << key;
  };
  expect_keys("errors", {}, {"psnr_y", "float_ssim", "float_ssim_scale1", "ciede2000", "psnr_hvs", "flip_mean"});
  expect_keys("psnr", {"psnr_y", "float_moment_ref1st"}, {"float_ssim", "float_ssim_scale1", "ciede2000", "flip_mean"});
  expect_keys("ssim", {"float_ssim_scale1"}, {"float_ssim", "float_ssim_l", "float_ms_ssim", "psnr_y"});
  expect_keys("ssim-auto", {"float_ssim", "float_ssim_l"}, {"float_ssim_scale1", "psnr_y"});
  expect_keys("ssim,psnr", {"float_ssim_scale1", "psnr_y"}, {"float_ssim"});
  expect_keys("ciede2000", {"ciede2000", "ciede2000_mean_de"}, {"psnr_hvs", "float_ssim", "psnr_y"});
  expect_keys("psnr-hvs", {"psnr_hvs", "psnr_hvs_cb"}, {"ciede2000", "flip_mean"});
  expect_keys("flip", {"flip_mean", "flip_3rd_weighted_quartile"}, {"ciede2000", "psnr_hvs"});
  // What limits need is there too.
  expect_keys("psnr", {"psnr_y", "float_ssim_scale1"}, {"float_ssim"}, {"--min-ssim", "0.1"});
}

TEST_F(CompareCommandLimits, AScoreThatIsNoNumberFails) {
  // Where structure is the opposite, MS-SSIM is a power of a negative number.
  write_png(folder_ / "a.png", 176, 176, base);
  write_png(folder_ / "b.png", 176, 176, [](std::uint32_t x, std::uint32_t y) {
    Rgb8 rgb = base(x, y);
    for (int& code : rgb) code = 255 - code;
    return rgb;
  });
  const Json row = row_of(kError, {"--report-only"});
  EXPECT_EQ(row["float_ms_ssim"], "nan");
  EXPECT_EQ(row["message"], "float_ms_ssim is not a number");
  EXPECT_EQ(row_of(kDifferences, {"--metrics", "ms-ssim"})["message"], "float_ms_ssim is not a number");
  expect_code(kDifferences, {"--metrics", "errors", "--min-ms-ssim", "-1"});
  expect_code(kPass, {"--metrics", "errors", "--report-only"});
}

TEST_F(CompareCommandLimits, EdgesMayMoveAsFarAsTheShiftRadius) {
  const auto bar = [](std::uint32_t first) {
    return [=](std::uint32_t x, std::uint32_t) {
      return x >= first && x < first + 20 ? Rgb8{220, 90, 40} : Rgb8{9, 9, 9};
    };
  };
  write_png(folder_ / "a.png", 64, 48, bar(20));
  write_png(folder_ / "b.png", 64, 48, bar(22));
  EXPECT_EQ(row_of(kDifferences)["pixels_differing"], 4 * 48);
  EXPECT_EQ(row_of(kDifferences, {"--shift-radius", "1"})["pixels_differing"], 2 * 48);
  EXPECT_EQ(row_of(kPass, {"--shift-radius", "2"})["pixels_differing"], 0);
}

TEST_F(CompareCommandLimits, AntiAliasedEdgesMayBeIgnored) {
  // Three levels across a slanted edge.
  const auto wedge = [](std::uint32_t middle) {
    return [=](std::uint32_t x, std::uint32_t y) {
      const std::uint32_t edge = 20 + y / 4;
      if (x == edge) return Rgb8{int(middle), int(middle), int(middle)};
      return x < edge ? Rgb8{9, 9, 9} : Rgb8{220, 220, 220};
    };
  };
  write_png(folder_ / "a.png", 64, 48, wedge(80));
  write_png(folder_ / "b.png", 64, 48, wedge(140));
  EXPECT_EQ(row_of(kDifferences)["pixels_differing"], 48);
  EXPECT_EQ(row_of(kPass, {"--ignore-antialiasing"})["pixels_differing"], 0);
  EXPECT_EQ(row_of(kDifferences, {"--rules", R"({"max_cluster": 47, "cluster_delta": 59})"})["cluster_pixels"], 48);
  EXPECT_EQ(row_of(kPass, {"--rules", R"({"max_cluster": 0, "cluster_delta": 60})"})["cluster_pixels"], 0);
  EXPECT_EQ(row_of(kPass, {"--rules", R"({"max_cluster": 0})", "--ignore-antialiasing"})["cluster_pixels"], 0);
  for (const std::string distance : {"yiq", "oklab"}) {
    expect_code(kDifferences, {"--" + distance, "0.1"});
    expect_code(kPass, {"--" + distance, "0.1", "--ignore-antialiasing"});
    expect_code(kPass, {"--rules", "{\"" + distance + "\": 0.1, \"ignore_antialiasing\": true}"});
  }
}

TEST_F(CompareCommandLimits, PixelsAreCountedByPerceivedColor) {
  write_pair(7, 10);  // 7 of green are 0.01864 in YIQ
  expect_code(kPass, {"--yiq", "0.0187"});
  expect_code(kDifferences, {"--yiq", "0.0186"});
  expect_code(kPass, {"--yiq", "0.0186", "--max-pixels", "10"});
  expect_code(kDifferences, {"--yiq", "0.0186", "--max-pixels", "9"});
  expect_code(kDifferences, {"--yiq", "0.0187", "--max-delta", "6"});
  expect_code(kPass, {"--oklab", "0.1"});
  const Json row = row_of(kDifferences, {"--oklab", "0.001", "--max-pixels", "0.1%"});
  ASSERT_EQ(row["checks"].size(), 1u);
  EXPECT_EQ(row["checks"][0]["text"], "pixels off by more than 0.001 in OKLab <= 0.1%");
  EXPECT_NEAR(row["checks"][0]["value"].get<double>(), 1000.0 / 3072.0, 1e-9);
  expect_code(kPass, {"--rules", R"({"delta_e2000": 10})"});
  expect_code(kPass, {"--rules", R"({"delta_e2000": 0.1, "max_pixels": 10})"});
  expect_code(kDifferences, {"--rules", R"({"delta_e2000": 0.1, "max_pixels": 9})"});
  // Pictures that have no such colours.
  for (const char* name : {"a.exr", "b.exr"}) {
    cli_test::write_float_exr(folder_ / name, 8, 8, [=](std::uint32_t x, std::uint32_t) {
      return cli_test::Rgb{0.1 * x, 0.5, name[0] == 'a' ? 0.25 : 0.5};
    });
  }
  EXPECT_EQ(rows_of(kError, {"a.exr", "b.exr", "--yiq", "0.1"})[0]["message"],
            "delta_e2000, yiq and oklab of rules compare RGB codes, and these pictures are floats");
  rows_of(kPass, {"a.exr", "a.exr", "--yiq", "0.1"});
}

TEST_F(CompareCommandLimits, SixteenBitCodesAreExact) {
  io_test::PngOptions options;
  options.depth = 16;
  options.width = 40;
  options.height = 30;
  const io_test::Bytes png = io_test::make_png(options);
  write_file(folder_ / "a.png", png);
  write_file(folder_ / "b.png", png);
  Json row = row_of(kPass, {"--metrics", "all"});
  EXPECT_EQ(row["format"], "40 x 30, RGB, 16 bits");
  EXPECT_FALSE(has_key(row, "psnr_hvs"));
  EXPECT_TRUE(has_key(row, "psnr_y"));
  // Deeper than codes of 8 bits could tell.
  for (const char* name : {"a.exr", "b.exr"}) {
    const double delta = name[0] == 'b' ? 1.0 / 1024.0 : 0.0;
    cli_test::write_float_exr(folder_ / name, 40, 30, [=](std::uint32_t x, std::uint32_t y) {
      return cli_test::Rgb{0.25 + 0.01 * x, 0.5, x == 3 && y == 2 ? 1.0 + delta : 1.0};
    });
  }
  row = rows_of(kDifferences, {"a.exr", "b.exr"})[0];
  EXPECT_EQ(row["rgb_max_abs"], 1.0 / 1024.0);
  EXPECT_EQ(row["pixels_differing"], 1);
  EXPECT_EQ(row["format"], "40 x 30, RGB and alpha, float");
  rows_of(kPass, {"a.exr", "b.exr", "--max-delta", "0.001"});
  rows_of(kDifferences, {"a.exr", "b.exr", "--max-delta", "0.0009"});
}

}  // namespace
}  // namespace compare_test
