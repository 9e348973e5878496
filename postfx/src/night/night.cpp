// SPDX-License-Identifier: MIT
// Parameters of the eye at night, made of settings.
#include "night/night.h"

#include <algorithm>
#include <cmath>

namespace photopic {

bool needs_dark_adaptation(const Settings& settings) noexcept {
  return settings.night.dark_adaptation != DarkAdaptation::off || settings.night.pupil;
}

}  // namespace photopic

namespace photopic::night {
namespace {

/// Horizontal times vertical field of view, in square degrees.
double field_deg2(const ViewSettings& view, VkExtent2D picture) {
  constexpr double kHalfRadians = 3.14159265358979323846 / 360.0;  // of an angle in degrees
  const double vertical_deg = static_cast<double>(view.field_of_view_vertical_deg);
  const double aspect = static_cast<double>(picture.width) / std::max(picture.height, 1u);
  return vertical_deg * std::atan(aspect * std::tan(vertical_deg * kHalfRadians)) / kHalfRadians;
}

}  // namespace

bool is_on(const Settings& settings) noexcept { return settings.night.night_strength > 0.0f; }

gpu::NightParams params(const Settings& settings) noexcept {
  const NightSettings& night = settings.night;
  const double luminance = 0.2126 * static_cast<double>(night.night_tint_red) +
                           0.7152 * static_cast<double>(night.night_tint_green) +
                           0.0722 * static_cast<double>(night.night_tint_blue);
  const auto of_luminance_one = [luminance](float tint) {
    return static_cast<float>(static_cast<double>(tint) / luminance);
  };
  return {.strength = night.night_strength,
          .local_adaptation = night.local_adaptation,
          .cd_m2_per_unit = settings.view.cd_m2_per_unit,
          .noise = night.night_noise,
          .tint_red = of_luminance_one(night.night_tint_red),
          .tint_green = of_luminance_one(night.night_tint_green),
          .tint_blue = of_luminance_one(night.night_tint_blue),
          .model = static_cast<std::uint32_t>(night.night_model)};
}

void receptor_parameters(const Settings& settings, VkExtent2D picture,
                         float (*parameters)[PHOTOPIC_NIGHT_PARAMETERS]) noexcept {
  constexpr float kAgeOfTheFormula = 28.58f;  // years: Watson and Yellott's mean observer
  std::fill_n(*parameters, PHOTOPIC_NIGHT_PARAMETERS, 0.0f);
  const NightSettings& night = settings.night;
  if (!needs_dark_adaptation(settings) || settings.view.cd_m2_per_unit <= 0.0f) return;
  (*parameters)[PHOTOPIC_NIGHT_LOG2_CD_M2] = std::log2(settings.view.cd_m2_per_unit);
  (*parameters)[PHOTOPIC_NIGHT_TIME_SCALE] = night.time_scale;
  (*parameters)[PHOTOPIC_NIGHT_LIMITS] = night.dark_adaptation != DarkAdaptation::off ? 1.0f : 0.0f;
  if (!night.pupil) return;
  (*parameters)[PHOTOPIC_NIGHT_PUPIL_DEG2] =
      night.pupil_field_deg2 > 0.0f ? night.pupil_field_deg2 : static_cast<float>(field_deg2(settings.view, picture));
  (*parameters)[PHOTOPIC_NIGHT_PUPIL_YEARS] = night.pupil_age_years - kAgeOfTheFormula;
}

}  // namespace photopic::night
