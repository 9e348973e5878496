// SPDX-License-Identifier: MIT
// Tests of kMetricPsnrHvs against the double-precision reference, and against libvmaf's `psnr_hvs`, which adds floats
// one by one.
#include "reference/metrics/psnr_hvs.h"

#include <cmath>
#include <limits>
#include <utility>

#include "gpu/loader_shim.h"
#include "metrics/metrics_rig.h"
#include "metrics/psnr_hvs/interface.h"
#include "metrics/yuv_planes.h"
#include "unit/reference/metric_oracles.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::OraclePair;
using metrics_test::picture;
using namespace photopic;

/// dB: the project's contract. The DCT is the same integers; what follows is float, whose roundings are 1e-6 dB.
constexpr double kReference_db = 5e-5;
/// libvmaf's sum of floats is up to 3e-3 dB off.
constexpr double kOracle_db = 5e-3;
void expect_near(const PsnrHvsResult& result, const reference::PsnrHvs& expected, double tolerance_db) {
  EXPECT_NEAR(result.db[0], expected.y_db, tolerance_db);
  EXPECT_NEAR(result.db[1], expected.cb_db, tolerance_db);
  EXPECT_NEAR(result.db[2], expected.cr_db, tolerance_db);
  EXPECT_NEAR(result.combined_db, expected.combined_db, tolerance_db);
}

double decibels(double error) { return -10.0 * std::log10(error); }

/// Of planes that may differ in size.
reference::PsnrHvs reference_of(const std::array<reference::DeepPlane, 3>& one,
                                const std::array<reference::DeepPlane, 3>& other, unsigned bits) {
  const double y = reference::hvs_error(one[0], other[0], reference::HvsPlane::y, bits);
  const double cb = reference::hvs_error(one[1], other[1], reference::HvsPlane::cb, bits);
  const double cr = reference::hvs_error(one[2], other[2], reference::HvsPlane::cr, bits);
  return {decibels(y), decibels(cb), decibels(cr), decibels(0.8 * y + 0.1 * cb + 0.1 * cr)};
}

/// The low bits are the high ones once more, so that all are used.
std::array<reference::DeepPlane, 3> with_bits(const reference::Yuv444& yuv, unsigned bits) {
  std::array<reference::DeepPlane, 3> planes;
  const reference::Plane* const all[] = {&yuv.y, &yuv.u, &yuv.v};
  for (std::size_t i = 0; i < planes.size(); ++i) {
    planes[i] = reference::DeepPlane(all[i]->width, all[i]->height);
    for (std::size_t j = 0; j < planes[i].pixels.size(); ++j) {
      const unsigned code = all[i]->pixels[j];
      planes[i].pixels[j] = std::uint16_t(code << (bits - 8) | code >> (16 - bits));
    }
  }
  return planes;
}

test::Picture picture_of(const std::array<reference::DeepPlane, 3>& planes, Chroma chroma) {
  const VkExtent2D extent = {std::uint32_t(planes[0].width), std::uint32_t(planes[0].height)};
  return test::picture_of_codes(extent, VK_FORMAT_R16_UNORM, {planes[0].pixels, planes[1].pixels, planes[2].pixels},
                                chroma);
}

TEST(MetricsPsnrHvs, Oracle) {
  metrics_test::for_each_pair([](const OraclePair& pair) {
    const PsnrHvsResult result =
        test::compare(test::picture_of(pair.reference), test::picture_of(pair.test), kMetricPsnrHvs).psnr_hvs;
    pair.expect_near(result.db[0], "psnr_hvs_y", kOracle_db);
    pair.expect_near(result.db[1], "psnr_hvs_cb", kOracle_db);
    pair.expect_near(result.db[2], "psnr_hvs_cr", kOracle_db);
    pair.expect_near(result.combined_db, "psnr_hvs", kOracle_db);
    const reference::PsnrHvs expected = reference::psnr_hvs(pair.yuv_reference, pair.yuv_test);
    if (std::isfinite(expected.y_db) && std::isfinite(expected.cb_db) && std::isfinite(expected.cr_db)) {
      expect_near(result, expected, kReference_db);
    }
  });
}

