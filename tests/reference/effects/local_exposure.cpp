// SPDX-License-Identifier: MIT
// Build, solve and apply of the grid of tone curves, plainly from their definitions.
#include "reference/effects/local_exposure.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace reference {
namespace {

constexpr std::size_t kCurveSlices = CurveGrid::kSlices;
constexpr double kSliceRange = 16.0;  // log2 luminance is clamped to +- this
constexpr double kPriorWeight = 1e-3;
constexpr double kLeastSlope = 0.1;

/// [1 2 1] / 4 convolved with itself so many times.
std::vector<double> binomial(std::size_t times) {
  std::vector<double> kernel = {1.0};
  for (std::size_t i = 0; i < 2 * times; ++i) {
    kernel.push_back(0.0);
    for (std::size_t j = kernel.size() - 1; j > 0; --j) kernel[j] = 0.5 * (kernel[j] + kernel[j - 1]);
    kernel[0] *= 0.5;
  }
  return kernel;
}
const std::vector<double> kNear = binomial(1);
const std::vector<double> kWide = binomial(5);

double slice_log2(std::size_t k) { return static_cast<double>(k) - kSliceRange; }

/// [1 2 1] / 4, zero outside.
template <class Get>
double tap(std::size_t i, std::size_t count, Get get) {
  return (i > 0 ? get(i - 1) : 0.0) * 0.25 + get(i) * 0.5 + (i + 1 < count ? get(i + 1) : 0.0) * 0.25;
}

std::array<double, kCurveSlices> blurred(const std::array<double, kCurveSlices>& values) {
  std::array<double, kCurveSlices> result;
  for (std::size_t k = 0; k < kCurveSlices; ++k) {
    result[k] = tap(k, kCurveSlices, [&](std::size_t i) { return values[i]; });
  }
  return result;
}

double total(const std::array<double, kCurveSlices>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

std::vector<LogSample> samples_of(const LogPicture& picture, std::size_t side) {
  std::vector<LogSample> samples;
  for (std::size_t y0 = 0; y0 < picture.height; y0 += side) {
    for (std::size_t x0 = 0; x0 < picture.width; x0 += side) {
      double luminance = 0.0;
      LogSample sample = {0.0, 0.0, 0.0, 0.0};
      for (std::size_t y = y0; y < std::min(y0 + side, picture.height); ++y) {
        for (std::size_t x = x0; x < std::min(x0 + side, picture.width); ++x) {
          if (std::isnan(picture.at(x, y))) continue;
          luminance += std::exp2(picture.at(x, y));
          sample.weight += 1.0;
        }
      }
      if (sample.weight == 0.0) continue;
      // The whole block's centre, also where the picture's border cuts it.
      sample.x = static_cast<double>(x0) + 0.5 * static_cast<double>(side);
      sample.y = static_cast<double>(y0) + 0.5 * static_cast<double>(side);
      sample.log2_luminance = std::log2(luminance / sample.weight);
      samples.push_back(sample);
    }
  }
  return samples;
}

CurveGrid::CurveGrid(const LogPicture& picture, const LocalExposure& settings, std::size_t side)
    : CurveGrid(picture.width, picture.height, samples_of(picture, side), settings) {}

CurveGrid::CurveGrid(std::size_t width, std::size_t height, const std::vector<LogSample>& samples,
                     const LocalExposure& settings)
    : columns_(static_cast<std::size_t>(std::ceil(static_cast<double>(width) / kTileTexels)) + 1),
      rows_(static_cast<std::size_t>(std::ceil(static_cast<double>(height) / kTileTexels)) + 1) {
  std::vector<Column> nodes(columns_ * rows_);
  for (const LogSample& sample : samples) {
    const double l = std::clamp(sample.log2_luminance, -kSliceRange, kSliceRange);
    const double f[] = {sample.x / kTileTexels, sample.y / kTileTexels, l + kSliceRange};
    for (unsigned corner = 0; corner < 8; ++corner) {
      double weight = sample.weight / (kTileTexels * kTileTexels);
      std::size_t at[3];
      for (unsigned axis = 0; axis < 3; ++axis) {
        const double low = std::floor(f[axis]);
        const bool is_upper = (corner >> axis & 1u) != 0;
        weight *= is_upper ? f[axis] - low : 1.0 - (f[axis] - low);
        at[axis] = static_cast<std::size_t>(low) + (is_upper ? 1 : 0);
      }
      if (weight == 0.0) continue;
      Column& node = nodes[at[1] * columns_ + at[0]];
      node.weight[at[2]] += weight;
      node.sum[at[2]] += weight * l;
    }
  }
  const std::vector<Column> wide = blurred_nodes(nodes, kWide);
  nodes = blurred_nodes(nodes, kNear);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Column node;
    node.weight = blurred(nodes[i].weight);
    node.sum = blurred(nodes[i].sum);
    const double wide_log2 =
        (kPriorWeight * settings.anchor_log2 + total(wide[i].sum)) / (kPriorWeight + total(wide[i].weight));
    bases_above_.push_back(base_above(node, wide_log2, settings));
    curves_.push_back(solved(bases_above_.back(), settings));
  }
}

std::vector<CurveGrid::Column> CurveGrid::blurred_nodes(const std::vector<Column>& nodes,
                                                        const std::vector<double>& kernel) const {
  const auto reach = static_cast<std::ptrdiff_t>(kernel.size() / 2);
  std::vector<Column> result(nodes.size());
  for (std::size_t to = 0; to < nodes.size(); ++to) {
    for (std::size_t from = 0; from < nodes.size(); ++from) {
      const auto apart = [&](std::size_t a, std::size_t b) {
        return static_cast<std::ptrdiff_t>(a) - static_cast<std::ptrdiff_t>(b);
      };
      const std::ptrdiff_t x = apart(to % columns_, from % columns_), y = apart(to / columns_, from / columns_);
      if (std::abs(x) > reach || std::abs(y) > reach) continue;
      const double weight = kernel[static_cast<std::size_t>(x + reach)] * kernel[static_cast<std::size_t>(y + reach)];
      for (std::size_t k = 0; k < kSlices; ++k) {
        result[to].weight[k] += weight * nodes[from].weight[k];
        result[to].sum[k] += weight * nodes[from].sum[k];
      }
    }
  }
  return result;
}

CurveGrid::Curve CurveGrid::base_above(const Column& column, double blurred_log2, const LocalExposure& settings) const {
  Curve result;
  for (std::size_t k = 0; k < kSlices; ++k) {
    const double z = slice_log2(k);
    const double own = (column.sum[k] + kPriorWeight * z) / (column.weight[k] + kPriorWeight);
    result[k] = own + settings.blurred_luminance_blend * (blurred_log2 - own) - z;
  }
  return result;
}

CurveGrid::Curve CurveGrid::solved(const Curve& base_above, const LocalExposure& settings) const {
  Curve ev, tilted;
  for (std::size_t k = 0; k < kSlices; ++k) {
    const double z = slice_log2(k);
    const double above = z + base_above[k] - settings.anchor_log2;
    const double contrast = above >= 0.0 ? settings.highlight_contrast : settings.shadow_contrast;
    const double threshold = above >= 0.0 ? settings.highlight_threshold_ev : settings.shadow_threshold_ev;
    const double beyond = std::copysign(std::max(std::abs(above) - threshold, 0.0), above);
    ev[k] = (contrast - 1.0) * beyond + (settings.detail - 1.0) * -base_above[k];
    tilted[k] = ev[k] + (1.0 - kLeastSlope) * z;
  }
  for (std::size_t k = 0; k < kSlices; ++k) {
    const double below = *std::max_element(tilted.begin(), tilted.begin() + k + 1);
    const double above = *std::min_element(tilted.begin() + k, tilted.end());
    ev[k] = std::clamp(ev[k] + 0.5 * (below + above) - tilted[k], -settings.max_ev, settings.max_ev);
  }
  return ev;
}

double CurveGrid::in(const std::vector<Curve>& curves, std::size_t x, std::size_t y, double log2_luminance) const {
  const double fx = (static_cast<double>(x) + 0.5) / kTileTexels;
  const double fy = (static_cast<double>(y) + 0.5) / kTileTexels;
  const double fz = std::clamp(log2_luminance, -kSliceRange, kSliceRange) + kSliceRange;
  const auto column = static_cast<std::size_t>(fx);
  const auto row = static_cast<std::size_t>(fy);
  const std::size_t slice = std::min(static_cast<std::size_t>(fz), kSlices - 2);
  const auto along = [](double a, double b, double t) { return a + (b - a) * t; };
  const auto in_curve = [&](std::size_t c, std::size_t r) {
    const Curve& of_node = curves[r * columns_ + c];
    return along(of_node[slice], of_node[slice + 1], fz - static_cast<double>(slice));
  };
  const double tx = fx - static_cast<double>(column);
  return along(along(in_curve(column, row), in_curve(column + 1, row), tx),
               along(in_curve(column, row + 1), in_curve(column + 1, row + 1), tx), fy - static_cast<double>(row));
}

}  // namespace reference
