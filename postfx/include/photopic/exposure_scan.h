// SPDX-License-Identifier: MIT
// Adaptation over measurements that are there already: of a shot's frames, metered one by one on any number of
// machines.
#ifndef PHOTOPIC_EXPOSURE_SCAN_H
#define PHOTOPIC_EXPOSURE_SCAN_H

#include <photopic/owned.h>
#include <photopic/post_process.h>
#include <photopic/scan_interface.h>

namespace photopic {

/// What an object with `steps` of CreateInfo has measured: of a state that it has just metered.
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
  /// Of the object that metered: CreateInfo's members of these names.
  std::uint32_t weights = 0;
  bool auto_white_balance = false;
  bool dark_adaptation = false;
};

struct ExposureScanFrames {
  VkBuffer measurements = VK_NULL_HANDLE;  ///< of gpu::FrameMeasurement, usage STORAGE
  VkBuffer states = VK_NULL_HANDLE;        ///< takes a gpu::ExposureState at the same place, usage STORAGE
  std::uint32_t first = 0;                 ///< frame to begin with: its place in both buffers
  std::uint32_t count = 0;                 ///< at least 1; `first` + `count` is at most max_count()
  float delta_time_s = 0.0f;               ///< between one frame and the next; at least 0
  VkExtent2D picture = {};                 ///< texels of the frames: receptors and pupil see such a picture
  bool reset_history = false;              ///< the first frame's measured value is taken at once
};

/// Moves one exposure state on over many frames in one recording, by the functions that PostProcess meters with: the
/// states that it would have had after each frame, and that record_import() takes. Needs measurements of an object with
/// kWithExtrema. Glare's and the mesopic words, which pictures leave in a state, are 0. Move-only; threads,
/// queues and destruction as with PostProcess.
class ExposureScan {
 public:
  /// Makes pipelines and memory; submits nothing. On failure `*out` is untouched.
  static Status create(const Device& device, const ExposureScanCreateInfo& info, ExposureScan* out) noexcept;

  /// Goes on from the last frame of the recording before, in submission order. Of `settings`, those of metering,
  /// exposure, input, white balance and dark adaptation count. Outside render passes.
  /// Before: `measurements` visible to COMPUTE_SHADER / SHADER_READ, earlier uses of `states` finished.
  /// After:  `states` written at COMPUTE_SHADER / SHADER_WRITE.
  /// invalid_argument: a value outside its range.
  Status record(VkCommandBuffer command_buffer, const ExposureScanFrames& frames, const Settings& settings) noexcept;

  /// The next recording goes on from this state: exported by a PostProcess, or one of those that a recording wrote.
  /// Outside render passes. invalid_argument: a state that no adaptation can be in.
  Status record_import(VkCommandBuffer command_buffer, const gpu::ExposureState& state) noexcept;

  /// Frames that buffers may hold on this device; 0 without an object.
  std::uint32_t max_count() const noexcept;

  /// Device and host-visible memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
