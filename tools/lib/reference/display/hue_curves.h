// SPDX-License-Identifier: MIT
// Curves over the hue.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HUE_CURVES_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HUE_CURVES_H

#include <vector>

namespace reference {

/// Points of a periodic curve over the hue in degrees.
struct HuePoint {
  double degrees;
  double value;
};
using HueCurve = std::vector<HuePoint>;

/// Cubic spline of period 360 through the points; of one point, its value.
double hue_spline(const HueCurve& points, double degrees);

}  // namespace reference

#endif
