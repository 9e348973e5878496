// SPDX-License-Identifier: MIT
// Tests of the eye at night in double against vectors of the published formulas, and of what it must do.
#include "reference/effects/night.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/reference/eye_oracles.h"

namespace {

using nlohmann::json;
using reference::Receptors;
using reference::Rgb;

/// 9 digits and more are printed.
constexpr double kEyePrinted = 6e-9;
/// Of m, whose oracle has 24 steps of bisection.
constexpr double kEyeBisected = 1.2e-7;

void expect_eye_value(double value, double expected, double relative = kEyePrinted) {
  EXPECT_NEAR(value, expected, relative * std::abs(expected));
}

TEST(NightReference, Mes2) {
  eye_test::with_vectors([](const json& eye) {
    ASSERT_EQ(eye.at("mes2").size(), 80U);
    for (const json& vector : eye.at("mes2")) {
      SCOPED_TRACE(vector.dump());
      const double photopic = vector.at("photopic_cd_m2");
      const double m = reference::mes2_m(photopic, vector.at("s_over_p"));
      EXPECT_NEAR(m, vector.at("m").get<double>(), kEyeBisected);
      expect_eye_value(reference::mes2_luminance(photopic, vector.at("s_over_p"), m), vector.at("mesopic_cd_m2"), 1e-7);
    }
  });
}

TEST(NightReference, MesopicColors) {
  eye_test::with_vectors([](const json& eye) {
    const Rgb tint = eye_test::rgb_of(eye.at("night").at("tint"));
    EXPECT_NEAR(reference::rod_tint().b, tint.b, 1e-8);
    ASSERT_FALSE(eye.at("night").at("cases").empty());
    for (const json& vector : eye.at("night").at("cases")) {
      SCOPED_TRACE(vector.dump());
      const double m = reference::mes2_m(vector.at("adapt_cd_m2"), reference::kSOverPOfD65);
      EXPECT_NEAR(m, vector.at("m").get<double>(), kEyeBisected);
      const Rgb out = reference::mesopic_color(eye_test::rgb_of(vector.at("rgb")), m, reference::kSOverPOfD65,
                                               reference::rod_tint());
      const Rgb expected = eye_test::rgb_of(vector.at("out"));
      const double tolerance = 2e-7 * (expected.r + expected.g + expected.b);
      EXPECT_NEAR(out.r, expected.r, tolerance);
      EXPECT_NEAR(out.g, expected.g, tolerance);
      EXPECT_NEAR(out.b, expected.b, tolerance);
    }
  });
}

TEST(NightReference, LmsrOpponentColors) {
  eye_test::with_vectors([](const json& eye) {
    for (const json& vector : eye.at("lmsr_reference")) {
      SCOPED_TRACE(vector.dump());
      const Rgb out = reference::lmsr_opponent(eye_test::rgb_of(vector.at("rgb_cd_m2")), vector.at("night"));
      const Rgb expected = eye_test::rgb_of(vector.at("out"));
      const double tolerance = 1e-8 * (std::abs(expected.r) + std::abs(expected.g) + std::abs(expected.b));
      EXPECT_NEAR(out.r, expected.r, tolerance);
      EXPECT_NEAR(out.g, expected.g, tolerance);
      EXPECT_NEAR(out.b, expected.b, tolerance);
    }
  });
}

TEST(NightReference, ThresholdsAcuityAndSaturation) {
  eye_test::with_vectors([](const json& eye) {
    for (const json& vector : eye.at("threshold")) {
      SCOPED_TRACE(vector.dump());
      expect_eye_value(reference::cone_threshold(vector.at("La")), vector.at("cone_dL"));
      expect_eye_value(reference::rod_threshold(vector.at("La")), vector.at("rod_dL"));
      expect_eye_value(reference::acuity_cycles_per_deg(vector.at("La")), vector.at("acuity_cpd"));
    }
    for (const json& vector : eye.at("half_saturation")) {
      SCOPED_TRACE(vector.dump());
      expect_eye_value(reference::cone_half_saturation(vector.at("G")), vector.at("cone"));
      expect_eye_value(reference::rod_half_saturation(vector.at("G")), vector.at("rod"));
    }
  });
}

TEST(NightReference, Bleaching) {
  eye_test::with_vectors([](const json& eye) {
    for (const json& vector : eye.at("bleaching")) {
      SCOPED_TRACE(vector.dump());
      const auto pigment = vector.at("receptor") == "cone" ? reference::cone_pigment : reference::rod_pigment;
      expect_eye_value(pigment(vector.at("B0"), vector.at("L"), vector.at("t_s")), vector.at("B"));
    }
  });
}

TEST(NightReference, Pupil) {
  eye_test::with_vectors([](const json& eye) {
    for (const json& vector : eye.at("pupil")) {
      SCOPED_TRACE(vector.dump());
      EXPECT_NEAR(reference::pupil_mm(vector.at("cd_m2"), vector.at("area_deg2"), vector.at("age"), vector.at("eyes")),
                  vector.at("mm").get<double>(), 2e-9);
    }
    for (const json& vector : eye.at("pupil_dynamics")) {
      SCOPED_TRACE(vector.dump());
      // The oracle's rate is of ln 10 in 5 digits.
      EXPECT_NEAR(reference::moved_pupil_mm(vector.at("D0"), vector.at("D_inf"), vector.at("t_s")),
                  vector.at("D").get<double>(), 3e-5);
    }
  });
}

TEST(NightReference, DarkAdaptation) {
  eye_test::with_vectors([](const json& eye) {
    for (const json& vector : eye.at("dark_adaptation")) {
      SCOPED_TRACE(vector.dump());
      const Receptors receptors = reference::adapted_receptors(reference::receptors_at_rest(vector.at("from_cd_m2")),
                                                               vector.at("to_cd_m2"), vector.at("t_s"));
      EXPECT_NEAR(receptors.cone_ev, vector.at("cone_ev").get<double>(), 6e-8);
      EXPECT_NEAR(receptors.rod_ev, vector.at("rod_ev").get<double>(), 6e-8);
      const double least = reference::least_visible(receptors);
      expect_eye_value(least, vector.at("floor_cd_m2"), 1e-7);
      EXPECT_NEAR(std::log2(least) + 3.0, vector.at("min_ev100").get<double>(), 1e-7);
    }
  });
}

/// From 100 cd/m^2 into darkness, as in Hecht's curves: cones have settled after 5 minutes, rods see less light than
/// they do from 9.6 minutes on, and all is over after 18.5.
TEST(NightReference, TheRodConeBreakIsWhereItIsDocumented) {
  const Receptors bright = reference::receptors_at_rest(100.0);
  EXPECT_NEAR(reference::adapted_receptors(bright, 1e-4, 300.0).cone_ev, 0.318, 1e-3);
  double low_s = 0.0;
  double high_s = 3600.0;
  for (int i = 0; i < 60; ++i) {
    const double time_s = 0.5 * (low_s + high_s);
    const Receptors receptors = reference::adapted_receptors(bright, 1e-4, time_s);
    const bool rods_see_more =
        reference::least_visible({100.0, receptors.rod_ev}) < reference::least_visible({receptors.cone_ev, 100.0});
    (rods_see_more ? high_s : low_s) = time_s;
  }
  EXPECT_NEAR(low_s / 60.0, 9.6, 0.05);
  EXPECT_GT(reference::adapted_receptors(bright, 1e-4, 60.0 * 18.4).rod_ev, 0.0);
  EXPECT_EQ(reference::adapted_receptors(bright, 1e-4, 60.0 * 18.6).rod_ev, 0.0);
}

TEST(NightReference, GreysKeepTheirLuminanceRedsDarkenBluesBrighten) {
  for (const double m : {0.0, 0.3, 0.9}) {
    const auto ratio = [&](Rgb rgb) {
      const Rgb seen = reference::mesopic_color(rgb, m, reference::kSOverPOfD65, reference::rod_tint());
      return reference::luminance_bt709(seen) / reference::luminance_bt709(rgb);
    };
    EXPECT_NEAR(ratio({0.2, 0.2, 0.2}), 1.0, 1e-7);
    EXPECT_LT(ratio({0.2, 0.0, 0.0}), 1.0);
    EXPECT_GT(ratio({0.0, 0.0, 0.2}), 1.0);
  }
}

}  // namespace
