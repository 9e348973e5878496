// SPDX-License-Identifier: MIT
// Check of states that are imported.
#include <photopic/exposure_state.h>

#include "gpu/host/checker.h"
#include "settings/validation.h"

namespace photopic {
namespace {

constexpr double kMaxImportedBalance = 1e3;  // of a light whose cones respond at least 0.01
constexpr double kMaxImportedRatio = 64.0;
constexpr double kMaxImportedElevation = 256.0;

}  // namespace

Status validate(const Gpu& gpu, const char* function, const gpu::ExposureState& imported) noexcept {
  Checker checker(gpu, function);
#define PHOTOPIC_CHECK(word, type, name, ...) checker.range("state." #name, imported.name, __VA_ARGS__);
  PHOTOPIC_STATE_SHOWN(PHOTOPIC_CHECK)
  PHOTOPIC_STATE_KEPT(PHOTOPIC_CHECK)
  PHOTOPIC_STATE_GLARE(PHOTOPIC_CHECK)
#undef PHOTOPIC_CHECK
  checker.range("state.night.mesopic_m", imported.night.mesopic_m, 0, 1);
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
