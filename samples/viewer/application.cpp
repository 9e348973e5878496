// SPDX-License-Identifier: MIT
// The viewer's window: frames, panels, keys.
#include "viewer/application.h"

#include <GLFW/glfw3.h>
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
#include "viewer/panels/panels.h"
#include "viewer/window/gui.h"
#include "viewer/window/presentation.h"
#include "viewer/window/presenter.h"

namespace viewer {
namespace {

constexpr double kLongestFrame_s = 0.25;   // after a pause the eye goes on where it was
constexpr double kDegreesPerWidth = 90.0;  // of a drag over the whole window
constexpr double kFast = 5.0;              // with Shift
constexpr double kWheelStep = 1.2;         // of the speed
constexpr double kLeastSpeed_m_per_s = 0.01, kMostSpeed_m_per_s = 1000.0;
constexpr double kOutputCheck_s = 1.0;  // until a display whose HDR was turned on or off is noticed
constexpr double kSmoothing = 0.1;      // of the frame time that is shown
constexpr std::uint32_t kScopes = session::Session::kMaxScopes + 1;  // and the interface
constexpr const char* kTitle = "Photopic";
constexpr VkExtent2D kLeastPicture = {16, 16};  // where panels leave no room: a frame must have some size

engine::ContextOptions context_options(const Options& options) {
  engine::ContextOptions context = arguments::context_options(options.device);
  context.surface_extensions = Window::surface_extensions();
  return context;
}

class Application {
 public:
  Application(const Options& options, Window& window, engine::Context& context);
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
  gpu::PresentParams present_params() const;
  void collect_sweep();
  void prepare_shot();
  void save_shot();
  VkRect2D room() const;
  void fit_picture();
  void fit_overlay(VkExtent2D fitting);
  void show_title();
  void take_input(double delta_time_s);
  void take_keys();
  void take_key(const KeyPress& press);
  void move_camera(double delta_time_s);
  void on_window(const session::WindowChange& change);
  void adopt_scale();
  bool is_scripted() const { return options_.frames.has_value(); }

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

