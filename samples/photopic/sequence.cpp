// SPDX-License-Identifier: MIT
// Command sequence 'IN.####.exr' -o DIR: eye adaptation over the frames of a shot.
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "files/error.h"
#include "files/path.h"
#include "photopic/frame_pattern.h"
#include "photopic/options.h"
#include "session/output/animation.h"
#include "session/output/coded_picture.h"
#include "session/output/frame_writer.h"
#include "session/source/hdr_source.h"

namespace cli {
namespace {

struct Common {
  VkExtent2D extent = {};
  std::optional<std::array<float, 8>> chromaticities;
};

/// Every frame is opened first, so that a bad one is found before any is written.
Common common_of(const std::vector<SequenceFrame>& frames) {
  Common common;
  VkExtent2D& extent = common.extent;
  for (const SequenceFrame& frame : frames) {
    const auto reader = image_io::open_image(frame.file);
    const image_io::ImageInfo& info = reader->info();
    if (extent.width == 0) common.chromaticities = reader->chromaticities();
    if (reader->chromaticities() != common.chromaticities) {
      throw files::Error(frame.file, "has other chromaticities than the frames before it");
    }
    if (extent.width == 0) extent = {info.width, info.height};
    if (info.width != extent.width || info.height != extent.height) {
      throw files::Error(frame.file, "is " + std::to_string(info.width) + "x" + std::to_string(info.height) +
                                         " texels, the frames before it are " + std::to_string(extent.width) + "x" +
                                         std::to_string(extent.height));
    }
  }
  return common;
}

}  // namespace

int sequence(const SequenceOptions& options, const session::Settings& settings, files::OutputGuard inputs) {
  session::check_frame_encoding(settings.display);
  const std::vector<SequenceFrame> frames = find_frames(options.pattern, options.first, options.last);
  const std::filesystem::path& folder = options.animation.output_folder;
  for (const SequenceFrame& frame : frames) inputs.add_input(frame.file);
  for (const SequenceFrame& frame : frames) session::check_frame(inputs, folder, frame.digits);
  session::check_summary(inputs, folder);
  const Common common = common_of(frames);
  session::Settings in_force = settings;
  in_force.input = session::input_of(settings.input, common.chromaticities);
  session::check_settings(in_force);
  engine::Context context(arguments::context_options(options.animation.device));
  {
    const engine::Image mask = session::load_mask(context, settings.metering);
    files::make_output_folder(folder);
    session::Animation animation(context, common.extent, frames.size(), options.animation, in_force, mask,
                                 std::filesystem::path(options.pattern).filename().string());
    arguments::Progress progress("frames", frames.size());
    for (const SequenceFrame& frame : frames) {
      animation.add_frame(session::load_image(context, frame.file), frame.digits);
      progress.step();
    }
    animation.finish();
  }
  arguments::report_validation(context.take_validation_messages(), options.animation.device);
  return arguments::kExitOk;
}

}  // namespace cli
