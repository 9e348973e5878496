// SPDX-License-Identifier: MIT
// A GLFW window and its input.
#include "viewer/window/window.h"

// After Vulkan's header: GLFW then declares its Vulkan functions.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace viewer {
namespace {

[[noreturn]] void fail(const std::string& what) {
  const char* reason = nullptr;
  glfwGetError(&reason);
  throw engine::Error(what + (reason == nullptr ? "" : ": " + std::string(reason)));
}

}  // namespace

Window::Window(VkExtent2D extent, const std::string& title) {
  if (glfwInit() == GLFW_FALSE) fail("no window can be opened (--headless needs none)");
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  window_ = glfwCreateWindow(int(extent.width), int(extent.height), title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string what = "a window of " + std::to_string(extent.width) + "x" + std::to_string(extent.height);
    try {
      fail(what);
    } catch (...) {
      glfwTerminate();
      throw;
    }
  }
  glfwSetWindowUserPointer(window_, this);
  listen_to_hands();
  listen_to_system();
}

Window& Window::of(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

void Window::take(const InputEvent& event) {
  input_.push(event);
  is_active_ = true;
}

void Window::listen_to_hands() {
  using What = InputEvent::What;
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    if (action == GLFW_REPEAT) {
      of(window).is_active_ = true;  // Dear ImGui repeats by itself, in frames
      return;
    }
    const char* name = glfwGetKeyName(key, scancode);
    const bool is_letter = name != nullptr && name[0] > ' ' && name[0] <= '~' && name[1] == '\0';
    const KeyPress press = {.key = key,
                            .letter = is_letter ? name[0] : '\0',
                            .with_control = (modifiers & GLFW_MOD_CONTROL) != 0,
                            .with_shift = (modifiers & GLFW_MOD_SHIFT) != 0,
                            .with_alt = (modifiers & GLFW_MOD_ALT) != 0};
    of(window).take({.what = What::key, .is_down = action == GLFW_PRESS, .press = press});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned int character) {
    of(window).take({.what = What::character, .character = character});
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
    of(window).take({.what = What::button, .is_down = action == GLFW_PRESS, .button = button});
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    of(window).take({.what = What::cursor, .x = float(x), .y = float(y)});
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
    of(window).take({.what = What::scroll, .x = float(x), .y = float(y)});
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* window, int is_focused) {
    of(window).take({.what = What::focus, .is_down = is_focused == GLFW_TRUE});
  });
}

void Window::listen_to_system() {
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** files) {
    Window& self = of(window);
    self.dropped_.insert(self.dropped_.end(), files, files + count);
    self.is_active_ = true;
  });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* window) { of(window).is_active_ = true; });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* window, int, int) { of(window).is_active_ = true; });
  glfwSetWindowIconifyCallback(window_, [](GLFWwindow* window, int) { of(window).is_active_ = true; });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* window, float, float) { of(window).is_active_ = true; });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* window) { of(window).is_active_ = true; });
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

std::vector<std::string> Window::surface_extensions() {
  std::uint32_t count = 0;
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  if (names == nullptr) fail("this window system can't be drawn to with Vulkan");
  return {names, names + count};
}

VkSurfaceKHR Window::make_surface(VkInstance instance) const {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  if (glfwCreateWindowSurface(instance, window_, nullptr, &surface) != VK_SUCCESS) fail("no surface for the window");
  return surface;
}

VkExtent2D Window::extent() const {
  if (is_minimised()) return {0, 0};
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return {std::uint32_t(std::max(width, 0)), std::uint32_t(std::max(height, 0))};
}

float Window::content_scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::max(x, y);
}

float Window::pixels_per_unit() const {
  int pixels = 0, units = 0, height = 0;
  glfwGetFramebufferSize(window_, &pixels, &height);
  glfwGetWindowSize(window_, &units, &height);
  return pixels > 0 && units > 0 ? float(pixels) / float(units) : 1.0f;
}

bool Window::is_minimised() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE; }
bool Window::is_full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }
bool Window::is_closing() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
void Window::set_title(const std::string& title) const { glfwSetWindowTitle(window_, title.c_str()); }

void Window::resize(VkExtent2D extent) {
  const float scale = pixels_per_unit();
  glfwSetWindowSize(window_, int(float(extent.width) / scale), int(float(extent.height) / scale));
}

void Window::minimise(bool is_wanted) {
  if (is_wanted) {
    glfwIconifyWindow(window_);
  } else {
    glfwRestoreWindow(window_);
  }
}

void Window::set_full_screen(bool is_wanted) {
  if (is_wanted == is_full_screen()) return;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (!is_wanted) {
    glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width, windowed_.height, GLFW_DONT_CARE);
  } else if (mode != nullptr) {
    glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
    glfwGetWindowSize(window_, &windowed_.width, &windowed_.height);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
}

void Window::poll() { glfwPollEvents(); }
void Window::wait(double longest_s) { glfwWaitEventsTimeout(longest_s); }
void Window::wake() { glfwPostEmptyEvent(); }

bool Window::take_activity() { return std::exchange(is_active_, false); }

std::optional<PadState> Window::gamepad() const {
  if (glfwGetWindowAttrib(window_, GLFW_FOCUSED) != GLFW_TRUE) return {};
  for (int pad = GLFW_JOYSTICK_1; pad <= GLFW_JOYSTICK_LAST; ++pad) {
    GLFWgamepadstate state;
    if (glfwJoystickPresent(pad) != GLFW_TRUE || glfwGetGamepadState(pad, &state) != GLFW_TRUE) continue;
    const auto axis = [&](int index) { return double(state.axes[index]); };
    const auto trigger = [&](int index) { return 0.5 * (axis(index) + 1.0); };
    const auto is_down = [&](int index) { return state.buttons[index] == GLFW_PRESS; };
    return PadState{.left_x = axis(GLFW_GAMEPAD_AXIS_LEFT_X),
                    .left_y = axis(GLFW_GAMEPAD_AXIS_LEFT_Y),
                    .right_x = axis(GLFW_GAMEPAD_AXIS_RIGHT_X),
                    .right_y = axis(GLFW_GAMEPAD_AXIS_RIGHT_Y),
                    .left_trigger = trigger(GLFW_GAMEPAD_AXIS_LEFT_TRIGGER),
                    .right_trigger = trigger(GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER),
                    .south = is_down(GLFW_GAMEPAD_BUTTON_A),
                    .east = is_down(GLFW_GAMEPAD_BUTTON_B),
                    .west = is_down(GLFW_GAMEPAD_BUTTON_X),
                    .left_bumper = is_down(GLFW_GAMEPAD_BUTTON_LEFT_BUMPER),
                    .right_bumper = is_down(GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER),
                    .start = is_down(GLFW_GAMEPAD_BUTTON_START)};
  }
  return {};
}

std::vector<std::filesystem::path> Window::take_dropped() { return std::exchange(dropped_, {}); }

}  // namespace viewer
