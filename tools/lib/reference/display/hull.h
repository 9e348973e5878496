// SPDX-License-Identifier: MIT
// The hull that ACES 2's output transform compresses colours to: cusps by hue, and where a line leaves the hull.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HULL_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HULL_H

#include <array>
#include <cstddef>

#include "reference/display/model.h"
#include "reference/display/peak.h"

namespace reference {

/// The most colourful point of a hue, and the inverse gamma of the hull above it.
struct Aces2Cusp {
  double j = 0.0;
  double m = 0.0;
  double gamma_inverse = 0.0;
};

/// Lines along which colours of about one lightness are compressed: they meet at a focus.
class Aces2Focus {
 public:
  /// For colours of lightness `j` in the hue of that cusp.
  Aces2Focus(const Aces2Peak& peak, const Aces2Cusp& cusp, double j);

  /// Lightness of a colour's line on the axis of greys.
  double axis(double j, double m) const;
  /// Of the line from there: J over M.
  double slope(double axis) const;
  /// M where that line leaves the display's hull; the cusp is rounded.
  double boundary(double axis, const Aces2Cusp& cusp) const;
  /// M where it leaves AP1, whose M at the peak's lightness is `reach`.
  double reach_boundary(double axis, double reach) const;

 private:
  const Aces2Peak& peak_;
  double focus_j_;
  double gain_;
};

/// Tables by hue.
struct Aces2Tables {
  static constexpr std::size_t kSize = 360;

  Aces2Tables(const Aces2Peak& peak, const Primaries& limit);

  double reach_at(double hue) const;
  Aces2Cusp cusp_at(double hue) const;

  std::array<double, kSize> reach;         ///< M of AP1 at the peak's lightness, by whole degree
  std::array<double, kSize + 1> hues;      ///< of the cusps; the last one is 360
  std::array<Aces2Cusp, kSize + 1> cusps;  ///< the last one is the first
};

}  // namespace reference

#endif
