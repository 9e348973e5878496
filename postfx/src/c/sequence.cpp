// SPDX-License-Identifier: MIT
// Calls of C on sequences in the CPU's memory.
#include <photopic/c/sequence.h>
#include <photopic/exposure_scan.h>
#include <photopic/flash_analyser.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "c/frames.h"
#include "c/structs.h"
#include "c/flash_statistics.h"
#include "c/headless.h"
#include "c/picture.h"
#include "gpu/barriers/barriers.h"
#include "gpu/memory/memory.h"

struct photopic_flash_sequence {
  photopic_headless* headless = nullptr;
  photopic_flash_sequence_info info = {};
  photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic;
  photopic::FlashAnalyser analyser;  // from the first picture on that was shown
  bool has_analyser = false;
  photopic::Sample sample = photopic::Sample::u8;
  std::uint64_t time_us = 0;
};

namespace photopic::c {
namespace {

/// Of a submission: watchdogs of devices end those that take seconds.
constexpr std::uint32_t kFramesAtOnce = 1u << 16;
constexpr VkExtent2D kUsualPicture = {1920, 1080};

/// Recordings of a submission, where they have sets of a ring: as many as it has frames.
constexpr std::uint32_t kRecordingsAtOnce = 64;

Status prepare_scan(photopic_headless* headless, const ExposureScanCreateInfo& info) {
  const ExposureScanCreateInfo& kept = headless->scan_info;
  const bool is_same = kept.weights == info.weights && kept.auto_white_balance == info.auto_white_balance &&
                       kept.dark_adaptation == info.dark_adaptation;
  if (headless->scan.max_count() > 0 && is_same) return Status::ok;
  headless->scan = ExposureScan();
  Device device = headless->device.device();
  device.frames_in_flight = kRecordingsAtOnce;
  const Status status = ExposureScan::create(device, info, &headless->scan);
  if (status == Status::ok) headless->scan_info = info;
  return status;
}

/// Of a call, whose frames go to the device a part at a time.
struct AdaptCall {
  const photopic_adapt_info& info;
  const Settings& settings;
  const gpu::ExposureState* state;  ///< before the first frame; null = there is none
  std::byte* states;
};

/// Frames from `first` on. Where a time step differs from the one before, another recording begins.
Status record_frames(ExposureScan& scan, VkCommandBuffer commands, const AdaptCall& call, std::uint32_t first,
                     std::uint32_t count, const DeviceBuffer& measurements, const DeviceBuffer& states) {
  Status status = Status::ok;
  if (first == 0 && call.state != nullptr) status = scan.record_import(commands, *call.state);
  const float* const steps_s = call.info.delta_times_s + first;
  for (std::uint32_t i = 0, end = 0; i < count && status == Status::ok; i = end) {
    end = i + 1;
    while (end < count && steps_s[end] == steps_s[i]) ++end;
    status = scan.record(commands,
                         {.measurements = measurements.handle(),
                          .states = states.handle(),
                          .first = i,
                          .count = end - i,
                          .delta_time_s = steps_s[i],
                          .picture = call.info.picture,
                          .reset_history = first == 0 && i == 0 && call.state == nullptr},
                         call.settings);
  }
  return status;
}

/// Of `count` frames, how many go to the device at once, for which a ring has sets.
std::uint32_t part_of(const Gpu& gpu, const float* steps_s, std::uint32_t count) {
  std::uint32_t recordings = 1;
  for (std::uint32_t i = 1; i < count && gpu.has_ring(); ++i) {
    if (steps_s[i] != steps_s[i - 1] && ++recordings > kRecordingsAtOnce) return i;
  }
  return count;
}

Status adapt_part(photopic_headless* headless, const AdaptCall& call, std::uint32_t first, std::uint32_t count) {
  const Gpu& gpu = headless->device.gpu();
  DeviceBuffer measurements(gpu, "measurements"), states(gpu, "states");
  const VkDeviceSize measured_bytes = VkDeviceSize{count} * sizeof(photopic_measurement);
  const VkDeviceSize state_bytes = VkDeviceSize{count} * sizeof(gpu::ExposureState);
  Status status = measurements.create_mapped(measured_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status == Status::ok) status = states.create_readback(state_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status != Status::ok) return status;
  std::memcpy(measurements.mapped(), call.info.measurements + first, measured_bytes);
  status = run(headless->device, [&](VkCommandBuffer commands) {
    const Status recorded = record_frames(headless->scan, commands, call, first, count, measurements, states);
    // Producer: the scan. Consumer: the CPU, once the fence is signalled.
    memory_barrier(gpu, commands, kComputeWrite, kHostRead);
    return recorded;
  });
  if (status == Status::ok) {
    std::memcpy(call.states + std::size_t{first} * sizeof(gpu::ExposureState), states.mapped(), state_bytes);
  }
  return status;
}

/// Of all frames, before the first is recorded.
photopic_result check_frames(const char* function, const photopic_adapt_info& info) {
  PHOTOPIC_TRY(require(info.measurements, function, "info->measurements"));
  PHOTOPIC_TRY(require(info.delta_times_s, function, "info->delta_times_s"));
  if (info.count == 0) return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->count = 0: must be at least 1", function);
  for (std::uint32_t i = 0; i < info.count; ++i) {
    const float step_s = info.delta_times_s[i];
    if (!std::isfinite(step_s) || step_s < 0.0f) {
      return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->delta_times_s[%u] = %g: must be finite and at least 0",
                  function, i, static_cast<double>(step_s));
    }
    const photopic_measurement& m = info.measurements[i];
    const float values[] = {
        m.metered_log2_luminance, m.mean_log2_luminance, m.low_percentile_log2, m.median_log2, m.high_percentile_log2,
        m.min_luminance,          m.max_luminance,       m.weight_sum,          m.light_rg,    m.light_bg,
        m.light_weight,           m.dark_share};
    const bool is_finite =
        std::all_of(std::begin(values), std::end(values), [](float value) { return std::isfinite(value); });
    if (!is_finite) {
      return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: info->measurements[%u]: a number isn't finite", function, i);
    }
  }
  return PHOTOPIC_OK;
}

/// For a sequence that begins with `picture`.
Status make_analyser(const photopic_flash_sequence& sequence, const Picture& picture, FlashAnalyser* out) {
  FlashCreateInfo info;
  info.format = format_of(picture.sample);
  info.encoding = sequence.encoding;
  info.columns = value_or(sequence.info.columns, info.columns);
  info.rows = value_or(sequence.info.rows, info.rows);
  info.statistics_slots = 1;
  return FlashAnalyser::create(sequence.headless->device.device(), info, out);
}

FlashSettings settings_of(const photopic_flash_sequence_info& info) {
  FlashSettings settings;
  settings.profile = static_cast<FlashProfile>(info.profile);
  settings.white_cd_m2 = value_or(info.white_cd_m2, settings.white_cd_m2);
  settings.cd_m2_per_unit = info.cd_m2_per_unit;
  return settings;
}

}  // namespace
}  // namespace photopic::c

