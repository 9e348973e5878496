// SPDX-License-Identifier: MIT
// White balance: illuminants by temperature, and the matrix that makes one of them neutral.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_WHITE_BALANCE_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_WHITE_BALANCE_H

#include "reference/display/primaries.h"

namespace reference {

/// CIE 1960.
struct Uv {
  double u = 0.0;
  double v = 0.0;
};
Uv uv_of(Chromaticity xy);
Chromaticity xy_of(Uv uv);

/// Of a blackbody: Krystek 1985.
Uv blackbody_uv(double kelvin);
/// CIE daylight, 4000 to 25000 K.
Chromaticity daylight_xy(double kelvin);

/// Temperature of the nearest blackbody, and the distance from it in CIE 1960: above the locus, towards green,
/// positive.
struct Temperature {
  double kelvin = 0.0;
  double duv = 0.0;
};
Chromaticity illuminant_xy(Temperature temperature);
/// From 1000 to 25000 K.
Temperature temperature_of(Chromaticity xy);
/// With both kept in their bounds.
Chromaticity limit_illuminant(Chromaticity xy, double min_kelvin, double max_kelvin, double max_duv);

/// Working RGB to XYZ of which D65 is the white: primaries of another white are adapted by Bradford.
Matrix rgb_to_xyz_d65(const Primaries& working);
/// Of working RGB: the illuminant with Y = 1 becomes (1, 1, 1).
Matrix white_balance(Chromaticity illuminant, const Primaries& working, Adaptation adaptation = Adaptation::cat16);

}  // namespace reference

#endif
