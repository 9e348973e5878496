// SPDX-License-Identifier: MIT
#include "viewer/headless.h"

#include <cmath>
#include <cstdio>

#include "cli/errors.h"
#include "cli/frame_writer.h"
#include "cli/hdr_source.h"
#include "cli/progress.h"
#include "engine/commands.h"
#include "engine/image_transfer.h"
#include "viewer/camera_path.h"
#include "viewer/script.h"

namespace viewer {
namespace {

std::size_t frame_count(const Options& options, const CameraPath& path) {
  if (options.frames) return *options.frames;
  const double frames = path.is_empty() ? 1.0 : path.duration_s() * options.fps;
  if (frames > kMaxFrames) throw cli::UsageError("--path: at this --fps that is more than 1000000 frames");
  return std::max<std::size_t>(1, std::size_t(std::llround(frames)));
}

void warn(const Source& source) {
  for (const std::string& warning : source.warnings()) std::fprintf(stderr, "photopic-viewer: %s\n", warning.c_str());
}

void write_frames(engine::Context& context, const Options& options) {
  const CameraPath path = options.path.empty() ? CameraPath() : load_camera_path(options.path);
  Script script = options.script.empty() ? Script() : Script(options.script);
  const std::size_t count = frame_count(options, path);
  Session session(context, options.extent);
  session.controls = options.controls;
  session.open(options.scene);
  warn(session.source());
  cli::make_output_folder(options.output_folder);
  cli::FrameWriter writer(
      count, {.folder = options.output_folder, .fps = options.fps, .title = options.scene.filename().string()});
  cli::Progress progress("frames", count);
  for (std::size_t i = 0; i < count; ++i) {
    const double time_s = double(i) / options.fps;
    script.apply(time_s, session);
    if (!path.is_empty()) session.controls.view.pose = path.at(time_s);
    engine::submit_and_wait(context, [&](VkCommandBuffer commands) { session.record(commands, 1.0 / options.fps); });
    const auto rgba = engine::read_back(context, session.ldr());
    writer.add(session.extent(), rgba, cli::read_state(context, session.post()), cli::four_digits(i));
    progress.step();
  }
  writer.finish();
}

}  // namespace

int run_headless(const Options& options) {
  engine::Context context(cli::context_options(options.device));
  write_frames(context, options);
  cli::report_validation(context.take_validation_messages(), options.device);
  return cli::kExitOk;
}

}  // namespace viewer
