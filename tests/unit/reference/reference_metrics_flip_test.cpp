// SPDX-License-Identifier: MIT
// Tests of the oracles of FLIP and HDR-FLIP: values worked out by hand, and properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "reference/metrics/flip.h"
#include "reference/metrics/metrics.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::picture;
using reference::FlipExposures;
using reference::FlipPool;
using reference::FlipToneMapper;
using reference::kInfinity;
using reference::kNan;
using reference::LinearImage;
using reference::Map;
using reference::Rgb;

constexpr FlipToneMapper kToneMappers[] = {FlipToneMapper::aces, FlipToneMapper::hable, FlipToneMapper::reinhard};

LinearImage flat(double r, double g, double b) { return {25, 21, {r, g, b}}; }
LinearImage scene(int amplitude, unsigned seed = 1) { return decode_srgb(picture(48, 33, amplitude, seed)); }

LinearImage scaled(LinearImage image, double factor) {
  for (Rgb& c : image.pixels) c = {factor * c.r, factor * c.g, factor * c.b};
  return image;
}

// ---- LDR ------------------------------------------------------------------------------------------------------------

TEST(ReferenceFlip, EqualImagesHaveNone) {
  const FlipPool pool = pool_flip(flip(scene(20), scene(20)));
  EXPECT_EQ(pool.mean, 0.0);
  EXPECT_EQ(pool.weighted_first_quartile, 0.0);
  EXPECT_EQ(pool.weighted_median, 0.0);
  EXPECT_EQ(pool.weighted_third_quartile, 0.0);
  EXPECT_EQ(pool.max, 0.0);
}

TEST(ReferenceFlip, FlatImagesHaveTheirColorsDistance) {
  const auto expect_everywhere = [](const LinearImage& one, const LinearImage& other, double error) {
    const FlipPool pool = pool_flip(flip(one, other));
    EXPECT_NEAR(pool.min, error, 1e-5);
    EXPECT_NEAR(pool.max, error, 1e-5);
    EXPECT_NEAR(pool.mean, error, 1e-5);
    EXPECT_NEAR(pool.weighted_median, error, 1e-5);
  };
  // The distance is 100^0.7 = 25.1189, beyond the knee at 0.4 * 41.2761 = 16.5104.
  expect_everywhere(flat(0, 0, 0), flat(1, 1, 1), 0.95 + 0.05 * (25.1189 - 16.5104) / (41.2761 - 16.5104));
  // 116 * 0.18^(1/3) - 16 = 49.4961, to the power 15.3533: before the knee.
  expect_everywhere(flat(0, 0, 0), flat(0.18, 0.18, 0.18), 0.95 * 15.3533 / 16.5104);
  // The greatest distance of all, 41.2761.
  expect_everywhere(flat(0, 1, 0), flat(0, 0, 1), 1.0);
  // Clamped.
  expect_everywhere(flat(-3, 0, 0), flat(0, 0, 0), 0.0);
  expect_everywhere(flat(7, 1, 2), flat(1, 1, 1), 0.0);
}

TEST(ReferenceFlip, SymmetricAndWithinItsRange) {
  const Map errors = flip(scene(10, 1), scene(10, 2));
  EXPECT_EQ(errors.pixels, flip(scene(10, 2), scene(10, 1)).pixels);
  const FlipPool pool = pool_flip(errors);
  EXPECT_GE(pool.min, 0.0);
  EXPECT_LE(pool.max, 1.0);
  EXPECT_LT(pool.weighted_first_quartile, pool.weighted_median);
  EXPECT_LT(pool.weighted_median, pool.weighted_third_quartile);
  EXPECT_GT(pool.weighted_median, pool.mean);
}

TEST(ReferenceFlip, MirroredImagesHaveMirroredErrors) {
  const auto mirrored = [](auto image) {
    auto result = image;
    for (std::size_t y = 0; y < image.height; ++y) {
      for (std::size_t x = 0; x < image.width; ++x) result.at(image.width - 1 - x, y) = image.at(x, y);
    }
    return result;
  };
  const auto transposed = [](auto image) {
    decltype(image) result(image.height, image.width);
    for (std::size_t y = 0; y < image.height; ++y) {
      for (std::size_t x = 0; x < image.width; ++x) result.at(y, x) = image.at(x, y);
    }
    return result;
  };
  const Map errors = flip(scene(10, 1), scene(10, 2));
  const Map across = mirrored(flip(mirrored(scene(10, 1)), mirrored(scene(10, 2))));
  const Map turned = transposed(flip(transposed(scene(10, 1)), transposed(scene(10, 2))));
  for (std::size_t i = 0; i < errors.pixels.size(); ++i) {
    ASSERT_NEAR(across.pixels[i], errors.pixels[i], 1e-6);  // the square root of the features magnifies roundings
    ASSERT_NEAR(turned.pixels[i], errors.pixels[i], 1e-6);
  }
}

