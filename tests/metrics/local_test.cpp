// SPDX-License-Identifier: MIT
// Tests of worst tiles, the largest cluster and FLIP's percentiles.
#include "reference/effects/local.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;
using reference::CodeImage;
using test::picture_of;

constexpr VkExtent2D kLocalSizes[] = {{1, 1}, {7, 3}, {8, 8}, {9, 40}, {32, 33}, {100, 63}, {421, 67}, {640, 363}};

/// Pixels of 0 in a third, in runs.
std::vector<std::uint8_t> mask_of(const CodeImage& image, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> mask(image.pixels.size());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    mask[i] = i % 7 != 0 ? mask[i - 1] : std::uint8_t(random() % 3 == 0 ? 0 : 255);
  }
  return mask;
}

void expect_tile(const WorstTile& tile, const reference::Tile& expected, double tolerance) {
  EXPECT_NEAR(tile.score, expected.mean, tolerance);
  EXPECT_EQ(tile.x, expected.x);
  EXPECT_EQ(tile.y, expected.y);
}

TEST(MetricsErrorTiles, AreThoseOfAllTried) {
  for (const VkExtent2D size : kLocalSizes) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const CodeImage one = metrics_test::picture(size.width, size.height, 3, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 40, 2);
    const WorstTiles tiles = test::compare(picture_of(one), picture_of(other), kMetricErrorTiles).error_tiles;
    reference::Tile small = worst_tile(squared_errors(one, other), 8, 4),
                    large = worst_tile(squared_errors(one, other), 32, 16);
    small.mean /= 3.0;
    large.mean /= 3.0;
    expect_tile(tiles.small, small, 0.0);
    expect_tile(tiles.large, large, 0.0);
  }
}

TEST(MetricsErrorTiles, MaskedPixelsHaveNoError) {
  const CodeImage one = metrics_test::picture(123, 77, 3, 1), other = metrics_test::picture(123, 77, 40, 2);
  MetricsCreateInfo info = test::info_for(picture_of(one), kMetricErrorTiles | kMetricCluster);
  info.has_mask = true;
  test::MetricsRig rig(info);
  rig.settings.cluster_threshold = 25;
  const std::vector<std::uint8_t> mask = mask_of(one, 5);
  const MetricsResult result = rig.compare(picture_of(one), picture_of(other), mask);
  const reference::Tile small = worst_tile(squared_errors(one, other, mask), 8, 4);
  EXPECT_EQ(result.error_tiles.small.score, small.mean / 3.0);
  EXPECT_EQ(result.error_tiles.small.x, small.x);
  EXPECT_LT(small.mean, worst_tile(squared_errors(one, other), 8, 4).mean);
  EXPECT_EQ(result.cluster.pixels, largest_cluster(largest_errors(one, other, mask), 25).pixels);
}

TEST(MetricsErrorTiles, SixteenBitsAreExact) {
  constexpr VkExtent2D kExtent = {64, 64};
  const std::vector<std::uint16_t> black(64 * 64 * 4, 0), white(64 * 64 * 4, 65535);
  const test::Picture one = test::picture_of_codes(kExtent, VK_FORMAT_R16G16B16A16_UNORM, {black});
  const test::Picture other = test::picture_of_codes(kExtent, VK_FORMAT_R16G16B16A16_UNORM, {white});
  const WorstTiles tiles = test::compare(one, other, kMetricErrorTiles).error_tiles;
  EXPECT_EQ(tiles.large.score, 65535.0 * 65535.0);
  EXPECT_EQ(tiles.small.score, 65535.0 * 65535.0);
}

