// SPDX-License-Identifier: MIT
// Tests of pictures that can't be compared: messages and exit codes.
#include <limits>

#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

using cli_test::Rgb;
using cli_test::write_float_exr;

class CompareCommandInput : public CompareCommand {
 protected:
  void expect_row(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    const Json rows = rows_of(exit_code, arguments);
    ASSERT_EQ(rows.size(), 1u);
    const std::string message = rows[0].value("message", "");
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << "no '" << word << "' in: " << message;
    }
    EXPECT_FALSE(has_key(rows[0], "rgb_sse"));
  }

  static Rgb light(std::uint32_t x, std::uint32_t y) { return {0.1 * x, 0.5, 0.2 * y}; }
};

TEST_F(CompareCommandInput, AReferenceThatCanNotBeReadIsAMissingGolden) {
  write_pair(0);
  expect_row(kNoGolden, {"nosuch.png", "b.png"}, {"nosuch.png: No such file or directory"});
  write_file(folder_ / "text.png", std::string("no picture"));
  expect_row(kNoGolden, {"text.png", "b.png"}, {"text.png: "});
  write_file(folder_ / "empty.png", std::string());
  expect_row(kNoGolden, {"empty.png", "b.png"}, {"empty.png: "});
  cli_test::Bytes half = cli_test::read_file(folder_ / "a.png");
  half.resize(half.size() / 2);
  write_file(folder_ / "half.png", half);
  expect_row(kNoGolden, {"half.png", "b.png"}, {"half.png: "});
}

TEST_F(CompareCommandInput, ATestThatCanNotBeReadIsAnError) {
  write_pair(0);
  write_file(folder_ / "text.png", std::string("no picture"));
  expect_row(kError, {"a.png", "text.png"}, {"text.png: "});
  expect_row(kError, {"text.png", "text.png"}, {"text.png: ", "; "});
  expect_error(kError, {"compare", "a.png", "nosuch.png"}, {"nosuch.png: there is no such file or folder"});
  expect_error(kError, {"compare", "nosuch.png", "nosuch.png"}, {"nosuch.png: there is no such file or folder"});
}

TEST_F(CompareCommandInput, SizesChannelsAndDepthsMustBeAlike) {
  write_png(folder_ / "a.png", 64, 48, base);
  write_png(folder_ / "wide.png", 65, 48, base);
  expect_row(kMismatch, {"a.png", "wide.png"},
             {"the reference has 64 x 48, RGB, 8 bits, the test 65 x 48, RGB, 8 bits"});
  for (const auto& [name, depth, type] : {std::tuple("rgba.png", 8, 6), std::tuple("deep.png", 16, 2)}) {
    io_test::PngOptions options;
    options.width = 64;
    options.height = 48;
    options.depth = depth;
    options.color_type = type;
    write_file(folder_ / name, io_test::make_png(options));
    expect_row(kMismatch, {"a.png", name}, {"the reference has RGB, 8 bits, the test RGB"});
    expect_row(kMismatch, {name, "a.png"}, {", the test RGB, 8 bits"});
  }
  write_float_exr(folder_ / "a.exr", 64, 48, light);
  expect_row(kMismatch, {"a.png", "a.exr"}, {"the test 64 x 48, RGB and alpha, float"});
  expect_row(kMismatch, {"a.exr", "a.png"}, {"the reference has 64 x 48, RGB and alpha, float"});
}

TEST_F(CompareCommandInput, MetricsOfLargerPicturesAreLeftOutOfAll) {
  write_png(folder_ / "a.png", 10, 40, base);
  write_png(folder_ / "b.png", 10, 40, base);
  Json row = row_of(kPass, {"--metrics", "all"});
  for (const char* key : {"float_ssim", "float_ssim_scale1", "float_ms_ssim"}) EXPECT_FALSE(has_key(row, key)) << key;
  for (const char* key : {"psnr_y", "ciede2000", "psnr_hvs", "flip_mean"}) EXPECT_TRUE(has_key(row, key)) << key;
  write_png(folder_ / "a.png", 1, 1, base);
  write_png(folder_ / "b.png", 1, 1, base);
  row = row_of(kPass, {"--metrics", "all"});
  EXPECT_FALSE(has_key(row, "psnr_hvs"));
  EXPECT_TRUE(has_key(row, "flip_mean"));
}

