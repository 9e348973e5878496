// SPDX-License-Identifier: MIT
// Hue curves in double precision, by the second derivatives of their splines.
#include "reference/display/hue_curves.h"

#include <cmath>

namespace reference {
namespace {

constexpr double kTurn = 360.0;

/// Of the spline at the points: a cyclic system that Gauss and Seidel's iteration solves, as its diagonal dominates.
std::vector<double> second_derivatives(const HueCurve& points) {
  const std::size_t n = points.size();
  std::vector<double> result(n, 0.0);
  if (n < 2) return result;
  const auto width = [&](std::size_t i) {
    const double x = points[(i + 1) % n].degrees - points[i].degrees;
    return x > 0.0 ? x : x + kTurn;
  };
  for (int pass = 0; pass < 200; ++pass) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t before = (i + n - 1) % n, after = (i + 1) % n;
      const double low = width(before), high = width(i);
      const double bend =
          (points[after].value - points[i].value) / high - (points[i].value - points[before].value) / low;
      result[i] = (6.0 * bend - low * result[before] - high * result[after]) / (2.0 * (low + high));
    }
  }
  return result;
}

}  // namespace

double hue_spline(const HueCurve& points, double degrees) {
  const std::size_t n = points.size();
  if (n == 1) return points[0].value;
  const std::vector<double> bends = second_derivatives(points);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t after = (i + 1) % n;
    double width = points[after].degrees - points[i].degrees;
    if (width <= 0.0) width += kTurn;
    const double x = std::fmod(degrees - points[i].degrees + kTurn, kTurn);
    if (x > width) continue;
    const double b = x / width, a = 1.0 - b;
    return a * points[i].value + b * points[after].value +
           ((a * a * a - a) * bends[i] + (b * b * b - b) * bends[after]) * width * width / 6.0;
  }
  return points[0].value;
}

}  // namespace reference
