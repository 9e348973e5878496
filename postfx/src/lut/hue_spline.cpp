// SPDX-License-Identifier: MIT
// Slopes of periodic cubic splines.
#include "lut/hue_spline.h"

#include <algorithm>
#include <cmath>

namespace photopic {
namespace {

constexpr std::size_t kMax = Curve::kMaxPoints;
constexpr double kPeriod = 360.0;

using Row = std::array<double, kMax + 1>;  // the last number is the right side

/// Gauss's elimination with pivots, in place; the solutions are the last numbers.
void solve(std::array<Row, kMax>& rows, std::size_t count) noexcept {
  for (std::size_t column = 0; column < count; ++column) {
    std::size_t pivot = column;
    for (std::size_t i = column + 1; i < count; ++i) {
      if (std::abs(rows[i][column]) > std::abs(rows[pivot][column])) pivot = i;
    }
    std::swap(rows[column], rows[pivot]);
    for (std::size_t i = 0; i < count; ++i) {
      if (i == column) continue;
      const double share = rows[i][column] / rows[column][column];
      for (std::size_t j = column; j <= kMax; ++j) rows[i][j] -= share * rows[column][j];
    }
  }
  for (std::size_t i = 0; i < count; ++i) rows[i][kMax] /= rows[i][i];
}

}  // namespace

std::array<double, Curve::kMaxPoints> hue_slopes(const Curve& curve) noexcept {
  std::array<double, kMax> slopes = {};
  const std::size_t count = std::min(curve.count, Curve::kMaxPoints);
  if (count < 2) return slopes;
  std::array<Row, kMax> rows = {};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = (i + count - 1) % count;
    const std::size_t after = (i + 1) % count;
    const auto width = [&](std::size_t from, std::size_t to) {
      const double x = double(curve.points[to].x) - double(curve.points[from].x);
      return x > 0.0 ? x : x + kPeriod;
    };
    const auto rise = [&](std::size_t from, std::size_t to) {
      return double(curve.points[to].y) - double(curve.points[from].y);
    };
    const double low = 1.0 / width(before, i);
    const double high = 1.0 / width(i, after);
    rows[i][before] += low;
    rows[i][i] += 2.0 * (low + high);
    rows[i][after] += high;
    rows[i][kMax] = 3.0 * (rise(before, i) * low * low + rise(i, after) * high * high);
  }
  solve(rows, count);
  for (std::size_t i = 0; i < count; ++i) slopes[i] = rows[i][kMax];
  return slopes;
}

}  // namespace photopic
