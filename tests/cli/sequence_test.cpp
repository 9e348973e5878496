// SPDX-License-Identifier: MIT
// Tests of sequence: frames found by their numbers, exposure followed over time as the reference does.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/cli_test.h"
#include "image_io/fixtures/io_exr_fixtures.h"
#include "reference/adaptation.h"
#include "reference/exposure_model.h"
#include "reference/tone_map.h"

namespace cli_test {
namespace {

constexpr double kEvTolerance = 2e-5;  // single precision at about 10 EV, and the meter's 5e-6

struct Row {
  std::string frame;
  double time_s, scene_ev100, target_ev100, adapted_ev100, exposure;
};

std::vector<Row> read_table(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  EXPECT_EQ(line,
            "frame,time_s,scene_ev100,target_ev100,adapted_ev100,exposure,mean_log2_luminance,min_luminance,"
            "max_luminance,invalid_texels");
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 9) << line;
    std::istringstream cells(line);
    Row row;
    std::getline(cells, row.frame, ',');
    char comma;
    cells >> row.time_s >> comma >> row.scene_ev100 >> comma >> row.target_ev100 >> comma >> row.adapted_ev100 >>
        comma >> row.exposure;
    EXPECT_TRUE(cells.good()) << line;
    rows.push_back(row);
  }
  return rows;
}

class Sequence : public CliTest {
 protected:
  /// Grey frames of these stops above 1, numbered from `first`.
  void write_shot(const std::vector<double>& stops, int first = 1) {
    for (std::size_t i = 0; i < stops.size(); ++i) {
      char name[32];
      std::snprintf(name, sizeof name, "shot.%04d.exr", first + int(i));
      const double light = std::exp2(stops[i]);
      write_half_exr(folder_ / name, 48, 27, [=](auto, auto) { return Rgb{light, light, light}; });
      light_.push_back(light);
    }
  }

  std::vector<Row> run_shot(Arguments options) {
    Arguments arguments = neutral();
    arguments.insert(arguments.begin(), {"sequence", "shot.####.exr", "-o", "out"});
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(output_of(arguments), "");
    const std::vector<Row> rows = read_table(folder_ / "out" / "exposure.csv");
    EXPECT_EQ(rows.size(), light_.size());
    return rows;
  }

  /// Checks table and frames of a shot whose adapted EV follows `step(adapted, target)` from the second frame on.
  template <class Step>
  void expect_adaptation(const std::vector<Row>& rows, double fps, Step step) {
    double adapted = reference::ev100_from_luminance(light_.front());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      SCOPED_TRACE(i);
      const double target = reference::ev100_from_luminance(light_[i]);
      if (i > 0) adapted = step(adapted, target);
      EXPECT_NEAR(rows[i].time_s, double(i) / fps, 1e-6);
      EXPECT_NEAR(rows[i].scene_ev100, target, kEvTolerance);
      EXPECT_NEAR(rows[i].target_ev100, target, kEvTolerance);
      EXPECT_NEAR(rows[i].adapted_ev100, adapted, kEvTolerance);
      const double exposure = reference::exposure_from_ev100(adapted);
      EXPECT_NEAR(rows[i].exposure / exposure, 1.0, 2e-5);
      const double exposed = light_[i] * exposure;
      const Rgb shown = reference::tone_map(reference::ToneMapper::reinhard, {exposed, exposed, exposed});
      const int code = reference::srgb_code8(shown.r);
      for (const Code& texel : read_codes(folder_ / "out" / ("frame." + rows[i].frame + ".png"))) {
        ASSERT_LE(difference(texel, {code, code, code}), 1);
      }
    }
  }

  std::vector<double> light_;
};

const std::vector<double> kBlinding = {0, 0, 6, 6, 6, 6, 6, 6, -2, -2, -2, -2, -2, -2, -2, -2};

