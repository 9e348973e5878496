// SPDX-License-Identifier: MIT
// Tests of rules: wording, thresholds, margins, refusals.
#include "compare/rules/rule.h"

#include <limits>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using compare::Measured;
using compare::Rule;
using compare::Verdict;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Rule rule_of(const std::string& text) {
  const json::Document document(text);
  return compare::read_rule(json::Node(document));
}

std::string words_of(const std::string& text) { return compare::words_of(rule_of(text)); }

std::string refusal(const std::string& text) {
  return error_of<json::Error>([&] { rule_of(text); });
}

Verdict verdict_of(const std::string& text, const Measured& measured) {
  return compare::evaluate(rule_of(text), measured);
}

Measured scored(const std::string& name, double value) {
  Measured measured;
  measured.scores = {{"first", 1.0}, {name, value}};
  return measured;
}

/// 1000 pixels: 4 off by 6, 1 off by 255.
Measured pictured() {
  Measured measured;
  for (int delta = 0; delta <= 255; ++delta) {
    const std::uint64_t above = delta < 6 ? 5 : delta < 255 ? 1 : 0;
    measured.pixels_above[{compare::PixelDistance::Kind::codes, double(delta), false}] = above;
  }
  measured.pixels = 1000;
  return measured;
}

TEST(Rule, InWords) {
  EXPECT_EQ(words_of(R"("exact")"), "max delta 0");
  EXPECT_EQ(
      words_of(R"("backend")"),
      "all of (max delta 2 but for 0.1% of the pixels, float_ssim_scale1 >= 0.999, tile32_mse <= 16, tile8_mse <= "
      "64, tile32_ssim >= 0.97, largest cluster off by more than 4 <= 32)");
  EXPECT_EQ(
      words_of(R"("driver")"),
      "all of (max delta 5 but for 0.5% of the pixels, float_ssim_scale1 >= 0.99, flip_mean <= 0.02, tile32_mse <= "
      "1000, tile8_mse <= 4000, tile32_ssim >= 0.93, tile8_flip <= 0.17, flip_p999 <= 0.25, largest cluster off by "
      "more than 16 <= 64)");
  EXPECT_EQ(words_of(R"({"max_cluster": 20, "cluster_delta": 8})"), "largest cluster off by more than 8 <= 20");
  EXPECT_EQ(words_of(R"({"max_cluster": 0})"), "largest cluster off by more than 0 <= 0");
  EXPECT_EQ(words_of(R"({"max_flip_p99": 0.2, "min_tile8_ssim": -0.5, "max_tile32_flip": 1})"),
            "all of (flip_p99 <= 0.2, tile8_ssim >= -0.5, tile32_flip <= 1)");
  EXPECT_EQ(words_of(R"({"max_delta": 2})"), "max delta 2");
  EXPECT_EQ(words_of(R"({"max_pixels": 1})"), "max delta 0 but for 1 pixel");
  EXPECT_EQ(words_of(R"({"max_pixels": 10, "max_delta": 3})"), "max delta 3 but for 10 pixels");
  EXPECT_EQ(words_of(R"({"min_psnr_db": 40})"), "psnr_rgb >= 40");
  EXPECT_EQ(words_of(R"({"min_ssim": 0.99})"), "float_ssim_scale1 >= 0.99");
  EXPECT_EQ(words_of(R"({"min_ms_ssim": 0.98})"), "float_ms_ssim >= 0.98");
  EXPECT_EQ(words_of(R"({"max_flip": 0.02})"), "flip_mean <= 0.02");
  EXPECT_EQ(words_of(R"({"max_ciede2000": 1.5})"), "ciede2000_mean_de <= 1.5");
  EXPECT_EQ(words_of(R"({"max_delta_e2000": 1.5})"), "delta_e2000_mean <= 1.5");
  EXPECT_EQ(words_of(R"({"min_psnr_hvs_db": 30})"), "psnr_hvs >= 30");
  EXPECT_EQ(words_of(R"({"score": "float_ssim", "min": 0.9})"), "float_ssim >= 0.9");
  EXPECT_EQ(words_of(R"({"score": "mse", "min": 1, "max": 2})"), "all of (mse >= 1, mse <= 2)");
  EXPECT_EQ(words_of(R"({"max_delta": 1, "min_ssim": 0.5, "score": "mse", "max": 2})"),
            "all of (max delta 1, float_ssim_scale1 >= 0.5, mse <= 2)");
  EXPECT_EQ(words_of(R"({"any": ["exact", {"all": [{"min_ssim": 1}, {"max_flip": 0}]}]})"),
            "any of (max delta 0, all of (float_ssim_scale1 >= 1, flip_mean <= 0))");
}

