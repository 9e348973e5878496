// SPDX-License-Identifier: MIT
// The colour appearance model of ACES 2's output transform: a variant of CAM16 with one viewing condition.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_MODEL_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_MODEL_H

#include "reference/display/primaries.h"

namespace reference {

/// Lightness, colourfulness, and hue in degrees, 0 to 360.
struct Jmh {
  double j = 0.0;
  double m = 0.0;
  double h = 0.0;
};

/// F_L of adaptation to 100 nits: 0.2 k^4 500 + 0.1 (1 - k^4)^2 500^(1/3), k = 1/501; and the exponent of lightness:
/// 0.59 (1.48 + 0.2^(1/2)).
inline constexpr double kAces2LuminanceAdaptation = 0.7937005275461673;
inline constexpr double kAces2LightnessExponent = 1.137056021344975;

/// Of linear colour of some primaries, 1 = 100 nits, under their own white.
class Aces2Model {
 public:
  explicit Aces2Model(const Primaries& primaries);

  Jmh jmh_of(Rgb rgb) const;
  Rgb rgb_of(Jmh jmh) const;
  /// The achromatic response: 1 for white.
  double achromatic(Rgb rgb) const;

 private:
  Rgb opponents(Rgb rgb) const;

  Matrix to_cones_;
  Matrix from_cones_;
  Matrix to_opponents_;
  Matrix from_opponents_;
};

/// Lightness of grey with a luminance, and back, by the achromatic response.
double aces2_achromatic_of_j(double j);
double aces2_nits_of_achromatic(double achromatic);
double aces2_j_of_nits(double nits);

}  // namespace reference

#endif