TEST_F(Sequence, FollowsTheLinearExponentialCurve) {
  write_shot(kBlinding);
  const auto rows = run_shot({"--fps", "4", "--tone-mapper", "reinhard"});
  expect_adaptation(rows, 4.0, [](double adapted, double target) {
    return reference::adapt(adapted, target, 0.25, reference::LinearExponential{});
  });
  std::vector<std::string> names = {"contact_sheet.png", "exposure.csv", "exposure.png"};
  for (const Row& row : rows) names.push_back("frame." + row.frame + ".png");
  EXPECT_EQ(names_in("out"), names);
}

/// Renderers store the part of a frame that isn't empty.
TEST_F(Sequence, FramesMayHaveDataWindowsOfTheirOwn) {
  const Imath::Box2i display({0, 0}, {31, 19});
  const Imath::Box2i data[] = {{{0, 0}, {31, 19}}, {{4, 3}, {20, 12}}, {{-9, -5}, {50, 40}}};
  for (std::size_t i = 0; i < std::size(data); ++i) {
    io_test::write_exr(folder_ / ("ball." + std::to_string(i + 1) + ".exr"), {.window = data[i], .display = display});
  }
  output_of({"sequence", "ball.#.exr", "-o", "out"});
  for (const char* name : {"out/frame.1.png", "out/frame.2.png", "out/frame.3.png"}) {
    const Picture picture = read_picture(folder_ / name);
    EXPECT_EQ(picture.width, 32u) << name;
    EXPECT_EQ(picture.height, 20u) << name;
  }
  const std::vector<Code> second = read_codes(folder_ / "out/frame.2.png");
  EXPECT_LE(difference(second[0], {0, 0, 0}), 0) << "outside its data";
}

TEST_F(Sequence, FollowsTheSettings) {
  write_shot(kBlinding);
  const auto linear = run_shot({"--fps", "12.5", "--tone-mapper", "reinhard", "--to-bright-ev-per-s", "8",
                                "--to-dark-ev-per-s", "5", "--transition-ev", "0.5"});
  expect_adaptation(linear, 12.5, [](double adapted, double target) {
    return reference::adapt(adapted, target, 0.08, {8.0, 5.0, 0.5});
  });
  const auto exponential = run_shot({"--fps", "30", "--tone-mapper", "reinhard", "--curve", "exponential",
                                     "--to-bright-time-constant-s", "0.05", "--to-dark-time-constant-s", "0.2"});
  expect_adaptation(exponential, 30.0, [](double adapted, double target) {
    return reference::adapt_exponential(adapted, target, 1.0 / 30.0, {0.05, 0.2});
  });
  const auto held = run_shot({"--fps", "30", "--tone-mapper", "reinhard", "--hold", "true"});
  expect_adaptation(held, 30.0, [](double adapted, double) { return adapted; });
}

/// Small steps, a cut, flicker, black frames; luminances that half floats have.
const std::vector<double> kEventful = {
    0, 0, std::log2(1.5), std::log2(1.125), 6, 6, 6, -2, 6, -2, 6, -20, -20, -20, -2, -2, -2, -2, 1, 1};

std::vector<double> modelled_ev100(const std::vector<double>& stops, double fps,
                                   const reference::ExposureModelSettings& settings) {
  reference::ExposureModel model;
  std::vector<double> adapted;
  for (const double stop : stops) {
    const reference::ExposureModel::Frame frame = {
        .metered_log2 = std::max(stop, -16.0), .dt_s = 1.0 / fps, .is_black = stop <= -16.0};
    adapted.push_back(model.step(frame, settings).adapted_ev100);
  }
  return adapted;
}

