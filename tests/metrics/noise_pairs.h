// SPDX-License-Identifier: MIT
// Pairs of noisy pictures, and the comparison of two results to the bit.
#ifndef PHOTOPIC_TESTS_METRICS_NOISE_PAIRS_H
#define PHOTOPIC_TESTS_METRICS_NOISE_PAIRS_H

#include <photopic/metric_values.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace test {

struct Pair {
  Picture reference, test;
};

/// Noise everywhere, and more of it in places: clusters, tiles and maxima lie all over.
inline Pair pair_of(VkExtent2D extent) {
  const reference::CodeImage one = metrics_test::picture(extent.width, extent.height, 3, 1);
  reference::CodeImage other = metrics_test::picture(extent.width, extent.height, 5, 2);
  std::mt19937 random(extent.width * 31 + extent.height);
  for (std::uint32_t spot = 0; spot < 12; ++spot) {
    const std::uint32_t left = std::uint32_t(random() % extent.width), top = std::uint32_t(random() % extent.height);
    const std::uint32_t right = std::min(left + 1 + std::uint32_t(random() % 40), extent.width);
    const std::uint32_t bottom = std::min(top + 1 + std::uint32_t(random() % 90), extent.height);
    for (std::uint32_t y = top; y < bottom; ++y) {
      for (std::uint32_t x = left; x < right; ++x) other.at(x, y)[random() % 3] = std::uint8_t(random());
    }
  }
  return {picture_of(one), picture_of(other)};
}

inline Pair linear_pair_of(VkExtent2D extent) {
  const auto picture = [&](unsigned seed) {
    reference::LinearImage image(extent.width, extent.height);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> stops(-6.0, 4.0);
    for (reference::Rgb& pixel : image.pixels) pixel = {std::exp2(stops(random)), 0.5, std::exp2(stops(random))};
    return image;
  };
  reference::LinearImage one = picture(1), other = picture(2);
  other.pixels[other.pixels.size() / 3].r = NAN;
  return {picture_of(one), picture_of(other)};
}

inline Pair planes_of(VkExtent2D extent, photopic::Chroma chroma, std::uint32_t bits) {
  const auto picture = [&](unsigned seed) {
    std::mt19937 random(seed);
    std::array<std::vector<std::uint16_t>, 3> planes;
    for (std::size_t i = 0; i < 3; ++i) {
      const Subsampling step = i == 0 ? Subsampling() : subsampling(chroma);
      planes[i].resize(std::size_t{(extent.width + step.x - 1) / step.x} * ((extent.height + step.y - 1) / step.y));
      for (std::size_t at = 0; at < planes[i].size(); ++at) {
        planes[i][at] = std::uint16_t((at * (3 + i) / 7 + random() % 9) % (1u << bits));
      }
    }
    return picture_of_codes(extent, VK_FORMAT_R16_UNORM, planes, chroma);
  };
  return {picture(1), picture(2)};
}

inline std::vector<std::uint8_t> mask_of(VkExtent2D extent) {
  std::vector<std::uint8_t> mask(std::size_t{extent.width} * extent.height, 255);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (i / 11 % 13 == 0) mask[i] = 0;
  }
  return mask;
}

inline std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

/// To the bit.
inline void expect_same(const photopic::MetricsResult& found, const photopic::MetricsResult& wanted) {
  EXPECT_EQ(found.metrics, wanted.metrics);
  const photopic::MetricValueTable table = photopic::metric_value_table();
  for (const photopic::MetricValueInfo& row : table) {
    const double value = row.value(found), expected = row.value(wanted);
    EXPECT_EQ(bits_of(value), bits_of(expected)) << row.of_rgb << ": " << value << ", not " << expected;
  }
  EXPECT_EQ(found.errors.histogram, wanted.errors.histogram);
  EXPECT_EQ(found.errors.not_finite_test, wanted.errors.not_finite_test);
}

}  // namespace test

#endif
