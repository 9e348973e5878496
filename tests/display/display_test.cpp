// SPDX-License-Identifier: MIT
// Tests of encodings, formats, primaries and operators by headroom against double precision.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include "display/display_rig.h"

namespace {

using photopic::GamutMap;
using photopic::LimitPrimaries;
using photopic::OutputEncoding;
using photopic::ToneMapper;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

constexpr OutputEncoding kEncodings[] = {OutputEncoding::automatic,  OutputEncoding::srgb,   OutputEncoding::power22,
                                         OutputEncoding::display_p3, OutputEncoding::linear, OutputEncoding::hdr10,
                                         OutputEncoding::hlg,        OutputEncoding::scrgb};
constexpr const char* kEncodingNames[] = {"automatic", "srgb",  "power22", "display_p3",
                                          "linear",    "hdr10", "hlg",     "scrgb"};

/// Greys over 24 stops, saturated colours, and anything, black too.
std::vector<Rgba> samples() {
  std::vector<Rgba> colors = {{0, 0, 0, 1}};
  for (int i = -16 * 4; i <= 8 * 4; ++i) {
    const float grey = std::exp2(float(i) / 4.0f);
    colors.push_back({grey, grey, grey, 1});
    colors.push_back({grey, 0.5f * grey, 0.25f * grey, 1});
    colors.push_back({0.01f * grey, 0.02f * grey, grey, 1});
    colors.push_back({grey, 0, 0, 1});
    colors.push_back({0, grey, 0, 1});
  }
  const auto random = [](std::uint32_t i, std::uint32_t channel) {
    return float(std::exp2(20.0 * test::noise(i, channel, 17) - 14.0));
  };
  for (std::uint32_t i = 0; i < 1000; ++i) colors.push_back({random(i, 0), random(i, 1), random(i, 2), 1});
  return colors;
}

Rgb rgb_of(const Rgba& c) { return {double(c.r), double(c.g), double(c.b)}; }

/// Of the stored signal: PQ in float is good to 1.4e-5; sRGB, HLG and powers to less.
constexpr double kSignalTolerance = 2e-5;

void expect_shown(const test::Store& store, test::DisplayRig& rig, const photopic::Settings& settings,
                  std::span<const Rgba> colors, test::Margin margin) {
  const bool is_half = store.max_code == 0.0;
  const std::vector<LdrTexel> texels = rig.show(colors, settings);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const auto [least, most] = test::stored(settings, is_half, rgb_of(colors[i]), margin);
    const double lows[] = {least.r, least.g, least.b};
    const double highs[] = {most.r, most.g, most.b};
    for (std::size_t channel = 0; channel < 3; ++channel) {
      // A code or a half is the nearest one, but where the signal is that close to a tie. A half has 11 bits; below
      // 2^-14 halves are multiples of 2^-24.
      const double scale = is_half ? 1.0 : store.max_code;
      const double largest = std::max(std::abs(lows[channel]), std::abs(highs[channel]));
      const double rounding = is_half ? 0x1p-11 * largest + 0x1p-24 : 0.5;
      const double tolerance = rounding + kSignalTolerance * scale;
      const double texel = texels[i][channel];
      ASSERT_TRUE(texel >= lows[channel] * scale - tolerance && texel <= highs[channel] * scale + tolerance)
          << colors[i].r << ", " << colors[i].g << ", " << colors[i].b << " channel " << channel << " is " << texel
          << ", not within [" << lows[channel] * scale << ", " << highs[channel] * scale << "]";
    }
  }
}

