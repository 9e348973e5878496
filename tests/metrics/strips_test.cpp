// SPDX-License-Identifier: MIT
// Tests of pictures in strips: their numbers are those of the whole picture, to the bit.
#include <photopic/c/image_metrics.h>
#include <photopic/metric_values.h>
#include <photopic/metrics_interface.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "c/device.h"
#include "gpu/loader_shim.h"
#include "metrics/noise_pairs.h"

namespace {

using namespace photopic;
using test::expect_same;
using test::linear_pair_of;
using test::mask_of;
using test::Pair;
using test::pair_of;
using test::Picture;
using test::planes_of;

constexpr std::uint32_t kRows = kMetricsStripRows;

/// Compares twice with one object, so that nothing stays from picture to picture.
void expect_strips(const Pair& pair, MetricsCreateInfo info, const MetricsSettings& settings, MetricsStrips strips,
                   const std::vector<std::uint8_t>& mask = {}) {
  const VkExtent2D extent = pair.reference.extent;
  SCOPED_TRACE(std::to_string(extent.width) + " x " + std::to_string(extent.height) + " in strips of " +
               std::to_string(strips.rows) + ", columns of " + std::to_string(strips.columns));
  info.has_mask = !mask.empty();
  test::MetricsRig whole(info);
  whole.settings = settings;
  const MetricsResult expected = whole.compare(pair.reference, pair.test, mask);
  info.strips = strips;
  test::MetricsRig rig(info);
  rig.settings = settings;
  for (int i = 0; i < 2; ++i) expect_same(rig.compare(pair.reference, pair.test, mask), expected);
  for (std::uint32_t bit = 1; bit <= kAllMaps; bit <<= 1) {
    if ((settings.maps & bit) != 0) {
      EXPECT_EQ(rig.map(MetricMap(bit)), whole.map(MetricMap(bit))) << bit;
    }
  }
}

MetricsCreateInfo everything_of(const Picture& picture) {
  const std::uint32_t metrics = supported_metrics(picture.format) & metrics_for(picture.extent, picture.chroma);
  std::uint32_t maps = 0;
  if ((metrics & kMetricErrors) != 0) maps |= kMapAbsolute | kMapSquared;
  if ((metrics & kMetricSsim) != 0) maps |= kMapSsim;
  if ((metrics & kMetricCiede2000) != 0) maps |= kMapCiede2000;
  if ((metrics & kMetricFlip) != 0) maps |= kMapFlip;
  return test::info_for(picture, metrics, maps);
}

MetricsSettings settings_for(const MetricsCreateInfo& info) {
  MetricsSettings settings;
  settings.metrics = info.metrics;
  settings.maps = info.maps;
  settings.cluster_threshold = 6;
  settings.error_threshold = 2.0f;
  settings.flip_exposures = {-3.0f, 2.0f, 3};
  return settings;
}

void expect_everything(const Pair& pair, MetricsStrips strips, const std::vector<std::uint8_t>& mask = {}) {
  const MetricsCreateInfo info = everything_of(pair.reference);
  expect_strips(pair, info, settings_for(info), strips, mask);
}

// ---- numbers ----

/// Sizes at which the last strip is whole, has a row, lacks one; and with automatic scales of SSIM of 1, 2 and 3.
TEST(MetricsStrips, EveryMetricOfCodes) {
  for (const VkExtent2D extent : {VkExtent2D{177, 4 * kRows}, {200, 4 * kRows + 1}, {391, 7 * kRows - 1}, {643, 705}}) {
    expect_everything(pair_of(extent), {kRows, 0});
  }
  expect_everything(pair_of({230, 5 * kRows + 7}), {2 * kRows, 0});
  expect_everything(pair_of({230, 100}), {2 * kRows, 0});
}

/// More tiles than groups: sums go on in a strip as well as from strip to strip.
TEST(MetricsStrips, SumsOfGroupsWithSeveralTiles) {
  constexpr VkExtent2D kExtent = {1130, 1000};
  static_assert(kExtent.width / PHOTOPIC_METRICS_TILE * (kExtent.height / PHOTOPIC_METRICS_TILE) >
                PHOTOPIC_METRICS_GROUPS);
  const Pair pair = pair_of(kExtent);
  const MetricsCreateInfo info = test::info_for(pair.reference, kMetricErrors | kMetricCiede2000 | kMetricDeltaE2000);
  expect_strips(pair, info, settings_for(info), {kRows, 0});
  expect_strips(pair, info, settings_for(info), {7 * kRows, 0});
  const Pair linear = linear_pair_of(kExtent);
  const MetricsCreateInfo of_linear = test::info_for(linear.reference, kMetricErrors);
  expect_strips(linear, of_linear, settings_for(of_linear), {kRows, 0});
}

/// Rows that are longer than the images.
TEST(MetricsStrips, ColumnsOfLongRows) {
  expect_everything(pair_of({391, 3 * kRows + 5}), {kRows, 16});
  expect_everything(pair_of({256, 2 * kRows + 50}), {kRows, 128});
  expect_everything(pair_of({300, 200}), {4 * kRows, 64});
  expect_everything(planes_of({301, 199}, Chroma::c420, 8), {kRows, 32});
}

TEST(MetricsStrips, Masks) {
  constexpr VkExtent2D kExtent = {203, 3 * kRows + 3};
  expect_everything(pair_of(kExtent), {kRows, 64}, mask_of(kExtent));
  expect_everything(linear_pair_of({90, 150}), {kRows, 0}, mask_of({90, 150}));
}

TEST(MetricsStrips, NarrowAndLowPictures) {
  for (const VkExtent2D extent : {VkExtent2D{1, 200}, {3, 2 * kRows + 1}, {11, 70}, {300, 1}, {13, kRows}}) {
    expect_everything(pair_of(extent), {kRows, 0});
  }
}

TEST(MetricsStrips, Floats) {
  expect_everything(linear_pair_of({131, 2 * kRows + 1}), {kRows, 0});
  expect_everything(linear_pair_of({70, 300}), {2 * kRows, 32});
}

void expect_planes(Chroma chroma) {
  SCOPED_TRACE(int(chroma));
  const Pair pair = planes_of({211, 3 * kRows + 17}, chroma, 10);
  MetricsCreateInfo info = everything_of(pair.reference);
  info.bits = 10;
  info.metrics |= kMetricPsnrHvs;
  expect_strips(pair, info, settings_for(info), {kRows, 0});
}

TEST(MetricsStrips, PlanesOfHalfTheChroma) { expect_planes(Chroma::c420); }

TEST(MetricsStrips, PlanesOfEveryOtherChroma) {
  for (const Chroma chroma : {Chroma::c444, Chroma::c422, Chroma::c411}) expect_planes(chroma);
}

TEST(MetricsStrips, SixteenBits) {
  constexpr VkExtent2D kExtent = {190, 4 * kRows + 9};
  std::mt19937 random(5);
  const auto picture = [&] {
    std::vector<std::uint16_t> codes(std::size_t{kExtent.width} * kExtent.height * 4);
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = std::uint16_t(i * 5 + random() % 700);
    return test::picture_of_codes(kExtent, VK_FORMAT_R16G16B16A16_UNORM, {codes});
  };
  const Picture reference = picture();
  expect_everything({reference, picture()}, {kRows, 0});
}

TEST(MetricsStrips, ShiftsAndAntialiasedEdges) {
  const Pair pair = pair_of({181, 3 * kRows + 2});
  MetricsCreateInfo info =
      test::info_for(pair.reference, kMetricErrors | kMetricErrorTiles | kMetricCluster, kMapAbsolute);
  info.finds_antialiasing = true;
  MetricsSettings settings = settings_for(info);
  settings.shift_radius = 4;
  expect_strips(pair, info, settings, {kRows, 0});
  settings.ignores_antialiasing = true;
  expect_strips(pair, info, settings, {kRows, 16});
}

TEST(MetricsStrips, SlotsInTurn) {
  const Pair pair = pair_of({180, 5 * kRows});
  MetricsCreateInfo info = everything_of(pair.reference);
  info.slots = 2;
  expect_strips(pair, info, settings_for(info), {kRows, 0});
}

/// The object is for larger pictures.
TEST(MetricsStrips, SmallerPicturesThanTheLargest) {
  MetricsCreateInfo info = everything_of(pair_of({400, 420}).reference);
  info.strips = {kRows, 128};
  test::MetricsRig rig(info);
  rig.settings = settings_for(info);
  for (const VkExtent2D extent : {VkExtent2D{400, 420}, {177, 180}, {400, 190}, {200, 419}}) {
    const Pair pair = pair_of(extent);
    MetricsCreateInfo of_whole = everything_of(pair.reference);
    test::MetricsRig whole(of_whole);
    whole.settings = rig.settings;
    expect_same(rig.compare(pair.reference, pair.test), whole.compare(pair.reference, pair.test));
  }
}

// ---- turns ----

TEST(MetricsStrips, OutOfTurnAreRefused) {
  const Pair pair = pair_of({40, 3 * kRows});
  MetricsCreateInfo info = test::info_for(pair.reference, kMetricErrors);
  info.strips = {kRows, 0};
  test::MetricsRig rig(info);
  const engine::Image image(test::context(), {40, kRows + 8}, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_SAMPLED_BIT);
  const auto refusal_of = [&](const MetricsStrip& strip) {
    MetricsPair given;
    given.extent = pair.reference.extent;
    given.reference[0] = given.test[0] = image.view();
    given.strip = strip;
    Status status = Status::ok;
    test::submit([&](VkCommandBuffer commands) { status = rig.metrics().record(commands, given, {}); });
    return status == Status::ok ? "" : test::context().last_message();
  };
  const std::string kNotNext = "ImageMetrics::record: strip: isn't the one after the last, or the first";
  EXPECT_EQ(refusal_of(rig.metrics().strip({40, 3 * kRows}, kRows)), kNotNext);
  MetricsStrip first = rig.metrics().strip({40, 3 * kRows}, 0);
  --first.image_rows;
  EXPECT_EQ(refusal_of(first), "ImageMetrics::record: strip: isn't what strip() gives");
  EXPECT_EQ(refusal_of({}), "ImageMetrics::record: strip: isn't what strip() gives");
}

TEST(MetricsStrips, AreFinishedOnce) {
  const Pair pair = pair_of({40, kRows});
  MetricsCreateInfo info = test::info_for(pair.reference, kMetricErrors);
  info.strips = {kRows, 0};
  test::MetricsRig rig(info);
  EXPECT_GT(rig.compare(pair.reference, pair.test).errors.max_error, 0.0);
  MetricsResult result;
  EXPECT_EQ(rig.metrics().finish(0, &result), Status::invalid_argument);
}

TEST(MetricsStrips, WrongHeightsAndColumnsAreRefused) {
  MetricsCreateInfo info;
  info.max_extent = {100, 100};
  info.metrics = kMetricErrors;
  ImageMetrics metrics;
  for (const MetricsStrips strips : {MetricsStrips{kRows + 1, 0}, {1 << 17, 0}, {0, 16}, {kRows, 48}, {kRows, 8}}) {
    info.strips = strips;
    EXPECT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::invalid_argument) << strips.rows;
  }
}

