// SPDX-License-Identifier: MIT
// Tests of night where local exposure knows a texel's surroundings.
#include <algorithm>
#include <cmath>
#include <vector>

#include "adapt/handover_rig.h"
#include "finish/tone_map_rig.h"
#include "local_exposure/local_rig.h"
#include "reference/effects/local_exposure.h"
#include "reference/effects/night.h"

namespace {

using reference::Rgb;
using test::LdrTexel;

constexpr VkExtent2D kNightExtent = {131, 83};  // no multiple of a tile
constexpr std::size_t kNightSide = 2;           // of averages that the grid is built of
constexpr double kAdaptedCdM2 = 0.02;
/// Of m: 0.1 for each stop of luminance, of which halves and fractions of 8 bits between nodes that differ by some
/// stops leave 2e-2; and its own table.
constexpr double kSurroundingsTolerance = 2.2e-3;
/// Relative: the picture's half floats, 2^-10.
constexpr double kHalfTolerance = 1e-3;

/// Reddish; a texture on two levels of light.
Rgb textured_color(std::uint32_t x, std::uint32_t y) {
  const double texture = (x / 2 + y / 2) % 2 == 0 ? 0.8 : -0.8;
  const double luminance = std::exp2((x < kNightExtent.width / 2 ? -7.0 : -4.0) + texture);
  const Rgb color = {2.0, 0.7, 0.4};
  return scale(color, luminance / reference::luminance_bt709(color));
}

class NightSurroundings : public testing::Test {
 protected:
  NightSurroundings() {
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    settings.view.cd_m2_per_unit = 1.0f;
    settings.night.night_strength = 1.0f;
    settings.night.local_adaptation = 1.0f;
    settings.night.scene_s_over_p = float(reference::kSOverPOfD65);
    settings.local_exposure.highlight_contrast = settings.local_exposure.shadow_contrast = 1.0f;  // nothing by itself
  }

  std::vector<LdrTexel> seen() {
    const engine::Image ldr = test::make_ldr(kNightExtent, test::kHalf);
    const engine::Buffer exposure = test::make_exposure(float(exposed_by()));
    const VkRect2D region = {{0, 0}, kNightExtent};
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post_.record_finish(command_buffer,
                                                {.hdr = {hdr_.view()},
                                                 .ldr = {ldr.view()},
                                                 .extent = region.extent,
                                                 .offset = region.offset,
                                                 .exposure = {exposure.handle()}},
                                                settings));
    });
    return test::read_ldr(ldr);
  }

  static double exposed_by() { return 12.5 / (120.0 * kAdaptedCdM2); }

  /// Worst error of red, which fades most, over what m's tolerance makes of it; of texels whose surroundings are
  /// `above` their own log2 luminance.
  template <class Above>
  static double worst_error(const std::vector<LdrTexel>& texels, const Above& above) {
    double worst = 0.0;
    for (std::uint32_t y = 0; y < kNightExtent.height; ++y) {
      for (std::uint32_t x = 0; x < kNightExtent.width; ++x) {
        const Rgb color = textured_color(x, y);
        const double own_log2 = std::log2(reference::luminance_bt709(color));
        const double m = reference::mes2_m(std::exp2(own_log2 + above(x, y, own_log2)), reference::kSOverPOfD65);
        const Rgb expected = reference::mesopic_color(color, m, reference::kSOverPOfD65, reference::rod_tint());
        const double error = std::abs(double(texels[y * kNightExtent.width + x][0]) / exposed_by() - expected.r);
        worst = std::max(worst, error / (2.0 * kSurroundingsTolerance * color.r + kHalfTolerance * expected.r));
      }
    }
    return worst;
  }

  photopic::Settings settings;

 private:
  photopic::PostProcess post_ = test::make({.max_extent = kNightExtent,
                                            .ldr_format = test::kHalf,
                                            .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                                            .effects = photopic::kEffectNight | photopic::kEffectLocalExposure});
  test::HdrImage hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kNightExtent, textured_color);
};

/// The eye is adapted to the base of local exposure, where that is on, and to the texel itself where it is off: a
/// texture then has one share of rods, or that of each texel.
TEST_F(NightSurroundings, AreTheBaseOfLocalExposure) {
  reference::LogPicture picture = {kNightExtent.width, kNightExtent.height, {}};
  for (std::uint32_t y = 0; y < kNightExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kNightExtent.width; ++x) {
      picture.log2_luminance.push_back(std::log2(reference::luminance_bt709(textured_color(x, y))));
    }
  }
  const reference::CurveGrid grid(picture, {.highlight_contrast = 1.0, .shadow_contrast = 1.0}, kNightSide);
  const auto of_the_grid = [&](std::uint32_t x, std::uint32_t y, double own) { return grid.base_above_at(x, y, own); };
  const auto own = [](std::uint32_t, std::uint32_t, double) { return 0.0; };

  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  const std::vector<LdrTexel> with = seen();
  EXPECT_LE(worst_error(with, of_the_grid), 1.0);
  EXPECT_GT(worst_error(with, own), 3.0);  // half a stop is far beyond the tolerance
  settings.local_exposure.local_exposure = photopic::LocalExposure::off;
  const std::vector<LdrTexel> without = seen();
  EXPECT_LE(worst_error(without, own), 1.0);
}

}  // namespace
