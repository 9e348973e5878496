// SPDX-License-Identifier: MIT
// Tests of --method single-pass: as the pyramid where all texels count, and with weights, masks and percentiles.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "reference/adaptation.h"
#include "reference/metering.h"
#include "reference/tone_map.h"
#include "reference/weighted_metering.h"

namespace cli_test {
namespace {

using nlohmann::json;
using reference::WeightSettings;

constexpr double kReadingTolerance_stops = 1e-5;
/// A weight that lies between two of its 1024 steps may be rounded to either.
constexpr double kWeightedTolerance_stops = 1e-4;
constexpr std::uint32_t kWeightSteps = 1024;

Arguments joined(Arguments a, const Arguments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Rgb grey(double stops) {
  const double light = std::exp2(stops);
  return {light, light, light};
}

/// Dark, with a bright disc of a quarter of the half diagonal in the middle, and a gradient over both.
Rgb bright_disc(std::uint32_t x, std::uint32_t y) {
  const double dx = x + 0.5 - kPictureWidth / 2.0;
  const double dy = y + 0.5 - kPictureHeight / 2.0;
  const double radius = std::hypot(dx, dy) / (std::hypot(kPictureWidth, kPictureHeight) / 2.0);
  return grey((radius < 0.25 ? 5.0 : -4.0) + 0.01 * x - 0.02 * y);
}

class SinglePass : public CliTest {
 protected:
  SinglePass() : picture_(write_half_exr(folder_ / "in.exr", kPictureWidth, kPictureHeight, bright_disc)) {}

  json read(const Arguments& options) {
    return json::parse(output_of(joined({"meter", "--json", "in.exr"}, options))).at(0);
  }
  json meter(const Arguments& options) { return read(joined({"--method", "single-pass"}, options)); }

  reference::WeightedSource source() const { return {picture_.texels, kPictureWidth, kPictureHeight}; }
  double plain_mean() const { return reference::meter(picture_.texels).mean_log2_luminance; }

  /// Of all commands, before anything is written.
  void expect_refused(const Arguments& options, std::initializer_list<std::string> words) {
    const auto before = names_in();
    for (const Arguments& command :
         {Arguments{"develop", "in.exr", "-o", "out.png"}, Arguments{"meter", "in.exr"},
          Arguments{"sequence", "f.#.exr", "-o", "out"}, Arguments{"pan", "in.exr", "-o", "out", "--frames", "1"}}) {
      expect_error(kInputError, joined(command, options), words);
    }
    EXPECT_EQ(names_in(), before);
  }

  /// The scene's EV100 of a table's first frame.
  double first_scene_ev100(const std::string& folder) {
    std::ifstream stream(folder_ / folder / "exposure.csv");
    std::string heading, row;
    std::getline(stream, heading);
    std::getline(stream, row);
    double ev100 = std::nan("");
    EXPECT_EQ(std::sscanf(row.c_str(), "%*[^,],%*[^,],%lf", &ev100), 1) << row;
    return ev100;
  }

  Picture picture_;
};

TEST_F(SinglePass, ReadsWhatThePyramidReads) {
  const double nan = std::nan("");
  for (const bool is_half : {true, false}) {
    const auto texel = [&](std::uint32_t x, std::uint32_t y) {
      return x % 7 == 3 && y % 5 == 1 ? Rgb{nan, 1.0, 1.0} : scene(x, y);
    };
    picture_ = is_half ? write_half_exr(folder_ / "in.exr", 257, 129, texel)
                       : write_float_exr(folder_ / "in.exr", 33, 1025, texel);
    const json pyramid = read({"--method", "pyramid"});
    const json single = meter({});
    EXPECT_EQ(pyramid.at("method"), "pyramid");
    EXPECT_EQ(single.at("method"), "single-pass");
    EXPECT_EQ(read({}), single) << "the default";
    EXPECT_NEAR(single.at("mean_log2_luminance"), plain_mean(), kReadingTolerance_stops);
    for (const char* key : {"mean_log2_luminance", "ev100"}) {
      EXPECT_NEAR(single.at(key), pyramid.at(key), kReadingTolerance_stops) << key;
    }
    EXPECT_NEAR(std::log2(double(single.at("exposure")) / double(pyramid.at("exposure"))), 0.0,
                kReadingTolerance_stops);
    for (const char* key : {"width", "height", "min_luminance", "max_luminance", "invalid_texels"}) {
      EXPECT_EQ(single.at(key), pyramid.at(key)) << key;
    }
    EXPECT_GT(single.at("invalid_texels"), 900);
    EXPECT_EQ(single.size(), pyramid.size()) << "nothing but what was asked for";
  }
}

TEST_F(SinglePass, WeightsAreThoseOfTheReference) {
  const struct {
    Arguments options;
    WeightSettings settings;
  } cases[] = {
      {{"--weights", "centre"}, {.centre = {{}}}},
      {{"--weights", "centre", "--centre-sigma", "0.1"}, {.centre = {{0.1}}}},
      {{"--weights", "spot"}, {.spot = {{}}}},
      {{"--weights", "spot", "--spot-radius", "0.4"}, {.spot = {{0.4}}}},
      {{"--weights", "ellipse"}, {.ellipse = {{}}}},
      {{"--weights", "ellipse", "--ellipse-x", "0.1", "--ellipse-y", "0.8", "--ellipse-radius-x", "0.05",
        "--ellipse-radius-y", "0.15", "--ellipse-softness", "0"},
       {.ellipse = {{0.1, 0.8, 0.05, 0.15, 0.0}}}},
      {{"--weights", "window", "--window-min-log2", "0"}, {.window = {{.min_log2 = 0.0}}}},
      {{"--weights", "window", "--window-max-log2=-4"}, {.window = {{.max_log2 = -4.0}}}},
      {{"--weights", "spot,window,centre", "--spot-radius", "0.5", "--window-max-log2", "2"},
       {.centre = {{}}, .spot = {{0.5}}, .window = {{.max_log2 = 2.0}}}},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(::testing::PrintToString(one.options));
    WeightSettings settings = one.settings;
    settings.quantised_steps = kWeightSteps;
    const double expected = reference::single_pass_weighted(source(), settings).mean_log2_luminance;
    ASSERT_GT(std::abs(expected - plain_mean()), 0.1) << "the weights must matter";
    const json reading = meter(one.options);
    EXPECT_NEAR(reading.at("mean_log2_luminance"), expected, kWeightedTolerance_stops);
    EXPECT_NEAR(reading.at("ev100"), expected + 3.0, kWeightedTolerance_stops);  // log2(100 / 12.5)
  }
}

TEST_F(SinglePass, WithoutItsWordAWeightDoesNothingAndIsTold) {
  const Arguments plain = {"meter", "--json", "in.exr"};
  const Arguments idle = {"--spot-radius", "0.01", "--centre-sigma", "0.01", "--ellipse-x", "3"};
  const ProcessResult result = run(joined(plain, idle));
  EXPECT_EQ(result.out, output_of(plain));
  for (const char* name : {"spot_radius", "centre_sigma", "ellipse_x"}) {
    EXPECT_NE(result.err.find("photopic: meter." + std::string(name) + " is set, and counts nothing"),
              std::string::npos)
        << result.err;
  }
}

TEST_F(SinglePass, AWindowIsAWeightAsSoonAsItLimits) {
  EXPECT_EQ(meter({"--window-min-log2", "1"}), meter({"--weights", "window", "--window-min-log2", "1"}));
  EXPECT_NE(meter({"--window-min-log2", "1"}), meter({}));
}

TEST_F(SinglePass, ATrimmedSunDoesNotCount) {
  // One texel in 25 is a sun, one in 25 black.
  picture_ = write_float_exr(folder_ / "in.exr", 100, 100, [](std::uint32_t x, std::uint32_t y) {
    return x % 5 == 2 && y % 5 == 1 ? grey(15.0) : x % 5 == 2 && y % 5 == 3 ? grey(-20.0) : grey(1.0);
  });
  const double mean = (23.0 * 1.0 + 15.0 - 16.0) / 25.0;
  const json sun = meter({"--high-percentile", "96"});
  EXPECT_NEAR(sun.at("mean_log2_luminance"), mean, kReadingTolerance_stops);
  EXPECT_NEAR(sun.at("metered_log2_luminance"), (23.0 * 1.0 - 16.0) / 24.0, 2e-3);
  EXPECT_NEAR(sun.at("ev100"), double(sun.at("metered_log2_luminance")) + 3.0, 1e-5);
  const json both = meter({"--low-percentile", "5", "--high-percentile", "95"});
  EXPECT_NEAR(both.at("metered_log2_luminance"), 1.0, 2e-3);
  const json blended = meter({"--median-blend", "0.5"});
  EXPECT_NEAR(blended.at("metered_log2_luminance"), (mean + 1.0) / 2.0, 2e-3);
  EXPECT_NEAR(meter({"--median-blend", "1"}).at("ev100"), 4.0, 2e-3);
  EXPECT_NEAR(both.at("max_luminance"), std::exp2(15.0), 1e-2);
  EXPECT_NEAR(both.at("min_luminance"), std::exp2(-20.0), 1e-12);
  EXPECT_EQ(both.at("under_texels"), 400);
  EXPECT_EQ(both.at("over_texels"), 0);
  EXPECT_EQ(meter({"--median-blend", "1", "--max-log2-luminance", "14"}).at("over_texels"), 400);
}

TEST_F(SinglePass, PercentilesAreThoseOfTheReference) {
  picture_ = write_half_exr(folder_ / "in.exr", kPictureWidth, kPictureHeight, scene);
  const WeightSettings settings = {.centre = {{}}};
  const auto samples = reference::weighted_samples(source(), settings);
  const json reading = meter({"--weights", "centre", "--low-percentile", "20", "--high-percentile", "90"});
  constexpr double kBin_stops = 32.0 / 255.0;
  EXPECT_NEAR(reading.at("low_percentile_log2"), reference::exact_percentile(samples, 20.0), kBin_stops);
  EXPECT_NEAR(reading.at("median_log2"), reference::exact_percentile(samples, 50.0), kBin_stops);
  EXPECT_NEAR(reading.at("high_percentile_log2"), reference::exact_percentile(samples, 90.0), kBin_stops);
  const double trimmed = reference::exact_trimmed_mean(samples, 20.0, 90.0);
  EXPECT_NEAR(reading.at("metered_log2_luminance"), trimmed, 1e-2);
  EXPECT_GT(std::abs(trimmed - double(reading.at("mean_log2_luminance"))), 0.1) << "percentiles must matter";
}

TEST_F(SinglePass, TextHasTheSameNumbers) {
  const Arguments options = {"--method", "single-pass", "--low-percentile", "20", "--high-percentile", "90"};
  const json reading = read(options);
  const std::string text = output_of(joined({"meter", "in.exr"}, options));
  for (const char* key : {"metered_log2_luminance", "low_percentile_log2", "median_log2", "high_percentile_log2"}) {
    char number[32];
    std::snprintf(number, sizeof number, "%.6f", double(reading.at(key)));
    EXPECT_NE(text.find(number), std::string::npos) << key << " " << number << " in\n" << text;
  }
  EXPECT_NE(text.find("percentiles"), std::string::npos) << text;
  EXPECT_EQ(output_of({"meter", "in.exr", "--method", "single-pass"}).find("percentiles"), std::string::npos);
}

TEST_F(SinglePass, TheMaskIsStretchedOverTheFrame) {
  picture_ = write_half_exr(folder_ / "in.exr", 64, 48, [](std::uint32_t x, std::uint32_t y) {
    return grey((x < 32 ? -4.0 : 4.0) + (y < 24 ? 0.0 : 1.0));
  });
  // Only the first channel counts, so the others are the reverse.
  const auto write_mask = [&](double top_left, double top_right, double bottom_left, double bottom_right) {
    write_half_exr(folder_ / "mask.exr", 2, 2, [=](std::uint32_t x, std::uint32_t y) {
      const double weight = x == 0 ? (y == 0 ? top_left : bottom_left) : (y == 0 ? top_right : bottom_right);
      return Rgb{weight, 1.0 - weight, 1.0};
    });
  };
  const auto mean = [&](const Arguments& options) {
    return double(meter(joined({"--mask", "mask.exr"}, options)).at("mean_log2_luminance"));
  };
  write_mask(1, 0, 0, 0);
  EXPECT_NEAR(mean({}), -4.0, kReadingTolerance_stops);
  write_mask(0, 1, 0, 0);
  EXPECT_NEAR(mean({}), 4.0, kReadingTolerance_stops);
  write_mask(0, 0, 1, 1);
  EXPECT_NEAR(mean({}), 1.0, kReadingTolerance_stops);
  write_mask(0.25, 0.75, 0, 0);
  EXPECT_NEAR(mean({}), 2.0, kReadingTolerance_stops);
  EXPECT_NEAR(mean({"--weights", "window", "--window-max-log2", "0"}), -4.0, kReadingTolerance_stops);
  write_mask(0, 0, 0, 0);
  const json reading = meter({"--mask", "mask.exr"});
  for (const char* key : {"mean_log2_luminance", "geometric_mean", "ev100"}) EXPECT_TRUE(reading.at(key).is_null());
  EXPECT_EQ(reading.at("max_luminance"), 32.0) << "texels without weight are seen too";
  EXPECT_NE(output_of({"meter", "in.exr", "--method", "single-pass", "--mask", "mask.exr"}).find("has weight"),
            std::string::npos);
}

TEST_F(SinglePass, TheMaskMayBeAnyKindOfPicture) {
  write_half_exr(folder_ / "bright.exr", 8, 8, [](auto, auto) { return grey(2.0); });
  write_half_exr(folder_ / "dark.exr", 8, 8, [](auto, auto) { return grey(-16.0); });
  output_of({"develop", "bright.exr", "-o", "white.png", "--tone-mapper", "none", "--mode", "manual"});
  output_of({"develop", "dark.exr", "-o", "black.png", "--tone-mapper", "none", "--mode", "manual"});
  ASSERT_EQ(read_codes(folder_ / "white.png").front().r, 255);
  ASSERT_EQ(read_codes(folder_ / "black.png").front().r, 0);
  EXPECT_NEAR(meter({"--mask", "white.png"}).at("mean_log2_luminance"), plain_mean(), kReadingTolerance_stops);
  EXPECT_TRUE(meter({"--mask", "black.png"}).at("mean_log2_luminance").is_null());
  EXPECT_EQ(meter({"--mask", ""}), meter({}));
  EXPECT_EQ(meter({"--weights", ""}), meter({}));
}

TEST_F(SinglePass, PicturesOfChangingSizeAreMeteredAsIfAlone) {
  const Arguments options = {"--method", "single-pass", "--weights",      "ellipse",
                             "--mask",   "in.exr",      "--median-blend", "0.3"};
  write_half_exr(folder_ / "small.exr", 20, 31, scene);
  write_half_exr(folder_ / "large.exr", 150, 90, scene);
  const Arguments names = {"small.exr", "large.exr", "in.exr", "small.exr"};
  const json all = json::parse(output_of(joined(joined({"meter", "--json"}, names), options)));
  ASSERT_EQ(all.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(all[i], json::parse(output_of(joined({"meter", "--json", names[i]}, options))).at(0)) << names[i];
  }
}

TEST_F(SinglePass, EveryCommandMetersLikeIt) {
  const Arguments options = joined({"--method", "single-pass", "--weights", "spot"}, neutral());
  const double mean = reference::single_pass_weighted(source(), {.spot = {{}}}).mean_log2_luminance;
  ASSERT_GT(mean - plain_mean(), 3.0);
  const double ev100 = reference::ev100_from_luminance(std::exp2(mean));

  output_of(joined({"develop", "in.exr", "-o", "out.png", "--tone-mapper", "reinhard"}, options));
  const std::vector<Code> codes = read_codes(folder_ / "out.png");
  const double exposure = reference::exposure_from_ev100(ev100);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const Rgb& texel = picture_.texels[i];
    const Rgb shown = reference::tone_map(reference::ToneMapper::reinhard,
                                          {texel.r * exposure, texel.g * exposure, texel.b * exposure});
    const int code = reference::srgb_code8(shown.r);
    ASSERT_LE(difference(codes[i], {code, code, code}), 1) << i;
  }

  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "f.1.exr");
  output_of(joined({"sequence", "f.#.exr", "-o", "seq"}, options));
  EXPECT_NEAR(first_scene_ev100("seq"), ev100, kWeightedTolerance_stops);

