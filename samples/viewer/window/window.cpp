// SPDX-License-Identifier: MIT
// A GLFW window and its input.
#include "viewer/window/window.h"

// After Vulkan's header: GLFW then declares its Vulkan functions.
#include <GLFW/glfw3.h>

#include <algorithm>
#include <utility>

namespace viewer {
namespace {

constexpr double kMinimisedWait_s = 0.1;

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
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** files) {
    auto* self = static_cast<Window*>(glfwGetWindowUserPointer(window));
    self->dropped_.insert(self->dropped_.end(), files, files + count);
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    if (action != GLFW_PRESS) return;
    const char* name = glfwGetKeyName(key, scancode);
    const bool is_letter = name != nullptr && name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0';
    auto* self = static_cast<Window*>(glfwGetWindowUserPointer(window));
    self->pressed_.push_back(
        {key, is_letter ? name[0] : '\0', (modifiers & GLFW_MOD_CONTROL) != 0, (modifiers & GLFW_MOD_SHIFT) != 0});
  });
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

void Window::poll() {
  if (is_minimised()) {
    glfwWaitEventsTimeout(kMinimisedWait_s);
  } else {
    glfwPollEvents();
  }
}

std::vector<std::filesystem::path> Window::take_dropped() { return std::exchange(dropped_, {}); }
std::vector<KeyPress> Window::take_pressed() { return std::exchange(pressed_, {}); }

}  // namespace viewer