// ---- plans ----

std::uint32_t most_side, most_range;  // of the device below

VKAPI_ATTR void VKAPI_CALL properties_of_small_device(VkPhysicalDevice, VkPhysicalDeviceProperties* out) {
  *out = test::context().properties();
  out->limits.maxImageDimension2D = most_side;
  out->limits.maxStorageBufferRange = most_range;
}

/// A device whose images and buffers are small.
struct SmallDevice {
  SmallDevice(std::uint32_t side, std::uint32_t range) : shim(test::context()) {
    most_side = side;
    most_range = range;
    shim.replace("vkGetPhysicalDeviceProperties", reinterpret_cast<PFN_vkVoidFunction>(properties_of_small_device));
  }
  test::LoaderShim shim;
};

constexpr VkDeviceSize kGibibyte = VkDeviceSize{1} << 30;

TEST(MetricsPlan, PicturesThatFitAreWhole) {
  MetricsCreateInfo info = everything_of(pair_of({640, 480}).reference);
  info.strips = {kRows, 16};
  ASSERT_EQ(ImageMetrics::plan_strips(test::context().lend(), kGibibyte, &info), Status::ok);
  EXPECT_EQ(info.strips.rows, 0u);
  EXPECT_EQ(info.strips.columns, 0u);
}

/// All that is wanted is had on devices whose images and buffers are too small for the picture.
TEST(MetricsPlan, SmallDevicesGiveTheSame) {
  const Pair pair = pair_of({391, 5 * kRows + 11});
  MetricsCreateInfo info = everything_of(pair.reference);
  info.metrics &= ~std::uint32_t{kMetricPsnrHvs};  // which reads as many rows around as the least strip has
  const MetricsCreateInfo whole = info;
  ASSERT_EQ(ImageMetrics::plan_strips(SmallDevice(256, 1u << 27).shim.device(), kGibibyte, &info), Status::ok);
  EXPECT_EQ(info.strips.columns,
            256u);  // rows of 391 texels are two of these: 64 and those around them fit, 128 do not
  EXPECT_EQ(info.strips.rows, 0u + kRows);
  expect_strips(pair, whole, settings_for(info), info.strips);
}

