// SPDX-License-Identifier: MIT
// Tests of a video's scores: means, maxima, apsnr.
#include "compare/rules/pool.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

compare::Frame yuv_frame(std::uint32_t bits, photopic::Chroma chroma) {
  compare::Frame frame;
  frame.extent = {20, 10};
  frame.format = bits == 8 ? VK_FORMAT_R8_UNORM : VK_FORMAT_R16_UNORM;
  frame.bits = bits;
  frame.chroma = chroma;
  return frame;
}

std::map<std::string, double> scores_of(const compare::Pool& pool) {
  const compare::Scores scores = pool.scores();
  return {scores.begin(), scores.end()};
}

TEST(ComparePool, MeansMaximaAndNoPlaces) {
  compare::Pool pool(yuv_frame(8, photopic::Chroma::c420));
  EXPECT_TRUE(pool.scores().empty());
  pool.add({{"float_ssim", 0.5}, {"yuv_max_abs", 9.0}, {"max_abs_x", 3.0}, {"max_abs_y", 4.0}});
  pool.add({{"float_ssim", 0.75}, {"yuv_max_abs", 2.0}, {"max_abs_x", 5.0}, {"max_abs_y", 6.0}});
  EXPECT_EQ(scores_of(pool), (std::map<std::string, double>{{"float_ssim", 0.625}, {"yuv_max_abs", 9.0}}));
}

TEST(ComparePool, FramesWithoutAScoreDoNotCount) {
  compare::Pool pool(yuv_frame(8, photopic::Chroma::c420));
  pool.add({{"float_ssim", 0.5}});
  pool.add({});
  pool.add({{"float_ssim", 1.0}});
  EXPECT_EQ(scores_of(pool).at("float_ssim"), 0.75);
}

TEST(ComparePool, ApsnrIsOfAllErrorsTogether) {
  compare::Pool pool(yuv_frame(10, photopic::Chroma::c422));
  pool.add({{"mse_y", 4.0}, {"mse_cb", 1.0}, {"mse_cr", 0.0}});
  pool.add({{"mse_y", 0.0}, {"mse_cb", 1.0}, {"mse_cr", 0.0}});
  const auto scores = scores_of(pool);
  EXPECT_NEAR(scores.at("apsnr_y"), 10.0 * std::log10(1023.0 * 1023.0 / 2.0), 1e-12);
  EXPECT_NEAR(scores.at("apsnr_cb"), 10.0 * std::log10(1023.0 * 1023.0), 1e-12);
  // Half as wide, two frames.
  EXPECT_EQ(scores.at("apsnr_cr"), std::ceil(10.0 * std::log10(1023.0 * 1023.0 * 10 * 10 * 2 * 2.0)));
}

TEST(ComparePool, ApsnrNeedsThePsnr) {
  compare::Pool pool(yuv_frame(8, photopic::Chroma::c444));
  pool.add({{"sse_y", 4.0}});
  EXPECT_FALSE(scores_of(pool).contains("apsnr_y"));
}

}  // namespace
