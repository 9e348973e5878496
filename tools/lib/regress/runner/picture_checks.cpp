// SPDX-License-Identifier: MIT
// Blank pictures, and the worst tiles and the difference of a pair.
#include "regress/runner/picture_checks.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "files/hash.h"
#include "json/values.h"

namespace regress {
namespace {

constexpr std::uint32_t kTileSide = 32;
constexpr std::size_t kMaxTiles = 8;

/// What it calls has a plane's samples, and how many codes of 8 bits one of them counts.
template <class Do>
auto with_samples(const compare::Frame& frame, const Do& todo) {
  const std::byte* const data = frame.planes[0].data();
  switch (frame.format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
      return todo(reinterpret_cast<const std::uint8_t*>(data), 1.0);
    case VK_FORMAT_R16G16B16A16_UNORM:
      return todo(reinterpret_cast<const std::uint16_t*>(data), 1.0 / 257.0);
    default:
      return todo(reinterpret_cast<const float*>(data), 255.0);
  }
}

/// Types of an error and of the sum of its squares over a row of a tile.
template <class Sample>
struct ErrorTypes {
  using Error = double;
  using Sum = double;
};
template <>
struct ErrorTypes<std::uint8_t> {
  using Error = std::int16_t;  // whose products vector units add in pairs
  using Sum = std::int32_t;
};
template <>
struct ErrorTypes<std::uint16_t> {
  using Error = std::int32_t;
  using Sum = std::int64_t;
};

template <class Sample>
auto squared_error(Sample expected, Sample actual) {
  using Types = ErrorTypes<Sample>;
  using Error = typename Types::Error;
  const auto error = static_cast<Error>(Error(expected) - Error(actual));
  return static_cast<typename Types::Sum>(error) * error;
}

/// Of the RGB samples of at most kTileSide neighbouring pixels, without those whose mask is 0; a null mask has none.
template <class Sample>
double row_error(const Sample* expected, const Sample* actual, std::size_t count, const std::uint8_t* mask) {
  typename ErrorTypes<Sample>::Sum rgb = 0, alpha = 0;
  if (mask != nullptr || std::is_floating_point_v<Sample>) {
    for (std::size_t i = 0; i < 4 * count; ++i) {
      if (i % 4 != 3 && (mask == nullptr || mask[i / 4] != 0)) rgb += squared_error(expected[i], actual[i]);
    }
    return double(rgb);
  }
  for (std::size_t i = 0; i < 4 * count; ++i) rgb += squared_error(expected[i], actual[i]);
  for (std::size_t i = 3; i < 4 * count; i += 4) alpha += squared_error(expected[i], actual[i]);
  return double(rgb - alpha);
}

/// `error(first, count)`: the squared error of these pixels of a row.
template <class Error>
std::vector<Tile> worst_of(VkExtent2D extent, const Error& error) {
  std::vector<Tile> tiles;
  for (std::uint32_t top = 0; top < extent.height; top += kTileSide) {
    for (std::uint32_t left = 0; left < extent.width; left += kTileSide) {
      Tile tile = {left, top, std::min(kTileSide, extent.width - left), std::min(kTileSide, extent.height - top)};
      double sum = 0.0;
      for (std::size_t y = top; y < top + tile.height; ++y) {
        sum += error(y * extent.width + left, tile.width);
      }
      tile.mean_squared_error = sum / (3.0 * tile.width * tile.height);
      if (sum > 0.0) tiles.push_back(tile);
    }
  }
  std::stable_sort(tiles.begin(), tiles.end(),
                   [](const Tile& a, const Tile& b) { return a.mean_squared_error > b.mean_squared_error; });
  tiles.resize(std::min(tiles.size(), kMaxTiles));
  return tiles;
}

/// What is hashed of an error: of codes the signed difference, of floats its bits.
template <class Sample>
std::uint64_t hashed(Sample actual, Sample expected) {
  if constexpr (std::is_same_v<Sample, float>) {
    return std::bit_cast<std::uint32_t>(actual - expected);
  } else {
    return static_cast<std::uint64_t>(int{actual} - int{expected});
  }
}

}  // namespace

std::optional<std::string> blank_color(const compare::Frame& frame) {
  const std::size_t samples = 4 * std::size_t{frame.extent.width} * frame.extent.height;
  if (samples <= 4) return {};
  return with_samples(frame, [&](const auto* sample, double) -> std::optional<std::string> {
    for (std::size_t i = 4; i < samples; ++i) {
      if (i % 4 != 3 && sample[i] != sample[i % 4]) return {};
    }
    const auto text = [&](int i) { return json::short_text(double(sample[i])); };
    return "(" + text(0) + ", " + text(1) + ", " + text(2) + ")";
  });
}

std::vector<Tile> worst_tiles(const compare::Frame& expected, const compare::Frame& actual,
                              std::span<const std::uint8_t> mask) {
  return with_samples(expected, [&](const auto* sample, double codes) {
    const auto* const other = reinterpret_cast<decltype(sample)>(actual.planes[0].data());
    return worst_of(expected.extent, [&](std::size_t first, std::size_t count) {
      const std::uint8_t* const masked = mask.empty() ? nullptr : mask.data() + first;
      return row_error(sample + 4 * first, other + 4 * first, count, masked) * codes * codes;
    });
  });
}

std::string difference_hash(const compare::Frame& expected, const compare::Frame& actual,
                            std::span<const std::uint8_t> mask) {
  files::Fnv1a hash;
  hash.add(expected.extent.width);
  hash.add(expected.extent.height);
  const std::size_t samples = 4 * std::size_t{expected.extent.width} * expected.extent.height;
  return with_samples(expected, [&](const auto* sample, double) -> std::string {
    const auto* const other = reinterpret_cast<decltype(sample)>(actual.planes[0].data());
    using Sample = std::decay_t<decltype(*sample)>;
    constexpr int kBytes = std::is_same_v<Sample, float> ? 4 : int{sizeof(Sample)} + 1;  // a code's and its sign's
    std::size_t after = 0;                                                               // the last sample that differs
    for (std::size_t i = 0; i < samples; ++i) {
      if (other[i] == sample[i] || (!mask.empty() && mask[i / 4] == 0)) continue;
      if (i != after || i == 0) hash.add(i);  // where a run begins
      hash.add(hashed(other[i], sample[i]), kBytes);
      after = i + 1;
    }
    return after != 0 ? hash.hex() : "";
  });
}

}  // namespace regress
