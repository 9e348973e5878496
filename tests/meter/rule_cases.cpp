// SPDX-License-Identifier: MIT
// Pictures with lamps, dots and bars.
#include "meter/rule_cases.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace test {
namespace {

GreyPicture make(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<float>(std::size_t{width} * height)};
}

}  // namespace

GreyPicture smooth_scene(std::uint32_t width, std::uint32_t height, double log2) {
  GreyPicture picture = make(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const double stops = 2.0 * std::sin(9.0 * x / width) + 1.5 * std::cos(7.0 * y / height);
      picture.at(x, y) = float(std::exp2(log2 + stops));
    }
  }
  return picture;
}

GreyPicture noisy_scene(std::uint32_t width, std::uint32_t height, double log2, double stops, std::uint32_t seed) {
  GreyPicture picture = make(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      picture.at(x, y) = float(std::exp2(log2 + stops * (noise(x, y, seed) - 0.5)));
    }
  }
  return picture;
}

GreyPicture with_lamp(GreyPicture picture, double share, double luminance) {
  const auto lit = std::size_t(double(picture.count()) * share);
  std::fill_n(picture.luminances.begin(), lit, float(luminance));
  return picture;
}

GreyPicture with_round_lamp(GreyPicture picture, double share, double luminance) {
  const double radius_squared = share * double(picture.count()) / std::numbers::pi;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const double dx = x - 0.7 * picture.width, dy = y - 0.3 * picture.height;
      if (dx * dx + dy * dy < radius_squared) picture.at(x, y) = float(luminance);
    }
  }
  return picture;
}

GreyPicture with_dots(GreyPicture picture, std::size_t count, double luminance, std::uint32_t seed) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto place = std::size_t(noise(i, 7, seed) * double(picture.count()));
    picture.luminances[place] = float(luminance);
  }
  return picture;
}

GreyPicture with_bars(GreyPicture picture, double share,
                      const std::function<float(std::uint32_t, std::uint32_t)>& black) {
  const auto rows = std::uint32_t(0.5 * share * picture.height);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    if (y >= rows && y < picture.height - rows) continue;
    for (std::uint32_t x = 0; x < picture.width; ++x) picture.at(x, y) = black(x, y);
  }
  return picture;
}

GreyPicture smaller(const GreyPicture& picture, std::uint32_t side) {
  GreyPicture result = make(picture.width / side, picture.height / side);
  for (std::uint32_t y = 0; y < result.height; ++y) {
    for (std::uint32_t x = 0; x < result.width; ++x) {
      double sum = 0.0;
      for (std::uint32_t i = 0; i < side * side; ++i) {
        const std::size_t row = std::size_t{y} * side + i / side;
        sum += double(picture.luminances[row * picture.width + x * side + i % side]);
      }
      result.at(x, y) = float(sum / (side * side));
    }
  }
  return result;
}

HdrImage hdr_of(const GreyPicture& picture) {
  return make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, {picture.width, picture.height},
                  [&](std::uint32_t x, std::uint32_t y) {
                    const auto value = double(picture.luminances[std::size_t{y} * picture.width + x]);
                    return reference::Rgb{value, value, value};
                  });
}

}  // namespace test
