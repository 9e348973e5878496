// SPDX-License-Identifier: MIT
// Frames of the viewer without a window.
#include "viewer/headless.h"

#include <cmath>
#include <optional>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "files/atomic_file.h"
#include "files/ephemeral.h"
#include "files/output_folder.h"
#include "session/output/coded_picture.h"
#include "session/output/frame_writer.h"
#include "session/output/video_writer.h"
#include "session/script.h"
#include "session/source/camera_path.h"
#include "session/source/hdr_source.h"
#include "viewer/inspection/meter_weight.h"

namespace viewer {
namespace {

std::size_t frame_count(const Options& options, const session::CameraPath& path) {
  if (options.frames) return *options.frames;
  const double frames = path.is_empty() ? 1.0 : path.duration_s() * options.fps;
  if (frames > kMaxFrames) throw arguments::UsageError("--path: at this --fps that is more than 1000000 frames");
  return std::max<std::size_t>(1, std::size_t(std::llround(frames)));
}

constexpr const char* kMeasuresName = "measures.json";

/// Values of the script's measures, frame by frame.
class MeasureTable {
 public:
  explicit MeasureTable(const engine::Context& context) : context_(context), measurer_(context) {}

  /// Of the frame that was just recorded. Waits for the queue.
  void add(double time_s, const session::Session& session) {
    const std::vector<session::Measure>& measures = session.controls.measures;
    if (measures.empty()) return;
    engine::submit_and_wait(
        context_, [&](VkCommandBuffer commands) { measurer_.record(commands, 0, session.measured(), measures); });
    const std::vector<session::MeasureValues> values = *measurer_.take(0);
    json::Json rows = json::Json::array();
    for (const session::MeasureValues& one : values) rows.push_back(row_of(session, one, values.front()));
    frames_.push_back({{"time_s", time_s}, {"measures", std::move(rows)}});
    unit_ = session.nits_of_one() ? "cd/m2" : "relative";
  }
  /// If anything was measured.
  void write(const std::filesystem::path& file) const {
    if (frames_.empty()) return;
    files::write_text(file, json::Json{{"version", 1}, {"unit", unit_}, {"frames", frames_}}.dump(1) + "\n");
  }

 private:
  static json::Json row_of(const session::Session& session, const session::MeasureValues& values,
                           const session::MeasureValues& first) {
    const double unit = session.nits_of_one().value_or(1.0);
    json::Json row = {{"name", values.name}, {"texels", values.texels}, {"invalid_texels", values.invalid}};
    if (!values.has_values()) return row;
    row["mean"] = values.mean * unit;
    row["min"] = values.min * unit;
    row["max"] = values.max * unit;
    if (values.mean > 0.0) row["ev100"] = texel_ev100(session.controls.settings, values.mean);
    if (first.mean > 0.0) row["to_first"] = values.mean / first.mean;
    return row;
  }

  const engine::Context& context_;
  session::Measurer measurer_;
  const char* unit_ = "relative";
  json::Json frames_ = json::Json::array();
};

/// As tell_warnings().
void warn(const session::Session& session) {
  const std::string file = session.file().string() + ": ";
  for (const std::string& warning : session.source().warnings()) {
    arguments::print_error("photopic-viewer", file + warning);
  }
}

/// Of everything that is on at some time.
session::StateColumns columns_of(const session::Script& script, const session::Settings& start) {
  session::StateColumns columns;
  for (const session::Settings& settings : script.settings_from(start)) {
    const session::StateColumns one = session::columns_of(settings);
    columns.light |= one.light;
    columns.receptors |= one.receptors;
    columns.glare |= one.glare;
    columns.night |= one.night;
  }
  return columns;
}

/// Returns an exit code: a signal ends the frames, and what was written is completed.
int write_frames(engine::Context& context, const Options& options) {
  session::Script script = options.script.empty() ? session::Script() : session::Script(options.script);
  const session::CameraPath path =
      options.path.empty() || script.has_camera() ? session::CameraPath() : session::load_camera_path(options.path);
  const bool has_folder = !options.output_folder.empty();
  if (has_folder) session::check_frame_encoding(options.controls.settings.display);
  const std::size_t count = frame_count(options, path);
  const files::OutputGuard inputs = inputs_of(options, script);
  inputs.check_output(options.video);
  if (has_folder) {
    session::check_summary(inputs, options.output_folder);
    for (std::size_t i = 0; i < count; ++i) {
      session::check_frame(inputs, options.output_folder, session::four_digits(i));
    }
    inputs.check_output(options.output_folder / kMeasuresName);
  }
  session::Session session(context, options.extent, session::Depth::any);
  session.controls = options.controls;
  session.input_light = options.reading.light;
  session.scene_samples = options.samples.value_or(1);
  session.light_cache = engine::LightCache(engine::LightCache::default_folder());
  session.open(options.scene, options.controls.view.surroundings, options.reading.layers);
  warn(session);
  std::optional<files::OutputFolder> output;
  if (has_folder) output.emplace(options.output_folder);
  session::FrameWriter writer(count, {.folder = options.output_folder,
                                      .fps = options.fps,
                                      .title = options.scene.filename().string(),
                                      .columns = columns_of(script, options.controls.settings)});
  std::optional<session::VideoWriter> video;
  if (!options.video.empty()) video.emplace(options.video, session.source().hdr().extent(), options.fps);
  MeasureTable measures(context);
  arguments::Progress progress("frames", count);
  const files::Interruption interruption;
  std::size_t done = 0;
  for (; done < count && interruption.signal() == 0; ++done) {
    const std::size_t i = done;
    const double time_s = double(i) / options.fps;
    if (i > 0) session.advance_animation(1.0 / options.fps);
    script.apply(time_s, session);
    if (!path.is_empty()) session.controls.view.pose = path.at(time_s);
    engine::submit_and_wait(context, [&](VkCommandBuffer commands) { session.record(commands, 1.0 / options.fps); });
    measures.add(time_s, session);
    const auto texels = engine::read_back(context, session.ldr());
    if (has_folder) {
      writer.add(session.extent(), texels, session.ldr_display(), session::read_state(context, session.post()),
                 session::four_digits(i));
    }
    if (video) video->add(session.extent(), texels, session.ldr_display());
    progress.step();
  }
  if (done > 0) {
    if (has_folder) writer.finish();
    if (has_folder) measures.write(options.output_folder / kMeasuresName);
    if (video) video->finish();
  }
  if (done == count) return arguments::kExitOk;
  arguments::print_error("photopic-viewer", "stopped by a signal after " + std::to_string(done) + " of " +
                                                std::to_string(count) + " frames");
  return 128 + interruption.signal();
}

}  // namespace

int run_headless(const Options& options) {
  engine::Context context(arguments::context_options(options.device));
  const int exit_code = write_frames(context, options);
  arguments::report_validation(context.take_validation_messages(), options.device);
  return exit_code;
}

}  // namespace viewer
