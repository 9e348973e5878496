// SPDX-License-Identifier: MIT
// The tone mapping of Gran Turismo 7: Polyphony, "Driving Toward Reality", SIGGRAPH 2025.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_GT7_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_GT7_H

#include "reference/rgb.h"

namespace reference {

/// 1 = 100 nits; not yet clipped at the peak, which it passes.
double gt7_curve(double x, double peak_nits);
/// Scene-linear BT.2020 times exposure to display-linear BT.2020, 1 = 100 nits on both sides. Made for peaks from 250
/// nits.
Rgb gt7(Rgb bt2020, double peak_nits);
/// For a display without HDR: the paper white of 250 nits becomes 1.
Rgb gt7_sdr(Rgb bt2020);

}  // namespace reference

#endif
