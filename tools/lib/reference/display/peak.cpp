// SPDX-License-Identifier: MIT
// The tone scale of ACES 2, and constants by peak, in double precision.
#include "reference/display/peak.h"

#include <algorithm>
#include <cmath>

#include "reference/display/model.h"

namespace reference {
namespace {

constexpr double kAcesContrast = 1.15;   // g
constexpr double kFlare = 0.04;          // t_1
constexpr double kScenePeak = 128.0;     // r_hit of 100 nits
constexpr double kScenePeakMax = 896.0;  // and of 10000
constexpr double kMiddle = 0.18;

/// What the flare of the display, which is taken off last, must be added to.
double before_flare(double shown) { return (shown + std::sqrt(shown * (shown + 4.0 * kFlare))) / 2.0; }

}  // namespace

Aces2Peak::Aces2Peak(double peak_nits) : nits(peak_nits), max_rgb(peak_nits / 100.0) {
  const double decades = std::log10(max_rgb);
  r_hit = kScenePeak + (kScenePeakMax - kScenePeak) * decades / 2.0;
  m_1 = before_flare(max_rgb);
  const double u = std::pow(r_hit / m_1 / (r_hit / m_1 + 1.0), kAcesContrast);
  const double m = m_1 / u;
  ct = 0.10013 * (1.0 + 0.14 * std::log2(max_rgb));
  const double q = std::pow(before_flare(ct) / m, 1.0 / kAcesContrast);
  w_2 = kMiddle * (1.0 - q) / (m_1 * q);
  s_2 = 100.0 * w_2 * m_1;
  u_2 = std::pow(r_hit / m_1 / (r_hit / m_1 + w_2), kAcesContrast);
  m_2 = m_1 / u_2;

  max_j = aces2_j_of_nits(nits);
  mid_j = aces2_j_of_nits(100.0 * ct);
  saturation = std::max(0.2, 1.3 - 0.69 * 1.3 * decades);
  saturation_threshold = 0.5 / nits;
  compression = 2.4 + 3.3 * 2.4 * decades;
  chroma_scale = std::pow(0.03379 * nits, 0.30596) - 0.45135;
  focus_distance = 1.35 + 1.35 * 1.75 * decades;
  lower_hull_gamma_inverse = 1.0 / (1.14 + 0.07 * decades);
  max_scene = 8.0 * r_hit;
}

double Aces2Peak::tone(double scene) const {
  const double f = m_2 * std::pow(std::max(scene, 0.0) / (std::max(scene, 0.0) + s_2), kAcesContrast);
  return 100.0 * std::max(0.0, f * f / (f + kFlare));
}

}  // namespace reference