using photopic::c::fail;
using photopic::c::require;

extern "C" {

photopic_result photopic_adapt(photopic_headless* headless, const photopic_adapt_info* info,
                               const photopic_settings* settings, void* states) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(require(states, __func__, "states"));
  photopic_adapt_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  if (given.picture.width == 0 && given.picture.height == 0) given.picture = photopic::c::kUsualPicture;
  PHOTOPIC_TRY(photopic::c::check_frames(__func__, given));
  photopic::gpu::ExposureState before;
  if (given.state != nullptr) std::memcpy(&before, given.state, sizeof before);
  photopic::ExposureScanCreateInfo scan;
  scan.weights = given.weights;
  scan.auto_white_balance = settings->white_balance.white_balance == photopic::WhiteBalance::automatic;
  scan.dark_adaptation = photopic::needs_dark_adaptation(*settings);
  PHOTOPIC_TRY(photopic::c::prepare_scan(headless, scan));
  const photopic::c::AdaptCall call = {given, *settings, given.state != nullptr ? &before : nullptr,
                                       static_cast<std::byte*>(states)};
  const std::uint32_t at_once = std::min(headless->scan.max_count(), photopic::c::kFramesAtOnce);
  for (std::uint32_t first = 0; first < given.count;) {
    const std::uint32_t count = photopic::c::part_of(headless->device.gpu(), given.delta_times_s + first,
                                                     std::min(at_once, given.count - first));
    PHOTOPIC_TRY(photopic::c::adapt_part(headless, call, first, count));
    first += count;
  }
  return PHOTOPIC_OK;
}