  output_of(
      joined({"pan", "in.exr", "-o", "pan", "--frames", "1", "--size", "97x55", "--fov-deg", "120", "--exr"}, options));
  const json frame = json::parse(output_of(joined({"meter", "--json", "pan/frame.0000.exr"}, options))).at(0);
  EXPECT_NEAR(first_scene_ev100("pan"), frame.at("ev100"), kReadingTolerance_stops);
  const json plain = json::parse(output_of({"meter", "--json", "pan/frame.0000.exr"})).at(0);
  EXPECT_GT(std::abs(double(frame.at("ev100")) - double(plain.at("ev100"))), 0.5);
}

TEST_F(SinglePass, EveryCommandTakesTheMask) {
  picture_ = write_half_exr(folder_ / "in.exr", 64, 32, [](auto x, auto) { return grey(x < 32 ? -4.0 : 4.0); });
  write_half_exr(folder_ / "mask.exr", 2, 1, [](auto x, auto) { return Rgb{double(x), 0.0, 0.0}; });
  write_half_exr(folder_ / "right.exr", 8, 8, [](auto, auto) { return grey(4.0); });
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "f.1.exr");
  const Arguments options = joined({"--method", "single-pass", "--mask", "mask.exr"}, neutral());
  output_of(joined({"sequence", "f.#.exr", "-o", "seq"}, options));
  EXPECT_NEAR(first_scene_ev100("seq"), 7.0, kReadingTolerance_stops);
  // The camera looks at the seam between dark and bright.
  output_of(joined({"pan", "in.exr", "-o", "pan", "--frames", "1", "--size", "64x32"}, options));
  EXPECT_NEAR(first_scene_ev100("pan"), 7.0, 0.05);
  output_of(joined({"develop", "in.exr", "-o", "out.png"}, options));
  output_of(joined({"develop", "right.exr", "-o", "right.png"}, neutral()));
  EXPECT_LE(difference(read_codes(folder_ / "out.png").at(63), read_codes(folder_ / "right.png").front()), 1);
}

