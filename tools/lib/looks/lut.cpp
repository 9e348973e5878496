// SPDX-License-Identifier: MIT
// Interpolation in lookup tables, in double precision.
#include "looks/lut.h"

#include <algorithm>

namespace looks {
namespace {

using Color = std::array<double, 3>;

/// A place between two nodes of a side.
struct Place {
  std::size_t node = 0;   ///< the lower one
  double fraction = 0.0;  ///< 0..1 of the way to the next
};

Place place_of(const Table& table, std::size_t channel, double value) {
  const double min = table.domain.min[channel], max = table.domain.max[channel];
  const double inside = value > min ? std::min(value, max) : min;  // NaN too
  const double at = (inside - min) / (max - min) * (table.size - 1);
  const std::size_t node = std::min(static_cast<std::size_t>(at), std::size_t{table.size} - 2);
  return {node, at - static_cast<double>(node)};
}

Color sample_curves(const Table& table, const Color& color) {
  Color result;
  for (std::size_t c = 0; c < 3; ++c) {
    const Place place = place_of(table, c, color[c]);
    const double low = table.nodes[place.node][c], high = table.nodes[place.node + 1][c];
    result[c] = low + (high - low) * place.fraction;
  }
  return result;
}

/// From a cell's first corner to its last along the axes, those of larger fractions first.
Color sample_cube(const Table& table, const Color& color) {
  std::array<Place, 3> places;
  std::array<std::size_t, 3> axes = {0, 1, 2};
  const std::array<std::size_t, 3> strides = {1, table.size, std::size_t{table.size} * table.size};
  std::size_t node = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    places[c] = place_of(table, c, color[c]);
    node += places[c].node * strides[c];
  }
  std::sort(axes.begin(), axes.end(),
            [&](std::size_t one, std::size_t other) { return places[one].fraction > places[other].fraction; });
  Color result = {};
  double left = 1.0;  // of the weights, for this corner and those to come
  for (std::size_t i = 0; i <= axes.size(); ++i) {
    const double next = i < axes.size() ? places[axes[i]].fraction : 0.0;
    for (std::size_t c = 0; c < 3 && left > next; ++c) result[c] += (left - next) * table.nodes[node][c];
    left = next;
    if (i < axes.size() && next > 0.0) node += strides[axes[i]];
  }
  return result;
}

}  // namespace

Color sample(const Lut& lut, Color color) {
  if (lut.curves) color = sample_curves(*lut.curves, color);
  if (lut.cube) color = sample_cube(*lut.cube, color);
  return color;
}

}  // namespace looks
