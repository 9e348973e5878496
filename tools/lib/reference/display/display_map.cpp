// SPDX-License-Identifier: MIT
// Maps from display to display in double precision.
#include "reference/display/display_map.h"

#include <algorithm>
#include <cmath>

#include "reference/display/transfer.h"

namespace reference {
namespace {

/// PQ of a range, and another's ends where this one's are 0 and 1.
struct PqRange {
  double min;
  double max;

  explicit PqRange(NitsRange nits) : min(pq_encode(nits.min)), max(pq_encode(nits.max)) {}
  double at(double share) const { return lerp(min, max, share); }
  double share_of(double nits) const { return (pq_encode(nits) - min) / (max - min); }
};

double lifted(double e, double min) { return e + min * std::pow(1.0 - e, 4.0); }

double hermite_roll_off(double e1, double knee, double max) {
  if (e1 < knee) return e1;
  const double t = (e1 - knee) / (1.0 - knee);
  const double t2 = t * t;
  const double t3 = t2 * t;
  return (2.0 * t3 - 3.0 * t2 + 1.0) * knee + (t3 - 2.0 * t2 + t) * (1.0 - knee) + (-2.0 * t3 + 3.0 * t2) * max;
}

}  // namespace

double bt2390(double nits, NitsRange source, NitsRange target) {
  const PqRange range(source);
  const double max = range.share_of(target.max);
  if (max >= 1.0) return nits;
  const double e2 = hermite_roll_off(range.share_of(nits), 1.5 * max - 0.5, max);
  return pq_decode(range.at(lifted(e2, range.share_of(target.min))));
}

double lift_black(double nits, double min_nits, double peak_nits) {
  const PqRange range({0.0, peak_nits});
  return pq_decode(range.at(lifted(range.share_of(nits), range.share_of(min_nits))));
}

Spline make_spline(NitsRange source, NitsRange target, std::optional<double> average_nits) {
  constexpr double kKneeAdaptation = 0.4;
  constexpr double kMinKnee = 0.1;
  constexpr double kMaxKnee = 0.8;
  constexpr double kDefaultKnee = 0.4;
  constexpr double kSlopeTuning = 1.5;
  constexpr double kSlopeOffset = 0.2;
  constexpr double kContrast = 0.5;
  const PqRange from(source);
  const PqRange to(target);
  Spline spline;
  spline.source_knee =
      std::clamp(average_nits ? pq_encode(*average_nits) : from.at(kDefaultKnee), from.at(kMinKnee), from.at(kMaxKnee));
  const double t = (spline.source_knee - from.min) / (from.max - from.min);
  // Both edges of smoothstep swapped: it falls.
  const double middle = smoothstep(kMaxKnee, kDefaultKnee, t) * smoothstep(kMinKnee, kDefaultKnee, t);
  spline.target_knee = std::clamp(lerp(spline.source_knee, to.at(t), lerp(kKneeAdaptation, 1.0, 1.0 - middle)),
                                  to.at(kMinKnee), to.at(kMaxKnee));
  const double in_min = from.min - spline.source_knee;
  const double in_max = from.max - spline.source_knee;
  const double out_min = to.min - spline.target_knee;
  const double out_max = to.max - spline.target_knee;
  const double exponent =
      (1.0 - kContrast) * std::clamp(kSlopeTuning * (from.max / to.max - 1.0), kSlopeOffset, 1.0 + kSlopeOffset);
  spline.slope = std::pow(out_min / in_min, exponent);
  spline.pa = (out_min - spline.slope * in_min) / (in_min * in_min);
  const double excess = spline.slope * in_max - out_max;
  spline.qa = excess / (2.0 * in_max * in_max * in_max);
  spline.qb = -3.0 * excess / (2.0 * in_max * in_max);
  return spline;
}

double Spline::apply(double nits) const {
  const double x = pq_encode(nits) - source_knee;
  const double y = x > 0.0 ? ((qa * x + qb) * x + slope) * x : (pa * x + slope) * x;
  return pq_decode(y + target_knee);
}

double bt2446a(double nits, double source_peak_nits, double target_peak_nits) {
  const auto base = [](double peak) { return 1.0 + 32.0 * std::pow(peak / 10000.0, 1.0 / 2.4); };
  const double x = std::pow(std::max(nits, 0.0) / source_peak_nits, 1.0 / 2.4);
  const double source = base(source_peak_nits);
  const double target = base(target_peak_nits);
  const double yp = std::log(1.0 + (source - 1.0) * x) / std::log(source);
  double yc = 0.5 * yp + 0.5;
  if (yp <= 0.7399) {
    yc = 1.0770 * yp;
  } else if (yp < 0.9909) {
    yc = -1.1510 * yp * yp + 2.7811 * yp - 0.6302;
  }
  return target_peak_nits * std::pow((std::pow(target, yc) - 1.0) / (target - 1.0), 2.4);
}

}  // namespace reference
