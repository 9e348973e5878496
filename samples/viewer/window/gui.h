// SPDX-License-Identifier: MIT
// Dear ImGui, drawn to an image of its own.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_GUI_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_GUI_H

#include <filesystem>
#include <map>

#include "engine/device/device_object.h"
#include "engine/swapchain.h"
#include "engine/transfer/memory.h"
#include "viewer/files/thumbnails.h"
#include "viewer/window/window.h"

namespace viewer {

/// One per process. Context and window must outlive it.
class Gui {
 public:
  Gui(const engine::Context& context, Window& window, float scale);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  /// Of text and controls, in the window system's units. Waits for the queue if it changes.
  void set_scale(float scale);
  float scale() const { return scale_; }
  /// Pictures for the interface; an empty one takes the last of its file away. Waits for the queue.
  void add(std::map<std::filesystem::path, Thumbnail> thumbnails);
  /// Of all that were added, until the next call of add() or set_scale().
  const std::map<std::filesystem::path, ThumbnailPlace>& thumbnail_places() const { return places_; }

  /// With what hands have done, or without a look at them. `do_arrows_navigate`: arrows, Page Up and Down, Home and End
  /// move in panels and menus.
  void begin_frame(bool takes_input, bool do_arrows_navigate);
  /// After begin_frame(): drops what was described since.
  void drop_frame();
  /// Draws what was described since begin_frame() to an image of `extent`, as it returns it: premultiplied,
  /// sRGB-encoded colour and the share that it covers, R8G8B8A8_UNORM, in SHADER_READ_ONLY_OPTIMAL, visible to
  /// FRAGMENT_SHADER. Reads of the frame before must have been recorded; waits for the queue where the size is another.
  const engine::Image& record(VkCommandBuffer command_buffer, VkExtent2D extent);

 private:
  void start();
  void stop();
  void set_style() const;
  void load_fonts();
  void load_thumbnails();
  void make_image(VkExtent2D extent);

  const engine::Context& context_;
  Window& window_;
  float scale_;
  float pixels_per_unit_ = 1.0f;  ///< of the window, that the fonts are drawn for
  std::map<std::filesystem::path, Thumbnail> thumbnails_;
  std::map<std::filesystem::path, ThumbnailPlace> places_;
  engine::RenderPass pass_;
  engine::DescriptorPool pool_;
  engine::Image image_;
  engine::Framebuffer framebuffer_;
};

}  // namespace viewer

#endif