TEST(MetricsPlan, SmallBuffersMakeStrips) {
  MetricsCreateInfo info;
  info.max_extent = {1000, 1000};
  info.metrics = kMetricErrors;
  info.maps = kMapAbsolute;
  SmallDevice device(4096, 1000 * 4 * 3 * kRows + 100);
  ImageMetrics metrics;
  EXPECT_EQ(ImageMetrics::create(device.shim.device(), info, &metrics), Status::unsupported);
  EXPECT_NE(test::context().last_message().find("compare in strips"), std::string::npos);
  ASSERT_EQ(ImageMetrics::plan_strips(device.shim.device(), kGibibyte, &info), Status::ok);
  EXPECT_EQ(info.strips.rows, 3 * kRows);
  EXPECT_EQ(info.strips.columns, 0u);
  EXPECT_EQ(ImageMetrics::create(device.shim.device(), info, &metrics), Status::ok) << test::context().last_message();
}

/// The object's own memory is what the plan said; images are the rest.
TEST(MetricsPlan, StaysWithinMemory) {
  MetricsCreateInfo info = everything_of(pair_of({640, 480}).reference);
  info.max_extent = {4096, 30000};
  constexpr VkDeviceSize kBudget = kGibibyte / 4;
  ASSERT_EQ(ImageMetrics::plan_strips(test::context().lend(), kBudget, &info), Status::ok);
  EXPECT_GT(info.strips.rows, 0u + kRows);
  ImageMetrics metrics;
  ASSERT_EQ(ImageMetrics::create(test::context().lend(), info, &metrics), Status::ok) << test::context().last_message();
  const VkExtent2D image = metrics.image_extent(info.max_extent, metrics.strip(info.max_extent, info.strips.rows));
  EXPECT_LE(metrics.memory_bytes() + 8 * VkDeviceSize{image.width} * image.height, kBudget + kBudget / 64);
}

