// SPDX-License-Identifier: MIT
// sequence 'IN.####.exr' -o DIR: eye adaptation over the frames of a shot.
#include "cli/animation.h"
#include "cli/errors.h"
#include "cli/frame_pattern.h"
#include "cli/hdr_source.h"
#include "cli/options.h"
#include "cli/progress.h"

namespace cli {
namespace {

/// Every frame is opened first, so that a bad one is found before any is written.
VkExtent2D common_extent(const std::vector<SequenceFrame>& frames) {
  VkExtent2D extent = {};
  for (const SequenceFrame& frame : frames) {
    const io::ImageInfo info = io::open_image(frame.file)->info();
    if (extent.width == 0) extent = {info.width, info.height};
    if (info.width != extent.width || info.height != extent.height) {
      throw io::Error(frame.file, "is " + std::to_string(info.width) + "x" + std::to_string(info.height) +
                                      " texels, the frames before it are " + std::to_string(extent.width) + "x" +
                                      std::to_string(extent.height));
    }
  }
  return extent;
}

void refuse_to_overwrite_inputs(const std::vector<SequenceFrame>& frames, const std::filesystem::path& mask,
                                const std::filesystem::path& folder) {
  for (const char* name : {kSheetName, kPlotName}) refuse_overwrite(mask, folder / name);
  for (const SequenceFrame& frame : frames) {
    const std::filesystem::path output = frame_file(folder, frame.digits, ".png");
    refuse_overwrite(frame.file, output);
    refuse_overwrite(mask, output);
  }
}

}  // namespace

int sequence(const SequenceOptions& options, const Settings& settings) {
  const std::vector<SequenceFrame> frames = find_frames(options.pattern, options.first, options.last);
  refuse_to_overwrite_inputs(frames, settings.meter.mask, options.animation.output_folder);
  const VkExtent2D extent = common_extent(frames);
  engine::Context context(context_options(options.animation.device));
  {
    const engine::Image mask = load_mask(context, settings.meter);
    make_output_folder(options.animation.output_folder);
    Animation animation(context, extent, frames.size(), options.animation, settings, mask,
                        std::filesystem::path(options.pattern).filename().string());
    Progress progress("frames", frames.size());
    for (const SequenceFrame& frame : frames) {
      animation.add_frame(load_image(context, frame.file), frame.digits);
      progress.step();
    }
    animation.finish();
  }
  report_validation(context.take_validation_messages(), options.animation.device);
  return kExitOk;
}

}  // namespace cli
