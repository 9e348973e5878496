// SPDX-License-Identifier: MIT
// Tests of how far baked looks are from exact ones, in the units of colour differences.
#include <cmath>
#include <cstdio>

#include "display/display_rig.h"
#include "reference/display/lut.h"
#include "reference/display/lut_error.h"

namespace {

using photopic::OutputEncoding;
using photopic::ToneMapper;
using reference::Rgb;
using test::LdrTexel;
using test::Rgba;

/// A look and the differences that its LUTs may have: docs/looks.md. CIEDE2000 for SDR, BT.2124 for HDR10 with a peak
/// of 1000 nits and a paper white of 100.
struct Bound {
  ToneMapper tone_mapper;
  OutputEncoding encoding;
  std::uint32_t size;
  double max;  ///< 0 = not bound
  double p99;
  double mean;
  double max_grey;
};
// From double-precision LUTs with halves as nodes, over 60000 random colours and 2001 greys.
constexpr OutputEncoding kSdr = OutputEncoding::srgb;
constexpr OutputEncoding kHdr = OutputEncoding::hdr10;
constexpr Bound kBounds[] = {{ToneMapper::agx, kSdr, 17, 0.0, 0.72, 0.204, 0.309},
                             {ToneMapper::agx, kSdr, 33, 0.0, 0.29, 0.061, 0.151},
                             {ToneMapper::agx, kSdr, 48, 0.58, 0.142, 0.0313, 0.101},
                             {ToneMapper::agx, kSdr, 65, 0.425, 0.0885, 0.0208, 0.0779},
                             {ToneMapper::agx_blender, kSdr, 33, 0.0, 0.341, 0.073, 0.178},
                             {ToneMapper::agx_blender, kSdr, 65, 0.456, 0.118, 0.0234, 0.0846},
                             {ToneMapper::aces2, kSdr, 33, 0.0, 0.389, 0.0783, 0.0722},
                             {ToneMapper::aces2, kSdr, 65, 0.417, 0.171, 0.0275, 0.0246},
                             {ToneMapper::pbr_neutral, kSdr, 33, 0.0, 0.74, 0.151, 0.779},
                             {ToneMapper::pbr_neutral, kSdr, 65, 0.384, 0.199, 0.04, 0.197},
                             {ToneMapper::gt7, kSdr, 33, 0.0, 1.29, 0.0971, 0.204},
                             {ToneMapper::gt7, kSdr, 65, 1.81, 0.465, 0.029, 0.187},
                             {ToneMapper::aces2, kHdr, 33, 0.0, 0.923, 0.309, 0.748},
                             {ToneMapper::aces2, kHdr, 65, 1.13, 0.485, 0.112, 0.25},
                             {ToneMapper::gt7, kHdr, 33, 0.0, 3.43, 0.553, 3.47},
                             {ToneMapper::gt7, kHdr, 65, 2.41, 1.57, 0.176, 1.81}};
// Other colours are drawn here.
constexpr double kGreyShare = 1.1;
constexpr double kColorShare = 1.4;

const test::Store& baked_half_store() { return test::kStores[2]; }

std::vector<Rgba> texels_of(const std::vector<Rgb>& colors) {
  std::vector<Rgba> texels;
  for (const Rgb c : colors) texels.push_back({float(c.r), float(c.g), float(c.b), 1.0f});
  return texels;
}

photopic::Settings settings_of(const Bound& bound) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = bound.tone_mapper;
  settings.display.encoding = bound.encoding;
  settings.display.transform = photopic::DisplayTransform::baked;
  settings.display.paper_white_nits = 100.0f;
  settings.display.peak_nits = 1000.0f;
  settings.display.limit_primaries =
      bound.encoding == kHdr ? photopic::LimitPrimaries::bt2020 : photopic::LimitPrimaries::bt709;
  return settings;
}

/// The look as the rig shows it, of colours that are float.
std::vector<Rgb> shown(test::DisplayRig& rig, const photopic::Settings& settings, const std::vector<Rgb>& colors) {
  std::vector<Rgb> result;
  for (const LdrTexel& texel : rig.show(texels_of(colors), settings)) result.push_back({texel[0], texel[1], texel[2]});
  return result;
}

reference::Shaper shaper_of(const Bound& bound) {
  return {reference::ShaperCurve::linear_log, 128.0, bound.encoding == kHdr ? 0x1p-10 : 0x1p-8};
}