/// The least strips are planned even if they take more.
TEST(MetricsPlan, LeastStripsIgnoreMemory) {
  MetricsCreateInfo info = everything_of(pair_of({640, 480}).reference);
  ASSERT_EQ(ImageMetrics::plan_strips(test::context().lend(), 1, &info), Status::ok);
  EXPECT_EQ(info.strips.rows, 0u + kRows);
}

TEST(MetricsPlan, TheLargestSides) {
  for (const VkExtent2D extent : {VkExtent2D{65535, 1}, {1, 65535}, {65535, 65535}}) {
    MetricsCreateInfo info;
    info.max_extent = extent;
    info.metrics = kMetricErrors | kMetricFlip | kMetricSsim;
    EXPECT_EQ(ImageMetrics::plan_strips(test::context().lend(), kGibibyte, &info), Status::ok)
        << test::context().last_message();
  }
  MetricsCreateInfo info;
  info.max_extent = {65536, 1};
  info.metrics = kMetricErrors;
  EXPECT_EQ(ImageMetrics::plan_strips(test::context().lend(), kGibibyte, &info), Status::invalid_argument);
}

TEST(MetricsPlan, ImagesThatAreTooSmallAreNamed) {
  MetricsCreateInfo info;
  info.max_extent = {2000, 2000};
  info.metrics = kMetricFlip;
  SmallDevice device(64, 1u << 27);
  EXPECT_EQ(ImageMetrics::plan_strips(device.shim.device(), kGibibyte, &info), Status::unsupported);
  EXPECT_EQ(test::context().last_message(),
            "ImageMetrics::plan_strips: max_extent = 2000 x 2000: even 64 rows are more than the device's images (64 a "
            "side) and storage buffers (134217728 bytes) hold");
}

