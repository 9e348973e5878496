// SPDX-License-Identifier: MIT
// Primaries of linear colour, and the matrices between them.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_PRIMARIES_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_PRIMARIES_H

#include <span>

#include "reference/matrix.h"

namespace reference {

struct Chromaticity {
  double x = 0.0;
  double y = 0.0;
  bool operator==(const Chromaticity&) const = default;
};

inline constexpr Chromaticity kD65{0.3127, 0.3290};
inline constexpr Chromaticity kAcesWhite{0.32168, 0.33767};

struct Primaries {
  Chromaticity red;
  Chromaticity green;
  Chromaticity blue;
  Chromaticity white;
  bool operator==(const Primaries&) const = default;
};

inline constexpr Primaries kBt709{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, kD65};
inline constexpr Primaries kP3D65{{0.68, 0.32}, {0.265, 0.69}, {0.15, 0.06}, kD65};
inline constexpr Primaries kBt2020{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, kD65};
inline constexpr Primaries kAp1{{0.713, 0.293}, {0.165, 0.830}, {0.128, 0.044}, kAcesWhite};
inline constexpr Primaries kAp0{{0.7347, 0.2653}, {0.0, 1.0}, {0.0001, -0.0770}, kAcesWhite};

/// x and y of red, green, blue and white, as a file of OpenEXR has them.
Primaries custom_primaries(std::span<const double, 8> chromaticities);

/// XYZ of this chromaticity with Y = 1.
Rgb xyz_of(Chromaticity chromaticity);
Chromaticity chromaticity_of(Rgb xyz);

/// White has Y = 1.
Matrix rgb_to_xyz(const Primaries& primaries);
Matrix xyz_to_rgb(const Primaries& primaries);
/// Y of each channel: weights of luminance, whose sum is 1.
Rgb luminance_row(const Primaries& primaries);

/// Cones in which whites are scaled.
enum class Adaptation { none, bradford, cat16, cat02 };
/// XYZ to XYZ: what has the white `from` gets the white `to`.
Matrix adapt(Chromaticity from, Chromaticity to, Adaptation adaptation);
/// Linear colour of one set of primaries in another, white to white unless `none`.
Matrix conversion(const Primaries& from, const Primaries& to, Adaptation adaptation = Adaptation::bradford);

}  // namespace reference

#endif