TEST(Rule, RefusalsNameTheKey) {
  EXPECT_EQ(refusal("1"), "neither a preset's name nor an object");
  EXPECT_EQ(refusal("{}"), "has no bound");
  EXPECT_EQ(refusal(R"("strict")"), "there is no preset 'strict'; there are exact, backend, driver");
  EXPECT_EQ(refusal(R"({"max_detla": 1})"),
            "max_detla: a rule has no such member; there are all, any, max_delta, delta_e2000, yiq, oklab, "
            "max_pixels, ignore_antialiasing, max_cluster, cluster_delta, score, min, max, min_psnr_db, min_ssim, "
            "min_ms_ssim, max_flip, max_ciede2000, max_delta_e2000, min_psnr_hvs_db, max_flip_p99, max_flip_p999, "
            "max_tile32_mse, max_tile8_mse, min_tile32_ssim, min_tile8_ssim, max_tile32_flip, max_tile8_flip");
  EXPECT_EQ(refusal(R"({"max_delta": 256})"), "max_delta: not a number from 0 to 255");
  EXPECT_EQ(refusal(R"({"max_delta": "2"})"), "max_delta: not a number");
  EXPECT_EQ(refusal(R"({"max_pixels": -1})"), "max_pixels: not a whole number from 0 to 4294967296");
  EXPECT_EQ(refusal(R"({"max_pixels": 0.5})"), "max_pixels: not a whole number from 0 to 4294967296");
  for (const char* text : {"", "%", "5", "5 %", " 5%", "5%%", "-1%", "101%", "nan%", "inf%", "x%"}) {
    EXPECT_EQ(refusal(R"({"max_pixels": ")" + std::string(text) + "\"}"),
              "max_pixels: '" + std::string(text) + "' is not a percentage from 0% to 100%");
  }
  EXPECT_EQ(refusal(R"({"min_ssim": 1.5})"), "min_ssim: not a number from -1 to 1");
  EXPECT_EQ(refusal(R"({"max_flip": -1})"), "max_flip: not a number from 0 to 1");
  EXPECT_EQ(refusal(R"({"min_psnr_db": "inf"})"), "min_psnr_db: not a number");
  EXPECT_EQ(refusal(R"({"score": "mse"})"), "score: has neither min nor max beside it");
  EXPECT_EQ(refusal(R"({"score": "", "min": 1})"), "score: is empty");
  EXPECT_EQ(refusal(R"({"score": "mse", "min": 2, "max": 1})"), "min: is above max");
  EXPECT_EQ(refusal(R"({"min": 2})"), "min: of which score? There is no score beside it");
  EXPECT_EQ(refusal(R"({"max": 2})"), "max: of which score? There is no score beside it");
  EXPECT_EQ(refusal(R"({"all": []})"), "all: is empty");
  EXPECT_EQ(refusal(R"({"any": {}})"), "any: not an array");
  EXPECT_EQ(refusal(R"({"max_delta": 1, "any": ["exact"]})"), "any: has other members beside it");
  EXPECT_EQ(refusal(R"({"any": ["exact", {"all": [{"max_flip": true}]}]})"), "any[1].all[0].max_flip: not a number");
}

