// SPDX-License-Identifier: MIT
// Tests of the rules of flashes on the CPU against vectors, and of IRIS' rule against its published results.
#include "reference/flash.h"

#include <gtest/gtest.h>
#include <photopic/iris_rule.h>

#include "flash/flash_vectors.h"

namespace {

using nlohmann::json;
using reference::FlashKind;
using reference::FlashVerdict;
using reference::Rgb;

struct FlashSummary {
  std::uint32_t verdict = 0, first_frame = 0, screen = 0, cell = 0;
  double risk = 0.0, window = 0.0;
  std::uint32_t iris_verdict = 0, iris_transitions = 0;
};

photopic::IrisRule iris_rule(std::uint32_t fps) {
  photopic::IrisRule rule;
  EXPECT_EQ(photopic::IrisRule::create(fps, &rule), photopic::Status::ok);
  return rule;
}

FlashSummary summary_of(const std::string& name, std::uint32_t frames) {
  FlashSummary summary;
  reference::FlashModel model(reference::strict_flash_rule(200.0));
  photopic::IrisRule iris = iris_rule(60);
  reference::FlashCells before;
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    const reference::FlashCells cells = flash_test::vector_cells(name, frame);
    const reference::FlashFrame result = model.add(flash_test::time_us_of(frame, 60.0), cells);
    const reference::FlashCount& count = result.kinds[0];
    if (std::uint32_t(result.verdict) > summary.verdict) {
      summary.verdict = std::uint32_t(result.verdict);
      summary.first_frame = frame;
    }
    summary.screen = std::max(summary.screen, count.screen_transitions);
    summary.cell = std::max(summary.cell, count.cell_transitions);
    summary.risk = std::max(summary.risk, count.risk_share);
    summary.window = std::max(summary.window, count.window_share);
    photopic::IrisFrame input;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < cells.means.size(); ++i) {
      input.luminance += cells.means[i].g / 200.0 / double(cells.means.size());
      if (frame > 0 && cells.means[i].g != before.means[i].g) ++changed;
    }
    input.changed_share = double(changed) / double(cells.means.size());
    before = cells;
    const photopic::IrisCounts peer = iris.add(input);
    summary.iris_verdict = std::max(summary.iris_verdict, std::uint32_t(peer.luminance.verdict));
    summary.iris_transitions = std::max(summary.iris_transitions, peer.luminance.transitions);
  }
  return summary;
}

TEST(FlashReference, EveryVector) {
  const json vectors = flash_test::read_vectors();
  ASSERT_EQ(vectors.at("sequences").size(), 18U);
  constexpr double kPrinted = 5.1e-6;  // five digits
  for (const auto& [name, vector] : vectors.at("sequences").items()) {
    SCOPED_TRACE(name);
    const FlashSummary summary = summary_of(name, vector.at("frames"));
    EXPECT_EQ(summary.verdict, vector.at("verdict"));
    EXPECT_EQ(summary.first_frame, vector.at("first_frame_of_verdict"));
    EXPECT_EQ(summary.screen, vector.at("max_screen_transitions"));
    EXPECT_EQ(summary.cell, vector.at("max_cell_transitions"));
    EXPECT_NEAR(summary.risk, vector.at("max_risk_area").get<double>(), kPrinted);
    EXPECT_NEAR(summary.window, vector.at("max_risk_area_10deg").get<double>(), kPrinted);
    EXPECT_EQ(summary.iris_verdict, vector.at("iris_result"));
    EXPECT_EQ(summary.iris_transitions, vector.at("iris_max_transitions"));
  }
}