TEST(ReferenceFlip, OneCodeInOnePixelIsSeenAroundIt) {
  reference::CodeImage codes(41, 39, {100, 100, 100});
  const LinearImage before = decode_srgb(codes);
  codes.at(20, 19)[1] = 101;
  const Map errors = flip(before, decode_srgb(codes));
  EXPECT_GT(errors.at(20, 19), 0.0);
  EXPECT_LT(pool_flip(errors).max, 0.05);
  EXPECT_EQ(errors.at(20 - 11, 19), 0.0);  // beyond the widest filter, of radius 10
  EXPECT_EQ(errors.at(20, 19 + 11), 0.0);
  EXPECT_NEAR(errors.at(17, 19), errors.at(23, 19), 1e-9);
}

TEST(ReferenceFlip, CloserIsWorse) {
  const double close = pool_flip(flip(scene(10, 1), scene(10, 2), 20.0)).mean;
  const double far = pool_flip(flip(scene(10, 1), scene(10, 2), 120.0)).mean;
  EXPECT_GT(close, far);
  EXPECT_NEAR(reference::kFlipPixelsPerDegree, 67.0206, 5e-5);
}

TEST(ReferenceFlip, PoolsByHand) {
  Map errors(4, 1);
  errors.pixels = {0.4, 0.1, 0.3, 0.2};  // running sums of the sorted: 0.1, 0.3, 0.6, 1
  const FlipPool pool = pool_flip(errors);
  EXPECT_DOUBLE_EQ(pool.mean, 0.25);
  EXPECT_EQ(pool.weighted_first_quartile, 0.2);
  EXPECT_EQ(pool.weighted_median, 0.3);
  EXPECT_EQ(pool.weighted_third_quartile, 0.4);
  EXPECT_EQ(pool.min, 0.1);
  EXPECT_EQ(pool.max, 0.4);
}

TEST(ReferenceFlip, WhatItCannotCompareIsRefused) {
  EXPECT_NO_THROW((void)flip(LinearImage(1, 1), LinearImage(1, 1)));
  EXPECT_THROW((void)flip(LinearImage(2, 1), LinearImage(1, 2)), std::invalid_argument);
  EXPECT_THROW((void)flip(LinearImage(), LinearImage()), std::invalid_argument);
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    LinearImage damaged = flat(0.5, 0.5, 0.5);
    damaged.at(24, 20).b = bad;
    EXPECT_THROW((void)flip(damaged, flat(0, 0, 0)), std::invalid_argument);
    EXPECT_THROW((void)flip(flat(0, 0, 0), damaged), std::invalid_argument);
    EXPECT_THROW((void)flip_exposures(damaged), std::invalid_argument);
    EXPECT_THROW((void)hdr_flip(flat(1, 1, 1), damaged, {0.0, 1.0, 2}), std::invalid_argument);
    EXPECT_THROW((void)flip(flat(0, 0, 0), flat(0, 0, 0), bad), std::invalid_argument);
  }
  EXPECT_THROW((void)flip(flat(0, 0, 0), flat(0, 0, 0), 0.5), std::invalid_argument);
  EXPECT_THROW((void)pool_flip(Map()), std::invalid_argument);
}

// ---- HDR ------------------------------------------------------------------------------------------------------------

TEST(ReferenceHdrFlip, ToneCurvesMeetAtTheirWhite) {
  for (const FlipToneMapper tone_mapper : kToneMappers) {
    const double white = flip_white(tone_mapper);
    EXPECT_NEAR(flip_tone_map(tone_mapper, {white, white, white}).g, 0.85, 1e-12);
    EXPECT_EQ(flip_tone_map(tone_mapper, {-1e-3, -1e-3, -1e-3}).r, 0.0);
  }
  // The larger root of (0.9036 - 0.85 * 0.8748) x^2 + (0.018 - 0.85 * 0.354) x - 0.85 * 0.14.
  EXPECT_NEAR(flip_white(FlipToneMapper::aces), 2.1188, 1e-4);
  EXPECT_NEAR(flip_white(FlipToneMapper::reinhard), 0.85 / 0.15, 1e-12);
  EXPECT_EQ(flip_tone_map(FlipToneMapper::reinhard, {3.0, 0.0, 0.0}).r, 1.0);  // 3 / 1.6378
  EXPECT_NEAR(flip_tone_map(FlipToneMapper::reinhard, {0.0, 0.0, 3.0}).b, 1.0, 1e-12);
  EXPECT_NEAR(flip_tone_map(FlipToneMapper::reinhard, {1.0, 1.0, 1.0}).b, 0.5, 1e-12);
}