TEST(Rule, NeededScoresAreNamedOnce) {
  EXPECT_TRUE(compare::needed_scores(rule_of(R"("exact")")).empty());
  EXPECT_EQ(compare::needed_scores(rule_of(R"({"any": ["driver", {"min_ssim": 1, "min_psnr_db": 3}]})")),
            (std::vector<std::string>{"float_ssim_scale1", "flip_mean", "tile32_mse", "tile8_mse", "tile32_ssim",
                                      "tile8_flip", "flip_p999", "cluster_pixels", "psnr_rgb"}));
}

TEST(Rule, ClustersHaveOneDelta) {
  EXPECT_EQ(compare::cluster_delta_of(rule_of(R"("exact")")), std::nullopt);
  EXPECT_EQ(compare::cluster_delta_of(rule_of(R"({"max_cluster": 3})")), 0u);
  EXPECT_EQ(compare::cluster_delta_of(rule_of(R"({"any": ["exact", {"all": ["driver"]}]})")), 16u);
  EXPECT_EQ(compare::cluster_delta_of(rule_of(R"({"all": ["driver", {"max_cluster": 3, "cluster_delta": 16}]})")), 16u);
  EXPECT_EQ(refusal(R"({"any": [{"max_cluster": 3}, {"all": ["exact", "driver"]}]})"),
            "any: has clusters beyond 0 and beyond 16 codes; cluster_delta must be the same in all of a rule, presets "
            "included");
  EXPECT_EQ(refusal(R"({"cluster_delta": 3})"), "cluster_delta: of which bound? There is no max_cluster beside it");
  EXPECT_EQ(refusal(R"({"max_cluster": 3, "cluster_delta": 256})").substr(0, 13), "cluster_delta");
}

TEST(Rule, ClustersAreBounded) {
  const std::string rule = R"({"max_cluster": 20, "cluster_delta": 8})";
  EXPECT_TRUE(verdict_of(rule, scored("cluster_pixels", 20.0)).holds);
  const Verdict verdict = verdict_of(rule, scored("cluster_pixels", 25.0));
  EXPECT_FALSE(verdict.holds);
  EXPECT_EQ(verdict.checks[0].margin, -0.25);
  EXPECT_TRUE(verdict_of(rule, scored("other", 1.0)).checks[0].text.ends_with(" (not measured)"));
}

TEST(Rule, PixelsAreCounted) {
  const Verdict four = verdict_of(R"({"max_delta": 5, "max_pixels": 5})", pictured());
  EXPECT_TRUE(four.holds);
  ASSERT_EQ(four.checks.size(), 1u);
  EXPECT_EQ(four.checks[0].text, "pixels off by more than 5 <= 5");
  EXPECT_EQ(four.checks[0].value, 5.0);
  EXPECT_EQ(four.checks[0].margin, 0.0);
  EXPECT_EQ(four.text, "max delta 5 but for 5 pixels");
  const Verdict three = verdict_of(R"({"max_delta": 5, "max_pixels": 4})", pictured());
  EXPECT_FALSE(three.holds);
  EXPECT_EQ(three.checks[0].margin, -0.25);
  EXPECT_EQ(verdict_of(R"({"max_delta": 6, "max_pixels": 4})", pictured()).checks[0].value, 1.0);
  const Verdict none = verdict_of(R"("exact")", pictured());
  EXPECT_FALSE(none.holds);
  EXPECT_EQ(none.checks[0].margin, -5.0) << "plain where the threshold is 0";
  EXPECT_TRUE(verdict_of(R"({"max_delta": 255})", pictured()).holds);
  EXPECT_FALSE(verdict_of(R"({"max_delta": 254})", pictured()).holds);
}

