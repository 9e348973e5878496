// SPDX-License-Identifier: MIT
// Tests of FLIP and HDR-FLIP on the device, against the double-precision reference and the authors' tool.
#include "reference/metrics/flip.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "metrics/metrics_rig.h"
#include "reference/texel_formats.h"
#include "unit/reference/metric_oracles.h"
#include "unit/reference/reference_metrics_fixtures.h"

namespace {

using metrics_test::picture;
using reference::CodeImage;
using reference::FlipPool;
using reference::kInfinity;
using reference::kNan;
using reference::LinearImage;
using reference::Map;
using reference::Rgb;
using test::MetricsRig;
using test::Picture;
using test::picture_of;
using namespace photopic;

constexpr double kMean = 1e-4;
constexpr double kQuantile = 1e-3;
constexpr double kError = 2e-3;  // of a pixel
constexpr FlipToneMapper kToneMappers[] = {FlipToneMapper::aces, FlipToneMapper::hable, FlipToneMapper::reinhard};

MetricsCreateInfo info_of(const Picture& one) { return test::info_for(one, kMetricFlip, kMapFlip); }

/// A rig that makes the map, of pictures of this format up to `max_extent`, or this picture's size.
constexpr float kOneLength = 74.0f;  // pixels per degree, up to which filters of one length will do

MetricsRig rig_for(const Picture& one, VkExtent2D max_extent = {}, bool has_mask = false,
                   float max_pixels_per_degree = kOneLength) {
  MetricsCreateInfo info = info_of(one);
  info.max_pixels_per_degree = max_pixels_per_degree;
  if (max_extent.width != 0) info.max_extent = max_extent;
  info.has_mask = has_mask;
  MetricsRig rig(info);
  rig.settings.maps = kMapFlip;
  return rig;
}

void expect_near(const FlipResult& flip, const FlipPool& expected) {
  EXPECT_NEAR(flip.mean, expected.mean, kMean);
  EXPECT_NEAR(flip.weighted_first_quartile, expected.weighted_first_quartile, kQuantile);
  EXPECT_NEAR(flip.weighted_median, expected.weighted_median, kQuantile);
  EXPECT_NEAR(flip.weighted_third_quartile, expected.weighted_third_quartile, kQuantile);
  EXPECT_NEAR(flip.min, expected.min, kQuantile);
  EXPECT_NEAR(flip.max, expected.max, kQuantile);
}

void expect_map(const std::vector<float>& map, const Map& expected) {
  ASSERT_EQ(map.size(), expected.pixels.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    ASSERT_TRUE(std::isfinite(map[i])) << i;
    worst = std::max(worst, std::abs(double{map[i]} - expected.pixels[i]));
  }
  EXPECT_LT(worst, kError);
}

/// The pair's pool and map.
void expect_errors(MetricsRig& rig, const Picture& one, const Picture& other, const Map& expected,
                   const std::vector<std::uint8_t>& mask = {}) {
  const FlipResult flip = rig.compare(one, other, mask).flip;
  expect_near(flip, pool_flip(expected));
  expect_map(rig.map(kMapFlip), expected);
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool same_bits(const FlipResult& a, const FlipResult& b) {
  return same_bits(a.mean, b.mean) && same_bits(a.weighted_first_quartile, b.weighted_first_quartile) &&
         same_bits(a.weighted_median, b.weighted_median) &&
         same_bits(a.weighted_third_quartile, b.weighted_third_quartile) && same_bits(a.min, b.min) &&
         same_bits(a.max, b.max);
}

// ---- HDR ----

/// Values that a float holds, up to `highest`.
LinearImage bright_picture(std::size_t width, std::size_t height, int amplitude, unsigned seed, double highest = 40.0) {
  LinearImage image = decode_srgb(picture(width, height, amplitude, seed));
  for (Rgb& c : image.pixels) c = {float(c.r * c.r * highest), float(c.g * c.g * highest), float(c.b * c.b * highest)};
  return image;
}

reference::FlipToneMapper reference_of(FlipToneMapper tone_mapper) {
  return static_cast<reference::FlipToneMapper>(tone_mapper);
}

std::vector<float> luminances_of(const LinearImage& image) {
  std::vector<float> values;
  for (const Rgb& c : image.pixels) values.push_back(static_cast<float>(luminance(c)));
  return values;
}

FlipExposures exposures_of(const LinearImage& image, FlipToneMapper tone_mapper = FlipToneMapper::aces) {
  std::vector<float> luminances = luminances_of(image);
  FlipExposures exposures;
  EXPECT_EQ(flip_exposures(luminances.data(), luminances.size(), tone_mapper, &exposures), Status::ok);
  return exposures;
}

Map hdr_errors(const LinearImage& one, const LinearImage& other, const MetricsSettings& settings) {
  const FlipExposures& exposures = settings.flip_exposures;
  return hdr_flip(one, other, {exposures.start_ev, exposures.stop_ev, exposures.count},
                  reference_of(settings.flip_tone_mapper), double{settings.pixels_per_degree})
      .errors;
}

Picture half_picture_of(const LinearImage& image) {
  std::vector<std::uint16_t> texels;
  for (const Rgb& c : image.pixels) {
    for (double value : {c.r, c.g, c.b, 0.25}) texels.push_back(reference::double_to_half(value));
  }
  return test::picture_of_codes({std::uint32_t(image.width), std::uint32_t(image.height)},
                                VK_FORMAT_R16G16B16A16_SFLOAT, {texels});
}

LinearImage rounded_to_half(LinearImage image) {
  const auto round = [](double value) { return reference::half_to_double(reference::double_to_half(value)); };
  for (Rgb& c : image.pixels) c = {round(c.r), round(c.g), round(c.b)};
  return image;
}

// ---- what the tool prints ----

class FlipOracle : public testing::Test {
 protected:
  static FlipPool pool_of(const nlohmann::json& expected, const std::string& prefix) {
    const auto number = [&](const char* name) { return expected.at(prefix + name).get<double>(); };
    return {number("mean"),
            number("1st_weighted_quartile"),
            number("weighted_median"),
            number("3rd_weighted_quartile"),
            number("min"),
            number("max")};
  }
};

TEST_F(FlipOracle, Codes) {
  MetricsRig rig = rig_for(picture_of(CodeImage(1, 1)), {1024, 1024});
  metrics_test::for_each_pair([&](const metrics_test::OraclePair& pair) {
    const MetricsResult result = rig.compare(picture_of(pair.reference), picture_of(pair.test));
    EXPECT_EQ(result.metrics, kMetricFlip);
    expect_near(result.flip, pool_of(pair.expected, "flip_"));
  });
}

TEST_F(FlipOracle, Hdr) {
  MetricsRig rig = rig_for(picture_of(LinearImage(1, 1)), {1024, 1024});
  metrics_test::for_each_hdr_pair([&](const metrics_test::HdrOraclePair& pair) {
    const Picture one = picture_of(pair.reference);
    rig.settings.flip_exposures = exposures_of(pair.reference);
    EXPECT_NEAR(rig.settings.flip_exposures.start_ev, pair.expected.at("start_exposure").get<double>(), 1e-4);
    EXPECT_NEAR(rig.settings.flip_exposures.stop_ev, pair.expected.at("stop_exposure").get<double>(), 1e-4);
    EXPECT_EQ(rig.settings.flip_exposures.count, pair.expected.at("number_of_exposures").get<double>());
    expect_near(rig.compare(one, picture_of(pair.test)).flip, pool_of(pair.expected, ""));
  });
}

// ---- codes ----

TEST(Flip, SizesOfOneBlockAndMore) {
  // Blocks are at most 1024 x 256, rows of filters are 128 wide, runs are 8 long.
  constexpr VkExtent2D kSizes[] = {{1, 1},     {2, 3},    {17, 1},    {1, 40},  {37, 53},  {128, 8},
                                   {129, 256}, {21, 257}, {333, 517}, {9, 800}, {1024, 5}, {1100, 30}};
  MetricsRig rig = rig_for(picture_of(CodeImage(1, 1)), {1100, 800});
  for (const VkExtent2D size : kSizes) {
    SCOPED_TRACE(std::to_string(size.width) + " x " + std::to_string(size.height));
    const CodeImage one = picture(size.width, size.height, 10, 1), other = picture(size.width, size.height, 10, 2);
    expect_errors(rig, picture_of(one), picture_of(other), flip(decode_srgb(one), decode_srgb(other)));
  }
}

TEST(Flip, BlackWhiteAndPrimaries) {
  const auto flat = [](std::uint8_t r, std::uint8_t g, std::uint8_t b) { return CodeImage(19, 23, {r, g, b}); };
  const CodeImage black = flat(0, 0, 0);
  MetricsRig rig = rig_for(picture_of(black));
  for (const CodeImage& other : {flat(255, 255, 255), flat(1, 0, 0), flat(0, 255, 0), flat(11, 10, 12)}) {
    expect_errors(rig, picture_of(black), picture_of(other), flip(decode_srgb(black), decode_srgb(other)));
  }
  // The greatest distance of all.
  EXPECT_NEAR(rig.compare(picture_of(flat(0, 255, 0)), picture_of(flat(0, 0, 255))).flip.mean, 1.0, 1e-4);
}

TEST(Flip, EqualPicturesHaveNone) {
  MetricsRig rig = rig_for(picture_of(CodeImage(333, 290)));
  for (const CodeImage& codes : {picture(333, 290, 40), CodeImage(8, 8, {255, 255, 255}), CodeImage(8, 8)}) {
    const FlipResult flip = rig.compare(picture_of(codes), picture_of(codes)).flip;
    EXPECT_TRUE(same_bits(flip, {}));
    EXPECT_EQ(std::ranges::count(rig.map(kMapFlip), 0.0f), std::ptrdiff_t(codes.pixels.size()));
  }
}

TEST(Flip, OnePixelIsSeenAroundIt) {
  CodeImage codes(61, 59, {100, 100, 100});
  const Picture one = picture_of(codes);
  codes.at(30, 29)[1] = 101;
  MetricsRig rig = rig_for(one);
  const FlipResult flip = rig.compare(one, picture_of(codes)).flip;
  const std::vector<float> map = rig.map(kMapFlip);
  EXPECT_GT(map[29 * 61 + 30], 0.0f);
  EXPECT_EQ(map[29 * 61 + 30 - 11], 0.0f);  // beyond the widest filter, of radius 10
  EXPECT_EQ(map[(29 + 11) * 61 + 30], 0.0f);
  EXPECT_EQ(flip.min, 0.0);
  EXPECT_GT(flip.mean, 0.0);
  // Most pixels are equal: they have no part in what is weighted by errors.
  const FlipPool expected =
      pool_flip(reference::flip(decode_srgb(CodeImage(61, 59, {100, 100, 100})), decode_srgb(codes)));
  EXPECT_NEAR(flip.weighted_median, expected.weighted_median, kQuantile);
  EXPECT_GT(flip.weighted_median, flip.mean);
}

TEST(Flip, PixelsPerDegree) {
  const CodeImage one = picture(70, 90, 20, 1), other = picture(70, 90, 20, 2);
  constexpr VkExtent2D kMost = {70, 300};  // rows enough that longer filters need more memory
  MetricsRig rig = rig_for(picture_of(one), kMost, false, 110.0f), rig_of_one_length = rig_for(picture_of(one), kMost);
  for (const float pixels_per_degree : {4.0f, 7.5f, 30.0f, 67.0206433f, 74.0f, 74.1f, 110.0f}) {
    SCOPED_TRACE(pixels_per_degree);
    rig.settings.pixels_per_degree = pixels_per_degree;
    expect_errors(rig, picture_of(one), picture_of(other),
                  flip(decode_srgb(one), decode_srgb(other), double{pixels_per_degree}));
    if (pixels_per_degree > kOneLength) continue;
    rig_of_one_length.settings.pixels_per_degree = pixels_per_degree;
    EXPECT_TRUE(same_bits(rig_of_one_length.compare(picture_of(one), picture_of(other)).flip,
                          rig.compare(picture_of(one), picture_of(other)).flip));
  }
  EXPECT_LT(rig_of_one_length.metrics().memory_bytes(), rig.metrics().memory_bytes());
  try {
    rig_of_one_length.settings.pixels_per_degree = 80.0f;
    (void)rig_of_one_length.compare(picture_of(one), picture_of(other));
    ADD_FAILURE() << "not refused";
  } catch (const engine::Error& error) {
    EXPECT_NE(std::string(error.what()).find("pixels_per_degree = 80: must be within [4, 74]"), std::string::npos)
        << error.what();
  }
}

TEST(Flip, MaskedPixelsAreEqual) {
  const CodeImage one = picture(75, 40, 20, 1), other = picture(75, 40, 20, 2);
  std::vector<std::uint8_t> mask(one.pixels.size(), 255);
  CodeImage seen = other;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (i % 75 < 30) continue;
    mask[i] = 0;
    seen.pixels[i] = one.pixels[i];
  }
  MetricsRig rig = rig_for(picture_of(one), {}, true);
  expect_errors(rig, picture_of(one), picture_of(other), flip(decode_srgb(one), decode_srgb(seen)), mask);
  EXPECT_EQ(rig.map(kMapFlip)[60], 0.0f);
  expect_errors(rig, picture_of(one), picture_of(other), flip(decode_srgb(one), decode_srgb(other)));  // none given
  std::ranges::fill(mask, std::uint8_t{0});
  EXPECT_TRUE(same_bits(rig.compare(picture_of(one), picture_of(other), mask).flip, {}));
}

TEST(Flip, SameBitsEachTime) {
  const Picture one = picture_of(picture(210, 300, 10, 1)), other = picture_of(picture(210, 300, 10, 2));
  MetricsRig rig = rig_for(one);
  const FlipResult first = rig.compare(one, other).flip;
  const std::vector<float> map = rig.map(kMapFlip);
  EXPECT_TRUE(same_bits(rig.compare(one, other).flip, first));
  EXPECT_EQ(rig.map(kMapFlip), map);
  MetricsCreateInfo info = info_of(one);
  info.max_extent = {1500, 700};
  MetricsRig larger(info);
  larger.settings.maps = kMapFlip;
  EXPECT_TRUE(same_bits(larger.compare(one, other).flip, first));
  EXPECT_EQ(larger.map(kMapFlip), map);
  EXPECT_TRUE(same_bits(test::compare(one, other, kMetricFlip).flip, first));  // without a map
  EXPECT_TRUE(same_bits(test::compare(one, other, kMetricFlip | kMetricErrors | kMetricSsim).flip, first));
}

TEST(Flip, DeeperCodes) {
  const CodeImage one = picture(50, 30, 10, 1), other = picture(50, 30, 10, 2);
  const auto deep = [](const CodeImage& image) {
    std::vector<std::uint16_t> texels;
    for (const reference::Rgb8& c : image.pixels) {
      for (std::uint8_t code : {c[0], c[1], c[2], std::uint8_t{3}}) texels.push_back(std::uint16_t(code * 257));
    }
    return test::picture_of_codes({50, 30}, VK_FORMAT_R16G16B16A16_UNORM, {texels});
  };
  MetricsRig rig = rig_for(deep(one));
  expect_errors(rig, deep(one), deep(other), flip(decode_srgb(one), decode_srgb(other)));
}

// ---- floats ----

TEST(HdrFlip, ToneMappers) {
  const LinearImage one = bright_picture(90, 70, 2, 1), other = bright_picture(90, 70, 9, 2);
  MetricsRig rig = rig_for(picture_of(one));
  for (const FlipToneMapper tone_mapper : kToneMappers) {
    SCOPED_TRACE(static_cast<int>(tone_mapper));
    rig.settings.flip_tone_mapper = tone_mapper;
    rig.settings.flip_exposures = exposures_of(one, tone_mapper);
    expect_errors(rig, picture_of(one), picture_of(other), hdr_errors(one, other, rig.settings));
  }
}

TEST(HdrFlip, SeveralBlocksAndFormats) {
  const LinearImage one = rounded_to_half(bright_picture(40, 560, 4, 1, 3000.0));
  const LinearImage other = rounded_to_half(bright_picture(40, 560, 9, 2, 3000.0));
  MetricsRig rig = rig_for(picture_of(one));
  rig.settings.flip_exposures = {-9.5f, 1.25f, 5};
  const Map expected = hdr_errors(one, other, rig.settings);
  expect_errors(rig, picture_of(one), picture_of(other), expected);
  MetricsRig half_rig = rig_for(half_picture_of(one));
  half_rig.settings.flip_exposures = rig.settings.flip_exposures;
  expect_errors(half_rig, half_picture_of(one), half_picture_of(other), expected);
  EXPECT_EQ(half_rig.map(kMapFlip), rig.map(kMapFlip));
  // No errors are left of a worse pair.
  EXPECT_TRUE(same_bits(rig.compare(picture_of(one), picture_of(one)).flip, {}));
}

TEST(HdrFlip, PixelsThatAreNotFiniteAreBlackInBoth) {
  LinearImage one = bright_picture(60, 50, 2, 1), other = bright_picture(60, 50, 9, 2);
  LinearImage damaged_one = one, damaged_other = other;
  damaged_one.at(20, 20).g = kInfinity;
  damaged_one.at(59, 49).b = kNan;
  damaged_other.at(3, 0).r = kNan;
  damaged_other.at(20, 20).r = -kInfinity;
  for (LinearImage* image : {&one, &other}) image->at(20, 20) = image->at(59, 49) = image->at(3, 0) = {};
  MetricsRig rig = rig_for(picture_of(one));
  rig.settings.flip_exposures = exposures_of(one);
  expect_errors(rig, picture_of(damaged_one), picture_of(damaged_other), hdr_errors(one, other, rig.settings));
}

TEST(HdrFlip, ExtremesStayInRange) {
  LinearImage one = bright_picture(30, 20, 2, 1), other = bright_picture(30, 20, 9, 2);
  one.at(0, 0) = {3e38, 3e38, 3e38};
  one.at(5, 5) = {-3e38, 1e38, 0.0};
  one.at(9, 9) = {-0.5, -2.0, -0.25};
  other.at(7, 7) = {1e-37, 3e38, 0.0};
  MetricsRig rig = rig_for(picture_of(one));
  for (const FlipToneMapper tone_mapper : kToneMappers) {
    rig.settings.flip_tone_mapper = tone_mapper;
    for (const FlipExposures& exposures :
         {FlipExposures{-300.0f, 300.0f, 5}, FlipExposures{0.0f, 0.0f, 2}, FlipExposures{-127.0f, 40.0f, 64}}) {
      rig.settings.flip_exposures = exposures;
      const FlipResult flip = rig.compare(picture_of(one), picture_of(other)).flip;
      EXPECT_GT(flip.mean, 0.0);
      EXPECT_LE(flip.max, 1.0);
      for (const float error : rig.map(kMapFlip)) ASSERT_TRUE(error >= 0.0f && error <= 1.0f) << error;
      EXPECT_TRUE(same_bits(rig.compare(picture_of(one), picture_of(one)).flip, {}));
    }
  }
}

TEST(HdrFlip, MaskedPixelsAreEqual) {
  const LinearImage one = bright_picture(64, 40, 2, 1), other = bright_picture(64, 40, 9, 2);
  std::vector<std::uint8_t> mask(one.pixels.size(), 1);
  LinearImage seen = other, hidden = other;
  for (std::size_t i = 20; i < mask.size(); i += 2) {
    mask[i] = 0;
    seen.pixels[i] = one.pixels[i];
    hidden.pixels[i] = {kNan, 0.0, 0.0};  // isn't looked at
  }
  MetricsRig rig = rig_for(picture_of(one), {}, true);
  rig.settings.flip_exposures = exposures_of(one);
  expect_errors(rig, picture_of(one), picture_of(hidden), hdr_errors(one, seen, rig.settings), mask);
}

// ---- exposures ----

TEST(FlipExposures, AsTheReference) {
  LinearImage dark(9, 9);  // mostly black: the median is of the rest
  dark.at(1, 1) = {-1.0, -1.0, -1.0};
  for (std::size_t i = 0; i < 9; ++i) dark.at(i, 4) = {0.5 * double(i), 0.25, 8.0};
  LinearImage stops(4, 1, {1.0, 1.0, 1.0});
  stops.at(3, 0) = {8.0, 8.0, 8.0};
  const LinearImage images[] = {bright_picture(64, 48, 2, 1), bright_picture(1, 1, 2, 1), dark, stops,
                                LinearImage(5, 2, {2.0, 2.0, 2.0})};
  for (const LinearImage& image : images) {
    for (const FlipToneMapper tone_mapper : kToneMappers) {
      const FlipExposures exposures = exposures_of(image, tone_mapper);
      const reference::FlipExposures expected = flip_exposures(image, reference_of(tone_mapper));
      EXPECT_NEAR(exposures.start_ev, expected.start_ev, 1e-5);
      EXPECT_NEAR(exposures.stop_ev, expected.stop_ev, 1e-5);
      EXPECT_EQ(exposures.count, expected.count);
      EXPECT_LE(exposures.start_ev, exposures.stop_ev);
    }
  }
}

TEST(FlipExposures, CountIsKept) {
  std::vector<float> luminances = {1e38f, 1e-40f, 1e-40f};
  FlipExposures exposures;
  ASSERT_EQ(flip_exposures(luminances.data(), luminances.size(), FlipToneMapper::aces, &exposures), Status::ok);
  EXPECT_EQ(exposures.count, kMaxFlipExposures);
  EXPECT_NEAR(exposures.stop_ev - exposures.start_ev, std::log2(1e38 / 1e-40), 1e-3);
  EXPECT_LE(std::abs(exposures.stop_ev), 300.0f);  // what record() takes
}

TEST(FlipExposures, Refused) {
  const FlipExposures untouched = {1.5f, 2.5f, 7};
  FlipExposures exposures = untouched;
  const auto expect_refused = [&](std::vector<float> luminances, FlipToneMapper tone_mapper = FlipToneMapper::aces) {
    EXPECT_EQ(flip_exposures(luminances.data(), luminances.size(), tone_mapper, &exposures), Status::invalid_argument);
    EXPECT_EQ(exposures.start_ev, untouched.start_ev);
    EXPECT_EQ(exposures.stop_ev, untouched.stop_ev);
    EXPECT_EQ(exposures.count, untouched.count);
  };
  expect_refused({});
  expect_refused({0.0f, 0.0f, 0.0f});
  expect_refused({-1.0f, 0.0f});
  expect_refused({1.0f, float(kNan), 2.0f});
  expect_refused({1.0f, float(kInfinity)});
  expect_refused({1.0f, -float(kInfinity), 3.0f});
  expect_refused({1.0f, 2.0f}, static_cast<FlipToneMapper>(3));
  std::vector<float> luminances = {1.0f, 2.0f};
  EXPECT_EQ(flip_exposures(luminances.data(), luminances.size(), FlipToneMapper::aces, nullptr),
            Status::invalid_argument);
}

}  // namespace
