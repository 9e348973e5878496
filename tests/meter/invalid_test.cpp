// SPDX-License-Identifier: MIT
// Tests of NaN, infinities, negative luminance: left out of the mean, counted, and never in the state.
#include <cmath>
#include <cstring>
#include <random>

#include "meter/poisoned_meter.h"
#include "reference/metering.h"

namespace {

using test::HdrImage;
using test::PoisonedMeter;
using test::State;

/// Bits of one channel and what they stand for.
struct Pattern {
  const char* name;
  std::uint32_t bits;
};

constexpr Pattern kHalfPatterns[] = {{"quiet NaN", 0x7e00},
                                     {"negative quiet NaN", 0xfe00},
                                     {"signalling NaN", 0x7c01},
                                     {"NaN of all ones", 0xffff},
                                     {"NaN with a payload", 0x7d55},
                                     {"+Inf", 0x7c00},
                                     {"-Inf", 0xfc00},
                                     {"-65504", 0xfbff},
                                     {"-1", 0xbc00},
                                     {"-0", 0x8000},
                                     {"smallest subnormal", 0x0001},
                                     {"largest subnormal", 0x03ff},
                                     {"negative subnormal", 0x8001},
                                     {"65504", 0x7bff}};
constexpr Pattern kFloatPatterns[] = {{"quiet NaN", 0x7fc00000},
                                      {"negative quiet NaN", 0xffc00000},
                                      {"signalling NaN", 0x7f800001},
                                      {"NaN of all ones", 0xffffffff},
                                      {"NaN with a payload", 0x7fabcdef},
                                      {"+Inf", 0x7f800000},
                                      {"-Inf", 0xff800000},
                                      {"-1e30", 0xf149f2ca},
                                      {"-1", 0xbf800000},
                                      {"-0", 0x80000000},
                                      {"smallest subnormal", 0x00000001},
                                      {"largest subnormal", 0x007fffff},
                                      // Not a subnormal: devices may flush that to 0, which is black, not negative.
                                      {"-1e-30", 0x8da24260},
                                      {"1e38", 0x7e967699}};
constexpr Pattern kUfloat11Patterns[] = {{"NaN", 0x7e0},  {"NaN of all ones", 0x7ff},    {"NaN, lowest payload", 0x7c1},
                                         {"+Inf", 0x7c0}, {"smallest subnormal", 0x001}, {"65024", 0x7bf}};
constexpr Pattern kUfloat10Patterns[] = {{"NaN", 0x3f0},  {"NaN of all ones", 0x3ff},    {"NaN, lowest payload", 0x3e1},
                                         {"+Inf", 0x3e0}, {"smallest subnormal", 0x001}, {"64512", 0x3df}};

std::span<const Pattern> patterns_of(VkFormat format, std::uint32_t channel) {
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) return kHalfPatterns;
  if (format == VK_FORMAT_R32G32B32A32_SFLOAT) return kFloatPatterns;
  return channel < 2 ? std::span<const Pattern>(kUfloat11Patterns) : kUfloat10Patterns;
}

void set_channel(VkFormat format, std::byte* texel, std::uint32_t channel, std::uint32_t bits) {
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
    std::memcpy(texel + 2 * channel, &bits, 2);
  } else if (format == VK_FORMAT_R32G32B32A32_SFLOAT) {
    std::memcpy(texel + 4 * channel, &bits, 4);
  } else {
    const std::uint32_t shift = 11 * channel;
    const std::uint32_t mask = (channel < 2 ? 0x7ffu : 0x3ffu) << shift;
    std::uint32_t word;
    std::memcpy(&word, texel, 4);
    word = (word & ~mask) | (bits << shift);
    std::memcpy(texel, &word, 4);
  }
}

std::vector<std::byte> valid_bytes(VkFormat format, VkExtent2D extent) {
  const std::size_t size = engine::texel_bytes(format);
  std::vector<std::byte> bytes(extent.width * extent.height * size);
  const test::TexelFn content = test::gradient_with_noise(extent);
  for (std::uint32_t i = 0; i < extent.width * extent.height; ++i) {
    test::encode(format, content(i % extent.width, i / extent.width), bytes.data() + i * size);
  }
  return bytes;
}

void expect_as_reference(const State& state, const HdrImage& hdr) {
  const reference::MeterResult expected = reference::meter(hdr.texels);
  EXPECT_EQ(state.valid_texels, expected.valid_texels);
  EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
  EXPECT_NEAR(state.mean_log2_luminance, expected.mean_log2_luminance, 5e-6);
  // Float rounding of the luminance; devices may flush what is subnormal in float.
  EXPECT_NEAR(state.min_luminance, expected.min_luminance, 5e-7 * expected.min_luminance + 1.2e-38);
  EXPECT_NEAR(state.max_luminance, expected.max_luminance, 5e-7 * expected.max_luminance);
  EXPECT_FALSE(std::signbit(state.min_luminance));
}

