// SPDX-License-Identifier: MIT
// Tests of how cases are compared: alpha, channels by name, values that aren't finite, by case and by pattern.
#include <limits>

#include "image_io/fixtures/io_exr_fixtures.h"
#include "image_io/image_file.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

namespace fs = std::filesystem;
using cli_test::kInputError;
using regress::CaseResult;

class RegressComparing : public RigTest {
 protected:
  /// 16 x 8 of RGBA: a ramp, and one texel of this grey with this alpha.
  void put(const std::string& file, int grey, int alpha = 255) const {
    fs::create_directories((*this / file).parent_path());
    std::vector<std::byte> rgba;
    for (int i = 0; i < 16 * 8; ++i) {
      for (const int value : {i == 50 ? grey : i, i == 50 ? grey : 255 - i, i == 50 ? grey : 2 * i, 255}) {
        rgba.push_back(std::byte(value));
      }
    }
    rgba[4 * 50 + 3] = std::byte(alpha);
    image_io::CodeFormat format;
    format.keep_alpha = true;
    const auto writer = image_io::create_png(*this / file, 16, 8, format);
    writer->write_rows(8, rgba.data());
    writer->finish();
  }
  void put_floats(const std::string& file, double at_50) const {
    fs::create_directories((*this / file).parent_path());
    cli_test::write_float_exr(*this / file, 16, 8, [&](std::uint32_t x, std::uint32_t y) {
      return cli_test::Rgb{y * 16 + x == 50 ? at_50 : 0.01 * x, 0.1 * y, 0.5};
    });
  }
  /// Depth and normals; the numbers are which io_test::sample() is stored.
  void put_layers(const std::string& file, int depth = 1, int normal_y = 2, bool has_depth = true) const {
    fs::create_directories((*this / file).parent_path());
    io_test::ExrOptions options;
    options.channels = {{"R", Imf::HALF, 0},   {"G", Imf::HALF, 1},          {"B", Imf::HALF, 2},
                        {"N.X", Imf::HALF, 0}, {"N.Y", Imf::HALF, normal_y}, {"N.Z", Imf::HALF, 1}};
    if (has_depth) options.channels.push_back({"Z", Imf::FLOAT, depth});
    io_test::write_exr(*this / file, options);
  }
  std::string folders(int exit_code, Arguments more, std::initializer_list<std::string> words = {}) {
    Arguments all = {"regress", "--shots", "shots", "--goldens", "goldens", "-o", "out"};
    all.insert(all.end(), more.begin(), more.end());
    const ProcessResult result = run(all, {.environment = {{"PHOTOPIC_DEVICE", "llvmpipe"}}});
    EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
    for (const std::string& word : words) EXPECT_NE(result.out.find(word), std::string::npos) << word << result.out;
    return result.out;
  }
};

TEST_F(RegressComparing, AlphaIsComparedLeftOutOrLaidOverAColor) {
  put("goldens/a.png", 255, 0);
  put("shots/a.png", 0, 0);  // another colour under no alpha
  folders(kDifferences, {}, {"FAIL  a.png: differences"});
  folders(kPass, {"--alpha", "over:#808080"}, {"pass  a.png"});
  folders(kDifferences, {"--alpha", "ignore"});
  put("shots/a.png", 255, 128);
  folders(kDifferences, {});
  folders(kPass, {"--alpha", "ignore"});
  folders(kPass, {"--alpha", "over:white"});
  folders(kDifferences, {"--alpha", "over:black"});
  const CaseResult one = results().cases[0];
  EXPECT_EQ(cli_test::read_file(*this / "out" / one.picture), cli_test::read_file(*this / "shots/a.png"))
      << "what is accepted is the very file";
  EXPECT_EQ(cli_test::difference(cli_test::read_codes(*this / "out" / one.actual)[50], {128, 128, 128}), 0)
      << "what is shown lies over the colour";
}