struct EncodingCase {
  std::size_t store;
  std::size_t encoding;
};
/// Of all pairs, or of so many that each store, each encoding and those of HDR in ten bits are there: a texel meets its
/// operator and its encoding before it meets its store.
std::vector<EncodingCase> encoding_cases() {
  std::vector<EncodingCase> cases;
  for (std::size_t i = 0; i < std::size(test::kStores); ++i) {
    for (std::size_t j = 0; j < std::size(kEncodings); ++j) {
      const bool is_unsigned = test::kStores[i].max_code != 0.0;
      const bool needs_signed = kEncodings[j] == OutputEncoding::linear || kEncodings[j] == OutputEncoding::scrgb;
      if (is_unsigned && needs_signed) continue;  // refused: DisplayErrors
      const auto has = [&](auto of_case, std::size_t value) {
        return std::any_of(cases.begin(), cases.end(), [&](const EncodingCase& c) { return c.*of_case == value; });
      };
      const bool is_first = !has(&EncodingCase::store, i) || !has(&EncodingCase::encoding, j);
      const bool is_hdr = kEncodings[j] == OutputEncoding::hdr10 || kEncodings[j] == OutputEncoding::hlg;
      const bool is_ten_bits = std::string_view(test::kStores[i].name) == "rgb10_a2";
      if (test::full_wanted() || is_first || (is_hdr && is_ten_bits)) cases.push_back({i, j});
    }
  }
  return cases;
}

class DisplayEncoding : public testing::TestWithParam<EncodingCase> {
 protected:
  const test::Store& store() const { return test::kStores[GetParam().store]; }
  OutputEncoding encoding() const { return kEncodings[GetParam().encoding]; }
};

TEST_P(DisplayEncoding, EqualsTheOracle) {
  if (!test::can_store(store())) GTEST_SKIP() << "the device stores no " << store().name;
  constexpr ToneMapper kToneMappers[] = {ToneMapper::none, ToneMapper::agx, ToneMapper::agx_hdr};
  std::uint32_t bits = 0;
  for (const ToneMapper tone_mapper : kToneMappers) bits |= photopic::tone_mapper_bit(tone_mapper);
  test::DisplayRig rig(store(), bits, photopic::encoding_bit(encoding()));
  const std::vector<Rgba> colors = samples();
  for (const ToneMapper tone_mapper : kToneMappers) {
    for (const LimitPrimaries limit : {LimitPrimaries::bt709, LimitPrimaries::p3, LimitPrimaries::bt2020}) {
      photopic::Settings settings;
      settings.tone_map.tone_mapper = tone_mapper;
      settings.display.encoding = encoding();
      settings.display.limit_primaries = limit;
      SCOPED_TRACE(testing::Message() << photopic::tone_mapper_name(tone_mapper) << ", limit " << int(limit));
      // Matrices of primaries; operators with powers.
      const test::Margin margin = tone_mapper == ToneMapper::none ? test::Margin{1e-6, 1e-6} : test::Margin{2e-4, 1e-5};
      expect_shown(store(), rig, settings, colors, margin);
    }
  }
}

