// SPDX-License-Identifier: MIT
// Averages of texels, level by level.
#include "engine/scene/mip_chain.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>

namespace engine {
namespace {

double decode(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

std::array<float, 256> srgb_table() {
  std::array<float, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = float(decode(double(i) / 255.0));
  return table;
}

/// Linear values from which on the nearest code is i + 1 rather than i.
std::array<float, 255> srgb_thresholds() {
  std::array<float, 255> thresholds;
  for (std::size_t i = 0; i < thresholds.size(); ++i) thresholds[i] = float(decode((double(i) + 0.5) / 255.0));
  return thresholds;
}

/// The nearest code of a linear value: from the code of the value's step on, of steps as small as the thresholds are
/// near each other, or nearly.
class SrgbEncoder {
 public:
  SrgbEncoder() : thresholds_(srgb_thresholds()) {
    for (std::size_t step = 0; step < kSteps; ++step) first_[step] = code_from(0, float(step) / kSteps);
  }
  std::uint8_t operator()(float linear) const {
    const float step = std::clamp(linear, 0.0f, 1.0f) * float(kSteps);
    return code_from(first_[std::min(std::size_t(step), kSteps - 1)], linear);
  }

 private:
  static constexpr std::size_t kSteps = 4096;

  std::uint8_t code_from(std::uint8_t code, float linear) const {
    while (code < thresholds_.size() && !(linear < thresholds_[code])) ++code;
    return code;
  }

  std::array<float, 255> thresholds_;
  std::array<std::uint8_t, kSteps> first_;
};

std::uint8_t linear_to_srgb(float linear) {
  static const SrgbEncoder encoder;
  return encoder(linear);
}

std::uint8_t to_byte(float value) { return std::uint8_t(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f)); }

/// The texels of the larger level that one of the smaller covers along an axis.
struct Taps {
  std::uint32_t first;
  std::uint32_t count;
  std::array<float, 3> weights;
};

Taps taps_of(std::uint32_t index, std::uint32_t large, std::uint32_t small) {
  if (large == 1) return {0, 1, {1.0f, 0.0f, 0.0f}};
  if (large % 2 == 0) return {2 * index, 2, {0.5f, 0.5f, 0.0f}};
  const float all = float(large);
  return {2 * index, 3, {float(small - index) / all, float(small) / all, float(index + 1) / all}};
}

LinearLevel halved_along_x(const LinearLevel& level) {
  LinearLevel result = {std::max(level.width / 2, 1u), level.height, {}};
  result.texels.reserve(std::size_t(result.width) * result.height);
  for (std::uint32_t y = 0; y < level.height; ++y) {
    const glm::vec4* row = level.texels.data() + std::size_t(y) * level.width;
    for (std::uint32_t x = 0; x < result.width; ++x) {
      const Taps taps = taps_of(x, level.width, result.width);
      glm::vec4 sum(0.0f);
      for (std::uint32_t i = 0; i < taps.count; ++i) sum += taps.weights[i] * row[taps.first + i];
      result.texels.push_back(sum);
    }
  }
  return result;
}

LinearLevel halved_along_y(const LinearLevel& level) {
  LinearLevel result = {level.width, std::max(level.height / 2, 1u), {}};
  result.texels.assign(std::size_t(result.width) * result.height, glm::vec4(0.0f));
  for (std::uint32_t y = 0; y < result.height; ++y) {
    const Taps taps = taps_of(y, level.height, result.height);
    glm::vec4* sums = result.texels.data() + std::size_t(y) * result.width;
    for (std::uint32_t i = 0; i < taps.count; ++i) {
      const glm::vec4* row = level.texels.data() + std::size_t(taps.first + i) * level.width;
      for (std::uint32_t x = 0; x < result.width; ++x) sums[x] += taps.weights[i] * row[x];
    }
  }
  return result;
}

/// The same bits as along one axis and then along the other, in one go.
LinearLevel halved_even(const LinearLevel& level) {
  LinearLevel result = {level.width / 2, level.height / 2, {}};
  result.texels.reserve(std::size_t(result.width) * result.height);
  const auto mean = [](const glm::vec4& a, const glm::vec4& b) { return glm::vec4(0.0f) + 0.5f * a + 0.5f * b; };
  for (std::uint32_t y = 0; y < result.height; ++y) {
    const glm::vec4* upper = level.texels.data() + std::size_t(2 * y) * level.width;
    const glm::vec4* lower = upper + level.width;
    for (std::uint32_t x = 0; x < level.width; x += 2) {
      result.texels.push_back(mean(mean(upper[x], upper[x + 1]), mean(lower[x], lower[x + 1])));
    }
  }
  return result;
}

void append(std::vector<std::uint8_t>& bytes, const LinearLevel& level, Encoding encoding) {
  for (const glm::vec4& texel : level.texels) {
    for (int i = 0; i < 3; ++i) {
      bytes.push_back(encoding == Encoding::srgb ? linear_to_srgb(texel[i]) : to_byte(texel[i]));
    }
    bytes.push_back(to_byte(texel.a));
  }
}

std::array<float, 256> linear_table() {
  std::array<float, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = float(i) / 255.0f;
  return table;
}

LinearLevel decoded(std::span<const std::uint8_t> rgba, std::uint32_t width, std::uint32_t height, Encoding encoding) {
  const std::array<float, 256> alphas = linear_table();
  const std::array<float, 256> colors = encoding == Encoding::srgb ? srgb_table() : alphas;
  LinearLevel level = {width, height, {}};
  level.texels.reserve(std::size_t(width) * height);
  for (std::size_t i = 0; i < std::size_t(width) * height; ++i) {
    const std::uint8_t* texel = rgba.data() + 4 * i;
    level.texels.emplace_back(colors[texel[0]], colors[texel[1]], colors[texel[2]], alphas[texel[3]]);
  }
  return level;
}

}  // namespace

float srgb_to_linear(std::uint8_t encoded) {
  static const std::array<float, 256> table = srgb_table();
  return table[encoded];
}

std::uint32_t level_count(std::uint32_t width, std::uint32_t height) {
  return std::uint32_t(std::bit_width(std::max({width, height, 1u})));
}

LinearLevel halved(const LinearLevel& level) {
  const bool is_even = level.width % 2 == 0 && level.height % 2 == 0;
  return is_even ? halved_even(level) : halved_along_y(halved_along_x(level));
}

std::vector<std::uint8_t> mip_chain(std::span<const std::uint8_t> rgba, std::uint32_t width, std::uint32_t height,
                                    Encoding encoding) {
  const std::size_t first_bytes = 4 * std::size_t(width) * height;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(first_bytes + first_bytes / 2);  // more than a third, which rounding of odd sizes adds to
  bytes.insert(bytes.end(), rgba.begin(), rgba.begin() + std::ptrdiff_t(first_bytes));
  LinearLevel level = decoded(rgba, width, height, encoding);
  for (std::uint32_t i = 1; i < level_count(width, height); ++i) {
    level = halved(level);
    append(bytes, level, encoding);
  }
  return bytes;
}

}  // namespace engine
