// SPDX-License-Identifier: MIT
// Tests of local exposure's reference: against vectors of another program, and what docs/local-exposure.md promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "local_exposure/local_vectors.h"
#include "reference/local_exposure.h"
#include "reference/local_profiles.h"

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

INSTANTIATE_TEST_SUITE_P(Texels, LocalAcceptance, testing::Values(1, 2),
                         [](const auto& side) { return std::to_string(side.param); });

}  // namespace
