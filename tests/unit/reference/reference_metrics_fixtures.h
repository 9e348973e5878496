// SPDX-License-Identifier: MIT
// Pictures for the tests of the reference metrics.
#ifndef PHOTOPIC_TESTS_UNIT_REFERENCE_METRICS_FIXTURES_H
#define PHOTOPIC_TESTS_UNIT_REFERENCE_METRICS_FIXTURES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>

#include "reference/metrics/metrics.h"

namespace metrics_test {

/// Smooth waves in all channels with noise of at most `amplitude` codes. Codes stay within 20..235.
inline reference::CodeImage picture(std::size_t width, std::size_t height, int amplitude = 0, unsigned seed = 1) {
  std::mt19937 random(seed);
  reference::CodeImage image(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto wave = static_cast<int>((x * (3 + channel) + y * (7 - channel)) % 180 + 30);
        const int noise = static_cast<int>(random() % static_cast<unsigned>(2 * amplitude + 1)) - amplitude;
        image.at(x, y)[channel] = static_cast<std::uint8_t>(std::clamp(wave + noise, 20, 235));
      }
    }
  }
  return image;
}

inline reference::Plane luma(std::size_t width, std::size_t height, int amplitude = 0, unsigned seed = 1) {
  return reference::to_yuv444(picture(width, height, amplitude, seed)).y;
}

inline reference::Yuv444 flat_yuv(std::size_t width, std::size_t height, reference::Yuv8 code) {
  return {{width, height, code[0]}, {width, height, code[1]}, {width, height, code[2]}};
}

}  // namespace metrics_test

#endif
