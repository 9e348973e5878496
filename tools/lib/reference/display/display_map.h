// SPDX-License-Identifier: MIT
// Maps of what is mastered for one display to another: BT.2390, libplacebo's spline, BT.2446 A.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_DISPLAY_MAP_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_DISPLAY_MAP_H

#include <optional>

#include "reference/matrix.h"

namespace reference {

struct NitsRange {
  double min = 0.0;
  double max = 0.0;
};

/// ITU-R BT.2390-11, 5.4.1: its EETF. With a minimum, the peak comes out a little above the target's.
double bt2390(double nits, NitsRange source, NitsRange target);

/// Black raised to `min_nits` as BT.2390 does it, with no other change of what a display of this peak shows.
double lift_black(double nits, double min_nits, double peak_nits);

/// Two polynomials of PQ that meet at a knee.
struct Spline {
  double source_knee = 0.0;
  double target_knee = 0.0;
  double slope = 0.0;
  double pa = 0.0;            ///< below: pa x^2 + slope x
  double qa = 0.0, qb = 0.0;  ///< above: qa x^3 + qb x^2 + slope x

  double apply(double nits) const;
};
/// libplacebo's `spline`; the knee is at the scene's average where that is known.
Spline make_spline(NitsRange source, NitsRange target, std::optional<double> average_nits = std::nullopt);

/// ITU-R BT.2446-1, method A: its luma.
double bt2446a(double nits, double source_peak_nits, double target_peak_nits);

/// A curve of nits applied to the largest channel, the colour's ratios kept. Black becomes the curve's grey.
template <typename Curve>
Rgb map_max_channel(Rgb nits, Curve curve) {
  const double high = max_channel(nits);
  if (!(high > 0.0)) return grey(curve(0.0));
  const double shown = curve(high);
  return per_channel(nits, [=](double x) { return x / high * shown; });  // the largest exactly
}

}  // namespace reference

#endif
