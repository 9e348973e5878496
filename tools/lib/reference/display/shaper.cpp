// SPDX-License-Identifier: MIT
// Shapers in double precision.
#include "reference/display/shaper.h"

#include <algorithm>
#include <cmath>

#include "reference/display/transfer.h"
#include "reference/matrix.h"

namespace reference {
namespace {

constexpr double kFloorLog2 = -12.0;
constexpr double kLogC3Break = 0.010591;

double curve_of(const Shaper& shaper, double x) {
  switch (shaper.curve) {
    case ShaperCurve::linear_log:
      return std::log2(1.0 + x / shaper.offset);
    case ShaperCurve::log2:
      return std::max(std::log2(x), kFloorLog2);
    case ShaperCurve::pq:
      return pq_encode(100.0 * x);
    case ShaperCurve::acescct:
      return acescct_encode(x);
    case ShaperCurve::logc3:
      return x > kLogC3Break ? 0.247190 * std::log10(5.555556 * x + 0.052272) + 0.385537 : 5.367655 * x + 0.092809;
  }
  return x;
}

double value_of(const Shaper& shaper, double y) {
  switch (shaper.curve) {
    case ShaperCurve::linear_log:
      return shaper.offset * (std::exp2(y) - 1.0);
    case ShaperCurve::log2:
      return y > kFloorLog2 ? std::exp2(y) : 0.0;
    case ShaperCurve::pq:
      return pq_decode(y) / 100.0;
    case ShaperCurve::acescct:
      return acescct_decode(y);
    case ShaperCurve::logc3: {
      const double linear = (y - 0.092809) / 5.367655;
      return linear > kLogC3Break ? (std::pow(10.0, (y - 0.385537) / 0.247190) - 0.052272) / 5.555556 : linear;
    }
  }
  return y;
}

/// Where the curve begins: PQ at 0, though its signal for black is a little more.
double low_of(const Shaper& shaper) { return shaper.curve == ShaperCurve::pq ? 0.0 : curve_of(shaper, 0.0); }

}  // namespace

double Shaper::encode(double linear) const {
  const double low = low_of(*this);
  return saturate((curve_of(*this, std::clamp(linear, 0.0, max)) - low) / (curve_of(*this, max) - low));
}

double Shaper::decode(double position) const {
  return value_of(*this, lerp(low_of(*this), curve_of(*this, max), saturate(position)));
}

double log_encode(double linear, double min_log2, double max_log2) {
  return saturate((std::log2(std::max(linear, 0.0)) - min_log2) / (max_log2 - min_log2));
}

}  // namespace reference