TEST_F(RegressComparing, NanIsEqualAtTheSamePlaceIfItIsSaid) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  put_floats("goldens/a.exr", 0.25);
  put_floats("shots/a.exr", nan);
  folders(kError, {}, {"FAIL  a.exr: error: shots/a.exr: the pixel at (2, 3) isn't finite"});
  folders(kDifferences, {"--nan-equal"}, {"FAIL  a.exr: differences: the pixel at (2, 3) isn't finite in both alike"});
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass) << "whoever takes NaN may accept some";
  folders(kPass, {"--nan-equal"}, {"pass  a.exr: the pixel at (2, 3) isn't finite, and equal in both"});
  folders(kError, {}, {"FAIL  a.exr: error: "});
  folders(kError, {"--nan-equal=b*"}, {});
  folders(kPass, {"--nan-equal=a*"});
}

/// Its pixels would count as equal.
TEST_F(RegressComparing, AGoldenWithNanIsUnusable) {
  put_floats("goldens/a.exr", std::numeric_limits<double>::infinity());
  put_floats("shots/a.exr", 0.25);
  folders(kNoGolden, {}, {"FAIL  a.exr: no-golden: goldens/a.exr: the pixel at (2, 3) isn't finite"});
}

TEST_F(RegressComparing, ChannelsByNameAreAllHeldToTheRules) {
  put_layers("goldens/a.exr");
  put_layers("shots/a.exr");
  folders(kPass, {"--channels", "Z,N.*"}, {"pass  a.exr\n"});
  put_layers("shots/a.exr", 2, 0);  // colour is the same
  folders(kPass, {});
  folders(kDifferences, {"--channels", "Z,N.*"},
          {"FAIL  a.exr: differences: the largest error is in ",
           "      N.X, N.Y, N.Z: pixels off by more than 0 <= 0: is ", "      Z: pixels off by more than 0 <= 0: is "});
  folders(kDifferences, {"--channels", "R,G,B,N.*"}, {"differences: the largest error is in N.Y\n"});
  const CaseResult one = results().cases[0];
  ASSERT_EQ(one.checks.size(), 2u);
  EXPECT_TRUE(one.checks[0].holds) << "R, G, B";
  EXPECT_EQ(one.picture, "pictures/a.exr.picture.exr");
  EXPECT_TRUE(fs::exists(*this / "out" / one.actual) && fs::exists(*this / "out" / one.expected));
  EXPECT_EQ(one.maps.size(), 2u) << "of floats: absolute and FLIP";
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass);
  folders(kPass, {"--channels", "Z,N.*"});
}

TEST_F(RegressComparing, ChannelsThatOneFileLacks) {
  put_layers("goldens/a.exr", 1, 2, /*has_depth=*/false);
  put_layers("shots/a.exr");
  folders(kMismatch, {"--channels", "N.*,Z"},
          {"FAIL  a.exr: mismatch: the reference has the channels N.X, N.Y, N.Z, the test N.X, N.Y, N.Z, Z"});
  EXPECT_EQ(run({"accept", "out/results.json"}).exit_code, kPass) << "the new one has it";
  folders(kPass, {"--channels", "N.*,Z"});
  folders(
      kError, {"--channels", "depth"},
      {"FAIL  a.exr: error: shots: a.exr: shots/a.exr: has no channel 'depth'; there are R, G, B, Z, N.X, N.Y, N.Z"});
  put("shots/b.png", 1);
  put("goldens/b.png", 1);
  folders(kError, {"--channels", "Z"}, {"pass  a.exr\n", "FAIL  b.png: error: shots/b.png: not OpenEXR"});
  folders(kPass, {"--channels", "*.exr=Z"});
  put_layers("goldens/a.exr", 1, 2, /*has_depth=*/false);
  fs::remove(*this / "goldens/a.exr");
  folders(kNoGolden, {"--channels", "*.exr=Z"}, {"FAIL  a.exr: no-golden: there is no golden"});
}