TEST_F(SinglePass, ThePyramidRefusesWhatItCannotDo) {
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "f.1.exr");
  const std::initializer_list<std::pair<const char*, const char*>> kOptions = {
      {"--weights", "spot"},     {"--mask", "in.exr"},       {"--low-percentile", "1"}, {"--high-percentile", "99"},
      {"--median-blend", "0.5"}, {"--highlight-stops", "4"}, {"--black-stops", "9"}};
  for (const auto& [option, value] : kOptions) {
    // Without a method, the one that can do it is taken.
    EXPECT_EQ(read({option, value}).at("method"), "single-pass") << option;
    expect_refused({option, value, "--method", "pyramid"}, {std::string(option) + " needs --method single-pass"});
  }
  expect_refused({"--highlight-percent", "1", "--method", "pyramid"},
                 {"--highlight-percent needs --method single-pass"});
  write_file(folder_ / "s.json", std::string(R"({"meter": {"method": "pyramid", "weights": "spot"}})"));
  expect_refused({"--settings", "s.json"}, {"--weights needs --method single-pass"});
}

TEST_F(SinglePass, WrongWordsAreNamed) {
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "f.1.exr");
  expect_refused({"--method", "blit-chain"}, {"--method: 'blit-chain' is none of auto, pyramid, single-pass"});
  for (const auto& [list, word] : {std::pair{"sky", "sky"},
                                   {"spot,sky", "sky"},
                                   {"spot, centre", " centre"},
                                   {"spot,", ""},
                                   {",", ""},
                                   {"mask", "mask"},
                                   {"spot centre", "spot centre"}}) {
    expect_refused({"--method", "single-pass", "--weights", list},
                   {"--weights: '" + std::string(word) + "' is none of centre, spot, ellipse, window"});
  }
}

