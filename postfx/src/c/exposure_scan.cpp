// SPDX-License-Identifier: MIT
// ExposureScan for C.
#include <photopic/exposure_scan.h>

#include <cstring>

#include "c/handles.h"
#include "c/structs.h"
#include "c/exposure_state.h"

struct photopic_exposure_scan {
  photopic::ExposureScan object;
};

static_assert(sizeof(photopic_measurement) == sizeof(photopic::gpu::FrameMeasurement) &&
              offsetof(photopic_measurement, max_luminance) ==
                  offsetof(photopic::gpu::FrameMeasurement, max_luminance) &&
              offsetof(photopic_measurement, over_texels) == offsetof(photopic::gpu::FrameMeasurement, over_texels) &&
              offsetof(photopic_measurement, light_weight) == offsetof(photopic::gpu::FrameMeasurement, light_weight));

using photopic::ExposureScan;
using photopic::c::require;

extern "C" {

photopic_result photopic_measurement_read(const void* bytes, size_t size_bytes, photopic_measurement* out) {
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(photopic::c::state_of_bytes(__func__, bytes, size_bytes, &state));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  const photopic::gpu::FrameMeasurement measurement = photopic::measurement_of(state);
  std::memcpy(out, &measurement, sizeof *out);
  return PHOTOPIC_OK;
}

photopic_result photopic_exposure_scan_create(const photopic_device* device, const photopic_exposure_scan_info* info,
                                              photopic_exposure_scan** out) {
  photopic_exposure_scan_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  photopic::ExposureScanCreateInfo read;
  read.weights = given.weights;
  read.auto_white_balance = given.auto_white_balance != 0;
  read.dark_adaptation = given.dark_adaptation != 0;
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, ExposureScan* scan) {
    return ExposureScan::create(lent, read, scan);
  });
}

void photopic_exposure_scan_destroy(photopic_exposure_scan* scan) { delete scan; }

photopic_result photopic_exposure_scan_record(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                                              const photopic_scan_frames* frames, const photopic_settings* settings) {
  PHOTOPIC_TRY(require(scan, __func__, "scan"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  photopic_scan_frames given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "frames", frames, &given));
  photopic::ExposureScanFrames read;
  read.measurements = given.measurements;
  read.states = given.states;
  read.first = given.first;
  read.count = given.count;
  read.delta_time_s = given.delta_time_s;
  read.picture = given.picture;
  read.reset_history = given.reset_history != 0;
  return scan->object.record(command_buffer, read, *settings);
}

photopic_result photopic_exposure_scan_record_import_bytes(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                                                           const void* bytes, size_t size_bytes) {
  PHOTOPIC_TRY(require(scan, __func__, "scan"));
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(photopic::c::state_of_bytes(__func__, bytes, size_bytes, &state));
  return scan->object.record_import(command_buffer, state);
}

uint32_t photopic_exposure_scan_max_count(const photopic_exposure_scan* scan) {
  return scan != nullptr ? scan->object.max_count() : 0;
}

VkDeviceSize photopic_exposure_scan_memory_bytes(const photopic_exposure_scan* scan) {
  return scan != nullptr ? scan->object.memory_bytes() : 0;
}

}  // extern "C"
