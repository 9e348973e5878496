// SPDX-License-Identifier: MIT
// Tests of photopic_compare() against `photopic compare`: alpha has the same words and the same numbers.
#include <gtest/gtest.h>
#include <photopic/photopic.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "c/structs.h"
#include "compare/comparer.h"
#include "compare/rules/scores.h"
#include "gpu/fixture.h"

namespace c_pictures_test {

using test::with_head;
using Samples = image_io::CodeImage::Samples;

constexpr std::uint32_t kWidth = 33, kHeight = 21;

/// Few pixels differ; some in alpha only, some in colour only.
image_io::CodeImage picture(Samples samples, std::uint32_t seed) {
  image_io::CodeImage image;
  image.width = kWidth;
  image.height = kHeight;
  image.samples = samples;
  image.facts.channels = 4;
  std::mt19937 common(1), own(seed);
  for (std::size_t i = 0; i < std::size_t{kWidth} * kHeight * 4; ++i) {
    const auto shared = std::uint32_t(common()), other = std::uint32_t(own());
    const std::uint32_t number = other % 16 == 0 ? other >> 4 : shared;
    const auto append = [&](auto sample) {
      const auto* const bytes = reinterpret_cast<const std::byte*>(&sample);
      image.texels.insert(image.texels.end(), bytes, bytes + sizeof sample);
    };
    if (samples == Samples::codes8) append(std::uint8_t(number));
    if (samples == Samples::codes16) append(std::uint16_t(number));
    if (samples == Samples::linear) append(float(number % 4096) / 4095.0f);
  }
  return image;
}

std::uint32_t sample_of(Samples samples) {
  return samples == Samples::codes8    ? PHOTOPIC_SAMPLE_U8
         : samples == Samples::codes16 ? PHOTOPIC_SAMPLE_U16
                                       : PHOTOPIC_SAMPLE_F32;
}

class CPictures : public testing::Test {
 protected:
  CPictures() {
    auto info = with_head<photopic_headless_info>();
    info.device = test::context().properties().deviceName;
    EXPECT_EQ(photopic_headless_create(&info, &headless_), PHOTOPIC_OK) << photopic_last_error();
    EXPECT_EQ(photopic_metrics_result_create(&result_), PHOTOPIC_OK);
  }
  ~CPictures() override {
    photopic_metrics_result_destroy(result_);
    photopic_headless_destroy(headless_);
  }

  void expect_same(Samples samples, const std::string& alpha, photopic_compare_info info, bool has_mask) {
    SCOPED_TRACE(alpha + ", samples " + std::to_string(sample_of(samples)) + ", shift " +
                 std::to_string(info.shift_radius));
    std::vector<std::uint8_t> mask(std::size_t{kWidth} * kHeight, 255);
    for (std::size_t i = 0; i < mask.size(); i += 3) mask[i] = 0;
    image_io::CodeImage one = picture(samples, 2), other = picture(samples, 3);
    const photopic_picture reference = picture_of(one), test = picture_of(other);
    auto mask_picture = with_head<photopic_picture>();
    mask_picture.samples = mask.data();
    mask_picture.width = kWidth;
    mask_picture.height = kHeight;
    mask_picture.channels = 1;
    if (has_mask) info.mask = &mask_picture;
    ASSERT_EQ(photopic_alpha_of_word(alpha.c_str(), &info.alpha, &info.background), PHOTOPIC_OK);
    ASSERT_EQ(photopic_compare(headless_, &reference, &test, &info, result_), PHOTOPIC_OK) << photopic_last_error();

    compare::Frame left = compare::frame_of(std::move(one)), right = compare::frame_of(std::move(other));
    compare::apply_alpha(compare::parse_alpha(alpha), left);
    compare::apply_alpha(compare::parse_alpha(alpha), right);
    compare::Options options;
    options.metrics = photopic::kMetricErrors | photopic::kMetricFlip;
    options.settings.error_threshold = info.error_threshold;
    options.settings.shift_radius = info.shift_radius;
    options.settings.ignores_antialiasing = info.ignores_antialiasing != 0;
    const compare::Comparison expected = comparer_.compare(
        left, right, options, has_mask ? std::span<const std::uint8_t>(mask) : std::span<const std::uint8_t>());
    const bool compares = alpha == "compare";
    for (const auto& [name, value] : compare::scores_of(expected.result, true, expected.alpha)) {
      double number = -1.0;
      const bool is_there = photopic_metrics_result_get(result_, name.c_str(), &number) == PHOTOPIC_OK;
      EXPECT_EQ(is_there, compares || name.rfind("alpha", 0) != 0) << name;
      // Sums of floats on the device and on the CPU are rounded in different orders.
      if (is_there) {
        EXPECT_NEAR(number, value, samples == Samples::linear ? 1e-6 * std::fabs(value) : 0.0) << name;
      }
    }
    std::uint64_t bins[PHOTOPIC_ERROR_BINS];
    ASSERT_EQ(photopic_metrics_result_histogram(result_, bins), PHOTOPIC_OK);
    EXPECT_TRUE(std::equal(std::begin(bins), std::end(bins), expected.result.errors.histogram.begin()));
    if (compares) {
      EXPECT_GT(expected.alpha.pixels_differing, 10u);
    }
  }