TEST(MetricsPsnrHvs, PicturesOfAnySize) {
  for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{8, 8},
                                      {9, 15},
                                      {15, 8},
                                      {14, 14},
                                      {22, 15},
                                      {64, 61},
                                      {333, 97},
                                      {1030, 300}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const reference::CodeImage one = picture(width, height), other = picture(width, height, 40, 5);
    const MetricsResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricPsnrHvs);
    expect_near(result.psnr_hvs, reference::psnr_hvs(reference::to_yuv444(one), reference::to_yuv444(other)),
                kReference_db);
  }
}

/// Several groups, with blocks that are equal, that differ and both.
TEST(MetricsPsnrHvs, EqualBlocks) {
  constexpr std::size_t kWidth = 420, kHeight = 300;
  static_assert(kWidth / PHOTOPIC_METRICS_HVS_STEP > 3 * PHOTOPIC_METRICS_SIDE &&
                kHeight / PHOTOPIC_METRICS_HVS_STEP > 2 * PHOTOPIC_METRICS_SIDE);
  const reference::CodeImage one = picture(kWidth, kHeight);
  reference::CodeImage other = picture(kWidth, kHeight, 40, 5);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x) {
      const bool is_changed = y < 75 ? x < 210 : y > 287 && x > 90;
      if (!is_changed) other.at(x, y) = one.at(x, y);
    }
  }
  const MetricsResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricPsnrHvs);
  expect_near(result.psnr_hvs, reference::psnr_hvs(reference::to_yuv444(one), reference::to_yuv444(other)),
              kReference_db);
}

/// One plane differs, by errors of all sizes next to flat and to busy blocks: black and white edges hide much.
TEST(MetricsPsnrHvs, EdgesAndFlatBlocks) {
  constexpr std::size_t kSide = 120;
  reference::Yuv444 one = metrics_test::flat_yuv(kSide, kSide, {16, 128, 240});
  std::mt19937 random(4);
  for (std::size_t i = 0; i < one.y.pixels.size(); ++i) {
    const std::size_t x = i % kSide, y = i / kSide;
    if (x > 40) one.y.pixels[i] = (x / 5 + y / 9) % 2 == 0 ? 255 : 0;
    if (y > 60) one.y.pixels[i] = std::uint8_t(random() % 256);
  }
  reference::Yuv444 other = one;
  for (std::size_t i = 0; i < other.y.pixels.size(); i += 5) other.y.pixels[i] ^= std::uint8_t(1 + i % 63);
  const PsnrHvsResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricPsnrHvs).psnr_hvs;
  const reference::PsnrHvs expected = reference::psnr_hvs(one, other);
  EXPECT_NEAR(result.db[0], expected.y_db, kReference_db);
  EXPECT_EQ(result.db[1], std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.db[2], std::numeric_limits<double>::infinity());
  EXPECT_NEAR(result.combined_db, expected.combined_db, kReference_db);
}

TEST(MetricsPsnrHvs, EqualPictures) {
  const test::Picture one = test::picture_of(picture(50, 40, 20));
  const PsnrHvsResult result = test::compare(one, one, kMetricPsnrHvs).psnr_hvs;
  for (double db : {result.db[0], result.db[1], result.db[2], result.combined_db}) {
    EXPECT_EQ(db, std::numeric_limits<double>::infinity());
  }
}

/// Differences that noise hides count as none.
TEST(MetricsPsnrHvs, HiddenErrorsAreInfinite) {
  const reference::Yuv444 one = test::random_yuv(15, 15, 3);
  reference::Yuv444 other = one;
  ++other.y.at(2, 2);
  --other.y.at(3, 4);
  ASSERT_EQ(reference::psnr_hvs(one, other).y_db, std::numeric_limits<double>::infinity());
  const MetricsResult result = test::compare(test::picture_of(one), test::picture_of(other), kMetricPsnrHvs);
  EXPECT_EQ(result.psnr_hvs.db[0], std::numeric_limits<double>::infinity());
}

