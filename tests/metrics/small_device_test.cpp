// SPDX-License-Identifier: MIT
// Tests of metrics on devices with the least that Vulkan 1.2 promises: numbers and maps are those of other devices, to
// the bit.
#include <string>
#include <vector>

#include "gpu/loader_shim.h"
#include "metrics/noise_pairs.h"

namespace {

using namespace photopic;
using test::Pair;

constexpr std::uint32_t kEverywhere = kMetricErrors | kMetricSsim | kMetricSsimAuto | kMetricMsSsim | kMetricFlip;
constexpr std::uint32_t kMapsEverywhere = kMapAbsolute | kMapSquared | kMapSsim | kMapFlip;

struct Compared {
  MetricsResult result;
  std::vector<std::vector<float>> maps;
};

/// Ways to compare errors that are off by default.
struct Tolerated {
  std::uint32_t shift_radius = 0;
  bool antialiasing = false;
};

Compared compare(const Device& device, const Pair& pair, const MetricsCreateInfo& info,
                 const std::vector<std::uint8_t>& mask, Tolerated tolerated) {
  test::MetricsRig rig(device, info);
  rig.settings.metrics = info.metrics;
  rig.settings.maps = info.maps;
  rig.settings.error_threshold = 2.0f;
  rig.settings.flip_exposures = {-3.0f, 2.0f, 3};
  rig.settings.shift_radius = tolerated.shift_radius;
  rig.settings.ignores_antialiasing = tolerated.antialiasing;
  Compared compared = {rig.compare(pair.reference, pair.test, mask), {}};
  for (std::uint32_t bit = 1; bit <= kAllMaps; bit <<= 1) {
    if ((info.maps & bit) != 0) compared.maps.push_back(rig.map(MetricMap(bit)));
  }
  return compared;
}

void expect_same_on_small_devices(const Pair& pair, MetricsStrips strips = {},
                                  const std::vector<std::uint8_t>& mask = {}, Tolerated tolerated = {}) {
  const std::uint32_t metrics = kEverywhere & supported_metrics(pair.reference.format) &
                                metrics_for(pair.reference.extent, pair.reference.chroma);
  std::uint32_t maps = kMapsEverywhere;
  if ((metrics & kMetricSsim) == 0) maps &= ~std::uint32_t{kMapSsim};
  if ((metrics & kMetricFlip) == 0) maps &= ~std::uint32_t{kMapFlip};
  MetricsCreateInfo info = test::info_for(pair.reference, metrics, maps);
  info.strips = strips;
  info.has_mask = !mask.empty();
  info.finds_antialiasing = tolerated.antialiasing;
  test::LoaderShim shim(test::context());
  const Compared usual = compare(shim.device(), pair, info, mask, tolerated);
  shim.change_limits(&test::lower_to_vulkan_1_2);
  const Compared small = compare(shim.device(), pair, info, mask, tolerated);
  test::expect_same(small.result, usual.result);
  EXPECT_EQ(small.maps, usual.maps);
}

TEST(SmallDevice, ComparesCodesEqually) {
  expect_same_on_small_devices(test::pair_of({213, 187}));
  expect_same_on_small_devices(test::pair_of({391, 300}), {}, test::mask_of({391, 300}));
}

TEST(SmallDevice, ComparesFloatsEqually) {
  expect_same_on_small_devices(test::linear_pair_of({213, 187}));
  expect_same_on_small_devices(test::linear_pair_of({150, 90}), {}, test::mask_of({150, 90}));
}

TEST(SmallDevice, ComparesPlanesEqually) {
  expect_same_on_small_devices(test::planes_of({213, 187}, Chroma::c420, 10));
}

TEST(SmallDevice, ToleratesShiftsAndEdgesEqually) {
  expect_same_on_small_devices(test::pair_of({213, 187}), {}, {}, {.shift_radius = 1});
  expect_same_on_small_devices(test::pair_of({213, 187}), {}, {}, {.antialiasing = true});
}

TEST(SmallDevice, ComparesStripsEqually) {
  const MetricsStrips strips = {kMetricsStripRows, 0};
  expect_same_on_small_devices(test::pair_of({213, 187}), strips);
  expect_same_on_small_devices(test::linear_pair_of({213, 187}), strips, test::mask_of({213, 187}));
}

}  // namespace
