// SPDX-License-Identifier: MIT
// The viewer's window with all that it has, and the steps of its frames.
#ifndef PHOTOPIC_SAMPLES_VIEWER_LIVE_APPLICATION_H
#define PHOTOPIC_SAMPLES_VIEWER_LIVE_APPLICATION_H

#include <photopic/hdr_display.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine/transfer/commands.h"
#include "session/script.h"
#include "viewer/input/hands.h"
#include "viewer/model/preparation.h"
#include "viewer/model/stillness.h"
#include "viewer/options.h"
#include "viewer/panels/panels.h"
#include "viewer/window/gui.h"
#include "viewer/window/overlay_probe.h"
#include "viewer/window/presentation.h"
#include "viewer/window/presenter.h"
#include "viewer/window/texel_probe.h"
#include "viewer/window_changes.h"
#include "viewer/window_shot.h"

namespace viewer {

inline constexpr int kSettlingFrames = 3;      // that Dear ImGui needs for a change: to hover, to act, to lay out
inline constexpr double kOutputCheck_s = 1.0;  // until a display whose HDR was turned on or off is noticed

/// application.cpp has its life, its input and its rest; application_frames.cpp what is recorded and presented.
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
  void record_measures(VkCommandBuffer command_buffer, std::uint32_t slot);
  void record_grid(VkCommandBuffer command_buffer, std::uint32_t slot);
  void take_measures(std::uint32_t slot);
  void record_probe(VkCommandBuffer command_buffer, std::uint32_t slot);
  void record_slot(VkCommandBuffer command_buffer, double delta_s, bool is_cut);
  void record_other(VkCommandBuffer command_buffer, double delta_s, bool is_cut);
  gpu::PresentParams present_params() const;
  double running_s() const;
  void collect_sweep();
  void record_video();
  VkRect2D room() const;
  void fit_picture();
  void fit_overlay(VkExtent2D fitting);
  void advance_animation();
  void show_title();
  void take_input(double delta_time_s);
  void adopt_scale();
  void adopt_thumbnails();
  void watch_files();
  bool is_scripted() const { return options_.frames.has_value(); }
  /// A file is shown; false until the first one has been loaded.
  bool is_shown() const { return !session_.file().empty(); }
  int loading_percent() const { return model_.loading.is_on() ? int(100.0f * model_.loading.done()) : 0; }
  void begin_showing();
  void take_loaded();
  void take_prepared();
  void light_scene();
  void take_pending();
  void take_activity();
  void note_script(bool is_cut);
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
  int failures_ = 0;  ///< pictures in a row that couldn't be recorded
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
  std::vector<session::WindowChange> kept_changes_;  ///< of the script: for the picture of the frame to come
  std::filesystem::path titled_;                     ///< file that the window's title names
  int shown_percent_ = 0;                            ///< of what is being loaded
  bool is_first_ = false;                            ///< what is being loaded is what the program was started with
  bool is_drawn_ = false;                            ///< the session has a picture
  bool is_relit_ = false;                            ///< it is of other light than the scene's
  session::Surroundings lit_for_;                    ///< whose light is worked out
  engine::Image nothing_;                            ///< in its place
  std::uint32_t generation_ = 0;                     ///< of the swapchain's images that presenter_ draws to
  double output_checked_s_ = -kOutputCheck_s;
  double files_checked_s_ = 0.0;
  photopic::DisplaySettings output_display_;  ///< that the output was chosen for
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  Preparation preparation_;  ///< of pipelines, while the first file is read; last: it is waited for first
};

}  // namespace viewer

#endif
