// SPDX-License-Identifier: MIT
// A linear colour, and its luminance.
#ifndef PHOTOPIC_TOOLS_REFERENCE_RGB_H
#define PHOTOPIC_TOOLS_REFERENCE_RGB_H

#include <limits>

namespace reference {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Rgb {
  double r = 0.0;
  double g = 0.0;
  double b = 0.0;
};

constexpr Rgb grey(double value) { return {value, value, value}; }

/// Luminance of linear BT.709 colour (ITU-R BT.709-6, item 3.2).
constexpr double luminance(Rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

}  // namespace reference

#endif
