// SPDX-License-Identifier: MIT
// The viewer's window: frames, panels, keys.
#include "viewer/application.h"

#include <imgui.h>
#include <photopic/hdr_display.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "files/path.h"
#include "session/script.h"
#include "session/source/hdr_source.h"
#include "viewer/hands.h"
#include "viewer/model/stillness.h"
#include "viewer/panels/panels.h"
#include "viewer/window/gui.h"
#include "viewer/window/overlay_probe.h"
#include "viewer/window/presentation.h"
#include "viewer/window/presenter.h"
#include "viewer/window/texel_probe.h"
#include "viewer/window_changes.h"
#include "viewer/window_shot.h"

namespace viewer {
namespace {

constexpr double kLongestFrame_s = 0.25;        // after a pause the eye goes on where it was
constexpr double kAfterRest_s = 1.0 / 60.0;     // what the first frame after a rest lasts
constexpr int kSettlingFrames = 3;              // that Dear ImGui needs for a change: to hover, to act, to lay out
constexpr double kOutputCheck_s = 1.0;          // until a display whose HDR was turned on or off is noticed
constexpr double kDialogCheck_s = 0.1;          // until an answer of the desktop's dialog is noticed
constexpr double kLoadingCheck_s = 0.1;         // until a progress bar moves
constexpr double kGamepadCheck_s = 1.0 / 30.0;  // until a gamepad's move is noticed
constexpr double kSmoothing = 0.1;              // of the frame time that is shown
constexpr std::uint32_t kScopes = session::Session::kMaxScopes + 1;  // and the interface
constexpr const char* kTitle = "Photopic";
constexpr VkExtent2D kLeastPicture = {16, 16};  // where panels leave no room: a frame must have some size

engine::ContextOptions context_options(const Options& options) {
  engine::ContextOptions context = arguments::context_options(options.device);
  context.surface_extensions = Window::surface_extensions();
  context.shares_pipelines = true;  // settings that need another object of the module change while frames are drawn
  return context;
}

engine::LightCache light_cache() { return engine::LightCache(engine::LightCache::default_folder()); }

class Application {
 public:
  Application(const Options& options, Window& window, engine::Context& context, Loading& loading);
  ~Application() { context_.vk().vkDeviceWaitIdle(context_.device()); }
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  void run();

 private:
  void start_frame();
  void draw_frame();
  void fit_output();
  void fit_targets();
  void record(const engine::Swapchain::Frame& frame);
  void record_picture(VkCommandBuffer command_buffer, std::uint32_t slot);
  gpu::PresentParams present_params() const;
  void collect_sweep();
  void record_video();
  VkRect2D room() const;
  void fit_picture();
  void fit_overlay(VkExtent2D fitting);
  void show_title();
  void take_input(double delta_time_s);
  void adopt_scale();
  bool is_scripted() const { return options_.frames.has_value(); }
  /// A file is shown; false until the first one has been loaded.
  bool is_shown() const { return !session_.file().empty(); }
  int loading_percent() const { return model_.loading.is_on() ? int(100.0f * model_.loading.done()) : 0; }
  void begin_showing();
  void take_loaded();
  void take_pending();
  bool wants_picture() const;
  bool wants_frame();
  double wait_for_work();

  const Options& options_;
  Window& window_;
  engine::Context& context_;
  engine::Swapchain swapchain_;
  Presenter presenter_;
  Gui gui_;
  session::Session session_;
  Model model_;
  session::Script script_;
  std::array<std::unique_ptr<engine::GpuTimer>, engine::Swapchain::kInFlight> timers_;
  session::Controls working_;  ///< of the last frame that could be recorded
  VkExtent2D recorded_extent_ = {};
  Stillness stillness_;
  Hands hands_;
  int frames_due_ = kSettlingFrames;

