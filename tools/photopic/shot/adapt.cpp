// SPDX-License-Identifier: MIT
// Command adapt MEASUREMENTS... -o EXPOSURES: the exposure of each frame of a shot, from what was measured of it.
#include <photopic/exposure_scan.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/version.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/memory.h"
#include "files/error.h"
#include "photopic/options.h"
#include "photopic/shot/exposures.h"
#include "photopic/shot/measurements.h"
#include "photopic/shot/shot_settings.h"

namespace cli {
namespace {

using photopic::gpu::ExposureState;
using photopic::gpu::FrameMeasurement;

/// Of a submission: watchdogs of devices end those that take seconds.
constexpr std::uint32_t kFramesAtOnce = 1u << 17;

/// What adapt() runs on the device.
class Scan {
 public:
  Scan(engine::Context& context, const Measurements& measurements, double fps, const session::Settings& settings)
      : context_(context), measurements_(measurements), fps_(fps), settings_(settings) {
    const photopic::ExposureScanCreateInfo scan = {.weights = photopic::weights_of(settings.meter),
                                                   .auto_white_balance = session::is_balanced(settings),
                                                   .dark_adaptation = photopic::needs_dark_adaptation(settings)};
    arguments::require(context, photopic::ExposureScan::create(context.lend(), scan, &scan_));
  }

  std::vector<ExposureState> run() {
    std::vector<ExposureState> states;
    const std::span<const FrameMeasurement> frames = measurements_.frames;
    const std::size_t at_once = std::min(scan_.max_count(), kFramesAtOnce);
    for (std::size_t first = 0; first < frames.size(); first += at_once) {
      add(frames.subspan(first, std::min(at_once, frames.size() - first)), states);
    }
    return states;
  }

  /// From submission to the end, of all dispatches.
  double time_s() const { return time_s_; }

 private:
  void add(std::span<const FrameMeasurement> frames, std::vector<ExposureState>& states) {
    const engine::Buffer input(context_, frames.size_bytes(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                               engine::MemoryUse::upload);
    const engine::Buffer output(context_, frames.size() * sizeof(ExposureState), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                engine::MemoryUse::readback);
    std::memcpy(input.mapped().data(), frames.data(), frames.size_bytes());
    const auto start = std::chrono::steady_clock::now();
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) {
      const photopic::ExposureScanFrames of_scan = {.measurements = input.handle(),
                                                    .states = output.handle(),
                                                    .count = std::uint32_t(frames.size()),
                                                    .delta_time_s = static_cast<float>(1.0 / fps_),
                                                    .picture = measurements_.head.extent};
      arguments::require(context_, scan_.record(command_buffer, of_scan, settings_));
      engine::memory_barrier(context_, command_buffer, engine::kComputeWrite, engine::kHostRead);
    });
    time_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::size_t before = states.size();
    states.resize(before + frames.size());
    std::memcpy(&states[before], output.mapped().data(), output.mapped().size());
  }

  engine::Context& context_;
  const Measurements& measurements_;
  double fps_;
  const session::Settings& settings_;
  photopic::ExposureScan scan_;
  double time_s_ = 0.0;
};

/// Throws files::Error where the frames were measured with other settings.
void check_measured(const std::filesystem::path& file, const ShotHead& head, const session::Settings& settings) {
  if (const auto other = difference(measured_settings(settings), head.settings)) {
    throw files::Error(file,
                       "was measured with other settings: " + *other + "; give all commands the same --settings FILE");
  }
  if (session::is_balanced(settings) && !head.has_light) {
    throw files::Error(file, "was measured without --white-balance auto, which is asked for here");
  }
}

}  // namespace

int adapt(const AdaptOptions& options, const session::Settings& settings, files::OutputGuard inputs) {
  for (const std::filesystem::path& file : options.inputs) inputs.add_input(file);
  inputs.check_output(options.output);
  const Measurements measurements = read_measurements(options.inputs);
  session::Settings in_force = settings;
  take_input(measurements.head.settings, in_force);
  session::check_settings(in_force);
  check_measured(options.inputs.front(), measurements.head, in_force);
  engine::Context context(arguments::context_options(options.device));
  Scan scan(context, measurements, options.fps, in_force);
  const std::vector<ExposureState> states = scan.run();
  ShotHead head = {.kind = "exposures",
                   .program = arguments::version(),
                   .device = context.properties().deviceName,
                   .first = measurements.head.first,
                   .last = measurements.head.last,
                   .extent = measurements.head.extent,
                   .fps = options.fps,
                   .has_light = session::is_balanced(in_force),
                   .has_receptors = photopic::needs_dark_adaptation(in_force),
                   .settings = adapted_settings(in_force)};
  arguments::report_validation(context.take_validation_messages(), options.device);
  write_exposures(options.output, head, measurements.files, states);
  if (options.print_timings) {
    std::fprintf(stderr, "%s: %zu frames adapted in %.1f ms\n", context.properties().deviceName, states.size(),
                 scan.time_s() * 1000.0);
  }
  return arguments::kExitOk;
}

}  // namespace cli