TEST(MetricsErrorTiles, OfPlanesYAlone) {
  const reference::Yuv444 one = to_yuv444(metrics_test::picture(70, 50, 3, 1));
  reference::Yuv444 other = one;
  other.u.at(3, 3) ^= 64;
  other.y.at(60, 20) = std::uint8_t(one.y.at(60, 20) + 8);
  test::MetricsRig rig(test::info_for(picture_of(one), kMetricErrorTiles | kMetricCluster));
  const MetricsResult result = rig.compare(picture_of(one), picture_of(other));
  EXPECT_EQ(result.error_tiles.small.score, 1.0);
  EXPECT_EQ(result.error_tiles.small.x, 56u);
  EXPECT_EQ(result.error_tiles.small.y, 16u);
  EXPECT_EQ(result.cluster.pixels, 1u);
  EXPECT_EQ(result.cluster.x, 60u);
}

TEST(MetricsErrorTiles, FollowTheShiftRadius) {
  CodeImage one(64, 48, {20, 20, 20}), other = one;
  for (std::size_t y = 0; y < 48; ++y) {
    for (std::size_t x = 30; x < 64; ++x) one.at(x, y) = {200, 200, 200};
    for (std::size_t x = 31; x < 64; ++x) other.at(x, y) = {200, 200, 200};
  }
  test::MetricsRig rig(test::info_for(picture_of(one), kMetricErrorTiles | kMetricCluster));
  EXPECT_EQ(rig.compare(picture_of(one), picture_of(other)).cluster.pixels, 48u);
  rig.settings.shift_radius = 1;
  const MetricsResult result = rig.compare(picture_of(one), picture_of(other));
  EXPECT_EQ(result.cluster.pixels, 0u);
  EXPECT_EQ(result.error_tiles.small.score, 0.0);
}

/// A defect that a plain grid would cut in four.
TEST(MetricsErrorTiles, NoGridCutsADamageInFour) {
  const CodeImage one(128, 128, {50, 50, 50});
  for (const std::size_t at : {40u, 44u, 52u, 56u}) {
    CodeImage other = one;
    for (std::size_t y = at; y < at + 24; ++y) {
      for (std::size_t x = at; x < at + 24; ++x) other.at(x, y) = {150, 150, 150};
    }
    const WorstTiles tiles = test::compare(picture_of(one), picture_of(other), kMetricErrorTiles).error_tiles;
    EXPECT_GE(tiles.large.score, 1e4 * 20 * 20 / 1024.0) << at;
    EXPECT_EQ(tiles.small.score, 1e4) << at;
  }
}

TEST(MetricsSsimTiles, AreMeansOfTheMap) {
  for (const VkExtent2D size : {VkExtent2D{11, 11}, {45, 30}, {301, 203}}) {
    const CodeImage one = metrics_test::picture(size.width, size.height, 3, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 20, 2);
    test::MetricsRig rig(test::info_for(picture_of(one), kMetricSsim | kMetricSsimTiles, kMapSsim));
    rig.settings.maps = kMapSsim;
    const WorstTiles tiles = rig.compare(picture_of(one), picture_of(other)).ssim_tiles;
    reference::Map damage(size.width, size.height);
    const std::vector<float> map = rig.map(kMapSsim);
    std::transform(map.begin(), map.end(), damage.pixels.begin(), [](float ssim) { return 1.0 - double{ssim}; });
    const reference::Tile small = worst_tile(damage, 8, 4), large = worst_tile(damage, 32, 16);
    expect_tile(tiles.small, {1.0 - small.mean, small.x, small.y}, 1e-6);
    expect_tile(tiles.large, {1.0 - large.mean, large.x, large.y}, 1e-6);
    // Without a map, and without the mean.
    const WorstTiles alone = test::compare(picture_of(one), picture_of(other), kMetricSsimTiles).ssim_tiles;
    EXPECT_EQ(alone.small.score, tiles.small.score);
    EXPECT_EQ(alone.large.score, tiles.large.score);
  }
}

TEST(MetricsSsimTiles, BesideMsSsim) {
  const CodeImage one = metrics_test::picture(200, 190, 3, 1), other = metrics_test::picture(200, 190, 20, 2);
  const MetricsResult both = test::compare(picture_of(one), picture_of(other), kMetricSsimTiles | kMetricMsSsim);
  EXPECT_EQ(both.ssim_tiles.large.score,
            test::compare(picture_of(one), picture_of(other), kMetricSsimTiles).ssim_tiles.large.score);
  EXPECT_EQ(both.ms_ssim.score, test::compare(picture_of(one), picture_of(other), kMetricMsSsim).ms_ssim.score);
}

