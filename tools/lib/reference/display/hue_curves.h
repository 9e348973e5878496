// SPDX-License-Identifier: MIT
// Hue curves: changes of hue, saturation and luminance over the hue.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HUE_CURVES_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HUE_CURVES_H

#include <vector>

#include "reference/matrix.h"

namespace reference {

/// Points of a periodic curve over the hue in degrees.
struct HuePoint {
  double degrees;
  double value;
};
using HueCurve = std::vector<HuePoint>;

/// Cubic spline of period 360 through the points; of one point, its value.
double hue_spline(const HueCurve& points, double degrees);

struct HueCurves {
  HueCurve hue;         ///< degrees that are added
  HueCurve saturation;  ///< factor of Oklab's chroma
  HueCurve luminance;   ///< factor of the colour
};
/// Of linear BT.709; fades out for chroma below 0.04.
Rgb apply_hue_curves(Rgb c, const HueCurves& curves);

}  // namespace reference

#endif
