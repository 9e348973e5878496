// SPDX-License-Identifier: MIT
// Parameters of local exposure, made of settings.
#include "local_exposure/local_exposure.h"

#include "display/display.h"

namespace photopic::local_exposure {

bool is_on(const Settings& settings) noexcept { return settings.local_exposure.local_exposure == LocalExposure::on; }

bool reads_veil(const Settings& settings) noexcept {
  return is_on(settings) && settings.local_exposure.local_source == LocalSource::after_glare;
}

bool reads_totals(const Settings& settings) noexcept { return settings.local_exposure.blurred_luminance_blend != 0.0f; }

gpu::LocalExposureParams params(const Settings& settings) noexcept {
  const std::array<float, 3> row = scene_luminance_row(settings);
  return {row[0], row[1], row[2], 0, 0, 0, 0};
}

}  // namespace photopic::local_exposure
