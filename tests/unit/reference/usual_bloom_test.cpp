// SPDX-License-Identifier: MIT
// Figures of docs/glare.md: a bloom chain as it is commonly coded beside glare's pyramid.
#include "reference/effects/usual_bloom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "image_io/image_file.h"
#include "reference/effects/glare.h"
#include "reference/tone_map.h"

namespace {

namespace ours = reference::glare;
namespace usual = reference::usual_bloom;

/// The most light that an impulse's glow has over the impulse, of all places.
double usual_gain(std::size_t n, std::size_t level) {
  double most = 0.0;
  for (std::size_t at = 0; at < n; ++at) most = std::max(most, usual::glow_of(n, at, level).light);
  return most;
}

/// The farthest that a glow's centre is from its source, a quarter and more of the axis from both ends.
double usual_shift(std::size_t n, std::size_t level) {
  double most = 0.0;
  for (std::size_t at = n / 4; at < n - n / 4; ++at) {
    most = std::max(most, std::abs(usual::glow_of(n, at, level).centre));
  }
  return most;
}

/// (most - least) / mean of the glow `distance` from an impulse that moves over a period.
template <class Respond>
double flicker(std::size_t level, std::size_t distance, Respond respond) {
  double least = 1e300, most = 0.0, sum = 0.0;
  const std::size_t period = std::size_t{1} << level;
  for (std::size_t p = 0; p < period; ++p) {
    ours::Axis impulse(1024, 0.0);
    impulse[512 + p] = 1.0;
    const double glow = respond(impulse)[512 + p + distance];
    least = std::min(least, glow);
    most = std::max(most, glow);
    sum += glow;
  }
  return (most - least) / (sum / double(period));
}

ours::Axis one_level(const ours::Axis& axis, std::size_t level, ours::Kernel kernel) {
  std::vector<std::size_t> sizes = {axis.size()};
  ours::Axis v = axis, a(axis.size(), 1.0);
  for (std::size_t k = 0; k < level; ++k) {
    v = ours::down(v, {kernel});
    a = ours::down(a, {kernel});
    sizes.push_back(v.size());
  }
  for (std::size_t i = 0; i < v.size(); ++i) v[i] /= a[i];
  for (std::size_t k = level; k > 0; --k) v = ours::up(v, sizes[k - 1], {kernel});
  return v;
}

/// A box of two texels down, the same up by one bilinear tap: the cheapest chain.
ours::Axis cheap_level(const ours::Axis& axis, std::size_t level) {
  std::vector<ours::Axis> sizes = {axis};
  ours::Axis v = axis;
  for (std::size_t k = 0; k < level; ++k) {
    ours::Axis half(v.size() / 2);
    for (std::size_t i = 0; i < half.size(); ++i) half[i] = 0.5 * (v[2 * i] + v[2 * i + 1]);
    v = half;
    sizes.push_back(v);
  }
  for (std::size_t k = level; k > 0; --k) {
    ours::Axis fine(sizes[k - 1].size());
    for (std::size_t i = 0; i < fine.size(); ++i) {
      const std::size_t own = i / 2, last = v.size() - 1;
      const std::size_t side = i % 2 == 0 ? (own == 0 ? 0 : own - 1) : std::min(own + 1, last);
      fine[i] = 0.75 * v[own] + 0.25 * v[side];
    }
    v = fine;
  }
  return v;
}

void print(const char* what, double value) { std::printf("%-64s %.3f\n", what, value); }

TEST(UsualBloom, BrightensBorders) {
  const double level_4 = usual_gain(1024, 4), level_6 = usual_gain(1024, 6);
  print("usual chain, light of a glow at a border over its source, level 4", level_4);
  print("the same, level 6", level_6);
  EXPECT_NEAR(level_4, 1.50, 0.01);
  EXPECT_NEAR(level_6, 1.77, 0.01);
}

TEST(UsualBloom, ShiftsGlowsOfOddSizes) {
  const double of_1080 = usual_shift(1080, 6), of_1023 = usual_shift(1023, 6), of_1024 = usual_shift(1024, 6);
  print("usual chain, texels that a glow is off its source, 1080, level 6", of_1080);
  print("the same, 1023 texels", of_1023);
  print("the same, 1024 texels", of_1024);
  EXPECT_NEAR(std::max(of_1080, of_1023), 1.8, 0.15);
}

TEST(UsualBloom, LosesOrMakesLightAtOddSizes) {
  double least = 1e300, most = 0.0;
  for (std::size_t at = 256; at < 768; ++at) {
    const double light = usual::glow_of(1023, at, 6).light;
    least = std::min(least, light);
    most = std::max(most, light);
  }
  print("usual chain, least light of a glow inside over its source, 1023", least);
  print("the same, most", most);
  EXPECT_LT(least, 0.998);
  EXPECT_GT(most, 1.02);
}

/// Inside, where its size is a power of two, the usual chain is as steady as ours; a cheap one isn't.
TEST(UsualBloom, FlickersWhereItIsCheap) {
  for (const std::size_t distance : {0u, 8u, 16u}) {
    const double b6 = flicker(4, distance, [](const auto& v) { return one_level(v, 4, ours::Kernel::b6); });
    const double j = flicker(4, distance, [](const auto& v) { return one_level(v, 4, ours::Kernel::j); });
    const double of_usual = flicker(4, distance, [](const auto& v) { return usual::bloom(v, 4); });
    const double cheap = flicker(4, distance, [](const auto& v) { return cheap_level(v, 4); });
    std::printf("level 4, %2zu texels away: B6 %.3f, J %.3f, usual %.3f, box and one tap %.3f\n", distance, b6, j,
                of_usual, cheap);
    EXPECT_LE(b6, 0.0065);
    EXPECT_LE(j, 0.0185);
    EXPECT_LE(of_usual, 0.0075);
    EXPECT_GE(cheap, 0.09);
  }
}

/// Where the glow of an impulse has most light.
std::size_t brightest_place(std::size_t n, std::size_t level) {
  std::size_t place = 0;
  for (std::size_t at = 0; at < n; ++at) {
    if (usual::glow_of(n, at, level).light > usual::glow_of(n, place, level).light) place = at;
  }
  return place;
}

/// Two suns of the same light, one near a corner, with the glow of levels 3 to 5: by the usual chain on the left, by
/// ours on the right. PHOTOPIC_UPDATE_DOCS=1 writes docs/images/glare-borders.png.
TEST(UsualBloom, CornersAreBrightInItsPicture) {
  constexpr std::size_t kWidth = 256, kHeight = 144, kGap = 8;
  struct Place {
    std::size_t x, y;
  };
  const Place suns[] = {{brightest_place(kWidth, 5), brightest_place(kHeight, 5)}, {96, 70}};
  std::printf("sun near a corner: %zu, %zu of 256 x 144\n", suns[0].x, suns[0].y);
  std::vector<std::uint8_t> rgba((2 * kWidth + kGap) * kHeight * 4, 255);
  double light[2][2] = {};  // of the chain and the sun
  for (const bool is_ours : {false, true}) {
    std::vector<double> picture(kWidth * kHeight, 0.02);
    for (std::size_t sun = 0; sun < 2; ++sun) {
      for (std::size_t level = 3; level <= 5; ++level) {
        ours::Axis across(kWidth, 0.0), along(kHeight, 0.0);
        across[suns[sun].x] = along[suns[sun].y] = 1.0;
        across = is_ours ? one_level(across, level, ours::Kernel::b6) : usual::bloom(across, level);
        along = is_ours ? one_level(along, level, ours::Kernel::b6) : usual::bloom(along, level);
        for (std::size_t i = 0; i < picture.size(); ++i) {
          const double glow = across[i % kWidth] * along[i / kWidth];
          picture[i] += 100.0 * glow;
          light[is_ours][sun] += glow / 3.0;
        }
      }
      picture[suns[sun].y * kWidth + suns[sun].x] = 100.0;
    }
    for (std::size_t i = 0; i < picture.size(); ++i) {
      const std::size_t at = i / kWidth * (2 * kWidth + kGap) + i % kWidth + (is_ours ? kWidth + kGap : 0);
      const int code = reference::srgb_code8(1.0 - std::exp(-picture[i]));
      for (std::size_t c = 0; c < 3; ++c) rgba[4 * at + c] = std::uint8_t(code);
    }
  }
  print("usual chain, light of levels 3 to 5 near a corner", light[0][0]);
  print("the same, inside", light[0][1]);
  EXPECT_GT(light[0][0], 1.5);
  EXPECT_NEAR(light[1][0], 1.0, 1e-12);
  EXPECT_NEAR(light[1][1], 1.0, 1e-12);
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") == nullptr) return;
  image_io::write_png(PHOTOPIC_TEST_PROJECT_DIR "/docs/images/glare-borders.png", 2 * kWidth + kGap, kHeight,
                      rgba.data());
}

}  // namespace
