// SPDX-License-Identifier: MIT
// libplacebo's gamut mapping in double precision.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/display/color_spaces.h"
#include "reference/display/gamut.h"
#include "reference/display/transfer.h"

namespace reference {
namespace {

constexpr int kSearchSteps = 60;
constexpr double kMaxChroma = 0.5;

/// A display's colours in IPTPQc4.
class IptGamut {
 public:
  explicit IptGamut(const GamutDisplay& display)
      : nits_(display.nits),
        pq_min_(pq_encode(display.nits.min)),
        pq_max_(pq_encode(display.nits.max)),
        to_cones_(multiply(ipt_pq_c4_cones(), rgb_to_xyz(display.primaries))),
        from_cones_(inverse(to_cones_)),
        to_ipt_(ipt_pq_c4_opponents()),
        from_ipt_(inverse(to_ipt_)) {}

  double min_intensity() const { return pq_min_; }
  Rgb ipt_of(Rgb rgb_nits) const { return multiply(to_ipt_, pq_encode(multiply(to_cones_, rgb_nits))); }
  Rgb rgb_of(Rgb ipt) const { return multiply(from_cones_, pq_decode(multiply(from_ipt_, ipt))); }

  bool has(Rgb ipt) const {
    // What is computed of a colour on the hull lies a little to either side.
    constexpr double kSlack = 1e-9;
    const Rgb cones = multiply(from_ipt_, ipt);
    if (min_channel(cones) < pq_min_ - kSlack || max_channel(cones) > pq_max_ + kSlack) return false;
    const Rgb rgb = rgb_of(ipt);
    const double slack = kSlack * nits_.max;
    return min_channel(rgb) >= nits_.min - slack && max_channel(rgb) <= nits_.max + slack;
  }

  /// The hue's most colourful point.
  struct Peak {
    double intensity;
    double chroma;
  };
  Peak peak_at(double hue) const {
    // Golden section: chroma rises to the peak and falls after it.
    constexpr double kGolden = 1.0 / std::numbers::phi;
    double low = pq_min_;
    double high = pq_max_;
    for (int i = 0; i < 2 * kSearchSteps; ++i) {
      const double a = high - kGolden * (high - low);
      const double b = low + kGolden * (high - low);
      if (chroma_at(a, hue) > chroma_at(b, hue)) {
        high = b;
      } else {
        low = a;
      }
    }
    const double intensity = (low + high) / 2.0;
    return {intensity, chroma_at(intensity, hue)};
  }

 private:
  double chroma_at(double intensity, double hue) const {
    double low = 0.0;
    double high = kMaxChroma;
    for (int i = 0; i < kSearchSteps; ++i) {
      const double middle = (low + high) / 2.0;
      (has(lab_of(intensity, {middle, hue})) ? low : high) = middle;
    }
    return low;
  }

  NitsRange nits_;
  double pq_min_;
  double pq_max_;
  Matrix to_cones_;
  Matrix from_cones_;
  Matrix to_ipt_;
  Matrix from_ipt_;
};

/// Mobius roll-off of a channel, 1 = the peak: `high` is the largest channel.
double roll_off(double x, double high) {
  constexpr double kKnee = 0.7;
  if (high <= 1.0 || x <= kKnee) return x;
  const double a = -kKnee * kKnee * (high - 1.0) / (kKnee * kKnee - 2.0 * kKnee + high);
  const double b = (kKnee * kKnee - 2.0 * kKnee * high + high) / (high - 1.0);
  return (b * b + 2.0 * b * kKnee + kKnee * kKnee) / (b - a) * (x + a) / (x + b);
}

}  // namespace

Rgb perceptual_gamut(Rgb source_nits, const GamutDisplay& source, const GamutDisplay& target) {
  constexpr double kStrength = 0.8;
  constexpr double kDeadZone = 0.3;
  const IptGamut from(source);
  const IptGamut to(target);
  const Rgb ipt = from.ipt_of(source_nits);
  const Polar polar = polar_of(ipt);
  const double max_chroma = std::max(from.peak_at(polar.hue).chroma, to.peak_at(polar.hue).chroma);
  const double k = kStrength * smoothstep(kDeadZone, 1.0, polar.chroma / max_chroma);
  const Rgb nits = to.rgb_of(lerp(ipt, to.ipt_of(source_nits), k));
  const double high = max_channel(nits) / target.nits.max;
  return per_channel(
      nits, [&](double v) { return std::max(target.nits.max * roll_off(v / target.nits.max, high), target.nits.min); });
}

Rgb relative_gamut(Rgb source_nits, const GamutDisplay& source, const GamutDisplay& target) {
  const IptGamut to(target);
  const Rgb ipt = IptGamut(source).ipt_of(source_nits);
  if (to.has(ipt)) return to.rgb_of(ipt);
  const Polar polar = polar_of(ipt);
  const IptGamut::Peak peak = to.peak_at(polar.hue);
  const double height = std::max((ipt.r - to.min_intensity()) / (peak.intensity - to.min_intensity()), 0.0);
  const double gamma = 1.8 * height * height * height * std::min(polar.chroma / peak.chroma, 1.0);
  const auto at = [&](double t) {
    return lab_of(peak.intensity + (ipt.r - peak.intensity) * std::pow(t, gamma), {t * polar.chroma, polar.hue});
  };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < kSearchSteps; ++i) {
    const double middle = (low + high) / 2.0;
    (to.has(at(middle)) ? low : high) = middle;
  }
  return to.rgb_of(at(low));
}

}  // namespace reference
