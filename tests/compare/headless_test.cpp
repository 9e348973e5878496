// SPDX-License-Identifier: MIT
// Tests of <photopic/headless.h>.
#include <gtest/gtest.h>
#include <photopic/headless.h>
#include <photopic/presets.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace headless_test {

using photopic::Comparison;
using photopic::Pixels;
using photopic::Status;

constexpr std::uint32_t kWidth = 32, kHeight = 24;

class InMemory : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(device_.create(), Status::ok) << device_.message(); }

  photopic::Headless device_;
  std::vector<std::uint8_t> codes_ = std::vector<std::uint8_t>(std::size_t{kWidth} * kHeight * 3, 100);
};

TEST_F(InMemory, NumbersAreComparedWithLimits) {
  std::vector<std::uint8_t> test = codes_;
  test[5] = 110;
  const Comparison comparison = device_.compare({codes_, kWidth, kHeight}, {test, kWidth, kHeight});
  ASSERT_EQ(comparison.status(), Status::ok) << comparison.message();
  EXPECT_EQ(comparison["pixels_differing"], 1.0);
  EXPECT_TRUE(comparison.at_most("rgb_max_abs", 10.0));
  EXPECT_FALSE(comparison.at_most("rgb_max_abs", 9.0));
  EXPECT_TRUE(comparison.at_least("psnr_rgb", 40.0));
  EXPECT_FALSE(comparison.at_least("psnr_rgb", 90.0));
  EXPECT_GT(comparison.count(), 20u);
  EXPECT_EQ(comparison.value(0), comparison[comparison.name(0)]);
}

/// No limit is kept by what wasn't measured.
TEST_F(InMemory, NothingPassesThatWasNotMeasured) {
  photopic::CompareInfo errors_only;
  errors_only.metrics = PHOTOPIC_METRIC_ERRORS;
  const Comparison part = device_.compare({codes_, kWidth, kHeight}, {codes_, kWidth, kHeight}, errors_only);
  EXPECT_TRUE(part.at_most("rgb_max_abs", 0.0));
  EXPECT_TRUE(std::isnan(part["flip_mean"]));
  EXPECT_FALSE(part.at_most("flip_mean", 1.0));
  EXPECT_FALSE(part.at_least("flip_mean", 0.0));
  EXPECT_FALSE(part.at_most("no_such_number", 1e9));

  const std::array<float, 3> small = {};
  const Comparison failed = device_.compare({codes_, kWidth, kHeight}, {small, 1, 1});
  EXPECT_EQ(failed.status(), Status::invalid_argument);
  EXPECT_FALSE(failed.message().empty());
  EXPECT_FALSE(failed.at_most("rgb_max_abs", 255.0));
  EXPECT_EQ(failed.count(), 0u);

  photopic::Headless none;
  EXPECT_FALSE(none.compare({codes_, kWidth, kHeight}, {codes_, kWidth, kHeight}).at_most("rgb_max_abs", 255.0));
  EXPECT_EQ(none.create("no such device"), Status::unsupported);
  EXPECT_NE(none.message().find("no such device"), std::string::npos);
  EXPECT_STREQ(none.device_name(), "");
}

TEST_F(InMemory, SamplesThatAreNoPixelsAreRefused) {
  codes_.pop_back();
  const Comparison comparison = device_.compare({codes_, kWidth, kHeight}, {codes_, kWidth, kHeight});
  EXPECT_EQ(comparison.status(), Status::invalid_argument);
  EXPECT_NE(comparison.message().find("channels"), std::string::npos) << comparison.message();
}

TEST_F(InMemory, PicturesAreMeteredAndDeveloped) {
  const std::vector<float> scene(std::size_t{kWidth} * kHeight * 3, 4.0f);
  photopic_exposure_state state = {};
  state.size = sizeof state;
  state.version = PHOTOPIC_INTERFACE_VERSION;
  ASSERT_EQ(device_.meter({scene, kWidth, kHeight}, {}, &state), Status::ok) << device_.message();
  EXPECT_FLOAT_EQ(state.scene_ev100, 5.0f);
  ASSERT_EQ(device_.develop({scene, kWidth, kHeight}, photopic::presets::studied(), {codes_, kWidth, kHeight}),
            Status::ok)
      << device_.message();
  // 18 % grey by agx
  EXPECT_NEAR(codes_[0], 127, 12);
  EXPECT_EQ(codes_[0], codes_[codes_.size() - 1]);
}

}  // namespace headless_test
