// SPDX-License-Identifier: MIT
// Tests of what must hold for every correct meter, and of the single pass's own promises: the same bits, no memory
// worth naming.
#include <cmath>
#include <limits>
#include <string>

#include "gpu/loader_shim.h"
#include "meter/meter_variants.h"
#include "meter/weight_rig.h"
#include "reference/metering.h"
#include "reference/texel_formats.h"

namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::MeterMethod;
using photopic::MeterSettings;
using photopic::PostProcess;
using photopic::Status;
using reference::grey;
using reference::kInfinity;
using reference::kNan;
using reference::Rgb;
using test::biased_settings;
using test::HdrImage;
using test::MeterVariant;
using test::repeatable_variants;
using test::State;

/// Whether the state has the least and largest luminance; the others promise 0.
bool has_extrema(const MadeFor& info) {
  return info.meter_method != MeterMethod::single_pass || info.extrema || info.histogram || info.weights != 0;
}

class EveryMeter : public testing::TestWithParam<MeterVariant> {
 protected:
  static void SetUpTestSuite() {
    for (const VkFormat format : test::kHdrFormats) {
      for (const VkExtent2D extent : {VkExtent2D{1, 1}, {33, 33}, {513, 257}, {1, 700}, {1366, 768}}) {
        if (extent.width > 1000 && format != VK_FORMAT_R16G16B16A16_SFLOAT) continue;
        gradients_.push_back(test::make_hdr(format, extent, test::gradient_with_noise(extent, 5)));
      }
    }
  }
  static void TearDownTestSuite() { gradients_.clear(); }

  State meter_first(const HdrImage& hdr, VkRect2D region, const MeterSettings& settings = {}) {
    return test::meter_once(
        post_, {.hdr = {hdr.view()}, .extent = region.extent, .cut = VK_TRUE, .offset = region.offset}, settings);
  }
  State meter_first(const HdrImage& hdr, const MeterSettings& settings = {}) {
    return meter_first(hdr, {{0, 0}, hdr.extent()}, settings);
  }

  void expect_metered(const State& state, const std::vector<Rgb>& texels, double min_log2 = -16.0,
                      double max_log2 = 16.0) {
    const reference::MeterResult expected = reference::meter(texels, min_log2, max_log2);
    // The tolerance is for float numbers up to 16; those of a wider range are coarser in proportion.
    const double tolerance = GetParam().tolerance_stops * std::max(1.0, max_log2 / 16.0);
    const double error = std::abs(double(state.mean_log2_luminance) - expected.mean_log2_luminance);
    EXPECT_TRUE(error <= tolerance) << error << ": " << test::to_string(state);  // NaN must fail
    worst_ = std::max(worst_, error);
    EXPECT_EQ(state.valid_texels, expected.valid_texels);
    EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
    const double known = has_extrema(GetParam().info) ? 1.0 : 0.0;
    // Relative, of one luminance: three products and two sums in float, and weights rounded to float.
    EXPECT_NEAR(state.min_luminance, known * expected.min_luminance, 5e-7 * expected.min_luminance);
    EXPECT_NEAR(state.max_luminance, known * expected.max_luminance, 5e-7 * expected.max_luminance);
  }

  void TearDown() override { std::printf("worst error %.3g stops\n", worst_); }

  static inline std::vector<HdrImage> gradients_;
  PostProcess post_ = test::make(GetParam().for_extent({1366, 768}));

 private:
  double worst_ = 0.0;
};

INSTANTIATE_TEST_SUITE_P(Is, EveryMeter, testing::ValuesIn(test::meter_variants()),
                         [](const auto& variant) { return variant.param.name; });

TEST_P(EveryMeter, BlackIsTheLowerEnd) {
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, {33, 33}, {333, 217}}) {
    const HdrImage black = test::make_uniform_hdr(extent, 0.0);
    for (const float end : {-16.0f, -10.0f, -4.25f}) {
      MeterSettings settings;
      settings.min_log2_luminance = end;
      const State state = meter_first(black, settings);
      EXPECT_NEAR(state.mean_log2_luminance, end, GetParam().tolerance_stops);
      EXPECT_EQ(state.valid_texels, extent.width * extent.height);
      EXPECT_EQ(state.min_luminance, 0.0f);
      EXPECT_EQ(state.max_luminance, 0.0f);
    }
  }
}

