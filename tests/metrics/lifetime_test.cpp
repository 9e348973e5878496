// SPDX-License-Identifier: MIT
// Tests of ownership, memory, and failures of every Vulkan call in turn.
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "gpu/loader_shim.h"
#include "metrics/metrics_rig.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using namespace photopic;
using test::LoaderShim;

/// The smallest that every metric takes.
constexpr std::size_t kEveryMetricSide = 176;

test::Picture small_picture(unsigned seed) {
  return test::picture_of(metrics_test::picture(kEveryMetricSide, kEveryMetricSide, 20, seed));
}

MetricsCreateInfo everything() {
  MetricsCreateInfo info = test::info_for(small_picture(1), kAllMetrics, kAllMaps);
  info.slots = 2;
  info.has_mask = true;
  return info;
}

/// What each metric ends in: equal bits of these are equal sums.
std::vector<double> scores_of(const MetricsResult& result) {
  return {result.errors.squared_error,
          double(result.errors.differing_pixels),
          result.psnr.squared_error[0],
          result.psnr.squared_error[1],
          result.ssim.score,
          result.ssim_auto.score,
          result.ms_ssim.score,
          result.ciede2000.score,
          result.psnr_hvs.combined_db,
          result.flip.mean,
          result.flip.weighted_median,
          double(result.errors.histogram[3])};
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  }
  return a.size() == b.size();
}

/// One metric at a time: the calls before the one that fails are made again each time.
class FailingMetrics : public testing::TestWithParam<std::uint32_t> {};

TEST_P(FailingMetrics, EveryCallOfCreate) {
  LoaderShim shim(test::context());
  shim.make_no_pipelines();
  MetricsCreateInfo info = everything();
  info.metrics = GetParam();
  info.maps = 0;
  info.has_mask = false;
  std::set<std::string> failed_calls;
  for (std::uint32_t n = 1;; ++n) {
    ImageMetrics out;
    shim.fail_call(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const Status status = ImageMetrics::create(shim.device(), info, &out);
    const std::string failed = shim.take_failed_call();
    if (failed.empty()) {
      EXPECT_EQ(status, Status::ok);
      break;
    }
    failed_calls.insert(failed);
    EXPECT_EQ(status, Status::out_of_memory) << failed;
    EXPECT_NE(test::context().last_message().find(failed), std::string::npos) << test::context().last_message();
    EXPECT_EQ(out.memory_bytes(), 0u);
    ASSERT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " leaked when " << failed << " failed";
    ASSERT_TRUE(shim.allocations().empty());
  }
  EXPECT_GE(failed_calls.size(), 7u);
  EXPECT_TRUE(shim.alive().empty()) << shim.alive().begin()->second << " outlived its object";
}

INSTANTIATE_TEST_SUITE_P(MetricsLifetime, FailingMetrics,
                         testing::Values(kMetricErrors, kMetricPsnr, kMetricSsim, kMetricSsimAuto, kMetricMsSsim,
                                         kMetricCiede2000, kMetricDeltaE2000, kMetricPsnrHvs, kMetricFlip));

TEST(MetricsLifetime, MemoryIsWhatWasAllocated) {
  LoaderShim shim(test::context());
  shim.make_no_pipelines();
  test::MetricsRig rig(shim.device(), everything());
  EXPECT_EQ(rig.metrics().memory_bytes(), shim.allocated_bytes());
}

TEST(MetricsLifetime, RecordingMakesNothing) {
  LoaderShim shim(test::context());
  test::MetricsRig rig(shim.device(), everything());
  rig.settings.maps = kAllMaps;
  const std::uint32_t made = shim.calls_that_create();
  const std::vector<std::uint8_t> mask(kEveryMetricSide * kEveryMetricSide, 255);
  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    rig.settings.slot = slot;
    (void)rig.compare(small_picture(1), small_picture(2), mask);
  }
  EXPECT_EQ(shim.calls_that_create(), made);
}

/// Memory comes with what others left in it, and counters have to begin at zero wherever they lie.
TEST(MetricsLifetime, OfAnyMemory) {
  for (const bool is_separate : {false, true}) {
    SCOPED_TRACE(is_separate ? "the CPU reaches no device-local memory" : "the CPU reaches device-local memory");
    LoaderShim shim(test::context());
    if (is_separate) shim.separate_memory();
    MetricsCreateInfo info = everything();
    info.has_mask = false;
    test::MetricsRig rig(shim.device(), info), plain(info);
    const test::Poison poison(test::context(), shim);
    EXPECT_TRUE(poison.covers_all());
    test::submit([&](VkCommandBuffer command_buffer) { poison.record(command_buffer); });
    for (std::uint32_t i = 0; i < 4; ++i) {  // both slots, twice
      rig.settings.slot = plain.settings.slot = i % 2;
      rig.settings.maps = plain.settings.maps = i < 2 ? kAllMaps : 0;
      const test::Picture one = small_picture(1), other = small_picture(2 + i);
      const std::vector<double> scores = scores_of(rig.compare(one, other));
      for (const double score : scores) EXPECT_TRUE(std::isfinite(score) && score != 0.0) << score;
      EXPECT_TRUE(same_bits(scores, scores_of(plain.compare(one, other)))) << i;
    }
    for (const MetricMap map : {kMapAbsolute, kMapSquared, kMapSsim, kMapCiede2000, kMapFlip}) {
      for (const float value : rig.map(map)) ASSERT_TRUE(std::isfinite(value)) << map;
    }
  }
}

}  // namespace