TEST(FlashReference, IrisAsPublished) {
  const json vectors = flash_test::read_vectors();
  ASSERT_EQ(vectors.at("iris_published").at("sequences").size(), 6U);
  for (const auto& [name, vector] : vectors.at("iris_published").at("sequences").items()) {
    SCOPED_TRACE(name);
    photopic::IrisRule iris = iris_rule(vector.at("fps").get<std::uint32_t>());
    std::vector<std::uint32_t> results, transitions, expected_results, expected_transitions;
    for (const json& run : vector.at("input")) {
      for (std::uint32_t i = 0; i < run.at(2).get<std::uint32_t>(); ++i) {
        const photopic::IrisCounts frame = iris.add({.luminance = run.at(0), .changed_share = run.at(1)});
        results.push_back(std::uint32_t(frame.luminance.verdict));
        transitions.push_back(frame.luminance.transitions);
      }
    }
    const auto spread = [](const json& runs, std::vector<std::uint32_t>& out) {
      for (const json& run : runs) out.insert(out.end(), run.at(1).get<std::size_t>(), run.at(0).get<std::uint32_t>());
    };
    spread(vector.at("result"), expected_results);
    spread(vector.at("transitions"), expected_transitions);
    EXPECT_EQ(results, expected_results);
    EXPECT_EQ(transitions, expected_transitions);
  }
}

TEST(FlashReference, IrisNeedsARate) {
  std::string text;
  const auto keep = [](photopic::Status, const char* message, void* user) {
    *static_cast<std::string*>(user) = message;
  };
  photopic::IrisRule rule;
  for (const std::uint32_t fps : {0U, photopic::IrisRule::kMaxFps + 1}) {
    EXPECT_EQ(photopic::IrisRule::create(fps, &rule, keep, &text), photopic::Status::invalid_argument);
    EXPECT_EQ(text, "IrisRule::create: fps = " + std::to_string(fps) + ": must be within [1, 1000000]");
  }
  EXPECT_EQ(rule.add({}).luminance.verdict, photopic::FlashVerdict::pass);
}

TEST(FlashReference, SmallBrightFlashThatIrisPasses) {
  reference::FlashModel model(reference::strict_flash_rule(200.0));
  photopic::IrisRule iris = iris_rule(60);
  FlashVerdict worst = FlashVerdict::pass;
  photopic::FlashVerdict iris_worst = photopic::FlashVerdict::pass;
  for (std::uint32_t frame = 0; frame < 66; ++frame) {
    reference::FlashCells cells = {flash_test::kVectorColumns, flash_test::kVectorRows, {}};
    const bool is_on = frame / 3 % 2 == 1;
    for (std::uint32_t i = 0; i < cells.columns * cells.rows; ++i) {
      const bool flashes = i % cells.columns < 6 && i / cells.columns < 3;
      cells.means.push_back(reference::grey(is_on && flashes ? 200.0 : 0.0));
    }
    constexpr double kShare = 18.0 / 576.0;
    const photopic::IrisFrame input = {.luminance = is_on ? kShare : 0.0, .changed_share = frame % 3 == 0 ? kShare : 0};
    worst = std::max(worst, model.add(flash_test::time_us_of(frame, 60.0), cells).verdict);
    iris_worst = std::max(iris_worst, iris.add(input).luminance.verdict);
  }
  EXPECT_EQ(worst, FlashVerdict::fail);
  EXPECT_EQ(iris_worst, photopic::FlashVerdict::pass);
}

/// Worst verdict of one of IRIS' sequences, all of the screen.
FlashVerdict verdict_of_published(const json& vector, const reference::FlashRule& rule) {
  reference::FlashModel model(rule);
  FlashVerdict worst = FlashVerdict::pass;
  std::uint32_t frame = 0;
  for (const json& run : vector.at("input")) {
    for (std::uint32_t i = 0; i < run.at(2).get<std::uint32_t>(); ++i, ++frame) {
      const reference::FlashCells cells = {1, 1, {reference::grey(200.0 * run.at(0).get<double>())}};
      worst = std::max(worst, model.add(flash_test::time_us_of(frame, vector.at("fps")), cells).verdict);
    }
  }
  return worst;
}

