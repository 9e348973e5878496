// SPDX-License-Identifier: MIT
// Tests of limits as rules: channels, missing scores, depths, codes of floats.
#include "compare/rules/limits.h"

#include <gtest/gtest.h>

#include <limits>

#include "arguments/errors.h"
#include "json/document.h"

namespace {

using compare::Frame;

Frame frame_of(VkFormat format, std::uint32_t bits) {
  Frame frame;
  frame.extent = {64, 64};
  frame.format = format;
  frame.bits = bits;
  return frame;
}
const Frame kRgb = frame_of(VK_FORMAT_R8G8B8A8_UNORM, 8);
const Frame kDeep = frame_of(VK_FORMAT_R16G16B16A16_UNORM, 16);
const Frame kYuv = frame_of(VK_FORMAT_R16_UNORM, 10);
const Frame kFloats = frame_of(VK_FORMAT_R32G32B32A32_SFLOAT, 0);

compare::FittedRule fitted(const std::string& json, const Frame& frame, bool are_equal = false) {
  const json::Document document(json);
  return compare::rule_for(compare::read_rule(json::Node(document)), frame, are_equal);
}

std::string words_for(const std::string& json, const Frame& frame) {
  try {
    return compare::words_of(fitted(json, frame).rule);
  } catch (const arguments::UsageError& error) {
    return std::string("error: ") + error.what();
  }
}

TEST(CompareLimits, OnThePsnrAreOnThatOfTheChannelsThereAre) {
  EXPECT_EQ(words_for(R"({"min_psnr_db": 40})", kRgb), "psnr_rgb >= 40");
  EXPECT_EQ(words_for(R"({"min_psnr_db": 40})", kFloats), "psnr_rgb >= 40");
  EXPECT_EQ(words_for(R"({"min_psnr_db": 40})", kYuv), "psnr_yuv >= 40");
  EXPECT_EQ(words_for(R"({"any": ["exact", {"all": [{"min_psnr_db": 40}, {"min_ssim": 0.5}]}]})", kYuv),
            "any of (max delta 0, all of (psnr_yuv >= 40, float_ssim_scale1 >= 0.5))");
}

TEST(CompareLimits, OnScoresThatThereAreNotAreErrors) {
  EXPECT_EQ(words_for(R"({"score": "rgb_sse", "max": 4})", kRgb), "rgb_sse <= 4");
  EXPECT_EQ(words_for(R"({"score": "rgb_sse", "max": 4})", kYuv), "error: there is no score 'rgb_sse' of YUV");
  EXPECT_EQ(words_for(R"({"all": ["exact", {"score": "psnr_yuv", "min": 4}]})", kRgb),
            "error: there is no score 'psnr_yuv' of RGB");
}

TEST(CompareLimits, OnSquaredErrorsOfTilesAreInCodesOfEightBits) {
  EXPECT_EQ(words_for(R"({"max_tile32_mse": 2})", kRgb), "tile32_mse <= 2");
  EXPECT_EQ(words_for(R"({"max_tile8_mse": 2})", kDeep), "tile8_mse <= 132098") << "2 x 257 x 257";
  EXPECT_EQ(words_for(R"({"max_tile8_mse": 2})", kFloats), "tile8_mse <= 2");
  EXPECT_EQ(words_for(R"({"score": "tile8_mse", "max": 2})", kDeep), "tile8_mse <= 2") << "scores are as they are";
  EXPECT_NE(words_for(R"("driver")", kDeep).find("tile32_mse <= 66049000"), std::string::npos);
}

TEST(CompareLimits, OnCodesOfFloatsAreErrors) {
  EXPECT_EQ(words_for(R"("exact")", kFloats), "max delta 0");
  EXPECT_EQ(words_for(R"({"max_pixels": 10})", kFloats), "max delta 0 but for 10 pixels");
  EXPECT_TRUE(words_for(R"({"max_delta": 1})", kFloats).starts_with("error: max_delta of rules counts codes"));
  EXPECT_EQ(words_for(R"({"max_delta": 1})", kYuv), "max delta 1");
  EXPECT_EQ(words_for(R"({"max_delta": 0.5})", kDeep), "max delta 0.5");
  EXPECT_EQ(words_for(R"({"yiq": 0.1})", kDeep), "max distance 0.1 in YIQ");
  EXPECT_EQ(words_for(R"({"yiq": 0.1})", kFloats),
            "error: delta_e2000, yiq and oklab of rules compare RGB codes, and these pictures are floats");
  EXPECT_TRUE(words_for(R"({"delta_e2000": 2})", kYuv).ends_with("these pictures are YUV"));
}

Frame small(std::uint32_t side, VkFormat format = VK_FORMAT_R8G8B8A8_UNORM, std::uint32_t bits = 8) {
  Frame frame = frame_of(format, bits);
  frame.extent = {side, side};
  return frame;
}

std::vector<std::string> scores_in(const compare::FittedRule& fitted) { return compare::needed_scores(fitted.rule); }

TEST(CompareLimits, APresetLeavesOutWhatASizeCanNotHaveAndSaysSo) {
  using Names = std::vector<std::string>;
  const compare::FittedRule driver = fitted(R"("driver")", small(8));
  EXPECT_EQ(scores_in(driver),
            (Names{"flip_mean", "tile32_mse", "tile8_mse", "tile8_flip", "flip_p999", "cluster_pixels"}));
  EXPECT_EQ(driver.note, "left out: ssim (at least 11 x 11 pixels), ssim-tiles (at least 11 x 11 pixels)");
  EXPECT_EQ(fitted(R"("backend")", small(10)).note, driver.note);
  EXPECT_EQ(fitted(R"("driver")", small(11)).note, "");
  EXPECT_EQ(fitted(R"("exact")", small(1)).note, "");
  const compare::FittedRule both = fitted(R"({"all": ["driver", {"min_ssim": 0.9}]})", small(8));
  EXPECT_EQ(scores_in(both).back(), "float_ssim_scale1") << "a bound of one's own stays";
}

TEST(CompareLimits, OfEqualPicturesWhatCanNotBeMeasuredHolds) {
  const auto holds = [](const std::string& json, const Frame& frame) {
    compare::Measured measured;
    measured.are_equal = true;
    measured.pixels = 64;
    measured.pixels_above = {{{}, 0}};
    measured.scores = {{"pixels_differing", 0.0}, {"ms_ssim", std::numeric_limits<double>::quiet_NaN()}};
    const compare::Rule rule = fitted(json, frame, true).rule;
    for (const compare::PixelDistance& distance : compare::distances_of(rule)) measured.pixels_above[distance] = 0;
    return compare::evaluate(rule, measured).holds;
  };
  for (const char* json : {R"("exact")", R"("backend")", R"("driver")", R"({"min_ms_ssim": 1})", R"({"min_ssim": 1})",
                           R"({"any": [{"min_ms_ssim": 1}]})", R"({"max_delta": 3})", R"({"yiq": 0.1})",
                           R"({"min_psnr_hvs_db": 99})", R"({"score": "pixels_differing", "max": 0})"}) {
    for (const Frame& frame : {small(1), small(8), small(8, VK_FORMAT_R16G16B16A16_UNORM, 16),
                               small(8, VK_FORMAT_R32G32B32A32_SFLOAT, 0), small(8, VK_FORMAT_R8_UNORM)}) {
      EXPECT_TRUE(holds(json, frame)) << json << " of " << compare::description_of(frame);
    }
  }
  EXPECT_FALSE(holds(R"({"score": "pixels_differing", "min": 1})", small(8))) << "what was measured counts";
}

}  // namespace
