// SPDX-License-Identifier: MIT
// Parameters of the eye at night, made of settings.
#include "night/night.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "display/display.h"
#include "display/primaries.h"

namespace photopic {

bool needs_dark_adaptation(const Settings& settings) noexcept {
  return settings.night.dark_adaptation != DarkAdaptation::off || settings.night.pupil;
}

}  // namespace photopic

namespace photopic::night {
namespace {

constexpr Vector3 kPhotopic = {0.2126, 0.7152, 0.0722};
/// The best linear estimate of scotopic luminance; white of D65 has kSOverPOfD65.
constexpr Vector3 kRods = {0.012606366, 1.4097697, 1.040924};
constexpr double kSOverPOfD65 = 2.4633;
/// Of Filament, for lmsr_opponent: linear BT.709 to cones and rods.
constexpr Matrix3 kToCones = {
    {{7.696847, 18.424824, 2.068096}, {2.431137, 18.697937, 3.012463}, {0.289117, 1.401833, 13.792292}}};
constexpr Vector3 kToRods = {0.466386, 15.564362, 10.059963};

Vector3 row_times(const Vector3& row, const Matrix3& matrix) {
  Vector3 result = {};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i] += row[j] * matrix[j][i];
  }
  return result;
}

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void copy(const Vector3& from, double factor, float (*to)[3]) {
  for (std::size_t i = 0; i < 3; ++i) (*to)[i] = static_cast<float>(from[i] * factor);
}

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
  if (!is_on(settings)) return {};
  const NightSettings& night = settings.night;
  const Chromaticities bt709 = chromaticities_of(Primaries::bt709);
  const Matrix3 to_bt709 = rgb_to_rgb(scene_primaries(settings), bt709);
  const Matrix3 from_bt709 = rgb_to_rgb(bt709, scene_primaries(settings));
  const Vector3 tint = {static_cast<double>(night.night_tint_red), static_cast<double>(night.night_tint_green),
                        static_cast<double>(night.night_tint_blue)};
  gpu::NightParams params = {};
  params.strength = night.night_strength;
  params.local_adaptation = night.local_adaptation;
  params.cd_m2_per_unit = settings.view.cd_m2_per_unit;
  params.noise = night.night_noise;
  copy(row_times(kPhotopic, to_bt709), 1.0, &params.photopic);
  copy(row_times(kRods, to_bt709), 1.0 / kSOverPOfD65, &params.rods);
  copy(from_bt709 * tint, 1.0 / dot(kPhotopic, tint), &params.tint);
  params.model = static_cast<std::uint32_t>(night.night_model);
  // In cd/m^2, times 380.
  const double scale = 380.0 * static_cast<double>(settings.view.cd_m2_per_unit);
  const double inverse_scale = scale > 0.0 ? 1.0 / scale : 0.0;
  const Matrix3 to_cones = kToCones * to_bt709;
  const Matrix3 from_cones = from_bt709 * inverse(kToCones);
  for (std::size_t i = 0; i < 9; ++i) {
    params.to_cones[i] = static_cast<float>(to_cones[i / 3][i % 3] * scale);
    params.from_cones[i] = static_cast<float>(from_cones[i / 3][i % 3] * inverse_scale);
  }
  copy(row_times(kToRods, to_bt709), scale, &params.to_rods);
  return params;
}

gpu::MesopicParams mesopic_params(const Settings& settings, bool has_state, bool has_light) noexcept {
  // The exposure is 1 / (1.2 2^EV100), and 2^EV100 = L 100 / K.
  const double constant = static_cast<double>(settings.exposure.calibration_k) / (100.0 * PHOTOPIC_SATURATION_FACTOR);
  return {.has_state = has_state ? 1u : 0u,
          .has_light = has_state && has_light ? 1u : 0u,
          .s_over_p = settings.night.scene_s_over_p,
          .cd_m2_per_unit = settings.view.cd_m2_per_unit,
          .luminance_times_exposure = static_cast<float>(constant),
          .seed = settings.tone_map.dither_seed,
          .reports = 0,
          .acuity_loss = 0.0f,
          .most_cycles_per_deg = 0.0f,
          .exposure_words = 0};
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
  (*parameters)[PHOTOPIC_NIGHT_PUPIL_YEARS] = settings.view.observer_age_years - kAgeOfTheFormula;
}

}  // namespace photopic::night