 private:
  static photopic_picture picture_of(image_io::CodeImage& image) {
    auto given = with_head<photopic_picture>();
    given.samples = image.texels.data();
    given.width = image.width;
    given.height = image.height;
    given.channels = 4;
    given.sample = sample_of(image.samples);
    return given;
  }

  compare::Comparer comparer_{test::context()};
  photopic_headless* headless_ = nullptr;
  photopic_metrics_result* result_ = nullptr;
};

TEST_F(CPictures, HaveTheNumbersOfTheCommandLine) {
  for (const Samples samples : {Samples::codes8, Samples::codes16, Samples::linear}) {
    auto info = with_head<photopic_compare_info>();
    info.metrics = PHOTOPIC_METRIC_ERRORS | PHOTOPIC_METRIC_FLIP;
    info.error_threshold = samples == Samples::codes8 ? 40.0f : samples == Samples::codes16 ? 9000.0f : 0.2f;
    for (const char* const alpha : {"compare", "ignore", "over:black", "over:#2080ff"}) {
      expect_same(samples, alpha, info, false);
    }
    expect_same(samples, "over:255,0,7", info, true);
    info.shift_radius = 1;
    expect_same(samples, "compare", info, true);
    info.shift_radius = 0;
    info.ignores_antialiasing = samples != Samples::linear ? VK_TRUE : VK_FALSE;
    expect_same(samples, "compare", info, false);
  }
}

TEST(CAlphaWords, AreThoseOfTheCommandLine) {
  std::uint32_t alpha = 9, background = 9;
  for (const char* const word :
       {"compare", "ignore", "over:black", "over:white", "over:grey", "over:red", "over:green", "over:blue",
        "over:cyan", "over:magenta", "over:yellow", "over:#0a80ff", "over:0,128,255"}) {
    SCOPED_TRACE(word);
    const compare::AlphaMode mode = compare::parse_alpha(word);
    ASSERT_EQ(photopic_alpha_of_word(word, &alpha, &background), PHOTOPIC_OK);
    EXPECT_EQ(int(alpha), int(mode.what));
    EXPECT_EQ(background, std::uint32_t(mode.color[0]) << 16 | std::uint32_t(mode.color[1]) << 8 | mode.color[2]);
  }
  for (const char* const word : {"", "over", "over:", "over:pink", "over:#12345", "over:#1234567", "over:#12345g",
                                 "over:1,2", "over:1,2,256", "over:1,2,3,4", "over:1,,3", "over: 1,2,3", "Compare"}) {
    SCOPED_TRACE(word);
    alpha = background = 9;
    EXPECT_EQ(photopic_alpha_of_word(word, &alpha, &background), PHOTOPIC_INVALID_ARGUMENT);
    EXPECT_TRUE(alpha == 9 && background == 9);
    EXPECT_NE(std::string(photopic_last_error()).find("photopic_alpha_of_word: '"), std::string::npos);
  }
  EXPECT_EQ(photopic_alpha_of_word(nullptr, &alpha, &background), PHOTOPIC_INVALID_ARGUMENT);
}

}  // namespace c_pictures_test