  std::uint32_t frame_ = 0;
  double time_s_ = 0.0;
  double recorded_time_s_ = 0.0;  ///< of the last frame that was recorded
  Area picture_ = {};
  engine::Buffer shot_;              ///< of a frame that is to be kept
  std::uint32_t fitting_scale_ = 0;  ///< of the overlay
  std::filesystem::path titled_;     ///< file that the window's title names
  bool is_looking_ = false;
  bool is_drawn_ = false;         ///< the session has a picture
  std::uint32_t generation_ = 0;  ///< of the swapchain's images that presenter_ draws to
  double output_checked_s_ = -kOutputCheck_s;
  photopic::DisplaySettings output_display_;  ///< that the output was chosen for
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

Application::Application(const Options& options, Window& window, engine::Context& context)
    : options_(options),
      window_(window),
      context_(context),
      swapchain_(context_, [this] { return window_.make_surface(context_.instance()); }),
      presenter_(context_),
      gui_(context_, window_, options.scale.value_or(window_.content_scale() / window_.pixels_per_unit())),
      session_(context_, options.extent, session::Depth::any),
      model_(context_, session_),
      script_(options.script.empty() ? session::Script() : session::Script(options.script)) {
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
  for (const session::Panel panel : options.panels) model_.panels.is_open[std::size_t(panel)] = true;
  model_.panels.is_shown = !options.hides_panels;
  model_.is_vsync = !is_scripted();
  if (is_scripted()) ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NoMouse;
  session_.open(options.scene);
  if (!options.path.empty()) model_.playback.path = session::load_camera_path(options.path);
  model_.playback.is_playing = is_scripted() && model_.playback.is_possible();
  for (const std::string& warning : session_.source().warnings()) model_.messages.note(warning);
  working_ = session_.controls;
  model_.has_hdr_metadata = context_.has_hdr_metadata();
}

void Application::run() {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  for (; !window_.is_closing() && (!is_scripted() || frame_ < *options_.frames); ++frame_) {
    window_.poll();
    const auto now = Clock::now();
    const double passed_s = std::chrono::duration<double>(now - last).count();
    last = now;
    model_.frame_ms += (frame_ == 0 ? 1.0 : kSmoothing) * (1000.0 * passed_s - model_.frame_ms);
    // With a number of frames, time is that of the frames: the same pictures whatever the machine.
    const double delta_s = is_scripted() ? 1.0 / options_.fps : std::min(passed_s, kLongestFrame_s);
    if (is_scripted()) {
      time_s_ = double(frame_) / options_.fps;
    } else {
      time_s_ += delta_s;
    }
    model_.messages.advance(delta_s);
    start_frame();
    take_input(delta_s);
    draw_frame();
    if (model_.wants_quit) window_.close();
    window_.set_full_screen(model_.wants_full_screen);
  }
  swapchain_.wait();
}

void Application::start_frame() {
  if (!model_.pending.empty() && is_drawn_) open(model_, std::exchange(model_.pending, {}));
  show_title();
  // With a number of frames, opening is that of --headless: the camera path goes on.
  session::Script::OnOpen on_open;
  if (!is_scripted()) on_open = [&](const std::filesystem::path& file) { open(model_, file); };
  attempt(model_, [&] {
    script_.apply(
        time_s_, session_, [&](const session::WindowChange& change) { on_window(change); }, on_open);
  });
  for (const std::filesystem::path& file : window_.take_dropped()) {
    if (!is_scripted()) model_.pending = file;
  }
  session::Playback& playback = model_.playback;
  if (is_scripted()) {
    playback.time_s = time_s_;
  } else {
    playback.advance(time_s_ - recorded_time_s_);
  }
  // A sweep compares widths, not places: the camera stands still.
  if (playback.is_playing && playback.is_possible() && !model_.lab.is_running()) {
    session_.controls.view.pose = playback.path.at(playback.time_s);
  }
  model_.has_state |= session_.statistics(&model_.state);
}

void Application::show_title() {
  if (titled_ == session_.file()) return;
  titled_ = session_.file();
  window_.set_title(titled_.filename().string() + " - " + kTitle);
}

void Application::on_window(const session::WindowChange& change) {
  if (change.size) window_.resize(*change.size);
  if (change.is_minimised) window_.minimise(*change.is_minimised);
  if (change.is_full_screen) model_.wants_full_screen = *change.is_full_screen;
  if (change.is_vsync) model_.is_vsync = *change.is_vsync;
  if (change.shows_panels) model_.panels.is_shown = *change.shows_panels;
  if (change.shows_help) model_.is_help_shown = *change.shows_help;
  if (change.panels) {
    model_.panels.is_open = {};
    for (const session::Panel panel : *change.panels) model_.panels.is_open[std::size_t(panel)] = true;
    if (!change.panels->empty()) model_.panels.scroll_to = change.panels->front();
  }
  if (change.sweep) {
    model_.sweep = *change.sweep;
    model_.lab.start(context_, *change.sweep);
  }
  if (change.drop) model_.pending = *change.drop;
  if (change.window) model_.wants_window_shot = model_.output_folder / *change.window;
  if (!is_drawn_) return;
  if (change.picture) save_picture(model_, model_.output_folder / *change.picture);
  if (change.captures_golden) capture_golden(model_);
  if (change.compares_golden) compare_golden(model_);
}

void Application::take_keys() {
  for (const KeyPress& press : window_.take_pressed()) {
    if (press.with_control) {
      if (press.letter == 'q') model_.wants_quit = true;
      if (press.letter == 'o') model_.question.asked = FileQuestion::What::open;
    } else {
      take_key(press);
    }
  }
}

void Application::take_key(const KeyPress& press) {
  switch (press.key) {
    case GLFW_KEY_F1:
      model_.is_help_shown = !model_.is_help_shown;
      return;
    case GLFW_KEY_F11:
      model_.wants_full_screen = !model_.wants_full_screen;
      return;
    case GLFW_KEY_F12:
      if (!is_drawn_) return;
      if (press.with_shift) {
        model_.wants_window_shot = next_screenshot(model_);
      } else {
        save_picture(model_, next_screenshot(model_));
      }
      return;
    default:
      break;
  }
  // What follows are letters, which may be meant for a field.
  if (ImGui::GetIO().WantTextInput || model_.question.asked) return;
  bool& is_locked = session_.controls.settings.exposure.hold;
  if (press.letter == 'r') session_.reset_exposure();
  if (press.letter == 'l') is_locked = !is_locked;
  switch (press.key) {
    case GLFW_KEY_TAB:
      model_.panels.is_shown = !model_.panels.is_shown;
      return;
    case GLFW_KEY_SPACE:
      model_.playback.toggle();
      return;
    default:
      break;
  }
  const int index = press.key == GLFW_KEY_0 ? 9 : press.key - GLFW_KEY_1;  // 0 is after 9
  if (index < 0 || index >= int(session::kPanels)) return;
  bool& is_open = model_.panels.is_open[std::size_t(index)];
  is_open = !is_open;
  if (is_open) model_.panels.scroll_to = session::Panel(index);
}

void Application::move_camera(double delta_time_s) {
  const ImGuiIO& io = ImGui::GetIO();
  session::Pose& pose = session_.controls.view.pose;
  const session::Pose before = pose;
  const bool is_button_down = io.MouseDown[0] || io.MouseDown[1];
  if (!is_button_down) is_looking_ = false;
  if (!io.WantCaptureMouse && (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1))) is_looking_ = true;
  if (is_looking_) {
    const double degrees = kDegreesPerWidth / std::max(1.0, double(io.DisplaySize.x));
    pose = session::turned(pose, double(io.MouseDelta.x) * degrees, -double(io.MouseDelta.y) * degrees);
  }
  if (!io.WantCaptureMouse && io.MouseWheel != 0.0f) {
    model_.speed_m_per_s = std::clamp(model_.speed_m_per_s * std::pow(kWheelStep, double(io.MouseWheel)),
                                      kLeastSpeed_m_per_s, kMostSpeed_m_per_s);
  }
  if (!io.WantTextInput && !io.KeyCtrl) {
    const auto axis = [](int positive, int negative) {
      return int(ImGui::IsKeyDown(positive)) - int(ImGui::IsKeyDown(negative));
    };
    const session::Motion motion = {axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q),
                                    axis(GLFW_KEY_W, GLFW_KEY_S)};
    pose = session::moved(pose, motion, delta_time_s * model_.speed_m_per_s * (io.KeyShift ? kFast : 1.0));
  }
  // Whoever takes the camera in hand leaves the path.
  if (pose.position_m != before.position_m || pose.yaw_deg != before.yaw_deg || pose.pitch_deg != before.pitch_deg) {
    model_.playback.is_playing = false;
  }
}

/// Describes the interface, and lets hands on the camera.
void Application::take_input(double delta_time_s) {
  adopt_scale();
  gui_.begin_frame();
  if (!is_scripted()) {
    take_keys();
    if (!model_.lab.is_running()) move_camera(delta_time_s);
  }
  picture_ = draw_interface(model_, gui_.scale());
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
  session_.resize(model_.lab.is_running() ? model_.lab.extent() : fitting);
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
  const VkExtent2D picture = session_.extent();
  const VkRect2D inside = clipped(room(), swapchain_.extent());
  const VkRect2D place = picture.width == 0 ? VkRect2D{} : fitted(picture, inside);
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
          .surface_white_nits = surface_white};
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
  collect_sweep();
  timer.reset(frame->command_buffer);
  if (!attempt(model_, [&] { prepare_shot(); })) model_.wants_window_shot.clear();
  record(*frame);
  swapchain_.end(*frame);
  save_shot();
  recorded_time_s_ = time_s_;
}

