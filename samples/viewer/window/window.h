// SPDX-License-Identifier: MIT
// A window of the desktop, by GLFW.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_WINDOW_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_WINDOW_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/vk.h"
#include "viewer/window/input_queue.h"
#include "viewer/window/pad_state.h"

struct GLFWwindow;

namespace viewer {

/// One per process, on its main thread: it owns GLFW too. Throws engine::Error, also if there is no display.
class Window {
 public:
  Window(VkExtent2D extent, const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// What a surface needs of the instance. Throws engine::Error if there is no way to draw with Vulkan.
  static std::vector<std::string> surface_extensions();
  /// Owned by the caller. Throws engine::Error.
  VkSurfaceKHR make_surface(VkInstance instance) const;

  GLFWwindow* handle() const { return window_; }
  /// Pixels; 0x0 while the window isn't shown.
  VkExtent2D extent() const;
  /// Of text and controls on this display: 1 at 96 dots per inch.
  float content_scale() const;
  /// Pixels per unit of the window system's coordinates.
  float pixels_per_unit() const;
  bool is_minimised() const;
  bool is_full_screen() const;
  bool is_closing() const;

  void close();
  void resize(VkExtent2D extent);
  void minimise(bool is_minimised);
  void set_full_screen(bool is_full_screen);
  void set_title(const std::string& title) const;

  /// Takes what has happened.
  void poll();
  /// The same, once something has happened or `longest_s` have passed.
  void wait(double longest_s);
  /// Ends wait(). From any thread.
  static void wake();
  /// Whether anything has happened since the last call: input, or the system wants the window drawn anew.
  bool take_activity();
  /// The first gamepad that is connected, as it is now; none, or the keyboard is elsewhere: nothing. Such devices tell
  /// nobody when they change.
  std::optional<PadState> gamepad() const;
  /// What hands did.
  InputQueue& input() { return input_; }
  /// Files and folders that were dropped on it since the last call.
  std::vector<std::filesystem::path> take_dropped();

 private:
  static Window& of(GLFWwindow* window);
  void listen_to_hands();
  void listen_to_system();
  void take(const InputEvent& event);

  GLFWwindow* window_ = nullptr;
  std::vector<std::filesystem::path> dropped_;
  InputQueue input_;
  bool is_active_ = true;
  struct Rectangle {
    int x, y, width, height;
  } windowed_ = {};  ///< where it was before it filled the screen
};

}  // namespace viewer

#endif