TEST(Rule, DeltasMayHaveFractions) {
  const Rule rule =
      rule_of(R"({"all": [{"max_delta": 2.5, "max_pixels": 3}, {"max_delta": 0.25}, {"max_delta": 2.5}]})");
  using Kind = compare::PixelDistance::Kind;
  EXPECT_EQ(compare::distances_of(rule),
            (std::vector<compare::PixelDistance>{{Kind::codes, 2.5, false}, {Kind::codes, 0.25, false}}));
  EXPECT_EQ(compare::words_of(rule), "all of (max delta 2.5 but for 3 pixels, max delta 0.25, max delta 2.5)");
  Measured measured;
  measured.pixels = 10;
  measured.pixels_above = {{{Kind::codes, 2.5, false}, 0}, {{Kind::codes, 0.25, false}, 1}};
  const Verdict verdict = compare::evaluate(rule, measured);
  EXPECT_EQ(verdict.checks[0].text, "pixels off by more than 2.5 <= 3");
  EXPECT_TRUE(verdict.checks[0].holds && !verdict.checks[1].holds && verdict.checks[2].holds);
  EXPECT_EQ(refusal(R"({"max_delta": 255.5})"), "max_delta: not a number from 0 to 255");
}

TEST(Rule, PixelsAreCountedByPerceivedColor) {
  using Kind = compare::PixelDistance::Kind;
  EXPECT_EQ(words_of(R"({"delta_e2000": 2, "max_pixels": "0.1%"})"),
            "max distance 2 in CIEDE2000 but for 0.1% of the pixels");
  EXPECT_EQ(words_of(R"({"yiq": 0.1, "ignore_antialiasing": true})"),
            "max distance 0.1 in YIQ but for anti-aliased edges");
  EXPECT_EQ(words_of(R"({"yiq": 0.1, "max_delta": 5, "max_pixels": 7})"),
            "all of (max delta 5 but for 7 pixels, max distance 0.1 in YIQ but for 7 pixels)");
  const Rule rule = rule_of(R"({"oklab": 0.1, "ignore_antialiasing": true, "max_pixels": 1})");
  Measured measured;
  measured.pixels = 10;
  measured.pixels_above = {{{Kind::oklab, 0.1, true}, 2}};
  const Verdict verdict = compare::evaluate(rule, measured);
  EXPECT_FALSE(verdict.holds);
  EXPECT_EQ(verdict.checks[0].text, "pixels off by more than 0.1 in OKLab but for anti-aliased edges <= 1");
  EXPECT_EQ(refusal(R"({"yiq": 1.5})"), "yiq: not a number from 0 to 1");
  EXPECT_EQ(refusal(R"({"max_delta": 2, "ignore_antialiasing": true})"),
            "ignore_antialiasing: of which distance? There is neither yiq nor oklab beside it");
  EXPECT_EQ(compare::words_of(compare::without_antialiasing(rule_of(R"({"any": [{"yiq": 0.1}, {"delta_e2000": 2}]})"))),
            "any of (max distance 0.1 in YIQ but for anti-aliased edges, max distance 2 in CIEDE2000)");
}

TEST(Rule, PercentsHoldOnTheThresholdItself) {
  const Verdict half = verdict_of(R"({"max_delta": 5, "max_pixels": "0.5%"})", pictured());
  EXPECT_TRUE(half.holds);
  EXPECT_EQ(half.checks[0].text, "pixels off by more than 5 <= 0.5%");
  EXPECT_EQ(half.checks[0].value, 0.5);
  EXPECT_FALSE(verdict_of(R"({"max_delta": 5, "max_pixels": "0.499%"})", pictured()).holds);
  for (std::uint64_t count = 1; count < 1000; ++count) {  // each as a percentage of one decimal
    Measured measured;
    measured.pixels = 1000;
    measured.pixels_above[{}] = count;
    const std::string percent = std::to_string(count / 10) + "." + std::to_string(count % 10) + "%";
    EXPECT_TRUE(verdict_of(R"({"max_pixels": ")" + percent + "\"}", measured).holds) << percent;
  }
}

