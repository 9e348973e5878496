// SPDX-License-Identifier: MIT
// The viewer's window: its start and end, files, input, rest.
#include "viewer/application.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "files/path.h"
#include "session/source/hdr_source.h"
#include "viewer/files/file_actions.h"
#include "viewer/live_application.h"
#include "viewer/window_changes.h"

namespace viewer {
namespace {

constexpr double kLongestFrame_s = 0.25;        // after a pause the eye goes on where it was
constexpr double kAfterRest_s = 1.0 / 60.0;     // what the first frame after a rest lasts
constexpr double kDialogCheck_s = 0.1;          // until an answer of the desktop's dialog is noticed
constexpr double kLoadingCheck_s = 0.1;         // until a progress bar moves
constexpr double kGamepadCheck_s = 1.0 / 30.0;  // until a gamepad's move is noticed
constexpr double kFileCheck_s = 0.5;            // between looks at files that may change
constexpr double kSmoothing = 0.1;              // of the time that is shown, of pictures
constexpr std::uint32_t kScopes = session::Session::kMaxScopes + 1;  // and the interface
constexpr const char* kTitle = "Photopic";

engine::ContextOptions context_options(const Options& options) {
  engine::ContextOptions context = arguments::context_options(options.device);
  context.surface_extensions = Window::surface_extensions();
  context.shares_pipelines = true;  // settings that need another object of the module change while frames are drawn
  return context;
}

/// Of thumbnails of scenes.
engine::ContextOptions thumbnail_device(const Options& options) {
  engine::ContextOptions device = arguments::context_options(options.device);
  device.validation = false;
  device.pipeline_cache.clear();  // which has the window's pipelines
  device.note = {};
  return device;
}

engine::LightCache light_cache() { return engine::LightCache(engine::LightCache::default_folder()); }

}  // namespace

Application::Application(const Options& options, Window& window, engine::Context& context, Loading& loading)
    : options_(options),
      window_(window),
      context_(context),
      swapchain_(context_, [this] { return window_.make_surface(context_.instance()); }),
      presenter_(context_),
      gui_(context_, window_, options.scale.value_or(window_.content_scale() / window_.pixels_per_unit())),
      session_(context_, options.extent, session::Depth::any),
      model_(context_, session_, loading),
      script_(options.script.empty() ? session::Script() : session::Script(options.script)),
      probe_(context_),
      overlay_probe_(context_) {
  for (auto& timer : timers_) timer = std::make_unique<engine::GpuTimer>(context_, kScopes);
  session_.controls = options.controls;
  session_.keeps_picture = true;
  session::check_settings(options.controls.settings);
  // These throw now, not at the first frame.
  session::load_mask(context_, options.controls.settings.metering);
  session::LoadedLook(context_, options.controls.settings.look);
  if (!options.output_folder.empty()) files::make_output_folder(options.output_folder);
  model_.output_folder = options.output_folder;
  model_.relighting.on_end = &Window::wake;
  model_.other.loading.on_end = &Window::wake;
  model_.thumbnails.on_news = &Window::wake;
  model_.thumbnails.make_scene = [device = thumbnail_device(options)](const auto& file, engine::Progress& progress) {
    return make_scene_thumbnail(file, device, light_cache(), progress);
  };
  model_.thumbnail_places = &gui_.thumbnail_places();
  model_.inputs = inputs_of(options, script_);
  model_.settings_file = options.settings;
  model_.uses_desktop_dialogs = !options.has_own_dialogs;
  if (!is_scripted()) model_.recents = Recents(Recents::default_file());
  for (const session::Panel panel : options.panels) model_.panels.is_open[std::size_t(panel)] = true;
  model_.panels.is_shown = !options.hides_panels;
  model_.is_vsync = !is_scripted();
  if (is_scripted()) ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NoMouse;
  const bool is_smooth = !is_scripted() && context_.properties().deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
  session_.scene_samples = options.samples.value_or(is_smooth ? 4 : 1);
  session_.input_light = options.reading.light;
  session_.light_cache = light_cache();
  if (is_scripted()) {
    prepare_pipelines(context_, session_.controls);  // while the file is read
    session_.open(*model_.loading.take(), options.scene);
  } else {
    is_first_ = true;
    session_.show(session::no_source(context_), {});
    preparation_.start([&context = context_, controls = session_.controls] { prepare_pipelines(context, controls); });
  }
  if (!options.path.empty() && !script_.has_camera()) model_.playback.path = session::load_camera_path(options.path);
  if (is_scripted()) begin_showing();
  working_ = session_.controls;
  model_.has_hdr_metadata = context_.has_hdr_metadata();
}

/// The first file is there: its time begins.
void Application::begin_showing() {
  model_.playback.is_playing = model_.playback.is_possible();
  if (model_.playback.is_playing && !is_scripted()) model_.play();
  if (!is_scripted()) tell_animation(model_);
  tell_warnings(model_);
  model_.recents.add(options_.scene);
  for (const std::filesystem::path& file : options_.files) model_.files.add(file);
  model_.layers = options_.reading.layers;
  note_shown(model_, {});
  model_.speed_m_per_s = session_.source().walking_speed_m_per_s();
}

/// What has been loaded is shown. Of what the program was started with, errors end it.
void Application::take_loaded() {
  if (!model_.loading.is_on() || !model_.loading.is_ready()) return;
  if (!std::exchange(is_first_, false)) {
    show_loaded(model_);
    return;
  }
  session_.open(*model_.loading.take(), options_.scene);
  begin_showing();
}

/// The program goes on without what couldn't be prepared: frames make what they need.
void Application::take_prepared() {
  attempt(model_, [&] { preparation_.end(); });
}

/// Other surroundings' light is worked out while the last one is shown; the newest are shown next. With a number of
/// frames, each waits for its own.
void Application::light_scene() {
  if (is_scripted() || !is_shown()) return;
  Loading& work = model_.relighting;
  session::Surroundings& wanted = session_.controls.view.surroundings;
  if (work.is_on() && wanted != lit_for_) work.stop();
  if (work.is_on() && work.is_ready()) {
    is_relit_ = attempt(model_, [&] { session_.relight(*work.take()); });
    if (!is_relit_) wanted = session_.source().surroundings();
    frames_due_ = kSettlingFrames;
  }
  if (!work.is_on() && wanted != session_.source().surroundings()) {
    if (session::SourceWork relighting = session_.source().relighting(wanted, session_.light_cache)) {
      work.start(session_.file(), std::move(relighting));
      lit_for_ = wanted;
      frames_due_ = kSettlingFrames;  // which say so
    }
  }
  session_.kept_surroundings.reset();
  if (work.is_on()) session_.kept_surroundings = session_.source().surroundings();
}

/// What was dropped or chosen: in the place of what is being loaded. With a number of frames, the next one has it.
void Application::take_pending() {
  if (model_.pending.empty() || (is_scripted() && !is_drawn_)) return;
  model_.is_reloading = false;
  const std::filesystem::path file = std::exchange(model_.pending, {});
  const image_io::LayerChoice layers = std::exchange(model_.pending_layers, {});
  if (is_scripted()) {
    open(model_, file, layers);
    return;
  }
  is_first_ = false;
  model_.loading.start(file, session_.controls.view.surroundings, session_.light_cache, {layers, session_.input_light});
}

void Application::run() {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  for (; !window_.is_closing() && (!is_scripted() || frame_ < *options_.frames); ++frame_) {
    const double rested_s = is_scripted() ? 0.0 : wait_for_work();
    window_.poll();
    take_activity();
    const auto now = Clock::now();
    const double passed_s = std::chrono::duration<double>(now - last).count();
    last = now;
    const bool has_rested = rested_s > 0.0;
    if (!has_rested && model_.has_new_picture) {
      model_.picture_ms += (model_.picture_ms == 0.0 ? 1.0 : kSmoothing) * (1000.0 * passed_s - model_.picture_ms);
    }
    // With a number of frames, time is that of the frames: the same pictures whatever the machine.
    const double delta_s = model_.recording.is_on() ? 1.0 / Recording::kFps
                           : is_scripted()          ? 1.0 / options_.fps
                           : has_rested             ? kAfterRest_s
                                                    : std::min(passed_s, kLongestFrame_s);
    if (is_scripted()) {
      time_s_ = double(frame_) / options_.fps;
    } else if (is_shown()) {
      time_s_ += delta_s;
    }
    model_.messages.advance(has_rested ? passed_s : delta_s);
    start_frame();
    take_input(delta_s);
    light_scene();
    draw_frame();
    if (frames_due_ > 0) --frames_due_;
    if (model_.wants_quit) window_.close();
    window_.set_full_screen(model_.wants_full_screen);
  }
  swapchain_.wait();
}

/// Whether the session's next picture could be another than its last.
bool Application::wants_picture() const {
  if (!is_shown()) return false;
  const bool is_changed = !session::is_same(session_.controls, working_);
  if (failures_ > 1 && !is_changed && !is_scripted()) return false;  // it would fail again
  if (is_scripted() || !is_drawn_ || session_.is_cut() || model_.lab.is_running()) return true;
  if (model_.recording.is_on() || is_relit_) return true;
  const session::Settings* compared = compared_settings(model_);
  if (compared != nullptr && !model_.slot_picture.is_of(*compared)) return true;
  if (is_other_wanted(model_) && !model_.other.has_picture()) return true;
  const session::Playback& playback = model_.playback;
  if (playback.is_playing && playback.is_possible()) return true;
  if (session_.is_moving()) return true;
  const VkExtent2D extent = session_.extent();
  if (extent.width != recorded_extent_.width || extent.height != recorded_extent_.height) return true;
  return is_changed || !stillness_.is_still(session_.controls.settings);
}

/// A hand's: frames lay it out, and what failed may be tried again.
void Application::take_activity() {
  if (!window_.take_activity()) return;
  frames_due_ = kSettlingFrames;
  failures_ = 0;
}

/// Whether there is anything to do.
bool Application::wants_frame() {
  take_activity();
  if (hands_.has_gamepad_moved(window_.gamepad())) frames_due_ = kSettlingFrames;
  if (model_.messages.take_news()) frames_due_ = kSettlingFrames;
  if (frames_due_ > 0 || !window_.input().is_empty()) return true;
  if (window_.is_minimised()) return false;
  // The desktop's dialog is asked after in frames of the interface alone.
  if (model_.desktop_dialog.is_open()) frames_due_ = 1;
  if (model_.loading.is_on() && (model_.loading.is_ready() || loading_percent() != shown_percent_)) return true;
  if (model_.relighting.is_on() && model_.relighting.is_ready()) return true;
  watch_files();
  if (model_.other.loading.is_on() && model_.other.loading.is_ready()) return true;
  if (model_.thumbnails.has_news()) frames_due_ = kSettlingFrames;
  return wants_picture() || preparation_.has_ended() || !model_.pending.empty() || !model_.wants_window_shot.empty() ||
         model_.messages.next_change_s() <= 0.0;
}

/// Nothing changes, nothing is drawn. Returns how long it was so, seconds.
double Application::wait_for_work() {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const auto rested_s = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  bool has_rested = false;
  while (!window_.is_closing() && !wants_frame()) {
    const double until_message_s = model_.messages.next_change_s() - (has_rested ? rested_s() : 0.0);
    if (until_message_s <= 0.0) break;
    const double check_s = hands_.has_gamepad()              ? kGamepadCheck_s
                           : model_.loading.is_on()          ? kLoadingCheck_s
                           : model_.other.loading.is_on()    ? kLoadingCheck_s
                           : model_.desktop_dialog.is_open() ? kDialogCheck_s
                                                             : kOutputCheck_s;
    window_.wait(std::min(until_message_s, check_s));
    has_rested = true;
    const VkSurfaceFormatKHR before = swapchain_.chosen();
    fit_output();
    const VkSurfaceFormatKHR now = swapchain_.chosen();
    if (before.format != now.format || before.colorSpace != now.colorSpace) frames_due_ = kSettlingFrames;
  }
  return has_rested ? rested_s() : 0.0;
}

void Application::start_frame() {
  take_pending();
  take_loaded();
  take_other(model_);
  take_prepared();
  show_title();
  // With a number of frames, opening is that of --headless: the camera path goes on.
  const auto on_open = [&](const auto& file, const auto& layers) {
    if (!is_scripted()) return open(model_, file, layers);
    const std::filesystem::path before = session_.file();
    session_.open(file, session_.controls.view.surroundings, layers);
    note_shown(model_, before);
    model_.messages.close_errors();
  };
  const auto on_window = [&](const session::WindowChange& change) {
    change_window(model_, window_, change);
    kept_changes_.push_back(change);
  };
  advance_animation();
  if (is_shown()) attempt(model_, [&] { script_.apply(time_s_, session_, on_window, on_open); });
  const std::vector<std::filesystem::path> dropped = window_.take_dropped();
  if (!is_scripted() && !dropped.empty()) take_dropped(model_, dropped);
  session::Playback& playback = model_.playback;
  if (is_scripted()) {
    playback.time_s = time_s_;
  } else if (model_.recording.is_on()) {
    playback.time_s = double(model_.recording.done()) / Recording::kFps;
  } else {
    playback.advance(time_s_ - recorded_time_s_, stillness_.is_still(session_.controls.settings));
  }
  // A sweep compares widths, not places: the camera stands still.
  if (playback.is_playing && playback.is_possible() && !model_.lab.is_running()) {
    session_.controls.view.pose = playback.path.at(playback.time_s);
  }
  model_.has_state |= session_.statistics(&model_.state);
  if (model_.has_state) stillness_.observe(model_.state);
}

/// As headless frames do. A sweep compares widths: nothing moves.
void Application::advance_animation() {
  if (!is_drawn_ || model_.lab.is_running()) return;
  session_.advance_animation(is_scripted() ? 1.0 / options_.fps : time_s_ - recorded_time_s_);
}

void Application::show_title() {
  if (!is_shown() || titled_ == session_.file()) return;
  titled_ = session_.file();
  window_.set_title(titled_.filename().string() + " - " + kTitle);
}

/// Describes the interface, and lets hands on the camera.
void Application::take_input(double delta_time_s) {
  adopt_scale();
  adopt_thumbnails();
  const auto is_asking = [&] { return model_.question.asked.has_value() || model_.preset_question.is_asked; };
  const bool was_asking = is_asking();
  gui_.begin_frame(!is_scripted(), Hands::do_arrows_navigate(model_));
  if (!is_scripted()) {
    Hands::take_keys(model_, window_.input().take_pressed(), is_drawn_);
    const bool is_path_recorded = model_.recording.is_on() && model_.recording.frames() > 0;
    if (!model_.lab.is_running() && !is_path_recorded) {
      hands_.move_camera(model_, delta_time_s);
      hands_.take_gamepad(model_, window_.gamepad(), delta_time_s);
      if (hands_.is_panning()) frames_due_ = kSettlingFrames;
    }
  }
  model_.pixels_per_unit = window_.pixels_per_unit();
  shown_percent_ = loading_percent();
  model_.is_still = !wants_picture();
  picture_ = draw_interface(model_, gui_.scale());
  if (is_asking() && !was_asking) {  // until the dialog's field has the keyboard, characters wait
    window_.input().hold(kSettlingFrames);
    frames_due_ = kSettlingFrames + 2;
  }
  model_.path_recorder.note(delta_time_s, session_.controls.view.pose);
  model_.time_s = time_s_;
  model_.room = clipped(room(), window_.extent());
  model_.history.note(session_.controls, model_.playback.path, ImGui::IsAnyItemActive());
}

/// Without a hand, each frame has all that it asked for.
void Application::adopt_thumbnails() {
  if (is_scripted()) model_.thumbnails.finish();
  if (model_.thumbnails.has_news()) gui_.add(model_.thumbnails.news());
}

void Application::watch_files() {
  if (is_scripted() || !is_shown() || running_s() < files_checked_s_ + kFileCheck_s) return;
  files_checked_s_ = running_s();
  reload_changed(model_);
}

void Application::adopt_scale() {
  if (!options_.scale) gui_.set_scale(window_.content_scale() / window_.pixels_per_unit());
}

int run_windowed(const Options& options) {
  Window window(options.extent, kTitle);
  Loading loading;
  loading.on_end = &Window::wake;
  // While the device and all else are made.
  loading.start(options.scene, options.controls.view.surroundings, light_cache(), options.reading);
  engine::Context context(context_options(options));
  {
    Application application(options, window, context, loading);
    application.run();
  }
  arguments::report_validation(context.take_validation_messages(),
                               options.device);  // also of what was destroyed just now
  return arguments::kExitOk;
}

}  // namespace viewer
