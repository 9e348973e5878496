// SPDX-License-Identifier: MIT
// Command sequence 'IN.####.exr' -o DIR: eye adaptation over the frames of a shot.
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "files/error.h"
#include "files/output_folder.h"
#include "photopic/options.h"
#include "photopic/shot/exposures.h"
#include "photopic/shot/shot_frames.h"
#include "photopic/shot/shot_settings.h"
#include "session/output/animation.h"
#include "session/output/coded_picture.h"
#include "session/output/frame_writer.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

/// Throws UsageError for what makes a frame depend on those before it, besides its exposure.
void check_apart(const session::Settings& settings) {
  const photopic::LocalExposureSettings& local = settings.local_exposure;
  const bool has_history = (photopic::effects_of(settings) & photopic::kEffectLocalExposure) != 0;
  if (!has_history || local.local_time_constant_s <= 0.0f) return;
  throw arguments::UsageError(
      "--local-time-constant-s: local exposure follows the frames before, and can't begin amid a shot; 0 takes each "
      "frame for itself, or develop all frames in one piece, without --shard");
}

/// Throws files::Error where the exposures are of another shot, rate or settings.
void check_exposures(const SequenceOptions& options, const Exposures& exposures, VkExtent2D extent,
                     const session::Settings& settings) {
  const ShotHead& head = exposures.head;
  const auto refuse = [&](const std::string& reason) { throw files::Error(options.exposure, reason); };
  if (head.extent.width != extent.width || head.extent.height != extent.height) {
    refuse("is of frames of " + std::to_string(head.extent.width) + "x" + std::to_string(head.extent.height) +
           " texels, these have " + std::to_string(extent.width) + "x" + std::to_string(extent.height));
  }
  if (head.fps != options.animation.fps) {
    refuse("was adapted at --fps " + arguments::bound_text(head.fps) + ", here it is " +
           arguments::bound_text(options.animation.fps));
  }
  const json::Json here = adapted_settings(settings);
  if (const auto other = difference(here, head.settings)) refuse("was adapted with other settings: " + *other);
  for (const auto& [group, values] : head.settings.items()) {
    if (!here.contains(group)) refuse("was adapted with other settings: " + group + " counts there, but not here");
  }
}

}  // namespace

int sequence(const SequenceOptions& options, const session::Settings& settings, files::OutputGuard inputs) {
  const bool is_exposed = !options.exposure.empty();
  if (options.shard && !is_exposed) {
    throw arguments::UsageError("--shard needs --exposure: the exposure of a frame follows from all frames before it");
  }
  session::check_frame_encoding(settings.display);
  const std::vector<SequenceFrame> all = find_frames(options.pattern, options.first, options.last);
  const std::vector<SequenceFrame> frames = options.shard ? share_of(*options.shard, all) : all;
  const std::filesystem::path& folder = options.animation.output_folder;
  inputs.add_input(options.exposure);
  for (const SequenceFrame& frame : all) inputs.add_input(frame.file);
  for (const SequenceFrame& frame : frames) session::check_frame(inputs, folder, frame.digits);
  if (!options.shard) session::check_summary(inputs, folder);
  const FrameProperties properties = properties_of(frames, options.reading);
  session::Settings in_force = settings;
  in_force.input = session::input_of(settings.input, properties.facts, frames.front().file);
  session::check_settings(in_force);
  Exposures exposures;
  if (is_exposed) {
    exposures = read_exposures(options.exposure, frames);
    if (options.shard || frames.front().number != exposures.head.first) check_apart(in_force);
    check_exposures(options, exposures, properties.extent, in_force);
  }
  engine::Context context(arguments::context_options(options.animation.device));
  {
    const engine::Image mask = session::load_mask(context, settings.metering);
    const files::OutputFolder output(
        folder, options.shard ? files::OutputFolder::Use::shared : files::OutputFolder::Use::alone);
    session::AnimationOptions animated = options.animation;
    if (options.shard) animated.sheet_frames = 0;
    session::Animation animation(context, properties.extent, frames.size(), animated, in_force, mask,
                                 std::filesystem::path(options.pattern).filename().string());
    arguments::Progress progress("frames", frames.size());
    for (const SequenceFrame& frame : frames) {
      const engine::Image hdr = session::load_image(context, frame.file, options.reading);
      if (is_exposed) {
        animation.add_frame(hdr, frame.digits,
                            {exposures.states.at(frame.number), frame.number - exposures.head.first});
      } else {
        animation.add_frame(hdr, frame.digits);
      }
      progress.step();
    }
    if (!options.shard) animation.finish();
  }
  arguments::report_validation(context.take_validation_messages(), options.animation.device);
  return arguments::kExitOk;
}

}  // namespace cli