TEST(Rule, NoPixelsHoldNoBoundOnThem) {
  Measured nothing;
  nothing.pixels_above[{}] = 0;
  for (const char* text : {R"("exact")", R"({"max_pixels": "100%"})"}) {
    const Verdict verdict = verdict_of(text, nothing);
    EXPECT_FALSE(verdict.holds);
    EXPECT_TRUE(std::isnan(verdict.checks[0].value));
    EXPECT_EQ(verdict.checks[0].margin, -kInfinity);
  }
}

TEST(Rule, LowerAndUpperBoundsWithTheirMargins) {
  const auto margin = [](const std::string& rule, double value) {
    const Verdict verdict = verdict_of(rule, scored("s", value));
    EXPECT_EQ(verdict.holds, verdict.checks[0].margin >= 0.0);
    EXPECT_EQ(verdict.holds, verdict.checks[0].holds);
    return verdict.checks[0].margin;
  };
  const std::string lower = R"({"score": "s", "min": 4})", upper = R"({"score": "s", "max": 4})";
  EXPECT_EQ(margin(lower, 5.0), 0.25);
  EXPECT_EQ(margin(lower, 4.0), 0.0);
  EXPECT_EQ(margin(lower, 3.0), -0.25);
  EXPECT_EQ(margin(upper, 5.0), -0.25);
  EXPECT_EQ(margin(upper, 4.0), 0.0);
  EXPECT_EQ(margin(upper, 3.0), 0.25);
  EXPECT_EQ(margin(R"({"score": "s", "min": -4})", -3.0), 0.25);
  EXPECT_EQ(margin(R"({"score": "s", "min": 0})", 3.0), 3.0);
  EXPECT_EQ(margin(R"({"score": "s", "max": 0})", 3.0), -3.0);
  EXPECT_EQ(margin(lower, kInfinity), kInfinity);
  EXPECT_EQ(margin(upper, kInfinity), -kInfinity);
  EXPECT_EQ(margin(lower, -kInfinity), -kInfinity);
  EXPECT_EQ(margin(lower, kNan), -kInfinity);
  EXPECT_EQ(margin(upper, kNan), -kInfinity);
}

TEST(Rule, ScoresThatWereNotMeasuredHoldNothingAndSaySo) {
  for (const char* text : {R"({"score": "none", "min": -4})", R"({"score": "none", "max": 4})"}) {
    const Verdict verdict = verdict_of(text, scored("s", 1.0));
    EXPECT_FALSE(verdict.holds);
    EXPECT_TRUE(verdict.checks[0].text.ends_with(" (not measured)")) << verdict.checks[0].text;
    EXPECT_TRUE(std::isnan(verdict.checks[0].value));
  }
}

TEST(Rule, GroupsListEveryCheck) {
  Measured measured = pictured();
  measured.scores = {{"float_ssim_scale1", 0.995}, {"flip_mean", 0.5}};
  const Verdict all = verdict_of(R"("driver")", measured);
  EXPECT_FALSE(all.holds);
  ASSERT_EQ(all.checks.size(), 9u);
  EXPECT_TRUE(all.checks[0].holds);
  EXPECT_TRUE(all.checks[1].holds);
  EXPECT_FALSE(all.checks[2].holds);
  const Verdict any =
      verdict_of(R"({"any": [{"min_ssim": 0.9}, "exact", {"all": ["driver", {"max_flip": 1}]}]})", measured);
  EXPECT_TRUE(any.holds);
  EXPECT_EQ(any.checks.size(), 12u) << "also those after the first that holds";
  EXPECT_FALSE(verdict_of(R"({"any": ["exact", {"max_flip": 0.1}]})", measured).holds);
}

TEST(Rule, WithoutAWordIsExact) { EXPECT_EQ(compare::words_of(Rule{}), "max delta 0"); }

}  // namespace
}  // namespace regress_test
