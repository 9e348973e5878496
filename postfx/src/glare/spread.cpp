// SPDX-License-Identifier: MIT
// Point-spread functions of the eye and of the pyramid.
#include "glare/spread.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "glare/tables.h"

namespace photopic::glare {
double eye_per_sr(double age_years, double pigmentation, double angle_deg) noexcept {
  const double a = std::pow(age_years / 70.0, 4.0);
  const auto below = [angle_deg](double scale_deg) { return 1.0 + std::pow(angle_deg / scale_deg, 2.0); };
  const double cornea = 9.2e6 / std::pow(below(0.0046), 1.5) + 1.5e5 / std::pow(below(0.045), 1.5);
  const double lens = 400.0 / below(0.1) + 3e-8 * angle_deg * angle_deg +
                      pigmentation * (1300.0 / std::pow(below(0.1), 1.5) + 0.8 / std::sqrt(below(0.1)));
  const double all = (1.0 - 0.08 * a) * cornea + (1.0 + 1.6 * a) * lens + 2.5e-3 * pigmentation;
  return all / (1.0 + pigmentation * (0.0417 + 0.055 * a));
}

double chain_per_sr(const Settings& settings, VkExtent2D extent, double angle_deg) noexcept {
  constexpr double kVariance = 7.0 / 6.0;  // of an axis, down and up, of squares of spacings; both kernels'
  const double texel_deg =
      deg_per_texel(static_cast<double>(settings.view.field_of_view_vertical_deg), std::max(extent.height, 1u));
  const double texel_sr = std::pow(texel_deg * std::numbers::pi / 180.0, 2.0);
  const double texels = angle_deg / texel_deg;
  const LevelWeights weights = level_weights(settings, extent);
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.of_level.size(); ++i) {
    const double variance = kVariance * (std::pow(4.0, static_cast<double>(i + 1)) - 1.0);
    sum += weights.of_level[i] * std::exp(-0.5 * texels * texels / variance) / (2.0 * std::numbers::pi * variance);
  }
  return sum / texel_sr;
}

}  // namespace photopic::glare