TEST_F(RegressComparing, OptionsByPatternNeedNoSuite) {
  for (const char* name : {"ui/menu.png", "hud/map.png", "hall.png"}) {
    put(std::string("goldens/") + name, 50);
    put(std::string("shots/") + name, 53);
  }
  std::vector<std::byte> mask(4 * 16 * 8, std::byte{255});
  for (std::size_t c = 0; c < 3; ++c) mask[4 * 50 + c] = std::byte{0};
  image_io::write_png(*this / "mask.png", 16, 8, mask.data());
  folders(kDifferences, {"--mask", "ui/*=mask.png", "--rules", R"({"max_delta": 3})", "--rules", "hud/*=exact"},
          {"FAIL  hud/map.png: differences", "pass  ui/menu.png", "pass  hall.png", "3 cases, 1 failed"});
  folders(kDifferences, {"--rules", "hud/*=exact", "--rules", R"(h*={"max_delta": 2})"}, {"3 cases, 3 failed"});
  folders(kPass, {"--mask", "mask.png"}, {"3 cases, 0 failed"});
  folders(kDifferences, {"--rules", R"({"yiq": 0.1})", "--rules", R"(hud/*={"oklab": 0.001})"},
          {"FAIL  hud/map.png: differences\n      pixels off by more than 0.001 in OKLab <= 0: is 1\n",
           "3 cases, 1 failed"});
  folders(kError, {"--mask", "hall*=none.png"},
          {"FAIL  hall.png: error: shots: hall.png: mask: none.png: No such file"});
}

TEST_F(RegressComparing, WrongOptionsAreUsageErrors) {
  put("goldens/a.png", 50);
  put("shots/a.png", 50);
  const auto refuse = [&](const Arguments& more, const std::string& words) {
    Arguments all = {"regress", "--shots", "shots", "--goldens", "goldens"};
    all.insert(all.end(), more.begin(), more.end());
    expect_error(kInputError, all, {words});
  };
  refuse({"--rules", "hud/*=exact"}, "--rules: no case of shots matches 'hud/*'");
  refuse({"--rules", "exakt"}, "--rules: there is no preset 'exakt'; there are exact, backend, driver");
  refuse({"--rules", R"(*={"max_delta": 256})"}, "--rules: max_delta: ");
  refuse({"--rules", "{"}, "--rules: ");
  refuse({"--alpha", "over:#12"}, "--alpha: '#12' is not #rrggbb");
  refuse({"--channels", "R,"}, "--channels: 'R,' is not a list");
  refuse({"--nan-equal=b"}, "--nan-equal: no case of shots matches 'b'");
}

/// Pictures that take all the memory there may be have fewer maps; nothing else changes.
TEST_F(RegressComparing, TheVerdictStandsWithoutMaps) {
  constexpr std::uint32_t kSide = 500;
  for (const int shade : {0, 90}) {
    const fs::path file = *this / (shade == 0 ? "goldens/a.png" : "shots/a.png");
    fs::create_directories(file.parent_path());
    std::vector<std::byte> rgba(std::size_t{kSide} * kSide * 4);
    for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = std::byte(90 + i % 20);
    for (std::size_t i = 0; i < rgba.size() / 50; ++i) rgba[i] = std::byte(10 + shade);
    image_io::write_png(file, kSide, kSide, rgba.data());
  }
  const auto judged = [&](const Arguments& more) {
    Arguments all = {"--rules", "driver"};
    all.insert(all.end(), more.begin(), more.end());
    folders(kDifferences, all, {"FAIL  a.png: differences"});
    return results().cases[0];
  };
  const CaseResult whole = judged({});
  EXPECT_EQ(whole.maps.size(), 4u);
  const CaseResult one = judged({"--memory-mib", "1"});
  EXPECT_EQ(one.message,
            "no map of abs, ssim, ciede2000, flip: pictures and maps would take more than 1 MiB, see "
            "--memory-mib");
  EXPECT_TRUE(one.maps.empty());
  EXPECT_EQ(one.scores, whole.scores);
  ASSERT_EQ(one.checks.size(), whole.checks.size());
  for (std::size_t i = 0; i < one.checks.size(); ++i) EXPECT_EQ(one.checks[i].value, whole.checks[i].value);
  const ProcessResult accepted = run({"accept", "out/results.json"});
  EXPECT_EQ(accepted.exit_code, kPass) << accepted.err;
  folders(kPass, {"--rules", "driver", "--memory-mib", "1"}, {"pass  a.png"});
}

}  // namespace
}  // namespace regress_runner_test
