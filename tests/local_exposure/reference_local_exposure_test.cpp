// SPDX-License-Identifier: MIT
// Tests of local exposure's reference: against vectors of another program, and what docs/local-exposure.md promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "local_exposure/local_vectors.h"
#include "reference/effects/local_exposure.h"
#include "reference/effects/local_profiles.h"
#include "reference/effects/local_rivals.h"

namespace {

using reference::CurveGrid;
using reference::LocalExposure;
using reference::LogPicture;
using reference::Profile;

/// Nine digits are printed behind the point.
constexpr double kPrintedEv = 1e-8;

TEST(LocalReference, MeetsTheVectors) {
  const nlohmann::json vectors = local_test::local_vectors();
  const LogPicture whole = local_test::local_picture(vectors);
  const LogPicture picture = local_test::local_picture_with_invalid(vectors);
  ASSERT_EQ(vectors.at("cases").size(), 3u);
  for (const nlohmann::json& test_case : vectors.at("cases")) {
    const CurveGrid grid(picture, local_test::local_settings(test_case));
    ASSERT_EQ(grid.rows(), test_case.at("nodes").at(0).get<std::size_t>());
    ASSERT_EQ(grid.columns(), test_case.at("nodes").at(1).get<std::size_t>());
    for (const nlohmann::json& at : test_case.at("ev_at")) {
      const std::size_t x = at.at("x"), y = at.at("y");
      EXPECT_NEAR(whole.at(x, y), at.at("log2_in"), kPrintedEv);
      EXPECT_NEAR(grid.ev_at(x, y, whole.at(x, y)), at.at("ev"), kPrintedEv) << at;
    }
    double most = 0.0;
    for (std::size_t y = 0; y < whole.height; ++y) {
      for (std::size_t x = 0; x < whole.width; ++x) most = std::max(most, std::abs(grid.ev_at(x, y, whole.at(x, y))));
    }
    EXPECT_NEAR(most, test_case.at("max_abs_ev"), kPrintedEv);
    std::size_t curves = 0;
    for (const auto& [key, values] : test_case.items()) {
      if (key.rfind("node_curve_", 0) != 0) continue;
      const auto& curve =
          grid.curve(static_cast<std::size_t>(key.at(13) - '0'), static_cast<std::size_t>(key.at(11) - '0'));
      for (std::size_t k = 0; k < curve.size(); ++k) EXPECT_NEAR(curve[k], values.at(k), kPrintedEv) << key << ' ' << k;
      ++curves;
    }
    EXPECT_EQ(curves, 2u);
  }
}

/// What the module's averages of 2 x 2 texels change, of a picture with an edge and waves of 9 texels.
TEST(LocalReference, AveragesComeClose) {
  const nlohmann::json vectors = local_test::local_vectors();
  const LogPicture whole = local_test::local_picture(vectors);
  const LogPicture picture = local_test::local_picture_with_invalid(vectors);
  const LocalExposure settings = local_test::local_settings(vectors.at("cases").at(0));
  const CurveGrid exact(picture, settings), averaged(picture, settings, 2);
  double worst = 0.0;
  for (std::size_t y = 0; y < whole.height; ++y) {
    for (std::size_t x = 0; x < whole.width; ++x) {
      worst = std::max(worst, std::abs(exact.ev_at(x, y, whole.at(x, y)) - averaged.ev_at(x, y, whole.at(x, y))));
    }
  }
  EXPECT_LE(worst, 0.005);
}

/// A profile as the middle row of a picture of so many equal rows.
Profile through_curves(const Profile& input, std::size_t rows, std::size_t side) {
  LogPicture picture = {input.size(), rows, {}};
  for (std::size_t y = 0; y < rows; ++y) {
    picture.log2_luminance.insert(picture.log2_luminance.end(), input.begin(), input.end());
  }
  LocalExposure settings;
  settings.highlight_contrast = settings.shadow_contrast = 0.6;
  const CurveGrid grid(picture, settings, side);
  Profile output = input;
  for (std::size_t x = 0; x < input.size(); ++x) output[x] += grid.ev_at(x, rows / 2, input[x]);
  return output;
}

/// Of texels one by one, and of averages of 2 x 2, which the module takes.
class LocalAcceptance : public testing::TestWithParam<std::size_t> {};

TEST_P(LocalAcceptance, ProfilesKeepTheirShape) {
  const auto apply = [](const Profile& input) { return through_curves(input, 64, GetParam()); };
  const reference::LocalFigures figures = reference::figures_of(apply, 0.6);
  EXPECT_LE(figures.halo_ev, 0.10);
  EXPECT_LE(figures.worst_reversal_ev, 2e-3);
  for (const double texture : figures.texture) EXPECT_NEAR(texture, 1.0, 0.03);
  EXPECT_LE(figures.flicker_ev, 0.01);
  EXPECT_LE(figures.compression_error, 0.005);
}

/// A smooth picture whose size is no multiple of a tile: steps from texel to texel are no larger where a tile ends.
TEST_P(LocalAcceptance, TilesLeaveNoEdges) {
  LogPicture picture = {203, 149, {}};
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      const auto column = static_cast<double>(x), row = static_cast<double>(y);
      picture.log2_luminance.push_back(-4.0 + 0.03 * column + 2.0 * std::sin(0.02 * row + 0.01 * column));
    }
  }
  LocalExposure settings;
  settings.highlight_contrast = settings.shadow_contrast = 0.6;
  const CurveGrid grid(picture, settings, GetParam());
  double worst_within = 0.0, worst_across = 0.0;
  const auto look = [&](std::size_t x, std::size_t y, std::size_t next_x, std::size_t next_y) {
    const double step =
        std::abs(grid.ev_at(x, y, picture.at(x, y)) - grid.ev_at(next_x, next_y, picture.at(next_x, next_y)));
    const bool is_across = x / 64 != next_x / 64 || y / 64 != next_y / 64;
    double& worst = is_across ? worst_across : worst_within;
    worst = std::max(worst, step);
  };
  for (std::size_t y = 0; y + 1 < picture.height; ++y) {
    for (std::size_t x = 0; x + 1 < picture.width; ++x) {
      look(x, y, x + 1, y);
      look(x, y, x, y + 1);
    }
  }
  EXPECT_LE(worst_across, worst_within);
  EXPECT_LE(worst_within, 0.03);  // of a picture that changes by up to 0.05 EV
}

