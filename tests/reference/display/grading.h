// SPDX-License-Identifier: MIT
// Grades: ASC CDL, contrast, lift, gamma and gain, saturation, vibrance, wheels by luminance, and hue curves.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_GRADING_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_GRADING_H

#include "reference/display/hue_curves.h"
#include "reference/matrix.h"

namespace reference {

/// ASC CDL 1.2.
struct Cdl {
  Rgb slope{1.0, 1.0, 1.0};
  Rgb offset;
  Rgb power{1.0, 1.0, 1.0};
  double saturation = 1.0;
};
/// As specified: clamped to 0..1 before the power and at the end.
Rgb apply_cdl_clamped(Rgb c, const Cdl& cdl);
/// For scene-linear colour: nothing is clamped, and only what is above 0 is raised to the power.
Rgb apply_cdl(Rgb c, const Cdl& cdl);

/// Below 0 as 0.
Rgb contrast_power(Rgb c, double contrast, double pivot = 0.18);
/// Linear in ACEScct.
Rgb contrast_acescct(Rgb c, double contrast, double pivot = 0.18);

/// Of display-encoded colour.
Rgb lift_gamma_gain(Rgb c, Rgb lift, Rgb gamma, Rgb gain);

/// Distance from luminance, by the row of the colour's primaries.
Rgb adjust_saturation(Rgb c, double saturation, Rgb luminance_weights);
/// Saturation that colours gain the less the more they have.
Rgb adjust_vibrance(Rgb c, double vibrance, Rgb luminance_weights);

struct ToneWheels {
  Rgb shadows{1.0, 1.0, 1.0};
  Rgb midtones{1.0, 1.0, 1.0};
  Rgb highlights{1.0, 1.0, 1.0};
  double shadows_start = 0.0;
  double shadows_end = 0.333;
  double highlights_start = 0.55;
  double highlights_end = 1.0;
};
Rgb apply_wheels(Rgb c, const ToneWheels& wheels, Rgb luminance_weights);

struct HueCurves {
  HueCurve hue;         ///< degrees that are added
  HueCurve saturation;  ///< factor of Oklab's chroma
  HueCurve luminance;   ///< factor of the colour
};
/// Of linear BT.709; fades out for chroma below 0.04.
Rgb apply_hue_curves(Rgb c, const HueCurves& curves);

}  // namespace reference

#endif
