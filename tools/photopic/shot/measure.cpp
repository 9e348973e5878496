// SPDX-License-Identifier: MIT
// Command meter PATTERN --measurements FILE: what the adaptation needs of each frame of a shot.
#include <photopic/exposure_scan.h>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "arguments/version.h"
#include "engine/transfer/commands.h"
#include "photopic/options.h"
#include "photopic/shot/shot_file.h"
#include "photopic/shot/shot_frames.h"
#include "photopic/shot/shot_settings.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

/// As the object that sequence makes, one frame at a time, each for itself.
class FrameMeter {
 public:
  FrameMeter(engine::Context& context, VkExtent2D extent, const session::Settings& settings)
      : context_(context), settings_(settings), mask_(session::load_mask(context, settings.metering)) {
    photopic::Tuning tuning;
    photopic::CreateInfo info =
        session::create_info(extent, settings, session::method_of(settings, session::kFastestMethod), &tuning);
    info.steps = photopic::kMeter;
    info.with |= photopic::kWithExtrema;
    arguments::require(context, post_.create(context.lend(), info));
  }

  photopic::gpu::FrameMeasurement measure(const engine::Image& hdr) {
    engine::submit_and_wait(context_, [&](VkCommandBuffer command_buffer) {
      const photopic::Frame frame = {
          .hdr = {hdr.view()}, .extent = hdr.extent(), .cut = VK_TRUE, .weights = {.mask = {mask_.view()}}};
      arguments::require(context_, post_.record_meter(command_buffer, frame, settings_));
    });
    return photopic::measurement_of(session::read_state(context_, post_));
  }

 private:
  engine::Context& context_;
  const session::Settings& settings_;
  engine::Image mask_;
  photopic::PostProcess post_;
};

}  // namespace

int measure(const MeasureOptions& options, const session::Settings& settings, files::OutputGuard inputs) {
  const std::vector<SequenceFrame> all = find_frames(options.pattern, options.first, options.last);
  const std::vector<SequenceFrame> frames = share_of(options.shard, all);
  for (const SequenceFrame& frame : all) inputs.add_input(frame.file);
  inputs.check_output(options.output);
  const FrameProperties properties = properties_of(frames, options.reading);
  session::Settings in_force = settings;
  in_force.input = session::input_of(settings.input, properties.facts, frames.front().file);
  session::check_settings(in_force);
  ShotHead head = {.kind = "measurements",
                   .program = arguments::version(),
                   .device = {},
                   .first = all.front().number,
                   .last = all.back().number,
                   .extent = properties.extent,
                   .has_light = session::is_balanced(in_force),
                   .settings = measured_settings(in_force)};
  engine::Context context(arguments::context_options(options.device));
  head.device = context.properties().deviceName;
  {
    FrameMeter meter(context, properties.extent, in_force);
    ShotFileWriter writer(options.output, head);
    std::vector<WordField> fields(measurement_fields().begin(), measurement_fields().end());
    if (head.has_light) fields.insert(fields.end(), measured_light_fields().begin(), measured_light_fields().end());
    arguments::Progress progress("frames", frames.size());
    for (const SequenceFrame& frame : frames) {
      const auto measurement = meter.measure(session::load_image(context, frame.file, options.reading));
      writer.add(frame.number, frame.file.string(), fields, &measurement);
      progress.step();
    }
    arguments::report_validation(context.take_validation_messages(), options.device);
    writer.finish();
  }
  return arguments::kExitOk;
}

}  // namespace cli