INSTANTIATE_TEST_SUITE_P(Texels, LocalAcceptance, testing::Values(1, 2),
                         [](const auto& side) { return std::to_string(side.param); });

/// The table of docs/local-exposure.md, printed by PHOTOPIC_PRINT_FIGURES=1.
void expect_figures(const char* name, const reference::ProfileOperator& apply, double contrast,
                    const reference::LocalFigures& published) {
  const reference::LocalFigures figures = reference::figures_of(apply, contrast);
  if (std::getenv("PHOTOPIC_PRINT_FIGURES") != nullptr) {
    std::printf("| %s | %.3f | %zu (%.3f) | %.2f / %.2f / %.2f | %.4f | %.2f %% |\n", name, figures.halo_ev,
                figures.reversals, figures.worst_reversal_ev, figures.texture[0], figures.texture[1],
                figures.texture[2], figures.flicker_ev, 100.0 * figures.compression_error);
  }
  EXPECT_NEAR(figures.halo_ev, published.halo_ev, 0.005) << name;
  EXPECT_EQ(figures.reversals, published.reversals) << name;
  EXPECT_NEAR(figures.worst_reversal_ev, published.worst_reversal_ev, 0.005) << name;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(figures.texture[i], published.texture[i], 0.006) << name;
  EXPECT_NEAR(figures.flicker_ev, published.flicker_ev, 0.001) << name;
}

TEST(LocalRivals, AreAsPublished) {
  using namespace reference;
  constexpr double kContrast = 0.6;
  const auto with_contrast = [](auto apply) {
    return [apply](const Profile& input) { return apply(input, kContrast); };
  };
  expect_figures("Gaussian", with_contrast(through_gaussian), kContrast, {1.590, 0, 0.0, {1.0, 1.0, 1.0}, 0.0});
  expect_figures("bilateral grid, 1 EV",
                 [](const Profile& input) { return through_bilateral_grid(input, kContrast, 1.0); }, kContrast,
                 {0.071, 4, 0.697, {0.99, 0.99, 0.99}, 0.0005});
  expect_figures("bilateral grid, 0.5 EV",
                 [](const Profile& input) { return through_bilateral_grid(input, kContrast, 0.5); }, kContrast,
                 {0.024, 4, 0.100, {0.96, 0.96, 0.96}, 0.0005});
  expect_figures("0.4 grid + 0.6 Gaussian", with_contrast(through_blend), kContrast,
                 {0.954, 1, 0.016, {1.0, 1.0, 1.0}, 0.0002});
  expect_figures("guided filter", with_contrast(through_guided_filter), kContrast,
                 {0.096, 0, 0.0, {0.67, 0.75, 0.96}, 0.0});
  expect_figures("exposure fusion", through_fusion, kContrast, {0.928, 0, 0.0, {1.33, 0.68, 0.68}, 0.1426});
  expect_figures("curve grid, texel by texel", [](const Profile& input) { return through_curves(input, 64, 1); },
                 kContrast, {0.078, 0, 0.0, {0.98, 0.98, 0.98}, 0.0005});
  expect_figures("curve grid", [](const Profile& input) { return through_curves(input, 64, 2); }, kContrast,
                 {0.078, 0, 0.0, {0.98, 0.98, 0.99}, 0.0098});
}

}  // namespace
