// SPDX-License-Identifier: MIT
// Actions of the panels.
#include "viewer/model/model.h"

#include <algorithm>
#include <cmath>

#include "arguments/errors.h"
#include "engine/transfer/image_transfer.h"
#include "files/atomic_file.h"
#include "image_io/image_file.h"
#include "session/output/coded_picture.h"
#include "session/settings/settings_file.h"
#include "session/source/corridor.h"
#include "session/source/hdr_source.h"
#include "viewer/files/file_actions.h"
#include "viewer/inspection/shown_picture.h"
#include "viewer/model/formatted.h"

namespace viewer {

void Model::play() {
  playback.time_s = 0.0;
  playback.is_playing = true;
  messages.note("the camera path is played: Space pauses");
}

void Model::toggle_play() {
  if (playback.is_possible()) {
    playback.toggle();
  } else {
    toggle_animation();
  }
}

void Model::toggle_animation() {
  if (session.source().animations().empty()) return;
  double& speed = session.controls.view.animation.speed;
  if (speed != 0.0) animation_speed = speed;
  speed = speed != 0.0 ? 0.0 : animation_speed;
}

const session::Settings& Model::defaults() {
  const photopic::ToneMapper tone_mapper = session.controls.settings.tone_map.tone_mapper;
  if (!defaults_ || defaults_->tone_map.tone_mapper != tone_mapper) {
    defaults_ = session::studied_settings(tone_mapper);
  }
  return *defaults_;
}

namespace {

/// All that a new file changes: `show` shows it.
template <class Show>
void open_by(Model& model, const std::filesystem::path& file, const image_io::LayerChoice& layers, const Show& show) {
  const std::filesystem::path before = model.session.file();
  const session::View view = model.session.controls.view;
  const bool is_reload = std::exchange(model.is_reloading, false);
  const bool is_open = attempt(model, [&] {
    show();
    note_shown(model, before);
  });
  if (!is_open) return;
  model.messages.close_errors();  // of files before
  if (is_reload) {
    model.session.controls.view.pose = view.pose;
    model.session.controls.view.animation = view.animation;
    model.messages.note("loaded anew: " + file.string());
    return;
  }
  model.layers = layers;
  if (model.script_recorder) model.script_recorder->note_open(model.time_s - model.script_started_s, file, layers);
  model.recents.add(file);
  model.speed_m_per_s = model.session.source().walking_speed_m_per_s();
  model.relighting.stop();
  model.lab.stop();  // its next widths would be another scene's
  model.playback = {};
  if (session::is_corridor(file)) {
    attempt(model, [&] {
      model.playback.path = session::load_camera_path(session::corridor_folder() / "corridor-path.json");
      model.play();
    });
  }
  model.history.adopt(model.playback.path);
  tell_animation(model);
  tell_warnings(model);
}

}  // namespace

void tell_animation(Model& model) {
  if (!model.session.is_moving() || model.playback.is_possible()) return;
  model.messages.note("the animation is played: Space pauses");
}

void tell_warnings(Model& model) {
  const std::string file = model.session.file().string() + ": ";
  for (const std::string& warning : model.session.source().warnings()) {
    arguments::print_error("photopic-viewer", file + warning);
    model.messages.note(warning);
  }
}

void open_soon(Model& model, const std::filesystem::path& file, const image_io::LayerChoice& layers) {
  model.pending = file;
  model.pending_layers = layers;
}

void open(Model& model, const std::filesystem::path& file, const image_io::LayerChoice& layers) {
  model.loading.stop();  // else it would come later
  open_by(model, file, layers, [&] {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw files::Error(file, "is a folder, not a scene or a picture");
    model.session.open(file, model.session.controls.view.surroundings, layers);
  });
}

void show_loaded(Model& model) {
  const std::filesystem::path file = model.loading.file();
  const image_io::LayerChoice layers = model.loading.layers();
  open_by(model, file, layers, [&] { model.session.open(*model.loading.take(), file); });
}

void take_dropped(Model& model, const std::vector<std::filesystem::path>& files) {
  const bool is_scene = model.session.source().kind() == session::SourceKind::scene;
  if (files.size() == 1 && is_scene && session::is_panorama(files[0])) {
    answer(model, FileQuestion::What::environment, files[0]);
  } else {
    add_files(model, files);
  }
}

void finish_recording(Model& model) {
  const std::filesystem::path file = model.recording.file();
  if (attempt(model, [&] { model.recording.finish(); })) model.messages.note("saved " + file.string());
}

void apply(Model& model, session::Settings settings) {
  using Method = session::MeteringMethod;
  session::Settings& in_force = model.session.controls.settings;
  const bool is_pyramid_new =
      settings.metering.method == Method::pyramid && in_force.metering.method != Method::pyramid;
  if (is_pyramid_new) session::choose_pyramid(settings);
  try {
    session::check_settings(settings);
    in_force = settings;
  } catch (const arguments::UsageError& error) {
    model.messages.hint(error.what());
  }
}

std::vector<std::byte> read_picture(const Model& model) {
  return engine::read_back(model.context, model.session.ldr());
}

std::filesystem::path next_screenshot(const Model& model) {
  for (int i = 1;; ++i) {
    std::error_code error;
    std::filesystem::path file = model.output_folder / formatted("photopic-%04d.png", i);
    if (!std::filesystem::exists(file, error)) return file;
  }
}

void save_picture(Model& model, const std::filesystem::path& file) {
  attempt(model, [&] {
    const ShownPicture shown = read_shown(model);
    const photopic::OutputEncoding encoding = shown.display.encoding;
    std::filesystem::path named = file;
    if (session::is_of_floats(encoding)) named.replace_extension(session::picture_extension(encoding));
    model.inputs.check_output(named);
    session::write_coded_picture(named, shown.extent, shown.texels, shown.display);
    const std::string without = shown.left_out.empty() ? "" : " without " + shown.left_out;
    model.messages.note("saved " + named.lexically_normal().string() + without);
  });
}

namespace {

/// Goldens and what is compared are pictures of 8 bits; `encoding`: of the session's picture or another slot's.
bool has_8_bits(Model& model, photopic::OutputEncoding encoding) {
  if (session::picture_format(encoding) == VK_FORMAT_R8G8B8A8_UNORM) return true;
  model.messages.hint("goldens are of 8 bits: choose the encoding srgb, power22 or auto");
  return false;
}

/// Without what the overlay draws.
std::vector<std::byte> read_compared(const Model& model) {
  return engine::read_back(model.context, model.session.picture());
}

bool can_be_golden(Model& model) { return has_8_bits(model, model.session.ldr_display().encoding); }

}  // namespace

void capture_golden(Model& model) {
  if (!can_be_golden(model)) return;
  attempt(model, [&] { model.golden.capture(model.session.extent(), read_compared(model)); });
  model.difference.reset();
  model.shown_difference.expire();
}

void compare_golden(Model& model) {
  model.difference.reset();
  if (model.golden.is_empty() || !can_be_golden(model)) return;
  try {
    const std::span<const std::byte> rgba = model.golden.rgba();
    const compare::Options options = {
        .metrics = photopic::kMetricErrors | photopic::kMetricSsim | photopic::kMetricFlip, .maps = 0, .settings = {}};
    model.difference = model.comparer
                           .compare(compare::frame_of(model.golden.extent(), {rgba.begin(), rgba.end()}),
                                    compare::frame_of(model.session.extent(), read_compared(model)), options)
                           .result;
  } catch (const compare::Mismatch& sizes) {
    model.messages.hint(sizes.what());
  } catch (const std::exception& error) {
    model.messages.error(error.what());
    model.compares_each_frame = false;
  }
}

void make_difference(Model& model) {
  using To = Difference::To;
  const To to = model.shown_difference.to;
  model.shown_difference.clear();
  if (!can_be_golden(model)) return;
  try {
    const std::vector<std::byte> picture = read_compared(model);
    Golden reference = model.golden;
    if (to == To::other_file) {
      if (!model.other.has_picture()) return;
      reference.capture(model.other.ldr().extent(), model.other.read());
    } else if (to != To::golden) {
      const bool is_shown = model.slots.current() == std::size_t(to) - std::size_t(To::slot_a);
      if (!is_shown && !(model.slot_picture.is_on() && has_8_bits(model, model.slot_picture.encoding()))) return;
      reference.capture(model.session.extent(), is_shown ? picture : model.slot_picture.read());
    }
    if (reference.is_empty()) return;
    model.shown_difference.make(model.context, model.comparer, reference, model.session.extent(), picture);
  } catch (const compare::Mismatch& sizes) {
    model.messages.hint(sizes.what());
  } catch (const std::exception& error) {
    model.messages.error(error.what());
    model.shown_difference.to = To::nothing;
  }
}

const session::Settings* compared_settings(const Model& model) {
  const auto to = std::size_t(model.shown_difference.to), first = std::size_t(Difference::To::slot_a);
  const bool is_slot = to >= first && to < first + Slots::kCount;
  return is_slot ? model.slots.other(to - first) : nullptr;
}

void go_to_slot(Model& model, std::size_t slot) {
  model.slots.go_to(slot, model.session.controls.settings);
  model.shown_difference.expire();
}

namespace {

/// Those that were loaded may be saved again.
void check_settings_file(const Model& model, const std::filesystem::path& file) {
  std::error_code error;  // what isn't there is another file
  if (!std::filesystem::equivalent(file, model.settings_file, error)) model.inputs.check_output(file);
}

}  // namespace

namespace {

/// The path from its start, with an eye that has adapted to it; or what is shown, until it is stopped.
void start_recording(Model& model, const std::filesystem::path& file) {
  model.inputs.check_output(file);
  const bool has_path = model.playback.is_possible();
  const double frames = has_path ? std::max(1.0, std::round(model.playback.path.duration_s() * Recording::kFps)) : 0.0;
  model.recording.start(file, model.session.extent(), std::size_t(frames));
  if (!has_path) return;
  model.playback.time_s = 0.0;
  model.playback.is_playing = true;
  model.session.controls.view.pose = model.playback.path.at(0.0);  // this frame is the video's first
  model.session.reset_exposure();
}

}  // namespace

void answer(Model& model, FileQuestion::What what, const std::filesystem::path& file) {
  using What = FileQuestion::What;
  if (what == What::open) {
    add_files(model, {file});
    return;
  }
  if (what == What::video) {
    attempt(model, [&] { start_recording(model, file); });
    return;
  }
  attempt(model, [&] {
    switch (what) {
      case What::open:
      case What::video:
        break;
      case What::save_path:
        model.inputs.check_output(file);
        files::write_text(file, session::camera_path_json(model.playback.path));
        break;
      case What::load_path:
        model.playback.path = session::load_camera_path(file);
        model.playback.time_s = 0.0;
        model.inputs.add_input(file);
        break;
      case What::save_script:
        model.inputs.check_output(file);
        if (model.script_recorder) files::write_text(file, model.script_recorder->text());
        model.script_recorder.reset();
        break;
      case What::save_settings:
        check_settings_file(model, file);
        files::write_text(file, session::settings_json(model.session.controls.settings));
        break;
      case What::load_settings: {
        session::Settings settings = model.session.controls.settings;
        session::load_settings(file, settings);
        session::check_settings(settings);
        model.session.controls.settings = settings;
        model.settings_file = file;
        model.inputs.add_input(file);
        session::add_inputs(model.inputs, settings);
        break;
      }
      case What::save_golden:
        model.golden.save(file, model.inputs);
        break;
      case What::load_golden:
        model.golden.load(file);
        model.shown_difference.expire();
        model.difference.reset();
        break;
      case What::environment:
        session::read_panorama(file);  // the next frame does it again: here it may be refused
        model.session.controls.view.surroundings.environment = file;
        model.inputs.add_input(file);
        break;
    }
    model.messages.note((FileQuestion::kind(what).is_saved ? "saved " : "loaded ") + file.string());
  });
}

}  // namespace viewer
