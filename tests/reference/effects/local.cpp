// SPDX-License-Identifier: MIT
// Worst tiles, largest cluster and percentiles, by trying all.
#include "reference/effects/local.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace reference {
namespace {

template <class Value>
Map map_of(const CodeImage& reference, const CodeImage& test, const std::vector<std::uint8_t>& mask,
           const Value& value) {
  check_pair(reference, test);
  Map map(reference.width, reference.height);
  for (std::size_t i = 0; i < map.pixels.size(); ++i) {
    if (mask.empty() || mask[i] != 0) map.pixels[i] = value(reference.pixels[i], test.pixels[i]);
  }
  return map;
}

double sum_of(const Map& map, std::size_t left, std::size_t top, std::size_t side) {
  double sum = 0.0;
  for (std::size_t y = top; y < std::min(top + side, map.height); ++y) {
    for (std::size_t x = left; x < std::min(left + side, map.width); ++x) sum += map.at(x, y);
  }
  return sum;
}

/// First pixels of tiles along a side of `length` pixels.
std::vector<std::size_t> starts(std::size_t length, std::size_t side, std::size_t step) {
  std::vector<std::size_t> starts = {0};
  while (starts.back() + side < length) starts.push_back(starts.back() + step);
  return starts;
}

struct Place {
  std::size_t x, y;
};

/// Up to eight.
std::vector<Place> neighbours(const CodeImage& image, Place place) {
  std::vector<Place> found;
  for (int dx = -1; dx <= 1; ++dx) {
    for (int dy = -1; dy <= 1; ++dy) {
      const Place next = {place.x + std::size_t(dx), place.y + std::size_t(dy)};  // beyond 0: very large
      if ((dx != 0 || dy != 0) && next.x < image.width && next.y < image.height) found.push_back(next);
    }
  }
  return found;
}

bool has_siblings(const CodeImage& image, Place place) {
  const std::vector<Place> around = neighbours(image, place);
  std::size_t alike = around.size() < 8 ? 1 : 0;
  for (const Place& next : around) alike += image.at(next.x, next.y) == image.at(place.x, place.y);
  return alike > 2;
}

int luma601(const Rgb8& pixel) { return 299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]; }

bool is_edge(const CodeImage& image, const CodeImage& one, const CodeImage& other, Place place) {
  const std::vector<Place> around = neighbours(image, place);
  const int own = luma601(image.at(place.x, place.y));
  const auto luma = [&](const Place& at) { return luma601(image.at(at.x, at.y)); };
  const auto equal = std::count_if(around.begin(), around.end(), [&](const Place& at) { return luma(at) == own; });
  if (around.empty() || equal + (around.size() < 8 ? 1 : 0) > 2) return false;
  const auto less = [&](const Place& a, const Place& b) { return luma(a) < luma(b); };
  const Place dark = *std::min_element(around.begin(), around.end(), less);
  const Place bright = *std::max_element(around.begin(), around.end(), less);
  if (luma(dark) >= own || luma(bright) <= own) return false;
  return (has_siblings(one, dark) && has_siblings(other, dark)) ||
         (has_siblings(one, bright) && has_siblings(other, bright));
}

}  // namespace

bool is_antialiased(const CodeImage& reference, const CodeImage& test, std::size_t x, std::size_t y) {
  return is_edge(reference, reference, test, {x, y}) || is_edge(test, reference, test, {x, y});
}

Map squared_errors(const CodeImage& reference, const CodeImage& test, const std::vector<std::uint8_t>& mask) {
  return map_of(reference, test, mask, [](const Rgb8& one, const Rgb8& other) {
    double sum = 0.0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::pow(double(one[c]) - double(other[c]), 2.0);
    return sum;
  });
}

Map largest_errors(const CodeImage& reference, const CodeImage& test, const std::vector<std::uint8_t>& mask) {
  return map_of(reference, test, mask, [](const Rgb8& one, const Rgb8& other) {
    int largest = 0;
    for (std::size_t c = 0; c < 3; ++c) largest = std::max(largest, std::abs(int{one[c]} - int{other[c]}));
    return double(largest);
  });
}

Tile worst_tile(const Map& damage, std::size_t side, std::size_t step) {
  Tile worst;
  for (const std::size_t y : starts(damage.height, side, step)) {
    for (const std::size_t x : starts(damage.width, side, step)) {
      const double sum = sum_of(damage, x, y, side);
      if (sum > worst.mean) worst = {sum, x, y};
    }
  }
  worst.mean /= double(std::min(side, damage.width) * std::min(side, damage.height));
  return worst;
}

Cluster largest_cluster(const Map& map, double threshold) {
  std::vector<bool> is_left(map.pixels.size());
  for (std::size_t i = 0; i < is_left.size(); ++i) is_left[i] = map.pixels[i] > threshold;
  Cluster largest;
  for (std::size_t seed = 0; seed < is_left.size(); ++seed) {
    if (!is_left[seed]) continue;
    std::size_t left = map.width, right = 0, top = map.height, bottom = 0, pixels = 0;
    std::vector<std::size_t> flood = {seed};
    is_left[seed] = false;
    while (!flood.empty()) {
      const std::size_t x = flood.back() % map.width, y = flood.back() / map.width;
      flood.pop_back();
      ++pixels;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
      for (std::size_t ny = std::max<std::size_t>(y, 1) - 1; ny < std::min(y + 2, map.height); ++ny) {
        for (std::size_t nx = std::max<std::size_t>(x, 1) - 1; nx < std::min(x + 2, map.width); ++nx) {
          const std::size_t next = ny * map.width + nx;
          if (!is_left[next]) continue;
          is_left[next] = false;
          flood.push_back(next);
        }
      }
    }
    if (pixels > largest.pixels) largest = {pixels, left, top, right - left + 1, bottom - top + 1};
  }
  return largest;
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto rest = static_cast<std::size_t>(double(values.size()) * (1.0 - share) + 1e-6);
  return values.at(values.size() - 1 - std::min(rest, values.size() - 1));
}

}  // namespace reference