/// The LUT's nodes, each read where it alone counts; they are halves, as the picture's texels.
reference::Lut3d nodes_of(test::DisplayRig& rig, const Bound& bound) {
  const reference::Shaper shaper = shaper_of(bound);
  // Just beyond the node: a device that truncates gives the node then.
  const auto input = [&](std::uint32_t i) { return shaper.decode((i + 1e-5) / (bound.size - 1.0)); };
  std::vector<Rgb> colors;
  for (std::uint32_t b = 0; b < bound.size; ++b) {
    for (std::uint32_t g = 0; g < bound.size; ++g) {
      for (std::uint32_t r = 0; r < bound.size; ++r) colors.push_back({input(r), input(g), input(b)});
    }
  }
  return {bound.size, shown(rig, settings_of(bound), colors)};
}

/// One step of a half, and sums of four in float.
void expect_interpolated(test::DisplayRig& rig, const Bound& bound, const std::vector<Rgb>& colors,
                         const std::vector<Rgb>& expected) {
  const std::vector<Rgb> actual = shown(rig, settings_of(bound), colors);
  double largest = 0.0;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const double differences[] = {actual[i].r - expected[i].r, actual[i].g - expected[i].g,
                                  actual[i].b - expected[i].b};
    for (const double difference : differences) largest = std::max(largest, std::abs(difference));
  }
  EXPECT_LE(largest, 0x1p-11 + 1e-4);
}

/// Of a LUT with the device's nodes, read in double precision: the halves of a picture would round once more.
reference::LutError error_of(test::DisplayRig& rig, const Bound& bound, const reference::Lut3d& lut,
                             const std::vector<Rgb>& colors) {
  std::vector<Rgb> interpolated, exact;
  for (const Rgb c : colors) {
    interpolated.push_back(lut.tetrahedral(reference::shaped(c, shaper_of(bound))));
    exact.push_back(test::stored(settings_of(bound), true, c, {}).low);
  }
  expect_interpolated(rig, bound, colors, interpolated);
  return reference::lut_error(interpolated, exact,
                              bound.encoding == kHdr ? reference::delta_e_itp_of_pq : reference::delta_e2000_of_srgb);
}

/// Daily one of each kind; the double reference of ACES 2 and large LUTs take seconds.
std::vector<Bound> bounds() {
  std::vector<Bound> result;
  for (const Bound& bound : kBounds) {
    const bool is_daily = bound.size == (bound.encoding == kHdr || bound.tone_mapper == ToneMapper::gt7 ? 65u : 33u);
    if (is_daily || test::full_wanted()) result.push_back(bound);
  }
  return result;
}

class BakedErrors : public testing::TestWithParam<Bound> {};

TEST_P(BakedErrors, AreThoseOfTheTable) {
  const Bound& bound = GetParam();
  test::DisplayRig rig(baked_half_store(), {.encodings = photopic::encoding_bit(bound.encoding),
                                            .tone_mappers = photopic::tone_mapper_bit(bound.tone_mapper),
                                            .lut_size = bound.size,
                                            .exact = false});
  const reference::Lut3d lut = nodes_of(rig, bound);
  const reference::LutError greys = error_of(rig, bound, lut, reference::lut_test_greys(2001));
  const std::size_t count = test::full_wanted() ? 60000 : 3000;
  const reference::LutError colors = error_of(rig, bound, lut, reference::lut_test_colors(count, 7));
  // The table of docs/looks.md is made of these lines.
  std::printf("%s, %s, %u nodes: largest %.2f, 99 %% %.2f, mean %.3f, greys %.2f\n",
              photopic::tone_mapper_name(bound.tone_mapper), bound.encoding == kHdr ? "hdr10" : "srgb", bound.size,
              colors.max, colors.p99, colors.mean, greys.max);
  EXPECT_LE(greys.max, kGreyShare * bound.max_grey);
  EXPECT_LE(colors.mean, kColorShare * bound.mean);
  EXPECT_LE(colors.p99, kColorShare * bound.p99);
  if (bound.max != 0.0) {
    EXPECT_LE(colors.max, kColorShare * bound.max);
  }
}

INSTANTIATE_TEST_SUITE_P(Baked, BakedErrors, testing::ValuesIn(bounds()), [](const auto& shown) {
  return test::test_name(shown.param.tone_mapper) + (shown.param.encoding == kHdr ? "_hdr10_" : "_srgb_") +
         std::to_string(shown.param.size);
});

}  // namespace
