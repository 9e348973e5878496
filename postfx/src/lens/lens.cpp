// SPDX-License-Identifier: MIT
// Parameters of the lens, made of settings.
#include "lens/lens.h"

#include <cmath>

namespace photopic::lens {

bool is_on(const Settings& settings) noexcept { return settings.lens.vignette > 0.0f; }

gpu::LensParams params(const Settings& settings) noexcept {
  constexpr double kHalfRadians = 3.14159265358979323846 / 360.0;  // of an angle in degrees
  const double tangent = std::tan(static_cast<double>(settings.view.field_of_view_vertical_deg) * kHalfRadians);
  return {-2.0f * settings.lens.vignette, static_cast<float>(tangent * tangent)};
}

}  // namespace photopic::lens