TEST(MetricsFlipTiles, AreMeansOfTheMap) {
  for (const VkExtent2D size : {VkExtent2D{5, 5}, {300, 130}}) {
    const CodeImage one = metrics_test::picture(size.width, size.height, 3, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 20, 2);
    test::MetricsRig rig(test::info_for(picture_of(one), kMetricFlip | kMetricFlipTiles, kMapFlip));
    rig.settings.maps = kMapFlip;
    const MetricsResult result = rig.compare(picture_of(one), picture_of(other));
    const std::vector<float> map = rig.map(kMapFlip);
    reference::Map damage(size.width, size.height);
    std::copy(map.begin(), map.end(), damage.pixels.begin());
    expect_tile(result.flip_tiles.small, worst_tile(damage, 8, 4), 1e-6);
    expect_tile(result.flip_tiles.large, worst_tile(damage, 32, 16), 1e-6);
    EXPECT_NEAR(result.flip.p99, reference::percentile(damage.pixels, 0.99), 2e-4);
    EXPECT_NEAR(result.flip.p999, reference::percentile(damage.pixels, 0.999), 2e-4);
    const WorstTiles alone = test::compare(picture_of(one), picture_of(other), kMetricFlipTiles).flip_tiles;
    EXPECT_EQ(alone.small.score, result.flip_tiles.small.score);
  }
}

TEST(MetricsFlipTiles, PercentilesLeaveOutWhatTheMaskDoes) {
  const CodeImage one = metrics_test::picture(160, 100, 0, 1);
  CodeImage other = one;
  for (std::size_t y = 0; y < 20; ++y) {
    for (std::size_t x = 0; x < 40; ++x) other.at(x, y) = {250, 0, 0};
  }
  MetricsCreateInfo info = test::info_for(picture_of(one), kMetricFlip | kMetricFlipTiles, kMapFlip);
  info.has_mask = true;
  test::MetricsRig rig(info);
  rig.settings.maps = kMapFlip;
  std::vector<std::uint8_t> mask(one.pixels.size(), 0);
  for (std::size_t y = 10; y < 50; ++y) std::fill_n(mask.begin() + std::ptrdiff_t(y * 160), 80, std::uint8_t{255});
  const MetricsResult result = rig.compare(picture_of(one), picture_of(other), mask);
  const std::vector<float> map = rig.map(kMapFlip);
  std::vector<double> counted;
  reference::Map damage(160, 100);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask[i] == 0) continue;
    counted.push_back(double{map[i]});
    damage.pixels[i] = double{map[i]};
  }
  EXPECT_NEAR(result.flip.p99, reference::percentile(counted, 0.99), 2e-4);
  EXPECT_NEAR(result.flip.p999, reference::percentile(counted, 0.999), 2e-4);
  expect_tile(result.flip_tiles.large, worst_tile(damage, 32, 16), 1e-6);
}

TEST(MetricsFlipTiles, EqualPicturesHaveNone) {
  const test::Picture picture = picture_of(metrics_test::picture(90, 70));
  const MetricsResult result = test::compare(picture, picture, kMetricFlip | kMetricFlipTiles | kMetricSsimTiles);
  EXPECT_EQ(result.flip.p999, 0.0);
  EXPECT_EQ(result.flip_tiles.small.score, 0.0);
  EXPECT_EQ(result.ssim_tiles.small.score, 1.0);
}

void expect_cluster(const ClusterResult& cluster, const reference::Cluster& expected) {
  EXPECT_EQ(cluster.pixels, expected.pixels);
  EXPECT_EQ(cluster.x, expected.x);
  EXPECT_EQ(cluster.y, expected.y);
  EXPECT_EQ(cluster.width, expected.width);
  EXPECT_EQ(cluster.height, expected.height);
}

