// SPDX-License-Identifier: MIT
// Primaries of RGB and the matrices between them, in double precision.
#ifndef PHOTOPIC_SRC_DISPLAY_PRIMARIES_H
#define PHOTOPIC_SRC_DISPLAY_PRIMARIES_H

#include <photopic/display.h>

#include <array>

namespace photopic {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;  ///< rows

Matrix3 operator*(const Matrix3& a, const Matrix3& b) noexcept;
Vector3 operator*(const Matrix3& a, const Vector3& v) noexcept;
Matrix3 inverse(const Matrix3& m) noexcept;

/// CIE 1931 xy.
struct Chromaticity {
  double x;
  double y;
};
struct Chromaticities {
  Chromaticity red;
  Chromaticity green;
  Chromaticity blue;
  Chromaticity white;
};

/// Those of a row of Primaries but `custom`, and of a row of LimitPrimaries.
Chromaticities chromaticities_of(Primaries primaries) noexcept;
Chromaticities chromaticities_of(LimitPrimaries primaries) noexcept;
Chromaticities chromaticities_of(const InputSettings& input) noexcept;
/// Whether the three corners span a triangle around the white point, and no y is 0: they make a matrix.
bool is_usable(const Chromaticities& primaries) noexcept;

/// Linear RGB to CIE XYZ, Y of white 1.
Matrix3 rgb_to_xyz(const Chromaticities& primaries) noexcept;
/// Linear RGB to linear RGB; where the white points differ, adapted by Bradford's matrix.
Matrix3 rgb_to_rgb(const Chromaticities& from, const Chromaticities& to) noexcept;

}  // namespace photopic

#endif
