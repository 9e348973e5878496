// SPDX-License-Identifier: MIT
#ifndef PHOTOPIC_TESTS_REFERENCE_RGB_H
#define PHOTOPIC_TESTS_REFERENCE_RGB_H

namespace reference {

struct Rgb {
  double r = 0.0;
  double g = 0.0;
  double b = 0.0;
};

/// Luminance of linear BT.709 colour (ITU-R BT.709-6, item 3.2).
constexpr double luminance(Rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

}  // namespace reference

#endif
