// SPDX-License-Identifier: MIT
// Tests of shaders with subgroups, of whatever size the device has, against those without. ctest runs them with several
// sizes of llvmpipe's (LP_NATIVE_VECTOR_WIDTH); meter/subgroup_model_test.cpp has the sizes that no CPU driver has.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "gpu/hdr_image.h"
#include "meter/meter_variants.h"

namespace {

using photopic::PostProcess;
using reference::grey;
using test::HdrImage;
using test::State;

constexpr VkExtent2D kSubgroupExtent = {333, 217};

VkPhysicalDeviceSubgroupProperties subgroup_properties() {
  VkPhysicalDeviceSubgroupProperties subgroups = {};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &subgroups;
  test::context().vk().vkGetPhysicalDeviceProperties2(test::context().lend().physical_device, &properties);
  return subgroups;
}

/// Else a run for a size would test another one.
TEST(SubgroupSizes, AreThoseAskedFor) {
  const char* width = std::getenv("LP_NATIVE_VECTOR_WIDTH");
  if (width == nullptr || std::string(test::context().properties().deviceName).find("llvmpipe") == std::string::npos) {
    EXPECT_GE(subgroup_properties().subgroupSize, 1u);
    return;
  }
  EXPECT_EQ(subgroup_properties().subgroupSize, std::uint32_t(std::atoi(width)) / 32u);
}

std::vector<float> bins_of(const PostProcess& post) {
  std::vector<float> bins(PHOTOPIC_HISTOGRAM_BINS);
  const std::vector<std::byte> bytes = engine::read_back(test::context(), post.histogram_buffer(),
                                                         post.histogram_offset_bytes(), bins.size() * sizeof(float));
  std::memcpy(bins.data(), bytes.data(), bytes.size());
  return bins;
}

struct Metered {
  State state;
  std::vector<float> bins;
};

Metered metered(const HdrImage& hdr, bool has_int64) {
  photopic::Device device = test::context().lend();
  device.shader_buffer_int64_atomics = device.shader_buffer_int64_atomics && has_int64;
  photopic::MadeFor info = {.max_extent = kSubgroupExtent,
                            .steps = photopic::kMeterStep,
                            .meter_method = photopic::MeterMethod::single_pass,
                            .histogram = true,
                            .forces_histogram = true,
                            .highlights_and_black = true};
  PostProcess post = test::make(device, info);
  photopic::MeterSettings settings = test::biased_settings();
  settings.highlight_stops = 3.0f;
  settings.black_stops = 6.0f;
  const State state =
      test::meter_once(post, {.hdr = {hdr.view()}, .extent = kSubgroupExtent, .cut = VK_TRUE}, settings);
  return {state, bins_of(post)};
}

TEST(SubgroupSizes, MetersAgreeWithThoseWithoutSubgroups) {
  const auto make = [](const test::TexelFn& content) {
    return test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kSubgroupExtent, content);
  };
  std::vector<HdrImage> pictures;
  pictures.push_back(make(test::gradient_with_noise(kSubgroupExtent, 1)));
  pictures.push_back(make(test::wide_noise(-19.0, 19.0, 2)));
  pictures.push_back(make([](std::uint32_t x, std::uint32_t y) {
    return x % 7 == 0 ? grey(reference::kNan) : grey(std::exp2(test::noise(x, y, 3) - 3.0));
  }));
  for (const HdrImage& hdr : pictures) {
    const Metered one = metered(hdr, true), other = metered(hdr, false);
    // Sums of integers.
    EXPECT_EQ(one.state.mean_log2_luminance, other.state.mean_log2_luminance);
    EXPECT_EQ(one.state.min_luminance, other.state.min_luminance);
    EXPECT_EQ(one.state.max_luminance, other.state.max_luminance);
    EXPECT_EQ(one.state.invalid_texels, other.state.invalid_texels);
    EXPECT_EQ(one.state.under_texels, other.state.under_texels);
    EXPECT_EQ(one.state.over_texels, other.state.over_texels);
    EXPECT_EQ(one.bins, other.bins);
    // Relative to sums of 256 floats, whose order is the device's: at most 64 + 8 roundings of a position within 32
    // stops. An interval's running sum off by one would show as 0.1 stop.
    constexpr double kStops = 32.0 * (64 + 8) / (1 << 24);
    EXPECT_NEAR(one.state.low_percentile_log2, other.state.low_percentile_log2, kStops);
    EXPECT_NEAR(one.state.median_log2, other.state.median_log2, kStops);
    EXPECT_NEAR(one.state.high_percentile_log2, other.state.high_percentile_log2, kStops);
    EXPECT_NEAR(one.state.metered_log2_luminance, other.state.metered_log2_luminance, kStops);
    EXPECT_NEAR(one.state.dark_share, other.state.dark_share, 72.0 / (1 << 24));
  }
}

}  // namespace
