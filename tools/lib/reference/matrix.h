// SPDX-License-Identifier: MIT
// Arithmetic of colours and of 3x3 matrices, which multiply columns.
#ifndef PHOTOPIC_TOOLS_REFERENCE_MATRIX_H
#define PHOTOPIC_TOOLS_REFERENCE_MATRIX_H

#include <algorithm>
#include <array>

#include "reference/rgb.h"

namespace reference {

using Matrix = std::array<Rgb, 3>;  ///< rows

constexpr double dot(Rgb a, Rgb b) { return a.r * b.r + a.g * b.g + a.b * b.b; }
constexpr Rgb scale(Rgb c, double factor) { return {c.r * factor, c.g * factor, c.b * factor}; }
constexpr Rgb times(Rgb a, Rgb b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
constexpr Rgb plus(Rgb a, Rgb b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
constexpr double min_channel(Rgb c) { return std::min({c.r, c.g, c.b}); }
constexpr double max_channel(Rgb c) { return std::max({c.r, c.g, c.b}); }
/// t = 0: a, t = 1: b.
constexpr double lerp(double a, double b, double t) { return a + t * (b - a); }
constexpr Rgb lerp(Rgb a, Rgb b, double t) { return {lerp(a.r, b.r, t), lerp(a.g, b.g, t), lerp(a.b, b.b, t)}; }
/// NaN as 0.
constexpr double saturate(double x) { return x > 0.0 ? std::min(x, 1.0) : 0.0; }
constexpr double smoothstep(double low, double high, double x) {
  const double t = saturate((x - low) / (high - low));
  return t * t * (3.0 - 2.0 * t);
}

template <typename Function>
constexpr Rgb per_channel(Rgb c, Function function) {
  return {function(c.r), function(c.g), function(c.b)};
}

constexpr Rgb multiply(const Matrix& rows, Rgb c) { return {dot(rows[0], c), dot(rows[1], c), dot(rows[2], c)}; }
constexpr Matrix transpose(const Matrix& m) {
  return {{{m[0].r, m[1].r, m[2].r}, {m[0].g, m[1].g, m[2].g}, {m[0].b, m[1].b, m[2].b}}};
}
constexpr Matrix multiply(const Matrix& left, const Matrix& right) {
  const Matrix columns = transpose(right);
  return {multiply(columns, left[0]), multiply(columns, left[1]), multiply(columns, left[2])};
}
constexpr Matrix diagonal(Rgb d) { return {{{d.r, 0.0, 0.0}, {0.0, d.g, 0.0}, {0.0, 0.0, d.b}}}; }
inline constexpr Matrix kIdentity = diagonal({1.0, 1.0, 1.0});

constexpr Rgb cross(Rgb a, Rgb b) { return {a.g * b.b - a.b * b.g, a.b * b.r - a.r * b.b, a.r * b.g - a.g * b.r}; }
/// Of a matrix that has one: infinite or NaN otherwise.
constexpr Matrix inverse(const Matrix& m) {
  const double determinant = dot(m[0], cross(m[1], m[2]));
  const Matrix columns{cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])};
  Matrix rows = transpose(columns);
  for (Rgb& row : rows) row = scale(row, 1.0 / determinant);
  return rows;
}

}  // namespace reference

#endif