/// Finite, in range, the same for every channel order: whatever comes in.
TEST_P(DisplayEncoding, AnyInputIsDefined) {
  if (!test::can_store(store())) GTEST_SKIP() << "the device stores no " << store().name;
  // Daily each encoding with two of them: each is a pipeline that takes seconds to compile.
  constexpr ToneMapper kOthers[] = {ToneMapper::agx_hdr, ToneMapper::gt7, ToneMapper::aces2};
  std::vector<ToneMapper> tone_mappers = {ToneMapper::none, kOthers[std::size_t(encoding()) % std::size(kOthers)]};
  if (test::full_wanted()) tone_mappers.insert(tone_mappers.end(), std::begin(kOthers), std::end(kOthers));
  std::uint32_t bits = 0;
  for (const ToneMapper tone_mapper : tone_mappers) bits |= photopic::tone_mapper_bit(tone_mapper);
  test::DisplayRig rig(store(), bits, photopic::encoding_bit(encoding()), true);
  constexpr float kValues[] = {test::kNanF, test::kInfinityF, -test::kInfinityF, -1.0f,   -0.0f, 0.0f,
                               0.5f,        65504.0f,         FLT_MAX,           -FLT_MAX};
  std::vector<Rgba> colors;
  for (const float r : kValues) {
    for (const float g : kValues) {
      for (const float b : kValues) colors.push_back({r, g, b, r});
    }
  }
  for (const ToneMapper tone_mapper : tone_mappers) {
    photopic::Settings settings;
    settings.tone_map.tone_mapper = tone_mapper;
    settings.display.encoding = encoding();
    settings.display.limit_primaries = LimitPrimaries::bt2020;
    settings.input.primaries = photopic::Primaries::ap1;
    for (const LdrTexel& texel : rig.show(colors, settings)) {
      for (const double value : texel) ASSERT_TRUE(std::isfinite(value));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Display, DisplayEncoding, testing::ValuesIn(encoding_cases()), [](const auto& shown) {
  return std::string(test::kStores[shown.param.store].name) + "_" + kEncodingNames[shown.param.encoding];
});

const test::Store& half_store() { return test::kStores[2]; }

class DisplayOperator : public testing::TestWithParam<ToneMapper> {};

/// Display-linear light for any peak, in the widest primaries.
TEST_P(DisplayOperator, ByHeadroomEqualsTheOracle) {
  test::DisplayRig rig(half_store(), photopic::tone_mapper_bit(GetParam()),
                       photopic::encoding_bit(OutputEncoding::linear));
  const std::vector<Rgba> colors = samples();
  for (const float peak_nits : {250.0f, 400.0f, 1000.0f, 4000.0f}) {
    SCOPED_TRACE(peak_nits);
    photopic::Settings settings;
    settings.tone_map.tone_mapper = GetParam();
    settings.display.encoding = OutputEncoding::linear;
    settings.display.limit_primaries = LimitPrimaries::bt2020;
    settings.display.peak_nits = peak_nits;
    const double headroom = double(peak_nits) / 203.0;
    // GT7: PQ there and back between matrices with large differences.
    const test::Margin margin =
        GetParam() == ToneMapper::gt7 ? test::Margin{1e-3, 4e-4 * headroom} : test::Margin{2e-4, 2e-5 * headroom};
    expect_shown(half_store(), rig, settings, colors, margin);
  }
}

TEST_P(DisplayOperator, GreysStayGreyRiseAndEndAtThePeak) {
  test::DisplayRig rig(half_store(), photopic::tone_mapper_bit(GetParam()),
                       photopic::encoding_bit(OutputEncoding::linear));
  std::vector<Rgba> greys;
  for (int i = -16 * 64; i <= 16 * 64; ++i) {
    const float grey = std::exp2(float(i) / 64.0f);
    greys.push_back({grey, grey, grey, 1});
  }
  for (const float peak_nits : {250.0f, 1000.0f, 4000.0f}) {
    photopic::Settings settings;
    settings.tone_map.tone_mapper = GetParam();
    settings.display = {.encoding = OutputEncoding::linear, .peak_nits = peak_nits};
    const bool tints = GetParam() == ToneMapper::agx_golden || GetParam() == ToneMapper::agx_golden_1_3;
    double previous = 0.0;
    for (const LdrTexel& texel : rig.show(greys, settings)) {
      const auto [low, high] = std::minmax({texel[0], texel[1], texel[2]});
      // Published matrices of AgX sum to 1 within 1.8e-4, and a power of 2.2 follows; and one step of a half.
      if (!tints) {
        ASSERT_LE(high - low, 1.4e-3 * high + 0x1p-24);
      }
      ASSERT_GE(texel[1], previous);
      ASSERT_LE(high, double(peak_nits) / 203.0 * (1.0 + 0x1p-10));
      previous = texel[1];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Display, DisplayOperator, testing::ValuesIn(test::all_tone_mappers()),
                         [](const auto& shown) { return test::test_name(shown.param); });

/// Below the shoulder, the picture is the same for every peak.
TEST(Display, AnchoredOperatorsKeepTheirMidTones) {
  constexpr ToneMapper kAnchored[] = {ToneMapper::agx_hdr, ToneMapper::pbr_neutral, ToneMapper::uchimura};
  std::vector<Rgba> greys;
  for (int i = 1; i <= 100; ++i) greys.push_back({0.001f * float(i), 0.001f * float(i), 0.001f * float(i), 1});
  for (const ToneMapper tone_mapper : kAnchored) {
    test::DisplayRig rig(half_store(), photopic::tone_mapper_bit(tone_mapper),
                         photopic::encoding_bit(OutputEncoding::linear));
    std::vector<std::vector<LdrTexel>> by_peak;
    for (const float headroom : {1.0f, 2.0f, 5.0f, 20.0f}) {
      photopic::Settings settings;
      settings.tone_map.tone_mapper = tone_mapper;
      settings.display = {.encoding = OutputEncoding::linear, .peak_nits = 203.0f * headroom};
      by_peak.push_back(rig.show(greys, settings));
    }
    for (const auto& texels : by_peak) {
      for (std::size_t i = 0; i < greys.size(); ++i) {
        // One step of a half.
        EXPECT_NEAR(texels[i][1], by_peak[0][i][1], 1e-5 + 0x1p-10 * texels[i][1])
            << photopic::tone_mapper_name(tone_mapper) << " " << greys[i].g;
      }
    }
  }
}

TEST(Display, GamutMapsEqualTheOracle) {
  test::DisplayRig rig(half_store(),
                       photopic::tone_mapper_bit(ToneMapper::agx_hdr) | photopic::tone_mapper_bit(ToneMapper::gt7),
                       photopic::encoding_bit(OutputEncoding::linear));
  const std::vector<Rgba> colors = samples();
  for (const ToneMapper tone_mapper : {ToneMapper::agx_hdr, ToneMapper::gt7}) {
    for (const GamutMap map : {GamutMap::clip, GamutMap::desaturate, GamutMap::soft_clip}) {
      SCOPED_TRACE(testing::Message() << photopic::tone_mapper_name(tone_mapper) << ", map " << int(map));
      photopic::Settings settings;
      settings.tone_map.tone_mapper = tone_mapper;
      settings.display = {.encoding = OutputEncoding::linear, .gamut_map = map};
      const test::Margin margin = tone_mapper == ToneMapper::gt7 ? test::Margin{1e-3, 2e-3} : test::Margin{3e-4, 1e-4};
      expect_shown(half_store(), rig, settings, colors, margin);
    }
  }
}

/// Colours of other primaries are the same colours.
TEST(Display, InputPrimariesEqualTheOracle) {
  constexpr ToneMapper kToneMappers[] = {ToneMapper::none, ToneMapper::agx_hdr};
  test::DisplayRig rig(half_store(),
                       photopic::tone_mapper_bit(ToneMapper::none) | photopic::tone_mapper_bit(ToneMapper::agx_hdr),
                       photopic::encoding_bit(OutputEncoding::linear), true);
  const std::vector<Rgba> colors = samples();
  for (const auto primaries : {photopic::Primaries::bt709, photopic::Primaries::p3, photopic::Primaries::bt2020,
                               photopic::Primaries::ap1, photopic::Primaries::ap0}) {
    for (const ToneMapper tone_mapper : kToneMappers) {
      SCOPED_TRACE(testing::Message() << photopic::tone_mapper_name(tone_mapper) << ", primaries " << int(primaries));
      photopic::Settings settings;
      settings.input.primaries = primaries;
      settings.tone_map.tone_mapper = tone_mapper;
      settings.display = {.encoding = OutputEncoding::linear, .limit_primaries = LimitPrimaries::bt2020};
      // Differences of products up to 256 lose digits near 0.
      expect_shown(half_store(), rig, settings, colors, {3e-4, 2e-4});
    }
  }
}

}  // namespace