TEST_F(SinglePass, AnUnreadableMaskIsNamed) {
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "f.1.exr");
  const auto expect_bad_mask = [&](const std::string& name, const std::string& reason) {
    expect_refused({"--method", "single-pass", "--mask", name}, {name + ": ", reason});
  };
  expect_bad_mask("nosuch.png", "No such file or directory");
  std::filesystem::create_directory(folder_ / "folder");
  expect_bad_mask("folder", "directory");
  write_file(folder_ / "text.png", std::string("this is no picture"));
  expect_bad_mask("text.png", "not an OpenEXR");
  Bytes bytes = read_file(folder_ / "in.exr");
  bytes.resize(bytes.size() / 2);
  write_file(folder_ / "half.exr", bytes);
  expect_bad_mask("half.exr", "");
  write_half_exr(folder_ / "wide.exr", 32768, 1, scene);
  const ProcessResult result = run({"meter", "in.exr", "--method", "single-pass", "--mask", "wide.exr"});
  if (result.exit_code != 0) expect_error(result, kInputError, {"wide.exr: is 32768x1 texels", " a side"});
}

TEST_F(SinglePass, AMaskIsNotOverwritten) {
  write_half_exr(folder_ / "f.1.exr", 8, 8, scene);
  for (const char* name : {"frame.0000.png", "frame.1.png", "contact_sheet.png", "exposure.png"}) {
    output_of({"develop", "f.1.exr", "-o", name});
    const Bytes before = read_file(folder_ / name);
    const Arguments options = {"--method", "single-pass", "--mask", name};
    const std::string frame = name;
    expect_error(kInputError, joined({"develop", "in.exr", "-o", name}, options), {frame, "input"});
    if (frame != "frame.0000.png") {
      expect_error(kInputError, joined({"sequence", "f.#.exr", "-o", "."}, options), {frame, "input"});
    }
    if (frame != "frame.1.png") {
      expect_error(kInputError, joined({"pan", "in.exr", "-o", ".", "--frames", "1"}, options), {frame, "input"});
    }
    EXPECT_EQ(read_file(folder_ / name), before) << name;
  }
}

TEST_F(SinglePass, ValidationHasNothingToSay) {
  for (int i = 1; i <= 2; ++i) write_half_exr(folder_ / ("f." + std::to_string(i) + ".exr"), 40, 30, scene);
  const Arguments all = {"--weights", "centre,spot,ellipse,window", "--mask", "in.exr", "--median-blend", "0.5"};
  for (const Arguments& options : {Arguments{}, Arguments{"--high-percentile", "95"}, all}) {
    for (const Arguments& command :
         {Arguments{"develop", "f.1.exr", "-o", "out.png"}, Arguments{"meter", "f.1.exr", "in.exr"},
          Arguments{"sequence", "f.#.exr", "-o", "seq"},
          Arguments{"pan", "f.1.exr", "-o", "pan", "--frames", "2", "--size", "33x20"}}) {
      const ProcessResult result = run(joined(joined(command, {"--method", "single-pass", "--validate"}), options));
      EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(command) << result.err;
      EXPECT_EQ(result.err, "validation: no messages\n") << ::testing::PrintToString(command);
    }
  }
}

}  // namespace
}  // namespace cli_test