/// C has what C++ has.
TEST(MetricsPlan, InC) {
  const Device& lent = test::context().lend();
  const photopic_device device = test::device_of(lent);
  constexpr VkExtent2D kWide = {65535, 300};
  constexpr VkDeviceSize kBytes = 64 << 20;
  photopic_image_metrics_info info = {};
  info.size = sizeof info;
  info.version = PHOTOPIC_INTERFACE_VERSION;
  info.max_extent = kWide;
  info.metrics = PHOTOPIC_METRIC_SSIM | PHOTOPIC_METRIC_PSNR;
  ASSERT_EQ(photopic_image_metrics_plan_strips(&device, kBytes, &info), PHOTOPIC_OK) << photopic_last_error();
  MetricsCreateInfo cpp_info;
  cpp_info.max_extent = kWide;
  cpp_info.metrics = info.metrics;
  ASSERT_EQ(ImageMetrics::plan_strips(lent, kBytes, &cpp_info), Status::ok);
  EXPECT_GT(info.strip_rows, 0u);
  EXPECT_EQ(info.strip_rows, cpp_info.strips.rows);
  EXPECT_EQ(info.strip_columns, cpp_info.strips.columns);
  photopic_image_metrics* made = nullptr;
  ASSERT_EQ(photopic_image_metrics_create(&device, &info, &made), PHOTOPIC_OK) << photopic_last_error();
  ImageMetrics cpp_metrics;
  ASSERT_EQ(ImageMetrics::create(lent, cpp_info, &cpp_metrics), Status::ok);
  const photopic_metrics_strip strip = photopic_image_metrics_strip(made, kWide, info.strip_rows);
  const MetricsStrip cpp_strip = cpp_metrics.strip(kWide, info.strip_rows);
  EXPECT_EQ(strip.first_row, info.strip_rows);
  EXPECT_EQ(strip.rows, cpp_strip.rows);
  EXPECT_EQ(strip.image_row, cpp_strip.image_row);
  EXPECT_EQ(strip.image_rows, cpp_strip.image_rows);
  const VkExtent2D image = photopic_image_metrics_image_extent(made, kWide, strip, 0);
  EXPECT_EQ(image.width, cpp_metrics.image_extent(kWide, cpp_strip).width);
  EXPECT_EQ(image.height, cpp_metrics.image_extent(kWide, cpp_strip).height);
  photopic_image_metrics_destroy(made);
  info.size = offsetof(photopic_image_metrics_info, strip_rows);  // of an older program, which has no room for them
  EXPECT_EQ(photopic_image_metrics_plan_strips(&device, kBytes, &info), PHOTOPIC_INVALID_ARGUMENT);
}

}  // namespace
