// SPDX-License-Identifier: MIT
// Tests of kMetricCiede2000 against libvmaf's `ciede` and the double-precision reference. CIELAB is the same float in
// all of them; each then works out the difference by formulas of its own, in float or with roundings to float.
#include "reference/metrics/ciede2000.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "metrics/metrics_rig.h"
#include "metrics/yuv_planes.h"
#include "unit/reference/metric_oracles.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::flat_yuv;
using metrics_test::OraclePair;
using metrics_test::picture;
using namespace photopic;

/// dB: the project's contract. Measured: 1e-6, of which half are the oracle's decimals.
constexpr double kScore_db = 5e-5;
/// Of a pixel's difference. Chromas are up to 200 and have an ulp of 1.5e-5 there, and the reference rounds them, and
/// hues, to float. The rest is relative: some 20 roundings in a row. Measured: half of it.
constexpr double kAbsolute = 1.5e-5;
constexpr double kRelative = 5e-7;

void expect_differences(const std::vector<float>& map, const reference::Map& expected) {
  ASSERT_EQ(map.size(), expected.pixels.size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double value = expected.pixels[i];
    ASSERT_NEAR(double{map[i]}, value, kAbsolute + kRelative * value) << "pixel " << i;
    ASSERT_EQ(map[i] == 0.0f, value == 0.0) << "pixel " << i;
  }
}

/// Writes the map, too.
MetricsResult compare_with_map(test::MetricsRig& rig, const test::Picture& one, const test::Picture& other,
                               const std::vector<std::uint8_t>& mask = {}) {
  rig.settings.maps = kMapCiede2000;
  return rig.compare(one, other, mask);
}

void expect_score(const Ciede2000Result& result, const reference::CiedeResult& expected) {
  EXPECT_NEAR(result.score, expected.score, kScore_db);
  EXPECT_NEAR(result.mean_de, expected.mean, 1e-5 * expected.mean);
}

TEST(MetricsCiede2000, Oracle) {
  MetricsCreateInfo info;
  info.max_extent = {2048, 2048};
  info.metrics = kMetricCiede2000;
  test::MetricsRig rig(info);
  metrics_test::for_each_pair([&](const OraclePair& pair) {
    const MetricsResult result = rig.compare(test::picture_of(pair.reference), test::picture_of(pair.test));
    pair.expect_near(result.ciede2000.score, "ciede2000", kScore_db);
  });
}

TEST(MetricsCiede2000, PicturesOfAnySize) {
  for (const auto& [width, height] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {7, 5}, {33, 31}, {64, 33}, {333, 97}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const reference::CodeImage one = picture(width, height), other = picture(width, height, 12, 5);
    test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricCiede2000, kMapCiede2000));
    const MetricsResult result = compare_with_map(rig, test::picture_of(one), test::picture_of(other));
    const reference::CiedeResult expected =
        reference::ciede2000(reference::to_yuv444(one), reference::to_yuv444(other));
    expect_score(result.ciede2000, expected);
    expect_differences(rig.map(kMapCiede2000), expected.map);
  }
}

/// CIELAB of nearly white colours that differ by a code or two: what is left when large numbers are subtracted. Every
/// pixel is off the same way, so that nothing averages out.
TEST(MetricsCiede2000, FlatTints) {
  test::MetricsRig rig(test::info_for(test::picture_of(flat_yuv(70, 50, {})), kMetricCiede2000));
  for (unsigned luma : {16u, 17u, 40u, 126u, 180u, 233u, 235u}) {
    for (const auto& tint : {std::array{0, 0, 2}, {0, 2, 0}, {1, 0, 0}, {0, -1, 1}, {2, 3, -1}}) {
      SCOPED_TRACE(std::to_string(luma) + ": " + std::to_string(tint[0]) + " " + std::to_string(tint[1]) + " " +
                   std::to_string(tint[2]));
      const auto code = [&](int i, int base) { return std::uint8_t(base + tint[std::size_t(i)]); };
      const reference::Yuv444 one = flat_yuv(70, 50, {std::uint8_t(luma), 128, 128});
      const reference::Yuv444 other = flat_yuv(70, 50, {code(0, int(luma)), code(1, 128), code(2, 128)});
      expect_score(rig.compare(test::picture_of(one), test::picture_of(other)).ciede2000,
                   reference::ciede2000(one, other));
    }
  }
}

/// Pairs of colours, one to a pixel.
reference::Yuv444 colors(const std::vector<reference::Yuv8>& codes) {
  reference::Yuv444 yuv{{codes.size(), 1}, {codes.size(), 1}, {codes.size(), 1}};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    yuv.y.pixels[i] = codes[i][0];
    yuv.u.pixels[i] = codes[i][1];
    yuv.v.pixels[i] = codes[i][2];
  }
  return yuv;
}

struct Pairs {
  std::vector<reference::Yuv8> one, other;
  void add(int y1, int u1, int v1, int y2, int u2, int v2) {
    const auto code = [](int value) { return std::uint8_t(std::clamp(value, 1, 254)); };
    one.push_back({code(y1), code(u1), code(v1)});
    other.push_back({code(y2), code(u2), code(v2)});
  }
};

void expect_pairs(const Pairs& pairs) {
  const reference::Yuv444 one = colors(pairs.one), other = colors(pairs.other);
  test::MetricsRig rig(test::info_for(test::picture_of(one), kMetricCiede2000, kMapCiede2000));
  const MetricsResult result = compare_with_map(rig, test::picture_of(one), test::picture_of(other));
  const reference::CiedeResult expected = reference::ciede2000(one, other);
  expect_differences(rig.map(kMapCiede2000), expected.map);
  EXPECT_NEAR(result.ciede2000.mean_de, expected.mean, 1e-5 * expected.mean);
}