TEST(MetricsCluster, OfNoiseOfAnyDensity) {
  for (const VkExtent2D size : kLocalSizes) {
    const CodeImage one = metrics_test::picture(size.width, size.height, 0, 1);
    const CodeImage other = metrics_test::picture(size.width, size.height, 40, 2);
    test::MetricsRig rig(test::info_for(picture_of(one), kMetricCluster));
    // Of all pixels nearly all, about the share at which clusters of a square lattice grow together, few, none.
    for (const std::uint32_t threshold : {0u, 20u, 27u, 29u, 31u, 38u, 255u}) {
      SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height) + " " + std::to_string(threshold));
      rig.settings.cluster_threshold = threshold;
      expect_cluster(rig.compare(picture_of(one), picture_of(other)).cluster,
                     largest_cluster(largest_errors(one, other), threshold));
    }
  }
}

/// One path that goes to and fro through every tile: labels have to travel all of it.
TEST(MetricsCluster, OfALongPath) {
  const CodeImage one(257, 131, {10, 10, 10});
  CodeImage other = one;
  for (std::size_t y = 0; y < one.height; ++y) {
    for (std::size_t x = 0; x < one.width; ++x) {
      if (y % 2 == 0 || x == (y % 4 == 1 ? 256u : 0u)) other.at(x, y)[1] = 99;
    }
  }
  const ClusterResult cluster = test::compare(picture_of(one), picture_of(other), kMetricCluster).cluster;
  EXPECT_EQ(cluster.pixels, 66u * 257u + 65u);
  expect_cluster(cluster, largest_cluster(largest_errors(one, other), 0));
}

TEST(MetricsCluster, CornersTouchAndTheFirstOfTwoIsTaken) {
  const CodeImage one(70, 70, {10, 10, 10});
  CodeImage other = one;
  for (const std::size_t i : {0u, 1u, 2u}) {
    other.at(40 + i, 60 + i) = other.at(12 - i, 63 + i) = other.at(31 + i, 31 + i) = {0, 0, 0};
  }
  const ClusterResult cluster = test::compare(picture_of(one), picture_of(other), kMetricCluster).cluster;
  expect_cluster(cluster, {3, 31, 31, 3, 3});
}

TEST(MetricsCluster, TheSameOnEveryRunAndInASmallerPicture) {
  const CodeImage one = metrics_test::picture(500, 300, 0, 1), other = metrics_test::picture(500, 300, 40, 2);
  MetricsCreateInfo info = test::info_for(picture_of(one), kMetricCluster);
  info.max_extent = {640, 400};
  test::MetricsRig rig(info);
  rig.settings.cluster_threshold = 29;
  const reference::Cluster expected = largest_cluster(largest_errors(one, other), 29);
  for (int run = 0; run < 5; ++run) {
    expect_cluster(rig.compare(picture_of(one), picture_of(other)).cluster, expected);
    const test::Picture equal = picture_of(metrics_test::picture(64, 64));
    EXPECT_EQ(rig.compare(equal, equal).cluster.pixels, 0u);
  }
}

// ---- anti-aliased edges ----

/// A disc's edge with four samples a pixel; its middle is `shift` pixels further right. Flat elsewhere.
CodeImage disc(std::size_t width, std::size_t height, double shift) {
  CodeImage image(width, height, {40, 60, 90});
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      int inside = 0;
      for (const double dx : {0.25, 0.75}) {
        for (const double dy : {0.25, 0.75}) {
          inside += std::hypot(double(x) + dx - shift - 0.5 * double(width), double(y) + dy - 0.5 * double(height)) <
                    0.4 * double(height);
        }
      }
      for (std::size_t c = 0; c < 3; ++c) {
        image.at(x, y)[c] = std::uint8_t(int{image.at(x, y)[c]} + inside * 30);
      }
    }
  }
  return image;
}

/// Noise of few levels: neighbours are often alike.
CodeImage coarse_noise(std::size_t width, std::size_t height, unsigned seed) {
  std::mt19937 random(seed);
  CodeImage image(width, height);
  for (auto& pixel : image.pixels) {
    const auto level = std::uint8_t(random() % 4 * 60);
    pixel = {level, level, std::uint8_t(random() % 8 == 0 ? 200 : level)};
  }
  return image;
}

