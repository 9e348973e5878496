// SPDX-License-Identifier: MIT
// Blank pictures, and the worst tiles and the difference of a pair.
#include "regress/runner/picture_checks.h"

#include <algorithm>

#include "files/hash.h"

namespace regress {
namespace {

constexpr std::uint32_t kTileSide = 32;
constexpr std::size_t kMaxTiles = 8;

int code(std::span<const std::byte> rgba, std::size_t index) { return std::to_integer<int>(rgba[index]); }

double squared_error(std::span<const std::byte> expected, std::span<const std::byte> actual, std::size_t pixel) {
  double sum = 0.0;
  for (std::size_t i = 4 * pixel; i < 4 * pixel + 3; ++i) {
    const int error = code(expected, i) - code(actual, i);
    sum += error * error;
  }
  return sum;
}

}  // namespace

std::optional<std::string> blank_color(std::span<const std::byte> rgba) {
  if (rgba.size() <= 4) return {};
  for (std::size_t i = 4; i < rgba.size(); ++i) {
    if (i % 4 != 3 && rgba[i] != rgba[i % 4]) return {};
  }
  return "(" + std::to_string(code(rgba, 0)) + ", " + std::to_string(code(rgba, 1)) + ", " +
         std::to_string(code(rgba, 2)) + ")";
}

std::vector<Tile> worst_tiles(VkExtent2D extent, std::span<const std::byte> expected, std::span<const std::byte> actual,
                              std::span<const std::uint8_t> mask) {
  std::vector<Tile> tiles;
  for (std::uint32_t top = 0; top < extent.height; top += kTileSide) {
    for (std::uint32_t left = 0; left < extent.width; left += kTileSide) {
      Tile tile = {left, top, std::min(kTileSide, extent.width - left), std::min(kTileSide, extent.height - top)};
      double sum = 0.0;
      for (std::size_t y = top; y < top + tile.height; ++y) {
        for (std::size_t x = left; x < left + tile.width; ++x) {
          const std::size_t pixel = y * extent.width + x;
          if (mask.empty() || mask[pixel] != 0) sum += squared_error(expected, actual, pixel);
        }
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

std::string difference_hash(VkExtent2D extent, std::span<const std::byte> expected, std::span<const std::byte> actual,
                            std::span<const std::uint8_t> mask) {
  files::Fnv1a hash;
  hash.add(extent.width);
  hash.add(extent.height);
  std::size_t after = 0;  // the last code that differs
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i] || (!mask.empty() && mask[i / 4] == 0)) continue;
    if (i != after || i == 0) hash.add(i);  // where a run begins
    hash.add(static_cast<std::uint64_t>(code(actual, i) - code(expected, i)), 2);
    after = i + 1;
  }
  return after != 0 ? hash.hex() : "";
}

}  // namespace regress