TEST_F(Sequence, FollowsTheModelWithEverySetting) {
  constexpr double kFps = 8.0;
  const struct {
    Arguments options;
    reference::ExposureModelSettings settings;
  } cases[] = {
      {{"--curve", "two-exponentials"}, {.adaptation = reference::TwoExponentials{}}},
      {{"--curve", "two-exponentials", "--slow-time-constant-ratio", "20", "--to-bright-time-constant-s", "0.2"},
       {.adaptation = reference::TwoExponentials{{0.2, 1.2}, 20.0}}},
      {{"--calibration-k", "25"}, {.calibration_k = 25.0}},
      {{"--target-curve", "0:3,9:5"}, {.target_curve = {{0.0, 3.0}, {9.0, 5.0}}}},
      {{"--max-curve=-3:0,9:6"}, {.max_curve = {{-3.0, 0.0}, {9.0, 6.0}}}},
      {{"--dead-band-ev", "0.6"}, {.dead_band_ev = 0.6}},
      {{"--cut-low-ev", "1", "--cut-high-ev", "5"}, {.cut_low_ev = 1.0, .cut_high_ev = 5.0}},
      {{"--max-ev-per-s", "0.5"}, {.max_ev_per_s = 0.5}},
      {{"--max-reversals-per-s", "1"}, {.max_reversals_per_s = 1.0}},
      {{"--hold-on-black", "true"}, {.hold_on_black = true}},
  };
  write_shot(kEventful);
  const std::vector<double> plain = modelled_ev100(kEventful, kFps, {});
  for (const Arguments& method : {Arguments{}, Arguments{"--method", "single-pass"}}) {
    for (const auto& one : cases) {
      SCOPED_TRACE(::testing::PrintToString(one.options));
      const std::vector<double> expected = modelled_ev100(kEventful, kFps, one.settings);
      Arguments options = {"--fps", "8"};
      options.insert(options.end(), one.options.begin(), one.options.end());
      options.insert(options.end(), method.begin(), method.end());
      const auto rows = run_shot(options);
      double effect = 0.0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_NEAR(rows[i].adapted_ev100, expected[i], kEvTolerance) << i;
        effect = std::max(effect, std::abs(expected[i] - plain[i]));
      }
      EXPECT_GT(effect, 0.1) << "the setting must matter";
    }
  }
}

TEST_F(Sequence, TakesARangeOfFrames) {
  write_shot({0, 1, 2, 3, 4}, 998);  // 0998 to 1002
  output_of({"sequence", "shot.####.exr", "-o", "out", "--first", "999", "--last", "1001"});
  const auto rows = read_table(folder_ / "out" / "exposure.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].frame, "0999");
  EXPECT_EQ(rows[2].frame, "1001");
  EXPECT_NEAR(rows[0].adapted_ev100, reference::ev100_from_luminance(2.0), kEvTolerance);
  expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "no", "--first", "3", "--last", "2"},
               {"--first", "3", "--last", "2"});
  expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "no", "--last", "1003"}, {"shot.1003.exr", "missing"});
  expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "no", "--first", "0"}, {"shot.0000.exr", "missing"});
  for (const char* value : {"-1", "1.5", "one", "", "99999999999999999999999"}) {
    expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "no", "--first", value}, {"--first: '"});
    expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "no", "--last", value}, {"--last: '"});
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "no"));
}