class Invalid : public testing::TestWithParam<VkFormat> {};

TEST_P(Invalid, EachPatternInEachChannel) {
  constexpr VkExtent2D kExtent = {3, 3};
  const VkFormat format = GetParam();
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  for (std::uint32_t channel = 0; channel < 3; ++channel) {
    for (const Pattern& pattern : patterns_of(format, channel)) {
      SCOPED_TRACE(testing::Message() << pattern.name << " in channel " << channel);
      std::vector<std::byte> bytes = valid_bytes(format, kExtent);
      set_channel(format, bytes.data() + 4 * engine::texel_bytes(format), channel, pattern.bits);
      const HdrImage hdr = test::make_hdr(format, kExtent, bytes);
      expect_as_reference(meter.meter(hdr), hdr);
    }
  }
}

TEST_P(Invalid, AllChannelsAlike) {
  constexpr VkExtent2D kExtent = {3, 3};
  const VkFormat format = GetParam();
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  const std::size_t count = patterns_of(format, 0).size();
  for (std::size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(patterns_of(format, 0)[i].name);
    std::vector<std::byte> bytes = valid_bytes(format, kExtent);
    for (std::uint32_t channel = 0; channel < 3; ++channel) {
      set_channel(format, bytes.data(), channel, patterns_of(format, channel)[i].bits);
    }
    const HdrImage hdr = test::make_hdr(format, kExtent, bytes);
    expect_as_reference(meter.meter(hdr), hdr);
  }
}

/// Negative where the device keeps subnormals, black where it flushes them; nothing else.
TEST(InvalidSubnormal, NegativeIsInvalidOrBlack) {
  constexpr VkExtent2D kExtent = {3, 3};
  constexpr VkFormat kFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  std::vector<std::byte> bytes = valid_bytes(kFormat, kExtent);
  for (std::uint32_t channel = 0; channel < 3; ++channel) set_channel(kFormat, bytes.data(), channel, 0x80000001);
  const HdrImage hdr = test::make_hdr(kFormat, kExtent, bytes);
  const State state = meter.meter(hdr);
  std::vector<reference::Rgb> texels = hdr.texels;
  if (state.invalid_texels == 0) texels[0] = {0.0, 0.0, 0.0};
  const reference::MeterResult expected = reference::meter(texels);
  EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
  EXPECT_EQ(state.valid_texels, expected.valid_texels);
  EXPECT_NEAR(state.mean_log2_luminance, expected.mean_log2_luminance, 5e-6);
}

TEST_P(Invalid, ScatteredOverAnImage) {
  constexpr VkExtent2D kExtent = {257, 131};
  const VkFormat format = GetParam();
  std::vector<std::byte> bytes = valid_bytes(format, kExtent);
  std::mt19937 random(4);
  for (int i = 0; i < 5000; ++i) {
    const auto channel = std::uint32_t(random() % 3);
    const std::span<const Pattern> patterns = patterns_of(format, channel);
    const std::size_t texel = random() % (kExtent.width * kExtent.height);
    set_channel(format, bytes.data() + texel * engine::texel_bytes(format), channel,
                patterns[random() % patterns.size()].bits);
  }
  const HdrImage hdr = test::make_hdr(format, kExtent, bytes);
  for (const std::uint32_t side : test::workgroup_sides()) {
    PoisonedMeter meter(
        {.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid, .workgroup_side = side});
    expect_as_reference(meter.meter(hdr), hdr);
  }
}

TEST_P(Invalid, OneValidTexelAmongMany) {
  constexpr VkExtent2D kExtent = {65, 67};
  const VkFormat format = GetParam();
  const std::size_t size = engine::texel_bytes(format);
  std::vector<std::byte> bytes = valid_bytes(format, kExtent);
  constexpr std::size_t kValid = 65 * 67 - 1;
  for (std::size_t i = 0; i < kValid; ++i)
    set_channel(format, bytes.data() + i * size, 1, patterns_of(format, 1)[0].bits);
  const HdrImage hdr = test::make_hdr(format, kExtent, bytes);
  PoisonedMeter meter({.max_extent = kExtent, .meter_method = photopic::MeterMethod::pyramid});
  expect_as_reference(meter.meter(hdr), hdr);
}

INSTANTIATE_TEST_SUITE_P(Format, Invalid, testing::ValuesIn(test::kHdrFormats),
                         [](const auto& format) { return test::format_name(format.param); });

