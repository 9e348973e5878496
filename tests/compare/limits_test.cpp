// SPDX-License-Identifier: MIT
// Tests of limits as rules: channels, missing scores, depths, codes of floats.
#include "compare/rules/limits.h"

#include <gtest/gtest.h>

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

std::string words_for(const std::string& json, const Frame& frame) {
  const json::Document document(json);
  const compare::Rule rule = compare::read_rule(json::Node(document));
  try {
    return compare::words_of(compare::rule_for(rule, frame));
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
}

}  // namespace
