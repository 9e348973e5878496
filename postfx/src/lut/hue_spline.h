// SPDX-License-Identifier: MIT
// Periodic cubic spline over the hue.
#ifndef PHOTOPIC_SRC_LUT_HUE_SPLINE_H
#define PHOTOPIC_SRC_LUT_HUE_SPLINE_H

#include <photopic/look.h>

#include <array>

namespace photopic {

/// Slopes at the points of a curve of period 360 in x, such that the second derivative is continuous. Pure.
std::array<double, Curve::kMaxPoints> hue_slopes(const Curve& curve) noexcept;

}  // namespace photopic

#endif