// ---- frames without a valid texel -----------------------------------------------------------------------------------

constexpr VkExtent2D kFewTexels = {9, 5};

HdrImage make_nan_image() { return test::make_uniform_hdr(kFewTexels, std::numeric_limits<double>::quiet_NaN()); }

/// What later frames depend on: not the frame counter, which counts invalid frames too.
State without_counter(State state) {
  state.frames = 0;
  return state;
}

class InvalidFrame : public testing::Test {
 protected:
  photopic::PostProcess make_meter() {
    return test::make(
        {.max_extent = kFewTexels, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid});
  }

  State step(photopic::PostProcess& post, const HdrImage& hdr, const photopic::ExposureSettings& exposure = {}) {
    return test::meter_once(post, {.hdr = {hdr.view()}, .extent = kFewTexels, .delta_time_s = 0.25f}, {}, exposure);
  }

  HdrImage dark_ = test::make_uniform_hdr(kFewTexels, 0.01);
  HdrImage bright_ = test::make_uniform_hdr(kFewTexels, 1000.0);
  HdrImage nan_ = make_nan_image();
};

TEST_F(InvalidFrame, HoldsTheState) {
  photopic::PostProcess post = make_meter();
  step(post, dark_);
  const State before = step(post, bright_);
  const State after = step(post, nan_);
  EXPECT_EQ(after.exposure, before.exposure);
  EXPECT_EQ(after.previous_exposure, before.exposure);
  EXPECT_EQ(after.adapted_ev100, before.adapted_ev100);
  EXPECT_EQ(after.adapted_ev100_low, before.adapted_ev100_low);
  EXPECT_EQ(after.mean_log2_luminance, before.mean_log2_luminance);
  EXPECT_EQ(after.scene_ev100, before.scene_ev100);
  EXPECT_EQ(after.valid_texels, 0u);
  EXPECT_EQ(after.invalid_texels, kFewTexels.width * kFewTexels.height);
  EXPECT_EQ(after.min_luminance, 0.0f);
  EXPECT_EQ(after.max_luminance, 0.0f);
}

TEST_F(InvalidFrame, LeavesLaterFramesUnchangedToTheBit) {
  photopic::PostProcess clean = make_meter();
  photopic::PostProcess disturbed = make_meter();
  step(clean, dark_);
  step(disturbed, dark_);
  for (int i = 0; i < 10; ++i) {
    const State expected = step(clean, bright_);
    const State state = step(disturbed, bright_);
    EXPECT_TRUE(test::same_bits(without_counter(state), without_counter(expected))) << test::to_string(state) << "\n"
                                                                                    << test::to_string(expected);
    step(disturbed, nan_);
  }
}

TEST_F(InvalidFrame, FirstFrameFallsBackToLuminanceOneAndTheNextIsTheFirst) {
  struct Fallback {
    float min_ev100, max_ev100, expected_ev100;
  };
  for (const Fallback& c : {Fallback{-16, 24, 3}, {5, 24, 5}, {-16, -2, -2}}) {
    photopic::PostProcess post = make_meter();
    const photopic::ExposureSettings settings = {.min_ev100 = c.min_ev100, .max_ev100 = c.max_ev100};
    for (int i = 0; i < 2; ++i) {
      const State fallback = step(post, nan_, settings);
      EXPECT_EQ(fallback.mean_log2_luminance, 0.0f);
      EXPECT_EQ(fallback.scene_ev100, 3.0f);
      EXPECT_EQ(fallback.target_ev100, c.expected_ev100);
      EXPECT_EQ(fallback.adapted_ev100, c.expected_ev100);
      EXPECT_NEAR(fallback.exposure, std::exp2(-c.expected_ev100) / 1.2, 1e-6 * double(fallback.exposure));
      EXPECT_EQ(fallback.frames, 1u);
    }
    const State first = step(post, bright_, settings);
    EXPECT_EQ(first.adapted_ev100, first.target_ev100);
    EXPECT_EQ(first.previous_exposure, first.exposure);
    EXPECT_EQ(first.frames, 1u);
    EXPECT_EQ(step(post, dark_, settings).frames, 2u);
  }
}

TEST_F(InvalidFrame, OnACutFallsBackUntilSomethingIsMeasured) {
  photopic::PostProcess post = make_meter();
  step(post, dark_);
  test::meter_once(post, {.hdr = {nan_.view()}, .extent = kFewTexels, .cut = VK_TRUE});
  const State first = step(post, bright_);
  EXPECT_EQ(first.adapted_ev100, first.target_ev100);
}

}  // namespace