void Application::collect_sweep() {
  if (model_.lab.is_running()) {
    model_.lab.collect(engine::Swapchain::kInFlight);
  } else if (model_.lab.has_uncollected()) {
    swapchain_.wait();  // once: for the last widths
    model_.lab.collect(0);
  }
}

void Application::record(const engine::Swapchain::Frame& frame) {
  const VkCommandBuffer command_buffer = frame.command_buffer;
  engine::GpuTimer& timer = *timers_[frame.slot];
  const bool is_recorded = attempt(model_, [&] {
    fit_picture();
    session_.record(command_buffer, time_s_ - recorded_time_s_, &timer);
    if (model_.lab.is_running()) {
      model_.lab.record(command_buffer, session_.source().hdr(), session_.controls.settings.meter);
    }
  });
  if (is_recorded) {
    working_ = session_.controls;
    is_drawn_ = true;
  } else {
    // What can't be shown is taken back; the picture of the frame before stays.
    const session::View view = session_.controls.view;
    session_.controls = working_;
    session_.controls.view.pose = view.pose;
  }
  timer.begin(command_buffer, "Interface");
  const engine::Image& ui = gui_.record(command_buffer, swapchain_.extent());
  presenter_.record(command_buffer, frame.image, session_.ldr(), ui, present_params());
  timer.end(command_buffer);
  record_present(command_buffer, swapchain_, frame.image, shot_.handle());
}

/// Before the frame that is to be kept.
void Application::prepare_shot() {
  if (model_.wants_window_shot.empty()) return;
  if (!swapchain_.is_readable()) {
    model_.messages.error("this window can't be read back; F12 saves the picture alone");
    model_.wants_window_shot.clear();
    return;
  }
  const VkDeviceSize size = VkDeviceSize(4) * swapchain_.extent().width * swapchain_.extent().height;
  shot_ = engine::Buffer(context_, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
}

void Application::save_shot() {
  const std::filesystem::path file = std::exchange(model_.wants_window_shot, {});
  if (file.empty()) return;
  swapchain_.wait();
  attempt(model_, [&] {
    Golden picture;
    picture.capture(swapchain_.extent(), rgba_of(shot_, swapchain_));
    picture.save(file, model_.inputs);
    if (!is_scripted()) model_.messages.note("saved " + file.lexically_normal().string());
  });
  shot_ = {};
}

}  // namespace

int run_windowed(const Options& options) {
  Window window(options.extent, kTitle);
  engine::Context context(context_options(options));
  {
    Application application(options, window, context);
    application.run();
  }
  arguments::report_validation(context.take_validation_messages(),
                               options.device);  // also of what was destroyed just now
  return arguments::kExitOk;
}

}  // namespace viewer