TEST_F(CompareCommandInput, MetricsAreThoseThatAreNeeded) {
  const auto has = [](const Json& row) {
    std::string names;
    for (const char* key : {"rgb_sse", "psnr_y", "float_ssim", "float_ssim_scale1", "float_ms_ssim", "ciede2000",
                            "psnr_hvs", "flip_mean"}) {
      if (has_key(row, key)) names += std::string(names.empty() ? "" : " ") + key;
    }
    return names;
  };
  write_pair(0, 0);
  EXPECT_EQ(has(row_of(kPass)), "rgb_sse");
  EXPECT_EQ(has(row_of(kPass, {"--metrics", "psnr"})), "rgb_sse psnr_y");
  EXPECT_EQ(has(row_of(kPass, {"--min-ssim", "0.9"})), "rgb_sse float_ssim_scale1");
  EXPECT_EQ(has(row_of(kPass, {"--rules", "driver"})), "rgb_sse float_ssim_scale1 flip_mean");
  EXPECT_EQ(has(row_of(kPass, {"--ppd", "40"})), "rgb_sse flip_mean");
  EXPECT_EQ(has(row_of(kPass, {"--flip-tone-mapper", "aces"})), "rgb_sse flip_mean");  // the default, asked for
  EXPECT_EQ(has(row_of(kPass, {"--maps", "maps"})), "rgb_sse float_ssim_scale1 ciede2000 flip_mean");
  EXPECT_EQ(has(row_of(kPass, {"--report-only"})),
            "rgb_sse psnr_y float_ssim float_ssim_scale1 ciede2000 psnr_hvs flip_mean");  // too small for MS-SSIM
}

TEST_F(CompareCommandInput, MetricsThatAreNamedMustBeHad) {
  const CodeAt other = changed(base, 1, 1, 3);
  write_png(folder_ / "a.png", 10, 40, base);
  write_png(folder_ / "b.png", 10, 40, other);
  expect_message(kError, {"--metrics", "ssim"},
                 "ssim can't be measured: it is of pictures with at least 11 x 11 pixels (10 x 40, RGB, 8 bits)");
  expect_message(kError, {"--metrics", "psnr,ssim-auto"}, "ssim-auto can't be measured");
  expect_message(kError, {"--min-ssim", "0.5"}, "at least 11 x 11 pixels");
  expect_message(kError, {"--rules", R"({"any": ["exact", {"min_ssim": 0.5}]})"}, "at least 11 x 11 pixels");
  write_png(folder_ / "a.png", 175, 300, base);
  write_png(folder_ / "b.png", 175, 300, other);
  expect_message(kError, {"--metrics", "ms-ssim"}, "at least 176 x 176 pixels");
  expect_message(kError, {"--min-ms-ssim", "0.5"}, "at least 176 x 176 pixels");
  write_png(folder_ / "a.png", 7, 30, base);
  write_png(folder_ / "b.png", 7, 30, other);
  expect_message(kError, {"--min-psnr-hvs", "30"}, "at least 8 x 8 samples in each plane");
}

/// Whatever their size and kind, equal pictures keep to all limits; the presets leave out what needs larger ones.
TEST_F(CompareCommandInput, EqualPicturesPassAnyRule) {
  const std::string too_small = "left out: ssim (at least 11 x 11 pixels), ssim-tiles (at least 11 x 11 pixels)";
  const Arguments limits[] = {{"--rules", "driver"},
                              {"--rules", "backend"},
                              {"--min-ssim", "1"},
                              {"--min-ms-ssim", "1"},
                              {"--min-psnr-hvs", "90"},
                              {"--max-delta-e2000", "0"},
                              {"--rules", R"({"any": [{"min_ms_ssim": 1}]})"}};
  write_png(folder_ / "a.png", 7, 7, base);
  write_png(folder_ / "b.png", 7, 7, base);
  write_float_exr(folder_ / "a.exr", 7, 7, light);
  for (const Arguments& limit : limits) {
    const Json row = row_of(kPass, limit);
    const bool is_preset = limit[1] == "driver" || limit[1] == "backend";
    EXPECT_EQ(row.value("message", ""), is_preset ? too_small : "") << limit[1];
    rows_of(kPass, {"a.exr", "a.exr", limit[0], limit[1]});
  }
  write_png(folder_ / "b.png", 7, 7, changed(base, 1, 1, 1));
  EXPECT_EQ(row_of(kPass, {"--rules", "driver", "--max-pixels", "5%"}).value("message", ""), too_small);
  write_png(folder_ / "b.png", 7, 7, changed(base, 1, 1, 200));
  expect_code(kDifferences, {"--rules", "driver"});
}

TEST_F(CompareCommandInput, OfSixteenBitsThereIsNoPsnrHvs) {
  io_test::PngOptions options;
  options.depth = 16;
  options.width = options.height = 32;
  for (const char* name : {"a.png", "b.png"}) write_file(folder_ / name, io_test::make_png(options));
  expect_message(kError, {"--metrics", "psnr-hvs"},
                 "psnr-hvs can't be measured: it is of up to 12 bits, and these have 16");
}