TEST(FlashReference, IrisSequencesByOurRules) {
  struct Expected {
    const char* name;
    FlashVerdict strict, wcag, iris;
  };
  using enum FlashVerdict;
  // As in docs/flashes.md.
  constexpr Expected kExpected[] = {{"2Hz_5s", warning, warning, warning}, {"2Hz_6s", extended, warning, extended},
                                    {"3Hz_6s", fail, fail, fail},          {"extendedFLONG", pass, pass, pass},
                                    {"gray", warning, pass, pass},         {"intermitentEF", pass, pass, pass}};
  const json vectors = flash_test::read_vectors();
  for (const Expected& expected : kExpected) {
    SCOPED_TRACE(expected.name);
    const json& vector = vectors.at("iris_published").at("sequences").at(expected.name);
    EXPECT_EQ(verdict_of_published(vector, reference::strict_flash_rule(200.0)), expected.strict);
    EXPECT_EQ(verdict_of_published(vector, reference::wcag_flash_rule(200.0)), expected.wcag);
    std::uint32_t iris = 0;
    for (const json& run : vector.at("result")) iris = std::max(iris, run.at(0).get<std::uint32_t>());
    EXPECT_EQ(FlashVerdict(iris), expected.iris);
  }
}

/// The screen at 10 Hz between two colours, for a second and a bit.
reference::FlashFrame flash_between(const reference::FlashRule& rule, const Rgb& a, const Rgb& b) {
  reference::FlashModel model(rule);
  reference::FlashFrame last;
  for (std::uint32_t frame = 0; frame < 66; ++frame) {
    const reference::FlashCells cells = {2, 2, std::vector<Rgb>(4, frame / 3 % 2 == 0 ? a : b)};
    last = model.add(flash_test::time_us_of(frame, 60.0), cells);
  }
  return last;
}

TEST(FlashReference, ProfilesDifferWhereTheirRulesDo) {
  const auto verdict = [](const reference::FlashRule& rule, double a, double b) {
    return flash_between(rule, reference::grey(a), reference::grey(b)).verdict;
  };
  // 170 to 190 cd/m^2: a contrast of 1/18; to 195: of 1/14.6, which WCAG doesn't ask for.
  EXPECT_EQ(verdict(reference::bt1702_flash_rule(200.0), 170.0, 190.0), FlashVerdict::pass);
  EXPECT_EQ(verdict(reference::bt1702_flash_rule(200.0), 170.0, 195.0), FlashVerdict::fail);
  EXPECT_EQ(verdict(reference::strict_flash_rule(200.0), 170.0, 195.0), FlashVerdict::fail);
  EXPECT_EQ(verdict(reference::wcag_flash_rule(200.0), 170.0, 195.0), FlashVerdict::pass);
  // WCAG's are parts of white: 15 of 100 cd/m^2 is a flash, 15 of 200 isn't.
  EXPECT_EQ(verdict(reference::wcag_flash_rule(100.0), 20.0, 35.0), FlashVerdict::fail);
  EXPECT_EQ(verdict(reference::wcag_flash_rule(200.0), 20.0, 35.0), FlashVerdict::pass);
  EXPECT_EQ(verdict(reference::bt1702_flash_rule(100.0), 20.0, 35.0), FlashVerdict::pass);
}

TEST(FlashReference, RedOfOneLuminance) {
  // Of 15 cd/m^2 both: no flash of luminance, but of saturated red.
  const Rgb red = {15.0 / 0.2126, 0.0, 0.0}, grey = reference::grey(15.0);
  const reference::FlashFrame frame = flash_between(reference::strict_flash_rule(200.0), red, grey);
  EXPECT_EQ(frame.kinds[0].verdict, FlashVerdict::pass);
  EXPECT_EQ(frame.kinds[1].verdict, FlashVerdict::fail);
  EXPECT_EQ(frame.kinds[2].verdict, FlashVerdict::fail);
  EXPECT_EQ(frame.kinds[2].screen_transitions, 20U);
  EXPECT_EQ(frame.verdict, FlashVerdict::fail);
  // Between two unsaturated colours as far apart nothing happens, nor between two saturated ones.
  const Rgb green = {0.0, 15.0 / 0.7152, 0.0}, dark_red = {15.0, 0.0, 0.0};
  EXPECT_EQ(flash_between(reference::strict_flash_rule(200.0), green, grey).verdict, FlashVerdict::pass);
  EXPECT_EQ(flash_between(reference::strict_flash_rule(200.0), red, dark_red).kinds[2].verdict, FlashVerdict::pass);
}

}  // namespace