TEST(ReferenceHdrFlip, ExposuresGoFromTheHighestToTheMedian) {
  LinearImage image(4, 1, {1.0, 1.0, 1.0});
  image.at(3, 0) = {8.0, 8.0, 8.0};
  for (const FlipToneMapper tone_mapper : kToneMappers) {
    const FlipExposures exposures = flip_exposures(image, tone_mapper);
    EXPECT_NEAR(exposures.stop_ev, std::log2(flip_white(tone_mapper)), 1e-12);
    EXPECT_NEAR(exposures.start_ev, exposures.stop_ev - 3.0, 1e-12);
    EXPECT_EQ(exposures.count, 3u);
  }
  image.at(3, 0) = {8.01, 8.01, 8.01};
  EXPECT_EQ(flip_exposures(image).count, 4u);
  EXPECT_EQ(flip_exposures(flat(2.0, 2.0, 2.0)).count, 2u);
  // The upper one of the two in the middle.
  image.at(0, 0) = image.at(1, 0) = {0.25, 0.25, 0.25};
  EXPECT_NEAR(flip_exposures(image).stop_ev, std::log2(flip_white(FlipToneMapper::aces)), 1e-12);
}

TEST(ReferenceHdrFlip, MedianOfZeroIsThatOfTheRest) {
  LinearImage image(8, 1);
  image.at(6, 0) = {2.0, 2.0, 2.0};
  image.at(7, 0) = {8.0, 8.0, 8.0};
  image.at(0, 0) = {-1.0, -1.0, -1.0};
  const FlipExposures exposures = flip_exposures(image);
  EXPECT_NEAR(exposures.start_ev, std::log2(flip_white(FlipToneMapper::aces) / 8.0), 1e-12);
  EXPECT_NEAR(exposures.stop_ev, exposures.start_ev, 1e-12);  // of the two left, the upper one
  EXPECT_EQ(exposures.count, 2u);
  LinearImage changed = image;
  changed.at(3, 0) = {4.0, 4.0, 4.0};
  EXPECT_GT(pool_flip(hdr_flip(image, changed, exposures).errors).mean, 0.0);  // not passed unseen
  EXPECT_THROW((void)flip_exposures(LinearImage(8, 1)), std::invalid_argument);
  EXPECT_THROW((void)flip_exposures(flat(-1.0, -1.0, -1.0)), std::invalid_argument);
}

TEST(ReferenceHdrFlip, IsTheWorstOfTheExposures) {
  const LinearImage one = scaled(scene(20, 1), 30.0);
  const LinearImage other = scaled(scene(20, 2), 30.0);
  const FlipExposures exposures{-6.0, 0.0, 4};
  for (const FlipToneMapper tone_mapper : kToneMappers) {
    const auto result = hdr_flip(one, other, exposures, tone_mapper);
    std::vector<Map> each;
    for (const double exposure_ev : {-6.0, -4.0, -2.0, 0.0}) {
      const auto developed = [&](LinearImage image) {
        for (Rgb& c : image.pixels) {
          const double factor = std::exp2(exposure_ev);
          c = flip_tone_map(tone_mapper, {factor * c.r, factor * c.g, factor * c.b});
        }
        return image;
      };
      each.push_back(flip(developed(one), developed(other)));
    }
    for (std::size_t i = 0; i < result.errors.pixels.size(); ++i) {
      double worst = 0.0;
      for (const Map& errors : each) worst = std::max(worst, errors.pixels[i]);
      ASSERT_DOUBLE_EQ(result.errors.pixels[i], worst);
      ASSERT_DOUBLE_EQ(each[result.worst_exposures.pixels[i]].pixels[i], worst);
    }
    EXPECT_EQ(result.errors.pixels, hdr_flip(other, one, exposures, tone_mapper).errors.pixels);
  }
}

TEST(ReferenceHdrFlip, EqualImagesAndBrighterOnes) {
  const LinearImage one = scaled(scene(20, 1), 3.0);
  const LinearImage other = scaled(scene(20, 2), 3.0);
  const FlipExposures exposures = flip_exposures(one);
  const auto same = hdr_flip(one, one, exposures);
  EXPECT_EQ(pool_flip(same.errors).max, 0.0);
  EXPECT_EQ(*std::max_element(same.worst_exposures.pixels.begin(), same.worst_exposures.pixels.end()), 0u);
  // Everything four times as bright needs two stops less, and is the same then.
  const FlipExposures darker = flip_exposures(scaled(one, 4.0));
  EXPECT_NEAR(darker.start_ev, exposures.start_ev - 2.0, 1e-12);
  EXPECT_NEAR(darker.stop_ev, exposures.stop_ev - 2.0, 1e-12);
  EXPECT_EQ(darker.count, exposures.count);
  EXPECT_NEAR(pool_flip(hdr_flip(scaled(one, 4.0), scaled(other, 4.0), darker).errors).mean,
              pool_flip(hdr_flip(one, other, exposures).errors).mean, 1e-9);
}

TEST(ReferenceHdrFlip, ExposuresThatMakeNoSenseAreRefused) {
  const LinearImage image = flat(1, 1, 1);
  for (const FlipExposures& exposures : {FlipExposures{0.0, 1.0, 1}, FlipExposures{1.0, 0.0, 2},
                                         FlipExposures{0.0, kInfinity, 2}, FlipExposures{kNan, 0.0, 2}}) {
    EXPECT_THROW((void)hdr_flip(image, image, exposures), std::invalid_argument);
  }
}

}  // namespace