CodeImage without_edges(const CodeImage& one, const CodeImage& other) {
  CodeImage made = other;
  for (std::size_t i = 0; i < one.pixels.size(); ++i) {
    if (is_antialiased(one, other, i % one.width, i / one.width)) made.pixels[i] = one.pixels[i];
  }
  return made;
}

void expect_edges_ignored(const CodeImage& one, const CodeImage& other) {
  const CodeImage expected = without_edges(one, other);
  MetricsCreateInfo info =
      test::info_for(picture_of(one), kMetricErrors | kMetricErrorTiles | kMetricCluster, kMapAbsolute);
  info.finds_antialiasing = true;
  test::MetricsRig rig(info);
  rig.settings.maps = kMapAbsolute;
  rig.settings.cluster_threshold = 10;
  rig.settings.ignores_antialiasing = true;
  const MetricsResult result = rig.compare(picture_of(one), picture_of(other));
  const std::vector<float> map = rig.map(kMapAbsolute);
  const reference::Map errors = largest_errors(one, expected);
  for (std::size_t i = 0; i < map.size(); ++i) {
    ASSERT_EQ(double{map[i]}, errors.pixels[i]) << i % one.width << ", " << i / one.width;
  }
  EXPECT_EQ(result.errors.pixels, one.pixels.size());
  EXPECT_EQ(result.error_tiles.small.score, worst_tile(squared_errors(one, expected), 8, 4).mean / 3.0);
  EXPECT_EQ(result.cluster.pixels, largest_cluster(errors, 10).pixels);
  rig.settings.ignores_antialiasing = false;
  EXPECT_EQ(rig.compare(picture_of(one), picture_of(other)).errors.squared_error,
            double(count_errors(one, other).total_squared_error));
}

TEST(MetricsErrorEdges, AreThoseOfTheReference) {
  expect_edges_ignored(disc(97, 80, 0.0), disc(97, 80, 0.4));
  expect_edges_ignored(coarse_noise(61, 45, 1), coarse_noise(61, 45, 2));
  expect_edges_ignored(coarse_noise(3, 2, 1), coarse_noise(3, 2, 2));
  expect_edges_ignored(coarse_noise(1, 1, 1), coarse_noise(1, 1, 3));
}

TEST(MetricsErrorEdges, OfADiscAreForgivenAndADotIsNot) {
  const CodeImage one = disc(97, 80, 0.0);
  CodeImage other = disc(97, 80, 0.4);
  const std::uint64_t moved = count_errors(one, other).differing_pixels;
  const std::uint64_t left = count_errors(one, without_edges(one, other)).differing_pixels;
  EXPECT_GT(moved, 60u);
  EXPECT_LT(left, moved / 5);
  for (std::size_t y = 36; y < 40; ++y) {
    for (std::size_t x = 40; x < 44; ++x) other.at(x, y) = {255, 0, 0};
  }
  const CodeImage expected = without_edges(one, other);
  EXPECT_EQ(count_errors(one, expected).differing_pixels, left + 16);
  expect_edges_ignored(one, other);
}

TEST(MetricsErrorEdges, AreOfRgbCodesAndMustBeCreated) {
  const test::Picture picture = picture_of(disc(40, 40, 0.0));
  test::MetricsRig rig(test::info_for(picture, kMetricErrors));
  rig.settings.ignores_antialiasing = true;
  EXPECT_THROW((void)rig.compare(picture, picture), engine::Error);
  EXPECT_NE(test::context().last_message().find("ignores_antialiasing: is set, and finds_antialiasing of create isn't"),
            std::string::npos);
  MetricsCreateInfo info = test::info_for(picture_of(to_yuv444(disc(40, 40, 0.0))), kMetricErrors);
  info.finds_antialiasing = true;
  ImageMetrics metrics;
  EXPECT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::invalid_argument);
}

}  // namespace
