// SPDX-License-Identifier: MIT
// Matrices between primaries.
#include "display/primaries.h"

namespace photopic {
namespace {

constexpr Chromaticity kAcesWhite = {0.32168, 0.33767};
constexpr Chromaticities kBt709 = {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, kD65};
constexpr Chromaticities kP3 = {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, kD65};
constexpr Chromaticities kBt2020 = {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, kD65};
constexpr Chromaticities kAp1 = {{0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}, kAcesWhite};
constexpr Chromaticities kAp0 = {{0.7347, 0.2653}, {0.0, 1.0}, {0.0001, -0.0770}, kAcesWhite};

double determinant(const Matrix3& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

double turn(Chromaticity a, Chromaticity b, Chromaticity c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

Matrix3 operator*(const Matrix3& a, const Matrix3& b) noexcept {
  Matrix3 product = {};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
    }
  }
  return product;
}

Vector3 operator*(const Matrix3& a, const Vector3& v) noexcept {
  Vector3 product = {};
  for (std::size_t i = 0; i < 3; ++i) product[i] = a[i][0] * v[0] + a[i][1] * v[1] + a[i][2] * v[2];
  return product;
}

Matrix3 inverse(const Matrix3& m) noexcept {
  const double scale = 1.0 / determinant(m);
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t r0 = (j + 1) % 3, r1 = (j + 2) % 3, c0 = (i + 1) % 3, c1 = (i + 2) % 3;
      result[i][j] = scale * (m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0]);
    }
  }
  return result;
}

Chromaticities chromaticities_of(Primaries primaries) noexcept {
  switch (primaries) {
    case Primaries::p3:
      return kP3;
    case Primaries::bt2020:
      return kBt2020;
    case Primaries::ap1:
      return kAp1;
    case Primaries::ap0:
      return kAp0;
    case Primaries::automatic:
    case Primaries::bt709:
    case Primaries::custom:
      break;
  }
  return kBt709;
}

Chromaticities chromaticities_of(LimitPrimaries primaries) noexcept {
  switch (primaries) {
    case LimitPrimaries::p3:
      return kP3;
    case LimitPrimaries::bt2020:
      return kBt2020;
    case LimitPrimaries::bt709:
      break;
  }
  return kBt709;
}

Chromaticities chromaticities_of(const InputSettings& input) noexcept {
  if (input.primaries != Primaries::custom) return chromaticities_of(input.primaries);
  return {{static_cast<double>(input.red_x), static_cast<double>(input.red_y)},
          {static_cast<double>(input.green_x), static_cast<double>(input.green_y)},
          {static_cast<double>(input.blue_x), static_cast<double>(input.blue_y)},
          {static_cast<double>(input.white_x), static_cast<double>(input.white_y)}};
}

bool is_usable(const Chromaticities& primaries) noexcept {
  constexpr double kLeast = 1e-4;  // of twice an area in xy, and of white's y: below, a float's digits are lost
  const auto& [red, green, blue, white] = primaries;
  return white.y >= kLeast && turn(red, green, blue) >= kLeast && turn(red, green, white) >= kLeast &&
         turn(green, blue, white) >= kLeast && turn(blue, red, white) >= kLeast;
}

Vector3 xyz_of(Chromaticity c) noexcept { return {c.x / c.y, 1.0, (1.0 - c.x - c.y) / c.y}; }

Matrix3 adaptation(Chromaticity from, Chromaticity to, const Matrix3& cones) noexcept {
  if (from == to) return kIdentity;
  const Vector3 source = cones * xyz_of(from);
  const Vector3 target = cones * xyz_of(to);
  Matrix3 scaled = cones;
  for (std::size_t row = 0; row < 3; ++row) {
    for (double& element : scaled[row]) element *= target[row] / source[row];
  }
  return inverse(cones) * scaled;
}

Matrix3 rgb_to_xyz(const Chromaticities& primaries) noexcept {
  const auto& [red, green, blue, white] = primaries;
  // Each column by X + Y + Z = 1: Y may be 0 or below it, as that of AP0's blue and of CIE XYZ's red and blue.
  Matrix3 matrix = {{{red.x, green.x, blue.x},
                     {red.y, green.y, blue.y},
                     {1.0 - red.x - red.y, 1.0 - green.x - green.y, 1.0 - blue.x - blue.y}}};
  const Vector3 scale = inverse(matrix) * xyz_of(white);
  for (Vector3& row : matrix) {
    for (std::size_t j = 0; j < 3; ++j) row[j] *= scale[j];
  }
  return matrix;
}

Matrix3 rgb_to_rgb(const Chromaticities& from, const Chromaticities& to) noexcept {
  if (from == to) return kIdentity;
  return inverse(rgb_to_xyz(to)) * adaptation(from.white, to.white, kBradford) * rgb_to_xyz(from);
}

}  // namespace photopic