TEST_P(EveryMeter, OnePixelSun) {
  constexpr VkExtent2D kExtent = {333, 217};
  for (const VkOffset2D sun : {VkOffset2D{0, 0}, {332, 216}, {31, 32}, {166, 108}}) {
    const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, [&](std::uint32_t x, std::uint32_t y) {
      const bool is_sun = x == std::uint32_t(sun.x) && y == std::uint32_t(sun.y);
      return is_sun ? grey(1e4) : grey(0.02 + 0.01 * test::noise(x, y, 1));
    });
    expect_metered(meter_first(hdr), hdr.texels);
  }
}

Rgb bad_texel(double choice) {
  if (choice < 0.2) return grey(kNan);
  if (choice < 0.4) return {kInfinity, 1.0, 1.0};
  if (choice < 0.6) return grey(-kInfinity);
  if (choice < 0.8) return {-3.0, 0.5, 1.0};
  return {kInfinity, -kInfinity, kNan};
}

HdrImage make_storm(VkFormat format, VkExtent2D extent, double share) {
  return test::make_hdr(format, extent, [=, valid = test::gradient_with_noise(extent, 2)](auto x, auto y) {
    return test::noise(x, y, 3) < share ? bad_texel(test::noise(x, y, 4)) : valid(x, y);
  });
}

TEST_P(EveryMeter, NanStorm) {
  constexpr VkExtent2D kExtent = {201, 143};
  for (const VkFormat format : {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}) {
    SCOPED_TRACE(test::format_name(format));
    const HdrImage some = make_storm(format, kExtent, 0.1);
    const HdrImage most = make_storm(format, kExtent, 0.999);
    const HdrImage all = make_storm(format, kExtent, 1.0);
    Frame frame = {.hdr = {some.view()}, .extent = kExtent};
    const State before = meter_first(some);
    expect_metered(before, some.texels);
    frame.hdr.view = all.view();
    frame.delta_time_s = 0.5f;
    const State held = test::meter_once(post_, frame);
    EXPECT_EQ(held.invalid_texels, kExtent.width * kExtent.height);
    EXPECT_EQ(held.valid_texels, 0u);
    EXPECT_EQ(held.mean_log2_luminance, before.mean_log2_luminance);
    EXPECT_EQ(held.scene_ev100, before.scene_ev100);
    EXPECT_EQ(held.adapted_ev100, before.adapted_ev100);
    EXPECT_EQ(held.exposure, before.exposure);
    frame.hdr.view = most.view();
    expect_metered(test::meter_once(post_, frame), most.texels);
  }
}

/// Smallest subnormal and largest half: everything there is between two neighbours.
TEST_P(EveryMeter, CheckerboardOfExtremes) {
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, {130, 67}, [](std::uint32_t x, std::uint32_t y) {
    return grey((x + y) % 2 == 0 ? reference::half_to_double(1) : reference::kHalfMax);
  });
  expect_metered(meter_first(hdr), hdr.texels);
  MeterSettings wide;
  wide.min_log2_luminance = -32.0f;
  wide.max_log2_luminance = 32.0f;
  expect_metered(meter_first(hdr, wide), hdr.texels, -32.0, 32.0);
}

TEST_P(EveryMeter, FormatsAndSizes) {
  for (const HdrImage& hdr : gradients_) {
    SCOPED_TRACE(testing::Message() << hdr.extent().width << " x " << hdr.extent().height << " "
                                    << test::format_name(hdr.image.format()));
    expect_metered(meter_first(hdr), hdr.texels);
    if (hdr.extent().width > 33 || hdr.image.format() != VK_FORMAT_R16G16B16A16_SFLOAT) continue;
    PostProcess exact = test::make(GetParam().for_extent(hdr.extent()));
    expect_metered(test::meter_once(exact, {.hdr = {hdr.view()}, .extent = hdr.extent()}), hdr.texels);
  }
}

