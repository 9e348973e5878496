// SPDX-License-Identifier: MIT
// Tests of grades against vectors of the published formulas.
#include "reference/display/grading.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reference/display/primaries.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_mapped;
using display_test::rgb_of;
using nlohmann::json;
using reference::Rgb;

TEST(DisplayGrading, Cdl) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    ASSERT_FALSE(all.at("cdl").empty());
    for (const json& vector : all.at("cdl")) {
      const reference::Cdl cdl{rgb_of(vector.at("slope")), rgb_of(vector.at("offset")), rgb_of(vector.at("power")),
                               vector.at("saturation")};
      expect_mapped(all.at("input"), vector.at("asc_clamped"), [&](Rgb c) { return apply_cdl_clamped(c, cdl); });
      expect_mapped(all.at("input"), vector.at("no_clamp"), [&](Rgb c) { return apply_cdl(c, cdl); });
    }
  });
}

/// Members of `group`, whose names are amounts.
template <typename Grade>
void expect_by_amount(const json& all, const char* group, Grade grade) {
  ASSERT_FALSE(all.at(group).empty());
  for (const auto& [amount, outputs] : all.at(group).items()) {
    SCOPED_TRACE(group + (" " + amount));
    expect_mapped(all.at("input"), outputs, [&, k = std::stod(amount)](Rgb c) { return grade(c, k); });
  }
}

TEST(DisplayGrading, ContrastSaturationAndVibrance) {
  const Rgb weights = luminance_row(reference::kAp1);
  display_test::for_each_oracle("grading.json", [&](const json& all) {
    expect_by_amount(all, "contrast_power", [](Rgb c, double k) { return reference::contrast_power(c, k); });
    expect_by_amount(all, "contrast_acescct", [](Rgb c, double k) { return reference::contrast_acescct(c, k); });
    expect_by_amount(all, "saturation_ap1", [&](Rgb c, double k) { return adjust_saturation(c, k, weights); });
    expect_by_amount(all, "vibrance_ap1", [&](Rgb c, double k) { return adjust_vibrance(c, k, weights); });
  });
}

TEST(DisplayGrading, LiftGammaGain) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    const json& grade = all.at("lift_gamma_gain");
    expect_mapped(all.at("input"), grade.at("out"), [&](Rgb c) {
      return lift_gamma_gain(c, rgb_of(grade.at("lift")), rgb_of(grade.at("gamma")), rgb_of(grade.at("gain")));
    });
  });
}

TEST(DisplayGrading, Wheels) {
  display_test::for_each_oracle("grading.json", [](const json& all) {
    const json& grade = all.at("shadows_midtones_highlights");
    const json& ranges = grade.at("ranges");
    const reference::ToneWheels wheels{rgb_of(grade.at("shadows")),
                                       rgb_of(grade.at("midtones")),
                                       rgb_of(grade.at("highlights")),
                                       ranges.at(0),
                                       ranges.at(1),
                                       ranges.at(2),
                                       ranges.at(3)};
    expect_mapped(all.at("input"), grade.at("out"),
                  [&](Rgb c) { return apply_wheels(c, wheels, rgb_of(grade.at("weights"))); });
  });
}

TEST(DisplayGrading, DefaultsAreIdentities) {
  const Rgb weights = luminance_row(reference::kBt709);
  for (const Rgb c : {Rgb{0.18, 0.5, 2.0}, Rgb{-0.1, 0.2, 0.3}}) {
    constexpr display_test::Tolerance kRounding{1e-15, 1e-16};
    display_test::expect_close(apply_cdl(c, {}), c, kRounding);
    display_test::expect_close(reference::contrast_acescct(c, 1.0), c, {1e-14, 1e-16});
    display_test::expect_close(lift_gamma_gain(c, {}, {1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}), c, kRounding);
    display_test::expect_close(adjust_saturation(c, 1.0, weights), c, kRounding);
    display_test::expect_close(adjust_vibrance(c, 0.0, weights), c, kRounding);
    display_test::expect_close(apply_wheels(c, {}, weights), c, kRounding);
  }
}

}  // namespace
