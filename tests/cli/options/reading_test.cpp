// SPDX-License-Identifier: MIT
// Tests of pictures whose files say what their codes mean, as commands show and measure them.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_test.h"
#include "image_io/fixtures/coded_seeds.h"
#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"

namespace cli_test {
namespace {

using io_test::cicp_chunk;
using io_test::exif_chunk;
using io_test::gamma_chunk;
using io_test::kAdobeColorants;
using io_test::matrix_profile;
using io_test::plain_png;
using io_test::power_curve;
using io_test::profile_chunk;
using io_test::with_chunks;

class Reading : public CliTest {
 protected:
  /// Light of `in` with exposure 1, as it is; what is below 0 is clipped.
  Picture light(const std::string& in, const Arguments& more = {}) {
    EXPECT_EQ(develop(in, "light.exr", {"--encoding", "linear", "--peak-nits", "10000"}, more), "") << in;
    return read_picture(folder_ / "light.exr");
  }
  /// What it says on stderr.
  std::string develop(const std::string& in, const std::string& out, Arguments display, const Arguments& more = {}) {
    Arguments arguments = {"develop",
                           in,
                           "-o",
                           out,
                           "--mode",
                           "manual",
                           "--manual-ev100",
                           "-0.26303440583",
                           "--compensation-ev",
                           "0",
                           "--tone-mapper",
                           "none",
                           "--dither",
                           "false"};
    arguments.insert(arguments.end(), display.begin(), display.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.err;
  }
  void write_png(const std::string& name, const Bytes& png, const std::vector<io_test::PngChunk>& chunks) {
    write_file(folder_ / name, with_chunks(png, chunks));
  }
  static void expect_texel(const Rgb& actual, const Rgb& expected, double tolerance, const std::string& what) {
    EXPECT_NEAR(actual.r, expected.r, tolerance * std::max(1.0, expected.r)) << what;
    EXPECT_NEAR(actual.g, expected.g, tolerance * std::max(1.0, expected.g)) << what;
    EXPECT_NEAR(actual.b, expected.b, tolerance * std::max(1.0, expected.b)) << what;
  }
};

TEST_F(Reading, WhatDevelopWritesItReads) {
  const Rgb colors[] = {{0.18, 0.18, 0.18}, {1, 1, 1}, {4, 4, 4}, {0.5, 0.2, 0.1}, {2.0, 0.5, 0.25}, {0.9, 0.1, 0.05}};
  // Blocks of 16, so that JPEG has whole ones.
  write_half_exr(folder_ / "in.exr", 16 * std::size(colors), 16,
                 [&](std::uint32_t x, std::uint32_t) { return colors[x / 16]; });
  struct Output {
    const char* file;
    const char* encoding;
    double most;       ///< that it can show
    double tolerance;  ///< of light, and of its size above 1: half a code, where codes are coarsest
  };
  // Every writer, encoding and depth is in ImageFileRoundTrip.
  const Output outputs[] = {
    {"power22.png", "power22", 1.0, 5e-3},
    {"p3.png", "display-p3", 1.0, 2e-3},
    {"hdr10.png", "hdr10", 4.0, 5e-3},
    {"hlg.png", "hlg", 4.0, 5e-3},
#if PHOTOPIC_AVIF
    {"hdr10.avif", "hdr10", 4.0, 5e-3},
#endif
#if PHOTOPIC_JXL
    {"hlg.jxl", "hlg", 4.0, 5e-3},
#endif
    {"scrgb.exr", "scrgb", 4.0, 2e-3},
    {"gain_map.jpg", nullptr, 4.0, 0.02}
  };
  for (const auto& [file, encoding, most, tolerance] : outputs) {
    Arguments display = {"--peak-nits", "1000"};
    if (encoding != nullptr) display.insert(display.end(), {"--encoding", encoding});
    if (encoding == nullptr) display.push_back("--gain-map");
    EXPECT_EQ(develop("in.exr", file, display), "");
    const Picture back = light(file);
    for (std::uint32_t i = 0; i < std::size(colors); ++i) {
      const Rgb expected = {std::min(colors[i].r, most), std::min(colors[i].g, most), std::min(colors[i].b, most)};
      expect_texel(back.at(16 * i + 8, 8), expected, tolerance, std::string(file) + " " + std::to_string(i));
    }
  }
}

TEST_F(Reading, MeterMeasuresLight) {
  const auto log2_of = [&](const std::string& file, const Arguments& more = {}) {
    Arguments arguments = {"meter", "--json", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(output_of(arguments)).at(0).at("mean_log2_luminance").get<double>();
  };
  const Bytes grey = io_test::grey_row_png(16, std::vector<unsigned>(8, 38055));  // 58.07 % of 65535: PQ's 203 cd/m2
  write_png("pq.png", grey, {cicp_chunk(9, 16)});
  EXPECT_NEAR(log2_of("pq.png"), 0.0, 1e-3);
  EXPECT_NEAR(log2_of("pq.png", {"--input-white-nits", "101.5"}), 1.0, 1e-3);
  write_png("hlg.png", io_test::grey_row_png(16, {65535, 65535}), {cicp_chunk(9, 18)});
  EXPECT_NEAR(log2_of("hlg.png"), std::log2(1000.0 / 203.0), 1e-3);
  EXPECT_NEAR(log2_of("hlg.png", {"--input-peak-nits", "406"}), 1.0, 1e-3);
  write_png("linear.png", io_test::grey_row_png(16, {16384, 16384}), {gamma_chunk(100000)});
  EXPECT_NEAR(log2_of("linear.png"), -2.0, 1e-3);
  // An opaque picture in Adobe RGB: luminance of its green is 0.627.
  write_png("green.png", plain_png(2, 1, 8, 3, {0, 255, 0, 0, 255, 0}),
            {profile_chunk(matrix_profile(kAdobeColorants, power_curve(2.2)))});
  EXPECT_NEAR(log2_of("green.png"), std::log2(0.627), 2e-3);
}

TEST_F(Reading, OrientationIsApplied) {
  write_png("turned.png", plain_png(3, 2, 8, 3, {255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255}),
            {exif_chunk(6)});
  const Picture picture = light("turned.png");
  EXPECT_EQ(picture.width, 2u);
  EXPECT_EQ(picture.height, 3u);
  expect_texel(picture.at(1, 0), {1, 0, 0}, 1e-3, "red, turned clockwise");
  expect_texel(picture.at(0, 2), {0, 0, 1}, 1e-3, "blue");
  // Frames of a shot, too.
  write_file(folder_ / "shot.1.png", read_file(folder_ / "turned.png"));
  output_of({"sequence", "shot.#.png", "-o", "out", "--sheet-frames", "1"});
  const image_io::CodeImage frame = image_io::read_code_image(folder_ / "out/frame.1.png");
  EXPECT_EQ(frame.width, 2u);
  EXPECT_EQ(frame.height, 3u);
}

TEST_F(Reading, WhatCannotBeHonouredIsNamed) {
  write_png("a.png", plain_png(2, 1, 8, 3, {1, 2, 3, 4, 5, 6}), {profile_chunk(io_test::link_profile())});
  const std::string reason = "a.png: its colour profile is a device link: its codes are taken as sRGB\n";
  EXPECT_EQ(develop("a.png", "out.png", {}), "photopic: " + reason);
  EXPECT_EQ(run({"meter", "a.png"}).err, "photopic: " + reason);
  EXPECT_EQ(run({"pan", "a.png", "-o", "out", "--frames", "1", "--size", "8x8"}).err.substr(0, 10 + reason.size()),
            "photopic: " + reason);
  write_file(folder_ / "cmyk.jpg", io_test::cmyk_jpeg(8, Bytes(256, 9), true));
  expect_error(kInputError, {"develop", "cmyk.jpg", "-o", "out.png"}, {"cmyk.jpg", "CMYK", "convert it to RGB"});
}

TEST_F(Reading, ProfilesSayTheirPrimariesThemselves) {
  const Bytes white = plain_png(1, 1, 8, 3, {255, 255, 255});
  write_png("a.png", white, {profile_chunk(matrix_profile(kAdobeColorants, power_curve(2.2)))});
  expect_error(kInputError, {"develop", "a.png", "-o", "out.png", "--primaries", "bt2020"},
               {"a.png", "colour profile", "--primaries"});
  expect_texel(light("a.png", {"--primaries", "bt709"}).at(0, 0), {1, 1, 1}, 1e-3, "what a profile gives is BT.709");
  // Of code points, the option wins.
  write_png("b.png", plain_png(1, 1, 8, 3, {0, 255, 0}), {cicp_chunk(12, 13)});
  expect_texel(light("b.png", {"--primaries", "bt709"}).at(0, 0), {0, 1, 0}, 1e-3, "P3's green as BT.709's");
}

TEST_F(Reading, OptionsAreRefusedOutOfRange) {
  for (const char* const option : {"--input-white-nits", "--input-peak-nits"}) {
    for (const char* const value : {"0", "0.9", "10001", "nan", "bright"}) {
      expect_error(kInputError, {"develop", "a.png", "-o", "out.png", option, value}, {option, value});
    }
  }
}

TEST_F(Reading, MasksAreCodesAsTheyAre) {
  // Dark at the left, bright at the right; a mask of the left half.
  write_half_exr(folder_ / "in.exr", 64, 32, [](std::uint32_t x, std::uint32_t) {
    return x < 32 ? Rgb{0.25, 0.25, 0.25} : Rgb{4, 4, 4};
  });
  std::vector<unsigned> codes;
  for (unsigned i = 0; i < 64 * 32; ++i) codes.insert(codes.end(), 3, i % 64 < 32 ? 255u : 128u);
  const Bytes mask = plain_png(64, 32, 8, 3, codes);
  write_png("plain.png", mask, {});
  write_png("tagged.png", mask, {cicp_chunk(9, 16), gamma_chunk(100000), exif_chunk(2)});
  const auto metered = [&](const std::string& name) {
    return output_of({"meter", "--json", "in.exr", "--mask", name});
  };
  EXPECT_EQ(metered("tagged.png"), metered("plain.png"));
}

}  // namespace
}  // namespace cli_test
