// SPDX-License-Identifier: MIT
// Tests of every operator in both output formats against the formulas in double.
#include <photopic/settings_table.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "finish/tone_map_rig.h"
#include "reference/tone_map.h"

namespace {

using photopic::ToneMapper;
using test::LdrTexel;
using test::Rgba;

/// Code values: half for the rounding itself, and 1/255 for float arithmetic and pow before it.
constexpr double kCodeTolerance = 0.5 + 1.0 / 255.0;
/// Relative: a half has 11 bits, and the nearest is stored (2^-11 = 4.9e-4); the rest is float arithmetic.
constexpr double kHalfTolerance = 5e-4;
/// Absolute: below 2^-14 halves are multiples of 2^-24.
constexpr double kHalfQuantum = 0x1p-24;

/// What an operator's own arithmetic in float adds, of the display-linear result.
struct OperatorTolerance {
  double relative = 0.0;
  double absolute = 0.0;
};
OperatorTolerance operator_tolerance(ToneMapper tone_mapper) {
  switch (tone_mapper) {
    // PQ there and back: 1.4e-5 of the signal is 1.4e-4 of the light, and matrices multiply differences by up to 6.
    case ToneMapper::gt7:
      return {1e-3, 3e-4};
    case ToneMapper::bt2390:
    case ToneMapper::bt2446a:
    case ToneMapper::spline:
    case ToneMapper::agx_hdr:
    case ToneMapper::agx_blender:  // several powers one after another
    case ToneMapper::aces2:
    case ToneMapper::lpm:  // a difference of luminances over a weight of 0.06
      return {2e-4, 1e-5};
    default:
      return {};
  }
}

constexpr int kStepsPerStop = 256;

std::vector<Rgba> grey_ramp() {
  std::vector<Rgba> ramp;
  for (int i = -16 * kStepsPerStop; i <= 16 * kStepsPerStop; ++i) {
    const float value = std::exp2(float(i) / kStepsPerStop);
    ramp.push_back({value, value, value, 1.0f});
  }
  return ramp;
}

/// Primaries, secondaries and their neighbourhood over 32 stops, then anything.
std::vector<Rgba> colored_samples() {
  constexpr float kDirections[][3] = {{1, 0, 0},      {0, 1, 0},         {0, 0, 1},        {1, 1, 0},
                                      {1, 0, 1},      {0, 1, 1},         {1, .5f, .25f},   {.1f, .2f, 1},
                                      {.01f, 1, .5f}, {1, .999f, .998f}, {.8f, .4f, .08f}, {1, 1, 1e-4f}};
  std::vector<Rgba> colors = {{0, 0, 0, 1}};
  for (const auto& d : kDirections) {
    for (int i = -32; i <= 32; ++i) {
      const float scale = std::exp2(float(i) / 2);
      colors.push_back({scale * d[0], scale * d[1], scale * d[2], 1.0f});
    }
  }
  const auto random = [](std::uint32_t i, std::uint32_t channel) {
    return float(std::exp2(32.0 * test::noise(i, channel, 11) - 16.0));
  };
  for (std::uint32_t i = 0; i < 30000; ++i) colors.push_back({random(i, 0), random(i, 1), random(i, 2), 1.0f});
  return colors;
}

/// Least and largest that each channel may be stored as, but for the format's own tolerance.
std::array<std::array<double, 2>, 3> oracle(ToneMapper tone_mapper, const Rgba& color,
                                            const photopic::ToneMapSettings& settings, const test::Output& output) {
  photopic::ToneMapSettings of_operator = settings;
  of_operator.tone_mapper = tone_mapper;
  float numbers[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  photopic::operator_parameters(of_operator, &numbers);
  const std::vector<double> parameters(std::begin(numbers), std::end(numbers));
  const reference::Rgb linear = reference::tone_map(reference::ToneMapper(tone_mapper),
                                                    {double(color.r), double(color.g), double(color.b)}, parameters);
  const auto stored = [&](double value) {
    return output.has_codes() ? output.max_code * reference::srgb_encode(std::clamp(value, 0.0, 1.0)) : value;
  };
  const OperatorTolerance tolerance = operator_tolerance(tone_mapper);
  const auto range = [&](double value) -> std::array<double, 2> {
    const double margin = tolerance.relative * value + tolerance.absolute;
    return {stored(value - margin), stored(value + margin)};
  };
  return {range(linear.r), range(linear.g), range(linear.b)};
}

struct Case {
  ToneMapper tone_mapper;
  test::Output output;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const ToneMapper tone_mapper : test::all_tone_mappers()) {
    for (const test::Output& output : test::kOutputs) cases.push_back({tone_mapper, output});
  }
  return cases;
}

class ToneMap : public testing::TestWithParam<Case> {
 protected:
  static test::ToneMapRig& rig() { return test::tone_map_rig(GetParam().output.format); }
  static bool has_codes() { return GetParam().output.has_codes(); }

  static std::vector<LdrTexel> map(std::span<const Rgba> colors, photopic::ToneMapSettings settings = {}) {
    settings.tone_mapper = GetParam().tone_mapper;
    return rig().map(colors, settings);
  }

  void expect_as_oracle(std::span<const Rgba> colors, photopic::ToneMapSettings settings = {}) {
    const std::vector<LdrTexel> mapped = map(colors, settings);
    double worst = 0.0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const auto expected = oracle(GetParam().tone_mapper, colors[i], settings, GetParam().output);
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto [low, high] = expected[channel];
        const double error = std::max({low - mapped[i][channel], mapped[i][channel] - high, 0.0});
        const double tolerance = has_codes() ? kCodeTolerance : kHalfTolerance * high + kHalfQuantum;
        ASSERT_TRUE(error <= tolerance) << colors[i].r << ", " << colors[i].g << ", " << colors[i].b << ": channel "
                                        << channel << " is " << mapped[i][channel] << ", not within [" << low << ", "
                                        << high << "]";
        worst = std::max(worst, has_codes() ? error : (error - kHalfQuantum) / std::max(high, 1e-30));
      }
    }
    std::printf("worst error %.4g %s\n", worst, has_codes() ? "code values" : "relative");
  }
};

