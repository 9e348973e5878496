// SPDX-License-Identifier: MIT
// Matrices between primaries, derived from chromaticities in double precision.
#include "reference/display/primaries.h"

namespace reference {
namespace {

Matrix cones_of(Adaptation adaptation) {
  switch (adaptation) {
    case Adaptation::bradford:
      return {{{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
    case Adaptation::cat16:
      return {{{0.401288, 0.650173, -0.051461}, {-0.250268, 1.204414, 0.045854}, {-0.002079, 0.048952, 0.953127}}};
    case Adaptation::cat02:
      return {{{0.7328, 0.4296, -0.1624}, {-0.7036, 1.6975, 0.0061}, {0.0030, 0.0136, 0.9834}}};
    case Adaptation::none:
      break;
  }
  return kIdentity;
}

}  // namespace

Primaries custom_primaries(std::span<const double, 8> chromaticities) {
  const auto at = [&](std::size_t i) { return Chromaticity{chromaticities[2 * i], chromaticities[2 * i + 1]}; };
  return {at(0), at(1), at(2), at(3)};
}

Rgb xyz_of(Chromaticity c) { return {c.x / c.y, 1.0, (1.0 - c.x - c.y) / c.y}; }

Chromaticity chromaticity_of(Rgb xyz) {
  const double sum = xyz.r + xyz.g + xyz.b;
  return {xyz.r / sum, xyz.g / sum};
}

Matrix rgb_to_xyz(const Primaries& primaries) {
  const auto row = [](Chromaticity c) { return Rgb{c.x, c.y, 1.0 - c.x - c.y}; };
  const Matrix columns = transpose({row(primaries.red), row(primaries.green), row(primaries.blue)});
  return multiply(columns, diagonal(multiply(inverse(columns), xyz_of(primaries.white))));
}

Matrix xyz_to_rgb(const Primaries& primaries) { return inverse(rgb_to_xyz(primaries)); }

Rgb luminance_row(const Primaries& primaries) { return rgb_to_xyz(primaries)[1]; }

Matrix adapt(Chromaticity from, Chromaticity to, Adaptation adaptation) {
  if (adaptation == Adaptation::none) return kIdentity;
  const Matrix cones = cones_of(adaptation);
  const Rgb source = multiply(cones, xyz_of(from));
  const Rgb target = multiply(cones, xyz_of(to));
  const Rgb ratio{target.r / source.r, target.g / source.g, target.b / source.b};
  return multiply(inverse(cones), multiply(diagonal(ratio), cones));
}

Matrix conversion(const Primaries& from, const Primaries& to, Adaptation adaptation) {
  return multiply(xyz_to_rgb(to), multiply(adapt(from.white, to.white, adaptation), rgb_to_xyz(from)));
}

}  // namespace reference
