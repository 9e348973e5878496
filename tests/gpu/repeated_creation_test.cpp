// SPDX-License-Identifier: MIT
// Tests of objects that are made and destroyed many times: neither Vulkan objects, nor device memory, nor heap stay.
#include <malloc.h>
#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/flash_analyser.h>
#include <photopic/image_metrics.h>

#include <cstdint>

#include "gpu/fixture.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::ContentLightMeter;
using photopic::DebugOverlay;
using photopic::FlashAnalyser;
using photopic::ImageMetrics;
using photopic::PostProcess;

constexpr VkExtent2D kRepeatedExtent = {256, 256};  // every metric has enough pixels

/// Everything that an object of this size can have.
photopic::MadeFor with_everything() {
  photopic::MadeFor info = {.max_extent = kRepeatedExtent,
                            .view_count = 2,
                            .weights = photopic::kAllWeights,
                            .histogram = true,
                            .extrema = true,
                            .local_grid = true};
  info.auto_white_balance = info.dark_adaptation = true;
  info.statistics_slots = 2;
  info.lut_size = 17;
  info.effects = photopic::kAllEffects;
  return info;
}

/// Bytes of the process's heap in use, of all threads. 0 with AddressSanitizer, whose heap is another.
std::int64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return std::int64_t(info.uordblks + info.hblkhd);
}

/// Makes and destroys an object of each class.
class RepeatedCreation : public testing::Test {
 protected:
  RepeatedCreation() { shim_.make_no_pipelines(); }

  template <class Object, class Info>
  void once(const Info& info, const char* name) {
    {
      Object object;
      context().check(create_object(shim_.device(), info, &object));
      EXPECT_FALSE(shim_.alive().empty()) << name;
      EXPECT_GT(shim_.allocated_bytes(), 0u) << name;
    }
    ASSERT_TRUE(shim_.alive().empty()) << name << " left an object of " << shim_.alive().begin()->second;
    ASSERT_EQ(shim_.allocated_bytes(), 0u) << name;
  }

  void repeat(int count) {
    for (int i = 0; i < count && !HasFatalFailure(); ++i) {
      once<PostProcess>(with_everything(), "PostProcess");
      once<ImageMetrics>(
          photopic::MetricsCreateInfo{
              .max_extent = kRepeatedExtent, .metrics = photopic::kAllMetrics, .maps = photopic::kAllMaps, .slots = 2},
          "ImageMetrics");
      once<DebugOverlay>(photopic::OverlayCreateInfo{.max_extent = kRepeatedExtent}, "DebugOverlay");
      once<FlashAnalyser>(photopic::FlashCreateInfo{}, "FlashAnalyser");
      once<ContentLightMeter>(photopic::ContentLightCreateInfo{}, "ContentLightMeter");
    }
  }

  LoaderShim shim_{context()};
};

/// 20 times; with PHOTOPIC_TEST_FULL=1, 1000 times. ctest turns off glibc's caches, whose freed blocks count as used.
TEST_F(RepeatedCreation, LeavesNothing) {
  const int first = full_wanted() ? 100 : 5;  // tables of driver and shim grow at first
  repeat(first);
  const std::int64_t before_bytes = heap_bytes();
  repeat(full_wanted() ? 900 : 15);
  const std::int64_t grown_bytes = heap_bytes() - before_bytes;
  if (validation_wanted()) return;  // the layers keep 2 KB of each round
  // llvmpipe: 0. A table of a driver may grow once more. 900 leaks of 32 bytes, the smallest block, have 28 KB.
  constexpr std::int64_t kTable_bytes = 16384;
  EXPECT_LT(grown_bytes, kTable_bytes);
}

}  // namespace
}  // namespace test
