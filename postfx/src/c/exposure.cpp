// SPDX-License-Identifier: MIT
// Exposure states of the C interface, and exposure arithmetic.
#include <photopic/exposure.h>

#include <algorithm>
#include <iterator>

#include "c/structs.h"
#include "c/exposure_state.h"

namespace photopic::c {

photopic_result give_state(const gpu::ExposureState& state, photopic_exposure_state* out) noexcept {
  photopic_exposure_state read = {};
  read.exposure = state.exposure;
  read.previous_exposure = state.previous_exposure;
  read.previous_exposure_ratio = state.previous_exposure_ratio;
  read.dlss_exposure = state.dlss_exposure;
  read.adapted_ev100 = state.adapted_ev100;
  read.adapted_luminance = state.adapted_luminance;
  read.target_ev100 = state.target_ev100;
  read.scene_ev100 = state.scene_ev100;
  read.mean_log2_luminance = state.mean_log2_luminance;
  read.metered_log2_luminance = state.metered_log2_luminance;
  read.weight_sum = state.weight_sum;
  read.min_luminance = state.min_luminance;
  read.max_luminance = state.max_luminance;
  read.low_percentile_log2 = state.low_percentile_log2;
  read.median_log2 = state.median_log2;
  read.high_percentile_log2 = state.high_percentile_log2;
  read.under_texels = state.under_texels;
  read.over_texels = state.over_texels;
  read.valid_texels = state.valid_texels;
  read.invalid_texels = state.invalid_texels;
  read.frames = state.frames;
  read.glare_scattered_fraction = state.glare_scattered_fraction;
  read.glare_removed_fraction = state.glare_removed_fraction;
  std::copy(std::begin(state.white_balance.matrix), std::end(state.white_balance.matrix), read.white_balance_matrix);
  read.white_balance_temperature_k = state.white_balance.temperature_k;
  read.white_balance_duv = state.white_balance.duv;
  read.scene_temperature_k = state.white_balance.estimate_k;
  read.scene_duv = state.white_balance.estimate_duv;
  read.pupil_mm = state.night.pupil_mm;
  read.retinal_td = state.night.retinal_td;
  read.least_visible_cd_m2 = state.night.least_visible_cd_m2;
  read.mesopic_m = state.night.mesopic_m;
  read.dark_share = state.dark_share;
  give(read, out);
  return PHOTOPIC_OK;
}

photopic_result state_of_bytes(const char* function, const void* bytes, std::size_t size_bytes,
                               gpu::ExposureState* out) noexcept {
  PHOTOPIC_TRY(require(bytes, function, "bytes"));
  if (size_bytes != sizeof *out) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: size_bytes = %zu: must be photopic_exposure_state_bytes(), %zu",
                function, size_bytes, sizeof *out);
  }
  std::memcpy(out, bytes, sizeof *out);
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

extern "C" {

size_t photopic_exposure_state_bytes(void) { return sizeof(photopic::gpu::ExposureState); }

photopic_result photopic_exposure_state_read(const void* bytes, size_t size_bytes, photopic_exposure_state* out) {
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(photopic::c::state_of_bytes(__func__, bytes, size_bytes, &state));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  return photopic::c::give_state(state, out);
}

double photopic_ev100_from_luminance(double luminance) { return photopic::ev100_from_luminance(luminance); }

double photopic_luminance_from_ev100(double ev100) { return photopic::luminance_from_ev100(ev100); }

double photopic_exposure_from_ev100(double ev100, double compensation_ev) {
  return photopic::exposure_from_ev100(ev100, compensation_ev);
}

double photopic_ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso) {
  return photopic::ev100_from_camera(aperture_f_number, shutter_s, sensitivity_iso);
}

}  // extern "C"