TEST(MetricsPsnrHvs, PlanesOfAnyKind) {
  // 4:2:0 has chroma of 47 x 35, 4:1:1 of 24 x 69: the last block ends before the last row.
  const reference::Yuv444 source = reference::to_yuv444(picture(93, 69));
  const reference::Yuv444 changed = reference::to_yuv444(picture(93, 69, 40, 2));
  for (const auto& [chroma, bits] : test::kLayouts) {
    SCOPED_TRACE(std::to_string(int(chroma)) + ", " + std::to_string(bits) + " bits");
    const reference::Yuv444 one = test::subsampled(source, chroma), other = test::subsampled(changed, chroma);
    const auto deep_one = with_bits(one, bits), deep_other = with_bits(other, bits);
    const test::Picture picture = bits == 8 ? test::picture_of(one, chroma, 8) : picture_of(deep_one, chroma);
    test::MetricsRig rig(test::info_for(picture, bits, kMetricPsnrHvs, 0));
    const MetricsResult result =
        rig.compare(picture, bits == 8 ? test::picture_of(other, chroma, 8) : picture_of(deep_other, chroma));
    expect_near(result.psnr_hvs, reference_of(deep_one, deep_other, bits), kReference_db);
  }
}

/// Codes of 12 bits, black and white: sums and products that fill 32 bits.
TEST(MetricsPsnrHvs, LargestCodes) {
  constexpr std::size_t kSide = 64;
  std::mt19937 random(6);
  std::array<reference::DeepPlane, 3> one, other;
  for (std::size_t plane = 0; plane < 3; ++plane) {
    one[plane] = other[plane] = reference::DeepPlane(kSide, kSide);
    for (std::size_t i = 0; i < kSide * kSide; ++i) {
      const std::size_t x = i % kSide;
      const bool is_lit = plane == 0 ? x / 4 % 2 == 0 : plane == 1 ? x % 2 == 0 : random() % 2 == 0;
      one[plane].pixels[i] = is_lit ? 4095 : 0;
      other[plane].pixels[i] = is_lit || random() % 16 == 0 ? 0 : 4095;
    }
  }
  const test::Picture picture = picture_of(one, Chroma::c444);
  test::MetricsRig rig(test::info_for(picture, 12, kMetricPsnrHvs, 0));
  expect_near(rig.compare(picture, picture_of(other, Chroma::c444)).psnr_hvs, reference_of(one, other, 12),
              kReference_db);
}

TEST(MetricsPsnrHvs, MaskedPixelsAreEqual) {
  const std::vector<std::uint8_t> mask = test::patchy_mask(94, 70);
  const reference::CodeImage one = picture(94, 70), other = picture(94, 70, 60, 3);
  MetricsCreateInfo info = test::info_for(test::picture_of(one), kMetricPsnrHvs);
  info.has_mask = true;
  test::MetricsRig rig(info);
  expect_near(rig.compare(test::picture_of(one), test::picture_of(other), mask).psnr_hvs,
              reference::psnr_hvs(reference::to_yuv444(one), reference::to_yuv444(test::masked(one, other, mask))),
              kReference_db);
}

TEST(MetricsPsnrHvs, MaskedSamplesOfPlanesAreEqual) {
  const std::vector<std::uint8_t> mask = test::patchy_mask(93, 69);
  for (Chroma chroma : {Chroma::c444, Chroma::c422, Chroma::c420, Chroma::c411}) {
    const reference::Yuv444 one = test::subsampled(reference::to_yuv444(picture(93, 69)), chroma);
    const reference::Yuv444 other = test::subsampled(reference::to_yuv444(picture(93, 69, 60, 3)), chroma);
    const test::Subsampling step = test::subsampling(chroma);
    const reference::Yuv444 same_where_masked{test::masked(one.y, other.y, mask),
                                              test::masked(one.u, other.u, mask, step, 93),
                                              test::masked(one.v, other.v, mask, step, 93)};
    const test::Picture picture = test::picture_of(one, chroma, 8);
    MetricsCreateInfo info = test::info_for(picture, kMetricPsnrHvs);
    info.has_mask = true;
    test::MetricsRig rig(info);
    expect_near(rig.compare(picture, test::picture_of(other, chroma, 8), mask).psnr_hvs,
                reference_of(with_bits(one, 8), with_bits(same_where_masked, 8), 8), kReference_db);
  }
}