TEST_P(EveryMeter, RegionsAtOddOffsets) {
  constexpr VkExtent2D kExtent = {301, 203};
  const HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, test::gradient_with_noise(kExtent, 6));
  for (const VkRect2D region : {VkRect2D{{1, 1}, {300, 202}},
                                {{7, 13}, {33, 31}},
                                {{299, 0}, {2, 203}},
                                {{0, 201}, {301, 1}},
                                {{31, 33}, {64, 65}},
                                {{300, 202}, {1, 1}},
                                {{101, 3}, {96, 128}}}) {
    SCOPED_TRACE(testing::Message() << region.offset.x << ", " << region.offset.y);
    expect_metered(meter_first(hdr, region), hdr.region(region));
  }
}

// ---- the same bits --------------------------------------------------------------------------------------------------

class SameBits : public testing::TestWithParam<MeterVariant> {
 protected:
  /// Each limit with an object of its own, each image twice.
  static void expect_same_bits(const std::vector<HdrImage>& images, std::initializer_list<std::uint32_t> limits) {
    std::vector<State> expected(images.size(), State{});
    for (const std::uint32_t limit : limits) {
      MadeFor info = GetParam().for_extent({1472, 1440});
      info.max_workgroups = limit;
      PostProcess post = test::make(info);
      for (std::size_t i = 0; i < 2 * images.size(); ++i) {
        const HdrImage& hdr = images[i / 2];
        const Frame frame = {.hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE};
        const State state = test::meter_once(post, frame, biased_settings());
        if (expected[i / 2].frames == 0) expected[i / 2] = state;
        EXPECT_TRUE(test::same_whole_bits(state, expected[i / 2])) << limit << ": " << test::to_string(state);
        EXPECT_NEAR(state.invalid_texels, 0.05 * double(hdr.texels.size()), 0.01 * double(hdr.texels.size()));
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Of, SameBits, testing::ValuesIn(repeatable_variants()),
                         [](const auto& variant) { return variant.param.name; });

TEST_P(SameBits, WithAnyNumberOfWorkgroups) {
  std::vector<HdrImage> images;
  for (const VkExtent2D extent : {VkExtent2D{640, 360}, {1000, 701}}) {
    images.push_back(make_storm(VK_FORMAT_R16G16B16A16_SFLOAT, extent, 0.05));
  }
  if (test::full_wanted()) return expect_same_bits(images, {1, 2, 3, 7, 64, 1056, 2047});
  expect_same_bits(images, {1, 7, 2047});
}

/// 46 x 45 tiles: as many workgroups as there may be.
TEST_P(SameBits, WithTheMostWorkgroups) {
  std::vector<HdrImage> images;
  images.push_back(make_storm(VK_FORMAT_R16G16B16A16_SFLOAT, {1472, 1440}, 0.05));
  expect_same_bits(images, {2047, 64});
}

TEST(SinglePass, ImplementationsAgreeToTheBit) {
  std::vector<HdrImage> images;
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, {640, 360}, {333, 217}}) {
    images.push_back(make_storm(VK_FORMAT_R32G32B32A32_SFLOAT, extent, extent.width > 1 ? 0.05 : 0.0));
  }
  photopic::Device without_int64 = test::context().lend();
  without_int64.shader_buffer_int64_atomics = false;
  std::vector<State> expected(images.size(), State{});
  for (const MeterVariant& variant : repeatable_variants()) {
    if (variant.info.weights != 0) continue;
    for (const photopic::Device& device : {test::context().lend(), without_int64}) {
      PostProcess post = test::make(device, variant.for_extent({640, 360}));
      for (std::size_t i = 0; i < images.size(); ++i) {
        const Frame frame = {.hdr = {images[i].view()}, .extent = images[i].extent(), .cut = VK_TRUE};
        const State state = test::meter_once(post, frame);
        if (expected[i].frames == 0) expected[i] = state;
        EXPECT_EQ(state.mean_log2_luminance, expected[i].mean_log2_luminance) << variant.name;
        EXPECT_EQ(state.invalid_texels, expected[i].invalid_texels) << variant.name;
        EXPECT_EQ(state.valid_texels, expected[i].valid_texels) << variant.name;
      }
    }
  }
}

/// MadeFor::extrema: 0 unless they are asked for, whatever the device can do.
TEST(SinglePass, ExtremaThatArentAskedFor) {
  const HdrImage hdr = test::make_uniform_hdr({20, 20}, 2.0);
  for (const bool has_int64 : {true, false}) {
    photopic::Device device = test::context().lend();
    device.shader_buffer_int64_atomics = device.shader_buffer_int64_atomics && has_int64;
    PostProcess post = test::make(device, repeatable_variants()[0].for_extent({20, 20}));
    const State state = test::meter_once(post, {.hdr = {hdr.view()}, .extent = {20, 20}});
    EXPECT_EQ(state.min_luminance, 0.0f) << has_int64;
    EXPECT_EQ(state.max_luminance, 0.0f) << has_int64;
  }
}

TEST(SinglePass, TooManyWorkgroups) {
  PostProcess post;
  MadeFor info = repeatable_variants()[0].for_extent({64, 64});
  for (const std::uint32_t bad : {2048u, UINT32_MAX}) {
    info.max_workgroups = bad;
    EXPECT_EQ(test::create(test::context().lend(), info, &post), Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find("max_workgroups = "), std::string::npos);
    EXPECT_NE(test::context().last_message().find("[0, 2047]"), std::string::npos) << test::context().last_message();
  }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

TEST(SinglePass, TakesNoMemoryWorthNaming) {
  for (const MeterVariant& variant : repeatable_variants()) {
    PostProcess small = test::make(variant.for_extent({1, 1}));
    const PostProcess large = test::make(variant.for_extent({7680, 4320}));
    EXPECT_LT(large.memory_bytes(), 1u << 20) << variant.name;
    EXPECT_EQ(large.memory_bytes(), small.memory_bytes()) << variant.name;
    EXPECT_EQ(large.log_luminance_image(), VkImage{VK_NULL_HANDLE});
    test::context().check(small.resize({7680, 4320}));
    EXPECT_EQ(large.memory_bytes(), small.memory_bytes()) << variant.name;
  }
}

TEST_P(EveryMeter, WithoutMemoryThatTheCpuReachesToo) {
  constexpr VkExtent2D kExtent = {150, 90};
  constexpr std::uint32_t kFrames = 6;
  std::vector<HdrImage> images;
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    images.push_back(make_storm(VK_FORMAT_R16G16B16A16_SFLOAT, {kExtent.width - i, kExtent.height}, 0.1 * i));
  }
  test::LoaderShim shim(test::context());
  shim.separate_memory();
  PostProcess post = test::make(shim.device(), GetParam().for_extent(kExtent));
  const test::Poison poison(test::context(), shim);  // nothing was initialised by the CPU: all of it
  const photopic::MeterSettings biased = test::asking_for(post, biased_settings());
  test::StateLog log(2 * kFrames);
  test::submit([&](VkCommandBuffer command_buffer) {
    poison.record(command_buffer);
    for (std::uint32_t i = 0; i < kFrames; ++i) {
      const Frame frame = {.hdr = {images[i].view()}, .extent = images[i].extent(), .delta_time_s = 0.1f};
      test::context().check(post.record_meter(command_buffer, frame, {.meter = biased}));
      log.record(command_buffer, post);
      EXPECT_EQ(shim.calls().at("vkCmdFillBuffer"), i + 1);
      test::context().check(post_.record_meter(command_buffer, frame, {.meter = biased}));
      log.record(command_buffer, post_);
    }
  });
  const std::vector<State> states = log.take();
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    expect_metered(states[2 * i], images[i].texels);
    EXPECT_EQ(states[2 * i].frames, i + 1);
    EXPECT_TRUE(test::same_whole_bits(states[2 * i], states[2 * i + 1])) << i;
  }
}

}  // namespace