TEST_F(CompareCommandInput, OfFloatsThereAreErrorsAndFlip) {
  for (const char* name : {"a.exr", "b.exr"}) write_float_exr(folder_ / name, 200, 180, light);
  write_float_exr(folder_ / "c.exr", 200, 180, [](auto x, auto y) { return Rgb{0.1 * x, 0.25, 0.2 * y}; });
  const Json row = rows_of(kPass, {"a.exr", "b.exr", "--metrics", "all"})[0];
  EXPECT_TRUE(has_key(row, "rgb_sse") && has_key(row, "flip_mean"));
  for (const char* key : {"psnr_y", "float_ssim", "ciede2000", "psnr_hvs"}) EXPECT_FALSE(has_key(row, key)) << key;
  for (const char* metric : {"psnr", "ssim", "ssim-auto", "ms-ssim", "ciede2000", "psnr-hvs"}) {
    expect_row(kError, {"a.exr", "b.exr", "--metrics", metric},
               {std::string(metric) + " can't be measured: it is of codes alone, and these are floats"});
  }
  expect_row(kError, {"a.exr", "c.exr", "--min-ssim", "0.9"}, {"ssim can't be measured"});
  expect_row(kError, {"a.exr", "c.exr", "--rules", "driver"}, {"max_delta of rules counts codes"});
  expect_row(kError, {"a.exr", "c.exr", "--rules", R"({"max_delta": 2})"},
             {"max_delta of rules counts codes", "rgb_max_abs"});
  rows_of(kPass, {"a.exr", "b.exr", "--rules", "exact"});
  rows_of(kPass, {"a.exr", "b.exr", "--min-psnr", "90"});
}

TEST_F(CompareCommandInput, FloatsMustBeFinite) {
  write_float_exr(folder_ / "good.exr", 20, 10, light);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    write_float_exr(folder_ / "bad.exr", 20, 10, [&](std::uint32_t x, std::uint32_t y) {
      Rgb rgb = light(x, y);
      if (y == 4 && (x == 7 || x == 9)) rgb.b = bad;
      return rgb;
    });
    const std::string words = "bad.exr: 2 pixels aren't finite, the first at (7, 4)";
    expect_row(kNoGolden, {"bad.exr", "good.exr"}, {words});
    expect_row(kError, {"good.exr", "bad.exr"}, {words});
  }
}

TEST_F(CompareCommandInput, BlackFloatsHaveNoFlip) {
  write_float_exr(folder_ / "black.exr", 20, 10, [](std::uint32_t, std::uint32_t) { return Rgb{0.0, 0.0, 0.0}; });
  write_float_exr(folder_ / "light.exr", 20, 10, light);
  const Json row = rows_of(kPass, {"black.exr", "black.exr", "--metrics", "all"})[0];
  EXPECT_EQ(row["message"], "flip can't be measured: the reference has no luminance above 0");
  EXPECT_FALSE(has_key(row, "flip_mean"));
  EXPECT_EQ(row["rgb_sse"], 0);
  rows_of(kDifferences, {"black.exr", "light.exr"});
  EXPECT_TRUE(has_key(rows_of(kDifferences, {"light.exr", "black.exr", "--metrics", "all"})[0], "flip_mean"));
  expect_row(kError, {"black.exr", "black.exr", "--metrics", "flip"},
             {"flip can't be measured", "no luminance above 0"});
  expect_row(kError, {"black.exr", "light.exr", "--max-flip", "0.1"},
             {"flip can't be measured", "no luminance above 0"});
  rows_of(kPass, {"black.exr", "black.exr", "--max-flip", "0.1"});
  // With some light, the median is that of the pixels that have any.
  write_float_exr(folder_ / "spot.exr", 20, 10, [](std::uint32_t x, std::uint32_t) {
    return x == 3 ? Rgb{4.0, 3.0, 2.0} : Rgb{0.0, 0.0, 0.0};
  });
  EXPECT_TRUE(has_key(rows_of(kPass, {"spot.exr", "spot.exr", "--metrics", "all"})[0], "flip_mean"));
}

TEST_F(CompareCommandInput, RadianceFilesAreFloats) {
  write_file(folder_ / "a.hdr", io_test::make_hdr(16, 12));
  const Json row = rows_of(kPass, {"a.hdr", "a.hdr"})[0];
  EXPECT_EQ(row["format"], "16 x 12, RGB, float");
}

TEST_F(CompareCommandInput, GreyIsComparedWithGrey) {
  io_test::PngOptions options;
  options.width = 64;
  options.height = 48;
  options.color_type = 0;
  write_file(folder_ / "a.png", io_test::make_png(options));
  write_file(folder_ / "b.png", io_test::make_png(options));
  EXPECT_EQ(row_of(kPass)["format"], "64 x 48, grey, 8 bits");
}

}  // namespace
}  // namespace compare_test