TEST_F(Sequence, AGapNamesTheFirstMissingFrame) {
  write_shot({0, 1, 2, 3, 4, 5});
  std::filesystem::remove(folder_ / "shot.0003.exr");
  std::filesystem::remove(folder_ / "shot.0005.exr");
  expect_error(kInputError, {"sequence", "shot.####.exr", "-o", "out"}, {"shot.0003.exr", "missing"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(Sequence, PatternsThatMatchNothing) {
  write_shot({0});
  const std::initializer_list<std::pair<const char*, const char*>> kPatterns = {
      {"other.####.exr", "no file matches"},
      {"shot.#####.exr", "no file matches"},
      {"shot.0001.exr", "#"},
      {"shot.%04d.exr", "#"},
      {"shot.#.#.exr", "#"},
      {"a#/shot.####.exr", "#"},
      {"nosuch/shot.####.exr", "nosuch"},
      {"shot.0001.exr/f.####.exr", "shot.0001.exr"}};
  for (const auto& [pattern, word] : kPatterns) {
    expect_error(kInputError, {"sequence", pattern, "-o", "out"}, {word});
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(Sequence, NumbersWithoutPaddingAreInOrder) {
  for (const int i : {8, 9, 10, 11}) {
    write_half_exr(folder_ / ("a bé" + std::to_string(i) + ".exr"), 8, 8, [=](auto, auto) {
      return Rgb{double(i), double(i), double(i)};
    });
  }
  output_of({"sequence", "a bé#.exr", "-o", "out"});
  const auto rows = read_table(folder_ / "out" / "exposure.csv");
  ASSERT_EQ(rows.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(rows[std::size_t(i)].frame, std::to_string(8 + i));
    EXPECT_NEAR(rows[std::size_t(i)].scene_ev100, reference::ev100_from_luminance(8 + i), kEvTolerance);
  }
}

TEST_F(Sequence, TheLargestFrameNumberThereIs) {
  write_half_exr(folder_ / "18446744073709551615.exr", 8, 8, scene);
  output_of({"sequence", "#.exr", "-o", "out"});
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "frame.18446744073709551615.png"));
}

TEST_F(Sequence, FramesWithoutAValidTexelHoldTheExposure) {
  for (int i = 1; i <= 4; ++i) {
    const double light = i == 3 ? std::nan("") : i == 4 ? 64.0 : 4.0;
    write_half_exr(folder_ / ("n." + std::to_string(i) + ".exr"), 20, 10, [=](auto, auto) {
      return Rgb{light, light, light};
    });
  }
  output_of({"sequence", "n.#.exr", "-o", "out", "--fps", "2", "--black-stops", "128"});
  const auto rows = read_table(folder_ / "out" / "exposure.csv");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2].adapted_ev100, rows[1].adapted_ev100);
  EXPECT_NEAR(rows[3].adapted_ev100, reference::adapt(5.0, 9.0, 0.5, {}), kEvTolerance);
}

/// Black is no scene to what a sequence starts from: a first black frame is exposed as for a luminance of 1.
TEST_F(Sequence, BlackFramesNeitherStartNorMoveTheExposure) {
  const bool has_light[] = {false, false, true, true, false, true};
  for (std::size_t i = 0; i < std::size(has_light); ++i) {
    const double light = has_light[i] ? 0.25 : 0.0;
    write_half_exr(folder_ / ("n." + std::to_string(i) + ".exr"), 20, 10, [=](auto, auto) {
      return Rgb{light, light, light};
    });
  }
  output_of({"sequence", "n.#.exr", "-o", "out"});
  const auto rows = read_table(folder_ / "out" / "exposure.csv");
  ASSERT_EQ(rows.size(), std::size(has_light));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double ev100 = reference::ev100_from_luminance(i < 2 ? 1.0 : 0.25);
    EXPECT_NEAR(rows[i].adapted_ev100, ev100, kEvTolerance) << i;
  }
}

TEST_F(Sequence, SheetAndPlotAreWhole) {
  write_shot(std::vector<double>(7, 1.0));
  output_of({"sequence", "shot.####.exr", "-o", "out", "--sheet-frames", "1"});
  const Picture one = read_picture(folder_ / "out" / "contact_sheet.png");
  output_of({"sequence", "shot.####.exr", "-o", "out", "--sheet-frames", "4"});
  const Picture four = read_picture(folder_ / "out" / "contact_sheet.png");
  output_of({"sequence", "shot.####.exr", "-o", "out", "--sheet-frames", "400"});
  const Picture seven = read_picture(folder_ / "out" / "contact_sheet.png");
  EXPECT_GE(one.width, 320u);
  EXPECT_GT(four.width, one.width);
  EXPECT_GT(four.height, one.height);
  EXPECT_GT(std::size_t(seven.width) * seven.height, std::size_t(four.width) * four.height);
  const Picture plot = read_picture(folder_ / "out" / "exposure.png");
  EXPECT_GE(plot.width, 640u);
  EXPECT_GE(plot.height, 320u);
}

TEST_F(Sequence, ReadsOtherPicturesToo) {
  for (const char* name : {"p.1.png", "p.2.png"}) write_file(folder_ / name, io_test::make_png({}));
  output_of({"sequence", "p.#.png", "-o", "out"});
  EXPECT_EQ(read_table(folder_ / "out" / "exposure.csv").size(), 2u);
}

}  // namespace
}  // namespace cli_test