photopic_result photopic_flash_sequence_create(photopic_headless* headless, const photopic_flash_sequence_info* info,
                                               photopic_flash_sequence** out) {
  PHOTOPIC_TRY(require(headless, __func__, "headless"));
  PHOTOPIC_TRY(require(out, __func__, "out"));
  photopic_flash_sequence_info given = {};
  if (info != nullptr) {
    PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  }
  std::unique_ptr<photopic_flash_sequence> sequence(new (std::nothrow) photopic_flash_sequence);
  if (sequence == nullptr) return photopic::c::out_of_memory(__func__);
  sequence->headless = headless;
  sequence->info = given;
  PHOTOPIC_TRY(
      photopic::c::encoding_of(__func__, "info->encoding", given.encoding, sequence->encoding, &sequence->encoding));
  *out = sequence.release();
  return PHOTOPIC_OK;
}

void photopic_flash_sequence_destroy(photopic_flash_sequence* sequence) { delete sequence; }

photopic_result photopic_flash_sequence_add(photopic_flash_sequence* sequence, const photopic_picture* picture,
                                            uint64_t time_us, photopic_flash_statistics* out) {
  PHOTOPIC_TRY(require(sequence, __func__, "sequence"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::Picture shown;
  PHOTOPIC_TRY(photopic::c::take_picture(__func__, "picture", picture, &shown));
  const bool is_first = !sequence->has_analyser;
  if (!is_first && shown.sample != sequence->sample) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: picture->sample = %u: must be that of the first picture, %u", __func__,
                picture->sample, static_cast<unsigned>(sequence->sample));
  }
  if (!is_first && time_us <= sequence->time_us) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: time_us = %llu: must be later than the picture before, %llu", __func__,
                static_cast<unsigned long long>(time_us), static_cast<unsigned long long>(sequence->time_us));
  }
  photopic::FlashAnalyser made;  // kept once it has seen the first picture
  if (is_first) {
    PHOTOPIC_TRY(photopic::c::make_analyser(*sequence, shown, &made));
  }
  photopic::FlashAnalyser& analyser = is_first ? made : sequence->analyser;
  photopic::HeadlessDevice& device = sequence->headless->device;
  photopic::Upload image(device, "picture");
  PHOTOPIC_TRY(image.create(shown, shown.extent, false));
  PHOTOPIC_TRY(photopic::c::run(device, [&](VkCommandBuffer commands) {
    image.record(commands);
    photopic::FlashFrame frame;
    frame.ldr = image.view();
    frame.extent = shown.extent;
    frame.time_us = time_us;
    frame.reset_history = is_first;
    return analyser.record(commands, frame, photopic::c::settings_of(sequence->info));
  }));
  if (is_first) {
    sequence->analyser = std::move(made);
    sequence->has_analyser = true;
    sequence->sample = shown.sample;
  }
  sequence->time_us = time_us;
  photopic::FlashStatistics newest;
  if (!sequence->analyser.statistics(&newest)) {
    return fail(PHOTOPIC_DEVICE_ERROR, "%s: what was counted didn't reach the CPU", __func__);
  }
  return photopic::c::give_statistics(newest, out);
}

}  // extern "C"
