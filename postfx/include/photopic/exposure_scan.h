// SPDX-License-Identifier: MIT
// Exposure scan: adaptation over stored measurements, such as of the frames of a shot, metered on any number of
// machines.
#ifndef PHOTOPIC_EXPOSURE_SCAN_H
#define PHOTOPIC_EXPOSURE_SCAN_H

#include <photopic/owned.h>
#include <photopic/post_process.h>
#include <photopic/scan_interface.h>

namespace photopic {

/// Measurement in a state that has just been metered.
inline gpu::FrameMeasurement measurement_of(const gpu::ExposureState& state) noexcept {
  gpu::FrameMeasurement measurement = {};
  measurement.metered_log2_luminance = state.metered_log2_luminance;
  measurement.mean_log2_luminance = state.mean_log2_luminance;
  measurement.low_percentile_log2 = state.low_percentile_log2;
  measurement.median_log2 = state.median_log2;
  measurement.high_percentile_log2 = state.high_percentile_log2;
  measurement.min_luminance = state.min_luminance;
  measurement.max_luminance = state.max_luminance;
  measurement.weight_sum = state.weight_sum;
  measurement.valid_texels = state.valid_texels;
  measurement.invalid_texels = state.invalid_texels;
  measurement.under_texels = state.under_texels;
  measurement.over_texels = state.over_texels;
  measurement.light_rg = state.white_balance.estimate_rg;
  measurement.light_bg = state.white_balance.estimate_bg;
  measurement.light_weight = state.white_balance.weight;
  measurement.dark_share = state.dark_share;
  return measurement;
}

struct ExposureScanCreateInfo {
  // Needs of the settings that the frames were metered with.
  std::uint32_t weights = 0;        ///< Weight bits: weights_of(settings.meter)
  bool auto_white_balance = false;  ///< WhiteBalance::automatic
  bool dark_adaptation = false;     ///< NightSettings::dark_adaptation or NightSettings::pupil is on
};

struct ExposureScanFrames {
  VkBuffer measurements = VK_NULL_HANDLE;  ///< array of gpu::FrameMeasurement, usage STORAGE
  VkBuffer states = VK_NULL_HANDLE;        ///< array of gpu::ExposureState to write, usage STORAGE
  std::uint32_t first = 0;                 ///< first frame: its index in both buffers
  std::uint32_t count = 0;                 ///< at least 1; `first` + `count` is at most max_count()
  float delta_time_s = 0.0f;               ///< time from frame to frame, seconds, >= 0
  VkExtent2D picture = {};                 ///< size of the frames, texels; receptors and pupil use it
  bool reset_history = false;              ///< the first frame takes its measured value at once
};

/// Adapts one exposure state over many frames in one recording, with the functions of PostProcess. The states are those
/// that PostProcess would have after each frame; record_import() takes them. Needs measurements of an object with
/// kWithExtrema. Words that pictures write into a state (glare, mesopic) are 0. Move-only. Threads, queues and
/// destruction as with PostProcess.
class ExposureScan {
 public:
  /// Makes pipelines and memory. Submits nothing. On failure `*out` is unchanged.
  static Status create(const Device& device, const ExposureScanCreateInfo& info, ExposureScan* out) noexcept;

  /// Continues from the last frame of the previous recording, in the order of submission. Uses the settings of
  /// metering, exposure, input, white balance and dark adaptation. Record outside render passes. Before: `measurements`
  /// are visible to COMPUTE_SHADER / SHADER_READ, earlier accesses to `states` have finished. After: `states` are
  /// written at COMPUTE_SHADER / SHADER_WRITE. invalid_argument: a value is out of range.
  Status record(VkCommandBuffer command_buffer, const ExposureScanFrames& frames, const Settings& settings) noexcept;

  /// The next recording continues from this state: an export of a PostProcess, or a state that a recording has written.
  /// Record outside render passes. invalid_argument: a number of the state isn't finite, or its exposure is 0 or less.
  Status record_import(VkCommandBuffer command_buffer, const gpu::ExposureState& state) noexcept;

  /// Largest number of frames in a buffer on this device; 0 for an empty object.
  std::uint32_t max_count() const noexcept;

  /// Device and host-visible memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
