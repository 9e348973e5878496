// SPDX-License-Identifier: MIT
// Tests of primaries, adaptation and perceptual spaces against vectors of the published formulas.
#include "reference/display/spaces.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

#include "reference/display/color_spaces.h"
#include "reference/display/primaries.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::matrix_of;
using display_test::rgb_of;
using nlohmann::json;
using reference::Adaptation;
using reference::Primaries;

Primaries primaries_named(const std::string& name) {
  using namespace reference;
  static const std::map<std::string, Primaries> kNamed = {
      {"bt709", kBt709},
      {"p3d65", kP3D65},
      {"bt2020", kBt2020},
      {"ap0", kAp0},
      {"ap1", kAp1},
      {"p3dci", {{0.68, 0.32}, {0.265, 0.69}, {0.15, 0.06}, {0.314, 0.351}}},
      {"egamut", {{0.8, 0.3177}, {0.18, 0.9}, {0.065, -0.0805}, kD65}},
      {"cam16", {{0.8336, 0.1735}, {2.3854, -1.4659}, {0.087, -0.125}, {0.333, 0.333}}}};
  return kNamed.at(name);
}

Adaptation adaptation_named(const std::string& name) {
  static const std::map<std::string, Adaptation> kNamed = {{"none", Adaptation::none},
                                                           {"bradford", Adaptation::bradford},
                                                           {"cat16", Adaptation::cat16},
                                                           {"cat02", Adaptation::cat02}};
  return kNamed.at(name);
}

// 15 digits are printed, and what cancels to 0 differs in the last bits.
constexpr display_test::Tolerance kPrinted15{1e-12, 1e-14};

TEST(DisplayPrimaries, Matrices) {
  display_test::for_each_oracle("matrices.json", [](const json& all) {
    for (const auto& [name, matrix] : all.at("to_xyz").items()) {
      SCOPED_TRACE(name);
      const Primaries primaries = primaries_named(name);
      expect_close(rgb_to_xyz(primaries), matrix_of(matrix), kPrinted15);
      expect_close(luminance_row(primaries), rgb_of(all.at("luminance").at(name)), kPrinted15);
      EXPECT_EQ(primaries.white.x, all.at("white_xy").at(name).at(0));
      EXPECT_EQ(primaries.white.y, all.at("white_xy").at(name).at(1));
    }
    for (const auto& [name, matrices] : all.at("conversions").items()) {
      const std::size_t to = name.find("_to_");
      for (const auto& [adaptation, matrix] : matrices.items()) {
        SCOPED_TRACE(name + " " + adaptation);
        expect_close(conversion(primaries_named(name.substr(0, to)), primaries_named(name.substr(to + 4)),
                                adaptation_named(adaptation)),
                     matrix_of(matrix), kPrinted15);
      }
    }
    constexpr reference::Chromaticity kD50{0.34567, 0.35850}, kIlluminantA{0.44757, 0.40745};
    const std::map<std::string, std::array<reference::Chromaticity, 2>> kWhites = {
        {"D65_to_D50", {reference::kD65, kD50}},
        {"D60aces_to_D65", {reference::kAcesWhite, reference::kD65}},
        {"A_to_D65", {kIlluminantA, reference::kD65}}};
    for (const auto& [name, matrices] : all.at("adaptation").items()) {
      for (const auto& [adaptation, matrix] : matrices.items()) {
        SCOPED_TRACE(name + " " + adaptation);
        const auto [from, to] = kWhites.at(name);
        expect_close(adapt(from, to, adaptation_named(adaptation)), matrix_of(matrix), kPrinted15);
      }
    }
  });
}

TEST(DisplayPrimaries, CustomOnesAreInTheOrderOfOpenExr) {
  const std::array<double, 8> chromaticities{0.64, 0.33, 0.30, 0.60, 0.15, 0.06, 0.3127, 0.3290};
  expect_close(rgb_to_xyz(reference::custom_primaries(chromaticities)), rgb_to_xyz(reference::kBt709), {0.0, 0.0});
}

TEST(DisplaySpaces, Ictcp) {
  display_test::for_each_oracle("spaces.json", [](const json& all) {
    for (const json& vector : all.at("ictcp_jzazbz")) {
      SCOPED_TRACE(vector.dump());
      const reference::Rgb nits = rgb_of(vector.at("bt2020_nits"));
      expect_close(to_ictcp(nits), rgb_of(vector.at("ictcp")));
      expect_close(multiply(rgb_to_xyz(reference::kBt2020), nits), rgb_of(vector.at("xyz_nits")));
      // Black among bright channels comes back by the difference of large numbers.
      expect_close(from_ictcp(to_ictcp(nits)), nits, {1e-9, 1e-7});
    }
  });
}

TEST(DisplaySpaces, Oklab) {
  display_test::for_each_oracle("spaces.json", [](const json& all) {
    for (const json& vector : all.at("oklab")) {
      SCOPED_TRACE(vector.dump());
      const reference::Rgb color = rgb_of(vector.at("bt709"));
      const reference::Rgb oklab = reference::to_oklab(color);
      expect_close(oklab, rgb_of(vector.at("oklab")));
      const reference::Polar polar = polar_of(oklab);
      const json& oklch = vector.at("oklch");
      expect_close(polar.chroma, oklch.at(1));
      if (polar.chroma > 1e-6) {  // greys have no hue
        const double degrees = polar.hue * 180.0 / std::numbers::pi;
        expect_close(degrees < 0.0 ? degrees + 360.0 : degrees, oklch.at(2));
      }
      expect_close(reference::from_oklab(lab_of(oklab.r, polar)), color);
    }
  });
}

TEST(DisplaySpaces, IptPqC4) {
  display_test::for_each_oracle("spaces.json", [](const json& all) {
    for (const json& vector : all.at("ipt_pq_c4")) {
      SCOPED_TRACE(vector.dump());
      const reference::Rgb nits = rgb_of(vector.at("bt2020_nits"));
      expect_close(reference::to_ipt_pq_c4(nits), rgb_of(vector.at("ipt_pq_c4")));
      expect_close(reference::from_ipt_pq_c4(reference::to_ipt_pq_c4(nits)), nits, {1e-9, 1e-7});
    }
  });
}

TEST(DisplaySpaces, DeltaEItp) {
  display_test::for_each_oracle("spaces.json", [](const json& all) {
    for (const json& vector : all.at("de_itp")) {
      expect_close(reference::delta_e_itp(rgb_of(vector.at("a")), rgb_of(vector.at("b"))), vector.at("de_itp"));
    }
  });
}

}  // namespace
