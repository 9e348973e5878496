// SPDX-License-Identifier: MIT
// Checks of the groups meter, exposure and tone_map against their rows. Needs no other room's code: OpenGL ES 2.0 links
// these without the rest of the module.
#include <photopic/exposure.h>

#include <algorithm>

#include "gpu/host/checker.h"
#include "settings/row_checks.h"
#include "settings/table.h"
#include "settings/validation.h"

namespace photopic {
namespace {

/// Needs that an object meets, as bits of SettingInfo::needs.
std::uint32_t needs_met(const MadeFor& info) {
  return (info.steps & kMeterStep ? kNeedsMeter : 0) | (info.steps & (kToneMapStep | kDrawStep) ? kNeedsToneMap : 0) |
         (info.histogram ? kNeedsHistogram : 0) | (info.highlights_and_black ? kNeedsHighlightsAndBlack : 0) |
         info.weights << kNeedsWeightShift;
}

double value_of(const SettingInfo& row, const Settings& settings) {
  if (row.type == SettingType::number) return static_cast<double>(setting_value<float>(row, settings));
  return setting_value<std::uint32_t>(row, settings);
}

/// One setting against its row.
void check_setting(Checker& checker, const SettingInfo& row, const Settings& settings) {
  switch (row.type) {
    case SettingType::flag:
      return;
    case SettingType::curve:
      checker.curve(row.name, setting_ref<Curve>(row, settings), row.min, row.max);
      return;
    case SettingType::number:
    case SettingType::count:
    case SettingType::choice:
      break;
  }
  double min = row.excludes_min ? row.min + kAboveZero : row.min;
  const SettingInfo* const at_least = at_least_row(row);
  if (at_least != nullptr) min = std::max(min, value_of(*at_least, settings));
  checker.range(row.name, value_of(row, settings), min, row.max);
}

}  // namespace

void check_rows(Checker& checker, const SettingTable& rows, const Settings& settings, std::uint32_t met) {
  for (const SettingInfo& row : rows) {
    if ((row.needs & ~met) == 0) check_setting(checker, row, settings);
  }
}

Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const MeterSettings& settings) noexcept {
  constexpr float kMinPercentiles = 0.1f;  // percent between them; still thousands of texels of a frame
  Checker checker(gpu, function);
  check_rows(checker, meter_rows(), settings_of(settings), needs_met(info));
  checker.require(settings.min_log2_luminance < settings.max_log2_luminance, "max_log2_luminance",
                  "must be above min_log2_luminance");
  if (info.histogram) {
    checker.require(settings.high_percentile >= settings.low_percentile + kMinPercentiles, "high_percentile",
                    "must be at least 0.1 above low_percentile");
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const ExposureSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, exposure_rows(), settings_of(settings), kNeedsMeter);
  checker.require(settings.cut_high_ev == 0.0f || settings.cut_low_ev < settings.cut_high_ev, "cut_high_ev",
                  "must be 0 or above cut_low_ev");
  if (settings.mode == ExposureMode::camera) {
    checker.range("EV100 of aperture_f_number, shutter_s and sensitivity_iso",
                  ev100_from_camera(settings.aperture_f_number, settings.shutter_s, settings.sensitivity_iso),
                  -kMaxStops, kMaxStops);
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const ToneMapSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, tone_map_rows(), settings_of(settings), kNeedsToneMap);
  return checker.status();
}

}  // namespace photopic