  std::uint32_t frame_ = 0;
  double time_s_ = 0.0;
  double recorded_time_s_ = 0.0;  ///< of the last frame that was recorded
  Area picture_ = {};
  WindowShot shot_;
  TexelProbe probe_;
  OverlayProbe overlay_probe_;
  std::uint32_t fitting_scale_ = 0;  ///< of the overlay
  std::filesystem::path titled_;     ///< file that the window's title names
  int shown_percent_ = 0;            ///< of what is being loaded
  bool is_first_ = false;            ///< what is being loaded is what the program was started with
  bool is_drawn_ = false;            ///< the session has a picture
  engine::Image nothing_;            ///< in its place
  std::uint32_t generation_ = 0;     ///< of the swapchain's images that presenter_ draws to
  double output_checked_s_ = -kOutputCheck_s;
  photopic::DisplaySettings output_display_;  ///< that the output was chosen for
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

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
  session::check_settings(options.controls.settings);
  // These throw now, not at the first frame.
  session::load_mask(context_, options.controls.settings.metering);
  session::LoadedLook(context_, options.controls.settings.look);
  if (!options.output_folder.empty()) files::make_output_folder(options.output_folder);
  model_.output_folder = options.output_folder;
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
  session_.light_cache = light_cache();
  if (is_scripted()) {
    session_.open(options.scene, options.controls.view.surroundings);
  } else {
    is_first_ = true;
    session_.show(session::no_source(context_), {});
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
  for (const std::string& warning : session_.source().warnings()) model_.messages.note(warning);
  model_.recents.add(options_.scene);
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

/// What was dropped or chosen: in the place of what is being loaded. With a number of frames, the next one has it.
void Application::take_pending() {
  if (model_.pending.empty() || (is_scripted() && !is_drawn_)) return;
  const std::filesystem::path file = std::exchange(model_.pending, {});
  if (is_scripted()) {
    open(model_, file);
    return;
  }
  is_first_ = false;
  model_.loading.start(file, session_.controls.view.surroundings, session_.light_cache);
}

void Application::run() {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  for (; !window_.is_closing() && (!is_scripted() || frame_ < *options_.frames); ++frame_) {
    const double rested_s = is_scripted() ? 0.0 : wait_for_work();
    window_.poll();
    if (window_.take_activity()) frames_due_ = kSettlingFrames;
    const auto now = Clock::now();
    const double passed_s = std::chrono::duration<double>(now - last).count();
    last = now;
    const bool has_rested = rested_s > 0.0;
    if (!has_rested) model_.frame_ms += (frame_ == 0 ? 1.0 : kSmoothing) * (1000.0 * passed_s - model_.frame_ms);
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
  if (is_scripted() || !is_drawn_ || session_.is_cut() || model_.lab.is_running()) return true;
  if (model_.recording.is_on()) return true;
  const session::Playback& playback = model_.playback;
  if (playback.is_playing && playback.is_possible()) return true;
  const VkExtent2D extent = session_.extent();
  if (extent.width != recorded_extent_.width || extent.height != recorded_extent_.height) return true;
  return !session::is_same(session_.controls, working_) || !stillness_.is_still(session_.controls.settings);
}

/// Whether there is anything to do.
bool Application::wants_frame() {
  if (window_.take_activity()) frames_due_ = kSettlingFrames;
  if (hands_.has_gamepad_moved(window_.gamepad())) frames_due_ = kSettlingFrames;
  if (frames_due_ > 0 || !window_.input().is_empty()) return true;
  if (window_.is_minimised()) return false;
  // The desktop's dialog is asked after in frames of the interface alone.
  if (model_.desktop_dialog.is_open()) frames_due_ = 1;
  if (model_.loading.is_on() && (model_.loading.is_ready() || loading_percent() != shown_percent_)) return true;
  return wants_picture() || !model_.pending.empty() || !model_.wants_window_shot.empty() ||
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
  show_title();
  // With a number of frames, opening is that of --headless: the camera path goes on.
  session::Script::OnOpen on_open;
  if (!is_scripted()) on_open = [&](const std::filesystem::path& file) { open(model_, file); };
  const auto on_window = [&](const session::WindowChange& change) {
    change_window(model_, window_, change, is_drawn_);
  };
  if (is_shown()) attempt(model_, [&] { script_.apply(time_s_, session_, on_window, on_open); });
  for (const std::filesystem::path& file : window_.take_dropped()) {
    if (!is_scripted()) take_dropped(model_, file);
  }
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

void Application::show_title() {
  if (!is_shown() || titled_ == session_.file()) return;
  titled_ = session_.file();
  window_.set_title(titled_.filename().string() + " - " + kTitle);
}

/// Describes the interface, and lets hands on the camera.
void Application::take_input(double delta_time_s) {
  adopt_scale();
  gui_.begin_frame(!is_scripted());
  if (!is_scripted()) {
    const bool was_asked = model_.question.asked.has_value();
    Hands::take_keys(model_, window_.input().take_pressed(), is_drawn_);
    if (model_.question.asked && !was_asked) window_.input().hold(kSettlingFrames);
    if (!model_.lab.is_running() && !model_.recording.is_on()) {
      hands_.move_camera(model_, delta_time_s);
      hands_.take_gamepad(model_, window_.gamepad(), delta_time_s);
    }
  }
  model_.pixels_per_unit = window_.pixels_per_unit();
  shown_percent_ = loading_percent();
  picture_ = draw_interface(model_, gui_.scale());
  model_.path_recorder.note(delta_time_s, session_.controls.view.pose);
  if (model_.script_recorder) {
    model_.script_recorder->note(time_s_ - model_.script_started_s, session_.controls, session_.is_cut());
  }
  model_.time_s = time_s_;
  model_.room = clipped(room(), window_.extent());
  model_.history.note(session_.controls, ImGui::IsAnyItemActive());
}

void Application::adopt_scale() {
  if (!options_.scale) gui_.set_scale(window_.content_scale() / window_.pixels_per_unit());
}

/// What the interface leaves for the picture, pixels of the window.
VkRect2D Application::room() const {
  const float pixels = window_.pixels_per_unit();
  return {{int(picture_.left * pixels), int(picture_.top * pixels)},
          {std::uint32_t(std::max(picture_.width * pixels, 0.0f)),
           std::uint32_t(std::max(picture_.height * pixels, 0.0f))}};
}

/// The session's frames have the size of the room for them, or what the resize lab asks for.
void Application::fit_picture() {
  const VkExtent2D inside = room().extent;
  const VkExtent2D fitting = {std::max(kLeastPicture.width, inside.width),
                              std::max(kLeastPicture.height, inside.height)};
  session_.resize(model_.lab.is_running()    ? model_.lab.extent()
                  : model_.recording.is_on() ? model_.recording.extent()
                                             : fitting);
  fit_overlay(fitting);
}

/// Text of the overlay as large as that of the panels, also where a picture is shown smaller than it is; until someone
/// says otherwise.
void Application::fit_overlay(VkExtent2D fitting) {
  if (options_.has_overlay_scale) return;
  const float density = gui_.scale() * window_.pixels_per_unit();
  const float shrink = std::max(float(session_.extent().width) / float(fitting.width),
                                float(session_.extent().height) / float(fitting.height));
  const auto scale = std::uint32_t(std::clamp(std::lround(density * std::max(1.0f, shrink)), 1L, 8L));
  if (scale == fitting_scale_) return;
  fitting_scale_ = scale;
  session_.controls.overlay.scale = scale;
}

/// The window's format, by the picture's encoding and what the system offers now.
void Application::fit_output() {
  const photopic::DisplaySettings& display = session_.controls.settings.display;
  const double now_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  const bool is_changed =
      display.encoding != output_display_.encoding || display.paper_white_nits != output_display_.paper_white_nits ||
      display.peak_nits != output_display_.peak_nits || display.min_nits != output_display_.min_nits ||
      display.limit_primaries != output_display_.limit_primaries;
  if (!is_changed && now_s < output_checked_s_ + kOutputCheck_s) return;
  output_checked_s_ = now_s;
  output_display_ = display;
  try {
    model_.offered = swapchain_.formats();
  } catch (const engine::Error&) {
    return;  // of a surface that is lost, which begin() finds out, and mends
  }
  model_.output = choose_output(model_.offered, display.encoding, context_.has_swapchain_colorspace());
  if (model_.output.surface.format != VK_FORMAT_UNDEFINED) swapchain_.choose(model_.output.surface);
  if (is_changed) swapchain_.set_metadata(photopic::hdr_metadata(display));
}

/// After begin(): whatever the swapchain's images are now.
void Application::fit_targets() {
  if (generation_ == swapchain_.generation()) return;
  presenter_.set_targets(swapchain_.format(), swapchain_.views(), swapchain_.extent());
  generation_ = swapchain_.generation();
}

gpu::PresentParams Application::present_params() const {
  const photopic::DisplaySettings& display = session_.ldr_display();
  const engine::Image* const difference = model_.shown_difference.picture();
  const VkExtent2D picture = difference != nullptr ? difference->extent() : session_.extent();
  const VkRect2D inside = clipped(room(), swapchain_.extent());
  const VkRect2D place = picture.width == 0 ? VkRect2D{} : model_.zoom.place(picture, inside);
  const bool is_hdr = model_.output.is_hdr();
  const float surface_white =
      photopic::is_hdr(display.encoding) && model_.is_preview_dimmed ? display.peak_nits : display.paper_white_nits;
  return {.left = place.offset.x,
          .top = place.offset.y,
          .width = place.extent.width,
          .height = place.extent.height,
          .picture_width = picture.width,
          .picture_height = picture.height,
          .picture_encoding = std::uint32_t(display.encoding),
          .surface_encoding = std::uint32_t(model_.output.encoding),
          .paper_white_nits = display.paper_white_nits,
          // White of the interface is the window's white, except where that is brighter than paper.
          .ui_white_nits = is_hdr ? display.ui_white_nits : surface_white,
          .scrgb_reference_nits = display.scrgb_reference_nits,
          .surface_white_nits = surface_white,
          .is_nearest = model_.zoom.is_nearest(picture, inside) ? 1u : 0u,
          .clip_left = inside.offset.x,
          .clip_top = inside.offset.y,
          .clip_width = inside.extent.width,
          .clip_height = inside.extent.height};
}

void Application::draw_frame() {
  fit_output();
  const auto frame = swapchain_.begin(window_.extent(), model_.is_vsync);
  if (!frame) {
    gui_.drop_frame();
    if (!is_scripted()) recorded_time_s_ = time_s_;  // the eye rests while nothing is shown
    return;
  }
  fit_targets();
  engine::GpuTimer& timer = *timers_[frame->slot];
  model_.timings.add(timer.results());  // of the frame that had this slot
  if (const auto values = probe_.take(frame->slot)) {
    // The inspector's window shows what it has a frame after it was laid out.
    if (!model_.texel || *model_.texel != *values) frames_due_ = kSettlingFrames + 1;
    model_.texel = values;
  }
  if (const auto numbers = overlay_probe_.take(frame->slot)) {
    model_.overlay_numbers = numbers;
    frames_due_ = std::max(frames_due_, 1);  // handles follow it
  }
  collect_sweep();
  timer.reset(frame->command_buffer);
  shot_.prepare(model_, swapchain_);
  record(*frame);
  swapchain_.end(*frame);
  shot_.save(model_, swapchain_, !is_scripted());
  if (model_.recording.is_on()) record_video();
  if (is_drawn_ && model_.shown_difference.is_due()) {
    make_difference(model_);
    frames_due_ = std::max(frames_due_, 2);  // shows it
  }
  recorded_time_s_ = time_s_;
}

void Application::record_video() {
  attempt(model_, [&] { model_.recording.add(session_.extent(), read_picture(model_), session_.ldr_display()); });
  if (model_.recording.is_on() && model_.recording.is_complete()) {
    finish_recording(model_);
    model_.playback.is_playing = false;
  }
}

void Application::collect_sweep() {
  if (model_.lab.is_running()) {
    model_.lab.collect(engine::Swapchain::kInFlight);
  } else if (model_.lab.has_uncollected()) {
    swapchain_.wait();  // once: for the last widths
    model_.lab.collect(0);
  }
}

/// The session's picture, if it may be another than the last.
void Application::record_picture(VkCommandBuffer command_buffer, std::uint32_t slot) {
  if (!is_shown()) return;
  engine::GpuTimer& timer = *timers_[slot];
  const double delta_s = time_s_ - recorded_time_s_;
  const bool is_changed = session_.is_cut() || !session::is_same(session_.controls, working_);
  bool is_wanted = true;
  const bool is_recorded = attempt(model_, [&] {
    fit_picture();
    is_wanted = wants_picture();
    if (!is_wanted) return;
    session_.record(command_buffer, delta_s, &timer);
    if (session_.controls.overlay.views != 0) {
      overlay_probe_.record(command_buffer, slot, session_.overlay_data(), session_.extent(),
                            session_.controls.overlay.views);
    }
    if (model_.lab.is_running()) {
      model_.lab.record(command_buffer, session_.source().hdr(), session_.source().pre_exposure(),
                        session_.controls.settings.meter);
    }
  });
  if (!is_wanted) return;
  if (is_recorded) {
    stillness_.note_picture(delta_s, is_changed || !is_drawn_);
    working_ = session_.controls;
    recorded_extent_ = session_.extent();
    is_drawn_ = true;
    model_.shown_difference.expire();
  } else {
    // What can't be shown is taken back; the picture of the frame before stays.
    const session::View view = session_.controls.view;
    session_.controls = working_;
    session_.controls.view.pose = view.pose;
  }
}

void Application::record(const engine::Swapchain::Frame& frame) {
  const VkCommandBuffer command_buffer = frame.command_buffer;
  engine::GpuTimer& timer = *timers_[frame.slot];
  record_picture(command_buffer, frame.slot);
  if (model_.inspected && is_drawn_) {
    probe_.record(command_buffer, frame.slot, session_.source().hdr(), session_.source().pre_exposure(), session_.ldr(),
                  *model_.inspected);
  }
  timer.begin(command_buffer, "Interface");
  const engine::Image& ui = gui_.record(command_buffer, swapchain_.extent());
  const engine::Image* const difference = model_.shown_difference.picture();
  const engine::Image& picture = is_drawn_ ? session_.ldr() : nothing_;
  presenter_.record(command_buffer, frame.image, difference != nullptr ? *difference : picture, ui, present_params());
  timer.end(command_buffer);
  record_present(command_buffer, swapchain_, frame.image, shot_.buffer());
}

}  // namespace

int run_windowed(const Options& options) {
  Window window(options.extent, kTitle);
  Loading loading;
  loading.on_end = &Window::wake;
  if (!options.frames) {  // while the device and all else are made
    loading.start(options.scene, options.controls.view.surroundings, light_cache());
  }
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
