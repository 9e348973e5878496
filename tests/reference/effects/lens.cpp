// SPDX-License-Identifier: MIT
// Chromatic aberration, sharpening and grain in double precision.
#include "reference/effects/lens.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

double channel_of(const Rgb& rgb, int channel) { return channel == 0 ? rgb.r : channel == 1 ? rgb.g : rgb.b; }

double usable(double value) { return std::isnan(value) ? 0.0 : std::clamp(value, -1e30, 1e30); }

/// Between texels' centres, which lie on whole numbers.
double between(const LensPlane& picture, double x, double y, int channel) {
  x = std::clamp(x, 0.0, picture.width - 1.0);
  y = std::clamp(y, 0.0, picture.height - 1.0);
  const int left = int(std::floor(x)), top = int(std::floor(y));
  double sum = 0.0;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      const double weight = (dx == 1 ? x - left : 1.0 - (x - left)) * (dy == 1 ? y - top : 1.0 - (y - top));
      if (weight > 0.0) sum += weight * usable(channel_of(picture.at(left + dx, top + dy), channel));
    }
  }
  return sum;
}

}  // namespace

const Rgb& LensPlane::at(int x, int y) const {
  return texels[std::size_t(std::clamp(y, 0, height - 1)) * std::size_t(width) +
                std::size_t(std::clamp(x, 0, width - 1))];
}

LensPlane aberrated(const LensPlane& picture, double texels) {
  LensPlane result = picture;
  const double half_diagonal = 0.5 * std::hypot(picture.width, picture.height);
  const int steps = std::max(2, int(std::ceil(texels / 1.5)));
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const double from_x = x + 0.5 - 0.5 * picture.width, from_y = y + 0.5 - 0.5 * picture.height;
      double channels[3] = {};
      for (int channel = 0; channel < 3; ++channel) {
        for (int i = 1 - steps; i < steps; ++i) {
          const double wavelength = (1 - channel) + double(i) / steps;  // 1 = red, -1 = blue
          const double weight = (steps - std::abs(i)) / double(steps * steps);
          const double scale = -wavelength * texels / half_diagonal;
          channels[channel] += weight * between(picture, x + scale * from_x, y + scale * from_y, channel);
        }
      }
      result.texels[std::size_t(y) * std::size_t(picture.width) + std::size_t(x)] = {channels[0], channels[1],
                                                                                     channels[2]};
    }
  }
  return result;
}

LensPlane sharpened(const LensPlane& signal, double amount) {
  LensPlane result = signal;
  for (int y = 0; y < signal.height; ++y) {
    for (int x = 0; x < signal.width; ++x) {
      const Rgb* const cross[] = {&signal.at(x, y - 1), &signal.at(x - 1, y), &signal.at(x + 1, y),
                                  &signal.at(x, y + 1)};
      double lobe = -1.0;
      double sums[3] = {};
      for (int channel = 0; channel < 3; ++channel) {
        const double center = channel_of(signal.at(x, y), channel);
        double least = 2.0, most = -1.0;
        for (const Rgb* texel : cross) {
          const double value = channel_of(*texel, channel);
          least = std::min(least, value);
          most = std::max(most, value);
          sums[channel] += value;
        }
        const double hit_min = most > 0.0 ? std::min(least, center) / (4.0 * most) : 0.0;
        const double hit_max = least < 1.0 ? (1.0 - std::max(most, center)) / (4.0 * least - 4.0) : 0.0;
        lobe = std::max(lobe, std::max(-hit_min, hit_max));
      }
      lobe = std::max(-3.0 / 16.0, std::min(lobe, 0.0)) * amount;
      const auto each = [&](int channel) {
        return (lobe * sums[channel] + channel_of(signal.at(x, y), channel)) / (4.0 * lobe + 1.0);
      };
      result.texels[std::size_t(y) * std::size_t(signal.width) + std::size_t(x)] = {each(0), each(1), each(2)};
    }
  }
  return result;
}

double sharpening_bound(double center, double mean_of_four, double amount) {
  const double lobe = 3.0 / 16.0 * amount;
  return 4.0 * lobe / (1.0 - 4.0 * lobe) * std::abs(center - mean_of_four);
}

std::array<double, 3> grain_noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  constexpr std::uint32_t kSide = 512;
  // Where the frame's tile lies.
  const std::uint32_t state = seed * 747796405u + 2891336453u;
  std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  word = (word >> 22) ^ word;
  if ((word >> 18 & 1) != 0) x = ~x;
  if ((word >> 19 & 1) != 0) y = ~y;
  x += word % kSide;
  y += word / kSide % kSide;
  // White noise of a channel: a permutation of the tile's texels, 256 of them for each of 1024 numbers.
  const auto white = [](std::uint32_t column, std::uint32_t row, std::uint32_t key) {
    std::uint32_t value = (row % kSide * kSide + column % kSide) ^ key;
    for (const std::uint32_t factor : {0x2c1b3c6du, 0x297a2d39u, 0x1b56c4e9u}) {
      value = ((value ^ value / 512) * factor + key) % (kSide * kSide);
    }
    return (value ^ value / 512) / 256 - 511.5;
  };
  constexpr std::uint32_t kKeys[] = {0x2545f, 0x1b873, 0x3c6ef};
  std::array<double, 3> noise = {};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::uint32_t dy = 0; dy < 3; ++dy) {
      for (std::uint32_t dx = 0; dx < 3; ++dx) {
        noise[i] += (1 + dx % 2) * (1 + dy % 2) * white(x + dx - 1, y + dy - 1, kKeys[i]);
      }
    }
    // 36 numbers' worth of variance (1024^2 - 1) / 12: three standard deviations are 5321. In 1024 steps.
    constexpr double kMost = 5321.0;
    noise[i] = std::round((std::clamp(noise[i], -kMost, kMost) + kMost) * 1023.0 / (2.0 * kMost)) * 6.0 / 1023.0 - 3.0;
  }
  return noise;
}

double with_grain(double signal, double amount, double noise) {
  const double deviation = amount * std::sqrt(4.0 * signal * (1.0 - signal));
  return signal + std::min(deviation, std::min(signal, 1.0 - signal) / 3.0) * noise;
}

}  // namespace reference
