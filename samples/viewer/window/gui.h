// SPDX-License-Identifier: MIT
// Dear ImGui on a swapchain.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_GUI_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_GUI_H

#include "engine/device/device_object.h"
#include "engine/swapchain.h"
#include "viewer/window/window.h"

namespace viewer {

/// One per process. Context, window and swapchain must outlive it.
class Gui {
 public:
  Gui(const engine::Context& context, const Window& window, const engine::Swapchain& swapchain, float scale);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Of text and controls, in the window system's units. Waits for the queue if it changes.
  void set_scale(float scale);
  float scale() const { return scale_; }

  void begin_frame();
  /// After begin_frame(): drops what was described since.
  void drop_frame();
  /// Draws over the frame's image, which is and stays in COLOR_ATTACHMENT_OPTIMAL, its contents visible to
  /// COLOR_ATTACHMENT_OUTPUT.
  void record(const engine::Swapchain::Frame& frame);

 private:
  void start();
  void stop();
  void set_style() const;
  void load_fonts() const;
  void make_framebuffers();

  const engine::Context& context_;
  const Window& window_;
  const engine::Swapchain& swapchain_;
  float scale_;
  float pixels_per_unit_ = 1.0f;  ///< of the window, that the fonts are drawn for
  engine::RenderPass pass_;
  engine::DescriptorPool pool_;
  std::vector<engine::Framebuffer> framebuffers_;
  std::uint32_t generation_ = 0;  ///< of the swapchain's images that they are made for
};

}  // namespace viewer

#endif
