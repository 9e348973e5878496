// SPDX-License-Identifier: MIT
// Lookup tables in double precision.
#include "reference/display/lut.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/texel_formats.h"

namespace reference {
namespace {

/// The node below a position, and how far it is to the next one.
struct AxisCell {
  std::size_t node = 0;
  double fraction = 0.0;

  AxisCell(std::size_t size, double position) {
    const double at = saturate(position) * static_cast<double>(size - 1);
    node = std::min(static_cast<std::size_t>(at), size - 2);
    fraction = at - static_cast<double>(node);
  }
};

struct LutCell {
  std::array<AxisCell, 3> axes;

  LutCell(std::size_t size, Rgb position)
      : axes{AxisCell(size, position.r), AxisCell(size, position.g), AxisCell(size, position.b)} {}
  Rgb corner(const LutNodes& nodes, std::array<std::size_t, 3> step) const {
    return nodes(axes[0].node + step[0], axes[1].node + step[1], axes[2].node + step[2]);
  }
};

Rgb mix_corners(const LutCell& cell, const LutNodes& nodes) {
  Rgb sum;
  for (std::size_t corner = 0; corner < 8; ++corner) {
    const std::array<std::size_t, 3> step{corner & 1, corner >> 1 & 1, corner >> 2};
    double weight = 1.0;
    for (std::size_t i = 0; i < 3; ++i) weight *= step[i] ? cell.axes[i].fraction : 1.0 - cell.axes[i].fraction;
    sum = plus(sum, scale(cell.corner(nodes, step), weight));
  }
  return sum;
}

}  // namespace

Rgb sample_tetrahedral(std::size_t size, Rgb position, const LutNodes& nodes) {
  const LutCell cell(size, position);
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cell.axes[a].fraction > cell.axes[b].fraction; });
  // From the lowest corner to the highest one, the longest step first.
  std::array<std::size_t, 3> step{};
  Rgb sum = scale(cell.corner(nodes, step), 1.0 - cell.axes[order[0]].fraction);
  for (std::size_t i = 0; i < 3; ++i) {
    step[order[i]] = 1;
    const double next = i < 2 ? cell.axes[order[i + 1]].fraction : 0.0;
    sum = plus(sum, scale(cell.corner(nodes, step), cell.axes[order[i]].fraction - next));
  }
  return sum;
}

Rgb sample_trilinear(std::size_t size, Rgb position, const LutNodes& nodes) {
  return mix_corners(LutCell(size, position), nodes);
}

Rgb sample_filtered(std::size_t size, Rgb position, const LutNodes& nodes) {
  constexpr double kWeightSteps = 256.0;
  LutCell cell(size, position);
  for (AxisCell& axis : cell.axes) axis.fraction = std::floor(axis.fraction * kWeightSteps + 0.5) / kWeightSteps;
  return mix_corners(cell, nodes);
}

Rgb sample_curves(std::span<const Rgb> curve, Rgb position) {
  const auto channel = [&](double Rgb::*member, double at) {
    const AxisCell cell(curve.size(), at);
    return lerp(curve[cell.node].*member, curve[cell.node + 1].*member, cell.fraction);
  };
  return {channel(&Rgb::r, position.r), channel(&Rgb::g, position.g), channel(&Rgb::b, position.b)};
}

Rgb domain_position(Rgb c, Rgb min, Rgb max) {
  const auto position = [](double x, double low, double high) { return saturate((x - low) / (high - low)); };
  return {position(c.r, min.r, max.r), position(c.g, min.g, max.g), position(c.b, min.b, max.b)};
}

Rgb stored(Rgb value, LutStorage storage) {
  const auto unorm = [&](double codes) {
    return per_channel(value, [=](double x) { return std::floor(saturate(x) * codes + 0.5) / codes; });
  };
  switch (storage) {
    case LutStorage::float64:
      break;
    case LutStorage::float32:
      return per_channel(value, [](double x) { return double{static_cast<float>(x)}; });
    case LutStorage::half:
      return per_channel(value, [](double x) { return half_to_double(double_to_half(x)); });
    case LutStorage::unorm16:
      return unorm(65535.0);
    case LutStorage::unorm10:
      return unorm(1023.0);
  }
  return value;
}

Rgb Lut3d::tetrahedral(Rgb position) const {
  return sample_tetrahedral(
      size, position, [&](std::size_t r, std::size_t g, std::size_t b) { return nodes[(b * size + g) * size + r]; });
}

Rgb Lut3d::trilinear(Rgb position) const {
  return sample_trilinear(
      size, position, [&](std::size_t r, std::size_t g, std::size_t b) { return nodes[(b * size + g) * size + r]; });
}

Lut3d bake_lut(std::size_t size, const Shaper& shaper, const std::function<Rgb(Rgb)>& transform, LutStorage storage) {
  std::vector<double> axis;
  for (std::size_t i = 0; i < size; ++i) {
    axis.push_back(shaper.decode(static_cast<double>(i) / static_cast<double>(size - 1)));
  }
  Lut3d lut{size, {}};
  lut.nodes.reserve(size * size * size);
  for (const double b : axis) {
    for (const double g : axis) {
      for (const double r : axis) lut.nodes.push_back(stored(transform({r, g, b}), storage));
    }
  }
  return lut;
}

Rgb shaped(Rgb linear, const Shaper& shaper) {
  return per_channel(linear, [&](double x) { return shaper.encode(x); });
}

}  // namespace reference