VkPhysicalDeviceType device_type;

VKAPI_ATTR void VKAPI_CALL properties_of_device_type(VkPhysicalDevice, VkPhysicalDeviceProperties* out) {
  *out = test::context().properties();
  out->deviceType = device_type;
}

/// As devices of a kind have it, which have shaders of their own.
PsnrHvsResult compare_on(VkPhysicalDeviceType type, const MetricsCreateInfo& info, const test::Picture& reference,
                         const test::Picture& picture, const std::vector<std::uint8_t>& mask) {
  device_type = type;
  test::LoaderShim shim(test::context());
  shim.replace("vkGetPhysicalDeviceProperties", reinterpret_cast<PFN_vkVoidFunction>(properties_of_device_type));
  test::MetricsRig rig(shim.device(), info);
  return rig.compare(reference, picture, mask).psnr_hvs;
}

/// Pictures with equal blocks, flat ones, edges and noise, in several groups and strips; masks; planes of 12 bits.
TEST(MetricsPsnrHvs, GpusAndCpusHaveTheSameBits) {
  constexpr std::size_t kWidth = 333, kHeight = 297;
  reference::CodeImage one = picture(kWidth, kHeight, 3, 1), other = picture(kWidth, kHeight, 12, 2);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x) {
      if (x > 60 && x < 150) other.at(x, y) = one.at(x, y);
      if (y > 230) one.at(x, y) = {std::uint8_t((x / 5 + y / 9) % 2 * 250), 4, 128};
    }
  }
  const auto expect_same = [](const MetricsCreateInfo& info, const test::Picture& reference,
                              const test::Picture& picture, const std::vector<std::uint8_t>& mask = {}) {
    const PsnrHvsResult cpu = compare_on(VK_PHYSICAL_DEVICE_TYPE_CPU, info, reference, picture, mask);
    const PsnrHvsResult gpu = compare_on(VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, info, reference, picture, mask);
    EXPECT_EQ(cpu.db, gpu.db);
    EXPECT_EQ(cpu.combined_db, gpu.combined_db);
    EXPECT_TRUE(std::isfinite(cpu.combined_db));
  };
  const test::Picture codes = test::picture_of(one), changed = test::picture_of(other);
  MetricsCreateInfo info = test::info_for(codes, kMetricPsnrHvs);
  expect_same(info, codes, changed);
  info.strips = {kMetricsStripRows, 0};
  expect_same(info, codes, changed);
  info.has_mask = true;
  expect_same(info, codes, changed, test::patchy_mask(kWidth, kHeight));
  for (const Chroma chroma : {Chroma::c444, Chroma::c420}) {
    const test::Picture planes = test::picture_of(test::subsampled(reference::to_yuv444(one), chroma), chroma, 12);
    expect_same(test::info_for(planes, 12, kMetricPsnrHvs, 0), planes,
                test::picture_of(test::subsampled(reference::to_yuv444(other), chroma), chroma, 12));
  }
}

/// In an object for larger pictures, too.
TEST(MetricsPsnrHvs, SameBitsTwice) {
  const test::Picture one = test::picture_of(picture(200, 150)), other = test::picture_of(picture(200, 150, 9, 2));
  MetricsCreateInfo info = test::info_for(one, kMetricPsnrHvs);
  info.max_extent = {640, 400};
  test::MetricsRig rig(info);
  const PsnrHvsResult first = rig.compare(one, other).psnr_hvs, second = rig.compare(one, other).psnr_hvs;
  EXPECT_EQ(first.db, second.db);
  EXPECT_EQ(first.combined_db, second.combined_db);
  EXPECT_EQ(test::compare(one, other, kMetricPsnrHvs).psnr_hvs.db, first.db);
}

}  // namespace