TEST_P(ToneMap, GreyRampEqualsTheOracle) { expect_as_oracle(grey_ramp()); }
TEST_P(ToneMap, ColorsEqualTheOracle) { expect_as_oracle(colored_samples()); }

TEST_P(ToneMap, GreyIsMonotone) {
  const std::vector<LdrTexel> mapped = map(grey_ramp());
  for (std::size_t i = 1; i < mapped.size(); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      ASSERT_GE(mapped[i][channel], mapped[i - 1][channel]) << i << " channel " << channel;
    }
  }
}

TEST_P(ToneMap, GreyStaysGrey) {
  const std::vector<LdrTexel> mapped = map(grey_ramp());
  const ToneMapper tone_mapper = GetParam().tone_mapper;
  if (tone_mapper == ToneMapper::agx_golden || tone_mapper == ToneMapper::agx_golden_1_3) {  // tint by design
    const LdrTexel& middle = mapped[mapped.size() / 2];
    EXPECT_TRUE(middle[0] > middle[1] && middle[1] > middle[2]);
    return;
  }
  for (const LdrTexel& texel : mapped) {
    const auto [low, high] = std::minmax({texel[0], texel[1], texel[2]});
    // The rows of the published matrices sum to 1 within 1.8e-4, and a power of 2.2 follows: 4e-4, and one step of a
    // half (2^-10). In 8 bit that is 0.1 code values, which can be rounded apart.
    ASSERT_LE(high - low, has_codes() ? 1.0 : 1.4e-3 * high + kHalfQuantum);
  }
}

/// Defined for every input: as the oracle, which takes NaN and negative channels as 0 and stops at 65536.
TEST_P(ToneMap, InvalidInputIsDefined) {
  constexpr float kValues[] = {
      test::kNanF, -test::kNanF, test::kInfinityF, -test::kInfinityF, -1.0f,   -FLT_MAX, -0.0f,
      0.0f,        0.5f,         65504.0f,         65536.0f,          70000.f, FLT_MAX,  FLT_TRUE_MIN};
  std::vector<Rgba> colors;
  for (const float r : kValues) {
    for (const float g : kValues) {
      for (const float b : kValues) colors.push_back({r, g, b, 1.0f});
    }
  }
  expect_as_oracle(colors);
}

TEST_P(ToneMap, AlphaIsCopiedAndClamped) {
  constexpr float kAlphas[][2] = {{0.0f, 0.0f},
                                  {1.0f, 1.0f},
                                  {0.5f, 0.5f},
                                  {0.123f, 0.123f},
                                  {-1.0f, 0.0f},
                                  {2.0f, 1.0f},
                                  {test::kInfinityF, 1.0f},
                                  {-test::kInfinityF, 0.0f},
                                  {test::kNanF, 0.0f}};
  std::vector<Rgba> colors;
  for (const auto& alpha : kAlphas) colors.push_back({0.2f, 0.3f, 0.4f, alpha[0]});
  const std::vector<LdrTexel> mapped = map(colors);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const double expected = double(kAlphas[i][1]) * (has_codes() ? GetParam().output.max_code : 1.0);
    // 8 bit: the device rounds alpha, to nearest. Half: the shader does.
    EXPECT_NEAR(mapped[i][3], expected, has_codes() ? kCodeTolerance : kHalfTolerance * expected) << colors[i].a;
  }
}

TEST_P(ToneMap, WhitePoints) {
  for (const float white : {0.5f, 1.0f, 2.0f, 4.0f, 11.2f, 100.0f, 1e4f}) {
    expect_as_oracle(grey_ramp(), {.reinhard_white = white, .hable_white = white});
  }
}

/// The ends of the accepted range may clip to black or white, but never leave the output undefined.
TEST_P(ToneMap, ExtremeWhitePointsStayInRange) {
  std::vector<Rgba> colors = grey_ramp();
  colors.push_back({0.0f, 0.0f, 0.0f, 1.0f});
  colors.push_back({0.0f, 1.0f, 65536.0f, 1.0f});
  for (const float white : {1e-3f, 1e-2f, 1e4f, 65536.0f}) {
    double previous = 0.0;
    const std::vector<LdrTexel> mapped = map(colors, {.reinhard_white = white, .hable_white = white});
    for (std::size_t i = 0; i < mapped.size(); ++i) {
      const double max = has_codes()                                  ? GetParam().output.max_code
                         : GetParam().tone_mapper == ToneMapper::none ? 65504.0
                                                                      : 1.0;
      for (const double value : mapped[i]) ASSERT_TRUE(value >= 0.0 && value <= max) << white << ": " << value;
      if (i + 2 >= mapped.size()) continue;
      ASSERT_GE(mapped[i][1], previous) << "white " << white << ", grey " << colors[i].r;
      previous = mapped[i][1];
    }
    EXPECT_EQ(mapped[colors.size() - 2][0], 0.0) << "black, white " << white;
  }
}

INSTANTIATE_TEST_SUITE_P(Operator, ToneMap, testing::ValuesIn(all_cases()), [](const auto& operation) {
  return test::test_name(operation.param.tone_mapper) + "_" + operation.param.output.name;
});

}  // namespace
