// SPDX-License-Identifier: MIT
// Tests of sizes up to 130 x 130: combinations of partly filled blocks of 32 and 64 texels, in 1 and 2 passes. All of
// them in a full run; else those around whole blocks.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"
#include "meter/meter_variants.h"
#include "reference/metering.h"

namespace {

constexpr std::uint32_t kMaxSide = 130;

std::vector<std::uint32_t> sides() {
  if (!test::full_wanted()) return {1, 2, 3, 17, 31, 32, 33, 48, 63, 64, 65, 95, 96, 97, 127, 128, 129, kMaxSide};
  std::vector<std::uint32_t> all(kMaxSide);
  std::iota(all.begin(), all.end(), 1u);
  return all;
}

struct Worst {
  double error = 0.0;
  VkExtent2D extent = {};

  void add(double candidate, VkExtent2D at) {
    if (candidate <= error) return;
    error = candidate;
    extent = at;
  }
};

class MeteringSweep : public testing::TestWithParam<test::MeterVariant> {
 protected:
  MeteringSweep()
      : hdr_(test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, {kMaxSide, kMaxSide},
                            test::gradient_with_noise({kMaxSide, kMaxSide}))) {}

  void record(VkCommandBuffer command_buffer, VkExtent2D extent) {
    const photopic::Frame frame = {.hdr = {hdr_.view()}, .extent = extent};
    test::context().check(post_.record_meter(command_buffer, frame, {.meter = test::asking_for(post_)}));
    log_.record(command_buffer, post_);
  }

  void compare(const test::State& state, VkExtent2D extent) {
    const reference::MeterResult expected = reference::meter(hdr_.region({{0, 0}, extent}));
    const double error = std::abs(double(state.mean_log2_luminance) - expected.mean_log2_luminance);
    ASSERT_LE(error, GetParam().tolerance_stops) << extent.width << " x " << extent.height;
    ASSERT_EQ(state.valid_texels, extent.width * extent.height);
    worst_.add(error, extent);
  }

  void TearDown() override {
    std::printf("worst error %.3g stops, at %u x %u\n", worst_.error, worst_.extent.width, worst_.extent.height);
  }

  test::HdrImage hdr_;
  test::LoaderShim shim_{test::context()};
  photopic::PostProcess post_;
  test::StateLog log_{kMaxSide};
  Worst worst_;
};

/// The pyramid's levels depend on the image's size; the single pass has none, and resize() does nothing for it.
TEST_P(MeteringSweep, ImageOfExactlyThatSize) {
  if (GetParam().info.meter_method == photopic::MeterMethod::single_pass) {
    post_ = test::make(shim_.device(), GetParam().for_extent({1, 1}));
    test::context().check(post_.resize({kMaxSide, kMaxSide}));
    test::submit([&](VkCommandBuffer command_buffer) { record(command_buffer, {kMaxSide, kMaxSide}); });
    compare(log_.take()[0], {kMaxSide, kMaxSide});
    return;
  }
  post_ = test::make(shim_.device(), GetParam().for_extent({kMaxSide, kMaxSide}));
  for (const std::uint32_t height : sides()) {
    for (const std::uint32_t width : sides()) {
      test::context().check(post_.resize({width, height}));
      const test::Poison poison(test::context(), shim_);
      ASSERT_TRUE(poison.covers_all());
      test::submit([&](VkCommandBuffer command_buffer) {
        poison.record(command_buffer);
        record(command_buffer, {width, height});
      });
      compare(log_.take()[0], {width, height});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(MeteringSweep, PartOfALargerImage) {
  post_ = test::make(shim_.device(), GetParam().for_extent({kMaxSide, kMaxSide}));
  const test::Poison poison(test::context(), shim_);
  ASSERT_TRUE(poison.covers_all());
  for (const std::uint32_t height : sides()) {
    test::submit([&](VkCommandBuffer command_buffer) {
      for (const std::uint32_t width : sides()) {
        poison.record(command_buffer);
        record(command_buffer, {width, height});
      }
    });
    const std::vector<test::State> states = log_.take();
    std::size_t i = 0;
    for (const std::uint32_t width : sides()) compare(states[i++], {width, height});
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Method, MeteringSweep, testing::ValuesIn(test::meter_variants()),
                         [](const auto& variant) { return variant.param.name; });

}  // namespace
