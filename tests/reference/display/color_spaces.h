// SPDX-License-Identifier: MIT
// Perceptual colour spaces that only tests need. An Rgb here holds the three coordinates in the order of the space's
// name.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_COLOR_SPACES_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_COLOR_SPACES_H

#include "reference/matrix.h"

namespace reference {

/// ITU-R BT.2124: 1 is about a just noticeable difference.
double delta_e_itp(Rgb bt2020_nits, Rgb other_bt2020_nits);

/// libplacebo's IPT of PQ with 4 % crosstalk, of BT.2020 nits.
Rgb to_ipt_pq_c4(Rgb bt2020_nits);
Rgb from_ipt_pq_c4(Rgb ipt);
/// Its cones, which gamut mapping asks for: of XYZ in nits.
Matrix ipt_pq_c4_cones();
/// PQ of the cones to IPT.
Matrix ipt_pq_c4_opponents();

/// Length and angle in radians of the last two coordinates.
struct Polar {
  double chroma = 0.0;
  double hue = 0.0;
};
Polar polar_of(Rgb lab);
Rgb lab_of(double lightness, Polar polar);

}  // namespace reference

#endif