TEST(MetricsCiede2000, RandomColors) {
  std::mt19937 random(7);
  const auto code = [&] { return int(random() % 256); };
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) pairs.add(code(), code(), code(), code(), code(), code());
  expect_pairs(pairs);
}

TEST(MetricsCiede2000, ColorsThatAreAlike) {
  std::mt19937 random(8);
  const auto near = [&](int value) { return value + int(random() % 5) - 2; };
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) {
    const int y = int(random() % 256), u = int(random() % 256), v = int(random() % 256);
    pairs.add(y, u, v, near(y), near(u), near(v));
    pairs.add(near(228), near(128), near(128), near(232), near(128), near(128));
  }
  expect_pairs(pairs);
}

TEST(MetricsCiede2000, Greys) {
  Pairs pairs;
  for (int y = 1; y < 255; ++y) {
    pairs.add(y, 128, 128, y + 1, 128, 128);
    pairs.add(y, 128, 128, 255 - y, 128, 128);
    pairs.add(y, 128, 128, y, 128, 129);
    pairs.add(y, 127, 128, y, 128, 128);
    pairs.add(y, 128, 128, y, 20, 230);
    pairs.add(y, 128, 128, y, 128, 128);
  }
  expect_pairs(pairs);
}

/// Hues that are nearly half a turn apart. No pair is exactly: which way round the mean hue then is hangs on roundings.
TEST(MetricsCiede2000, OppositeHues) {
  std::mt19937 random(9);
  Pairs pairs;
  for (int i = 0; i < 8000; ++i) {
    const int u = int(random() % 200) - 100, v = int(random() % 200) - 100, y = int(random() % 220) + 16;
    const int turn_u = int(random() % 7) - 3, turn_v = int(random() % 7) - 3;
    pairs.add(y, 128 + u, 128 + v, y, 128 - u + turn_u, 128 - v + turn_v);
  }
  expect_pairs(pairs);
}

/// Mean hues from 180 to beyond 360 degrees, where the rotation term is.
TEST(MetricsCiede2000, BluesAndPurples) {
  std::mt19937 random(10);
  Pairs pairs;
  for (int i = 0; i < 4000; ++i) {
    const int u = 128 + int(random() % 120), v = 60 + int(random() % 140), y = int(random() % 120) + 16;
    pairs.add(y, u, v, y + int(random() % 9), u + int(random() % 41) - 20, v + int(random() % 41) - 20);
  }
  expect_pairs(pairs);
}

TEST(MetricsCiede2000, EqualPictures) {
  const test::Picture one = test::picture_of(picture(50, 40, 20));
  const Ciede2000Result result = test::compare(one, one, kMetricCiede2000).ciede2000;
  EXPECT_EQ(result.mean_de, 0.0);
  EXPECT_EQ(result.score, std::numeric_limits<double>::infinity());
}

TEST(MetricsCiede2000, PlanesOfAnyKind) {
  const reference::Yuv444 source = test::random_yuv(47, 39, 1), changed = test::random_yuv(47, 39, 2);
  for (const auto& [chroma, bits] : test::kLayouts) {
    SCOPED_TRACE(std::to_string(int(chroma)) + ", " + std::to_string(bits) + " bits");
    const reference::Yuv444 one = test::subsampled(source, chroma), other = test::subsampled(changed, chroma);
    const test::Picture picture = test::picture_of(one, chroma, bits);
    test::MetricsRig rig(test::info_for(picture, bits, kMetricCiede2000, kMapCiede2000));
    const MetricsResult result = compare_with_map(rig, picture, test::picture_of(other, chroma, bits));
    // The same colours, whatever the bits.
    const reference::CiedeResult expected =
        reference::ciede2000(test::upsampled(one, chroma), test::upsampled(other, chroma));
    expect_score(result.ciede2000, expected);
    expect_differences(rig.map(kMapCiede2000), expected.map);
  }
}

TEST(MetricsCiede2000, MaskedPixelsAreEqual) {
  const reference::CodeImage one = picture(61, 45), other = picture(61, 45, 30, 3);
  const std::vector<std::uint8_t> mask = test::patchy_mask(61, 45);
  MetricsCreateInfo info = test::info_for(test::picture_of(one), kMetricCiede2000, kMapCiede2000);
  info.has_mask = true;
  test::MetricsRig rig(info);
  const MetricsResult result = compare_with_map(rig, test::picture_of(one), test::picture_of(other), mask);
  const reference::CiedeResult expected =
      reference::ciede2000(reference::to_yuv444(one), reference::to_yuv444(test::masked(one, other, mask)));
  expect_score(result.ciede2000, expected);
  expect_differences(rig.map(kMapCiede2000), expected.map);
  expect_score(rig.compare(test::picture_of(one), test::picture_of(other)).ciede2000,
               reference::ciede2000(reference::to_yuv444(one), reference::to_yuv444(other)));
}

TEST(MetricsCiede2000, SameBitsTwice) {
  const test::Picture one = test::picture_of(picture(200, 150)), other = test::picture_of(picture(200, 150, 9, 2));
  test::MetricsRig rig(test::info_for(one, kMetricCiede2000, kMapCiede2000));
  const double mean = compare_with_map(rig, one, other).ciede2000.mean_de;
  const std::vector<float> map = rig.map(kMapCiede2000);
  EXPECT_EQ(compare_with_map(rig, one, other).ciede2000.mean_de, mean);
  EXPECT_EQ(rig.map(kMapCiede2000), map);
  rig.settings.maps = 0;
  EXPECT_EQ(rig.compare(one, other).ciede2000.mean_de, mean);
}

}  // namespace
