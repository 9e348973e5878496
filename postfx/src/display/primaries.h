// SPDX-License-Identifier: MIT
// Primaries of RGB and the matrices between them, in double precision.
#ifndef PHOTOPIC_SRC_DISPLAY_PRIMARIES_H
#define PHOTOPIC_SRC_DISPLAY_PRIMARIES_H

#include <photopic/display.h>

#include <array>

namespace photopic {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;  ///< rows

inline constexpr Matrix3 kIdentity = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};

Matrix3 operator*(const Matrix3& a, const Matrix3& b) noexcept;
Vector3 operator*(const Matrix3& a, const Vector3& v) noexcept;
Matrix3 inverse(const Matrix3& m) noexcept;

// XYZ to the responses of long, medium and short cones.
/// Lam 1985, as ICC.1:2022, annex E.
inline constexpr Matrix3 kBradford = {
    {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
/// Li et al. 2017, "Comprehensive color solutions: CAM16, CAT16, and CAM16-UCS".
inline constexpr Matrix3 kCat16 = {
    {{0.401288, 0.650173, -0.051461}, {-0.250268, 1.204414, 0.045854}, {-0.002079, 0.048952, 0.953127}}};

/// CIE 1931 xy.
struct Chromaticity {
  double x;
  double y;
  bool operator==(const Chromaticity&) const = default;
};
struct Chromaticities {
  Chromaticity red;
  Chromaticity green;
  Chromaticity blue;
  Chromaticity white;
  bool operator==(const Chromaticities&) const = default;
};
inline constexpr Chromaticity kD65 = {0.3127, 0.3290};

/// Those of a row of Primaries but `custom`, and of a row of LimitPrimaries.
Chromaticities chromaticities_of(Primaries primaries) noexcept;
Chromaticities chromaticities_of(LimitPrimaries primaries) noexcept;
Chromaticities chromaticities_of(const InputSettings& input) noexcept;
/// Whether the three corners span a triangle around the white point, and white's y is above 0: they make a matrix.
/// A corner's y may be 0 or negative.
bool is_usable(const Chromaticities& primaries) noexcept;

/// XYZ of a chromaticity whose y isn't 0, with Y = 1.
Vector3 xyz_of(Chromaticity c) noexcept;
/// Of XYZ: one white to another of the same Y, by a factor for the response of each kind of `cones`.
Matrix3 adaptation(Chromaticity from, Chromaticity to, const Matrix3& cones) noexcept;
/// Linear RGB to CIE XYZ, Y of white 1.
Matrix3 rgb_to_xyz(const Chromaticities& primaries) noexcept;
/// Linear RGB to linear RGB; where the white points differ, adapted by Bradford's matrix. The identity, exactly, for
/// equal primaries.
Matrix3 rgb_to_rgb(const Chromaticities& from, const Chromaticities& to) noexcept;

}  // namespace photopic

#endif
