// SPDX-License-Identifier: MIT
// Check of states that are imported.
#include "gpu/host/checker.h"
#include "settings/validation.h"

namespace photopic {
namespace {

constexpr double kMaxImportedBalance = 1e3;  // of a light whose cones respond at least 0.01
constexpr double kMaxImportedRatio = 64.0;
constexpr double kMaxImportedEv = 256.0;  // any state that was ever exported is well within
constexpr double kMaxImportedElevation = 256.0;

}  // namespace

Status validate(const Gpu& gpu, const char* function, const gpu::ExposureState& imported) noexcept {
  Checker checker(gpu, function);
  checker.range("state.exposure", imported.exposure, kAboveZero, kMaxFloat)
      .range("state.previous_exposure", imported.previous_exposure, kAboveZero, kMaxFloat)
      .range("state.adapted_ev100", imported.adapted_ev100, -kMaxImportedEv, kMaxImportedEv)
      .range("state.adapted_ev100_low", imported.adapted_ev100_low, -1, 1)
      .range("state.scene_ev100", imported.scene_ev100, -kMaxImportedEv, kMaxImportedEv)
      .range("state.target_ev100", imported.target_ev100, -kMaxImportedEv, kMaxImportedEv)
      .range("state.mean_log2_luminance", imported.mean_log2_luminance, -kMaxImportedEv, kMaxImportedEv)
      .range("state.metered_log2_luminance", imported.metered_log2_luminance, -kMaxImportedEv, kMaxImportedEv)
      .range("state.min_luminance", imported.min_luminance, 0, kMaxFloat)
      .range("state.max_luminance", imported.max_luminance, 0, kMaxFloat)
      .range("state.weight_sum", imported.weight_sum, 0, kMaxFloat)
      .range("state.adapted_luminance", imported.adapted_luminance, 0, kMaxFloat)
      .range("state.previous_exposure_ratio", imported.previous_exposure_ratio, 0, kMaxFloat)
      .range("state.dlss_exposure", imported.dlss_exposure, 0, kMaxFloat)
      .range("state.low_percentile_log2", imported.low_percentile_log2, -kMaxImportedEv, kMaxImportedEv)
      .range("state.median_log2", imported.median_log2, -kMaxImportedEv, kMaxImportedEv)
      .range("state.high_percentile_log2", imported.high_percentile_log2, -kMaxImportedEv, kMaxImportedEv)
      .range("state.slow_offset_ev100", imported.slow_offset_ev100, -kMaxImportedEv, kMaxImportedEv)
      .range("state.slow_offset_ev100_low", imported.slow_offset_ev100_low, -1, 1)
      .range("state.direction", imported.direction, -1, 1)
      .range("state.reversal_age_s", imported.reversal_age_s, 0, kMaxFloat)
      .range("state.dark_share", imported.dark_share, 0, 1)
      .range("state.light_s", imported.light_s, 0, PHOTOPIC_FIRST_LIGHT_S)
      .range("state.glare_scattered_fraction", imported.glare_scattered_fraction, 0, 1)
      .range("state.glare_removed_fraction", imported.glare_removed_fraction, 0, 1)
      .range("state.night.mesopic_m", imported.night.mesopic_m, 0, 1);
  const gpu::NightState& night = imported.night;
  if (night.frames != 0) {
    checker.range("state.night.cone_ev", night.cone_ev, 0, kMaxImportedElevation)
        .range("state.night.cone_ev_low", night.cone_ev_low, -1, 1)
        .range("state.night.rod_ev", night.rod_ev, 0, kMaxImportedElevation)
        .range("state.night.rod_ev_low", night.rod_ev_low, -1, 1)
        .range("state.night.cone_pigment", night.cone_pigment, 0, 1)
        .range("state.night.cone_pigment_low", night.cone_pigment_low, -1, 1)
        .range("state.night.rod_pigment", night.rod_pigment, 0, 1)
        .range("state.night.rod_pigment_low", night.rod_pigment_low, -1, 1)
        .range("state.night.pupil_mm", night.pupil_mm, 0, 10)
        .range("state.night.pupil_motion", night.pupil_motion, -4, 4);
  }
  const gpu::WhiteBalanceState& balance = imported.white_balance;
  if (balance.frames == 0) return checker.status();  // there is none
  for (const float coefficient : balance.matrix) {
    checker.range("state.white_balance.matrix", coefficient, -kMaxImportedBalance, kMaxImportedBalance);
  }
  const float ratios[] = {
      balance.log2_rg,        balance.log2_bg,        balance.log2_rg_low,        balance.log2_bg_low,
      balance.slow_offset_rg, balance.slow_offset_bg, balance.slow_offset_rg_low, balance.slow_offset_bg_low,
      balance.estimate_rg,    balance.estimate_bg};
  for (const float ratio : ratios) {
    checker.range("state.white_balance's log2 ratios", ratio, -kMaxImportedRatio, kMaxImportedRatio);
  }
  return checker.status();
}

}  // namespace photopic
