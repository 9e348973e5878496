// SPDX-License-Identifier: MIT
// Delivery of input events to Dear ImGui.
#include "viewer/window/input_queue.h"

// After Vulkan's header: GLFW then declares its Vulkan functions.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <set>
#include <utility>

namespace viewer {
namespace {

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }
/// Of keys that make characters, and of modifiers, a text field needs no state.
bool makes_text(int key) { return (key >= GLFW_KEY_SPACE && key < GLFW_KEY_ESCAPE) || is_modifier(key); }

}  // namespace

/// What a frame has been given.
struct InputQueue::Frame {
  std::set<int> keys, buttons;
  bool has_moved = false;
  bool has_characters = false;
  bool has_editing_key = false;  ///< such as Backspace: characters after it must not come before it
  bool has_wheel = false;
  bool has_command = false;  ///< what it opens may want what follows
};

bool InputQueue::fits(const Frame& frame, const InputEvent& event, bool is_text) {
  if (frame.has_command) return false;
  switch (event.what) {
    case InputEvent::What::key:
      if (is_text && makes_text(event.press.key) && !event.press.with_control) return true;
      if (frame.has_characters && !is_modifier(event.press.key)) return false;
      return !frame.keys.contains(event.press.key);
    case InputEvent::What::character:
      return !frame.has_editing_key;
    case InputEvent::What::button:
      // What is dragged must be seen to move before it is let go.
      return !frame.buttons.contains(event.button) && !frame.has_wheel && (event.is_down || !frame.has_moved);
    case InputEvent::What::cursor:
      return frame.buttons.empty() && !frame.has_wheel;  // where it was clicked stays
    case InputEvent::What::scroll:
      return frame.buttons.empty();
    case InputEvent::What::focus:
      return frame.keys.empty() && frame.buttons.empty();
  }
  return true;
}

void InputQueue::give(const InputEvent& event, ImGuiIO& io) {
  switch (event.what) {
    case InputEvent::What::key: {
      const int key = event.press.key;
      if (key < 0 || key >= IM_ARRAYSIZE(io.KeysDown)) return;
      io.KeysDown[key] = event.is_down;
      if (event.is_down) pressed_.push_back(event.press);
      return;
    }
    case InputEvent::What::character:
      io.AddInputCharacter(event.character);
      return;
    case InputEvent::What::button:
      if (event.button >= 0 && event.button < kButtons) buttons_[event.button] = event.is_down;
      return;
    case InputEvent::What::cursor:
      cursor_x_ = event.x;
      cursor_y_ = event.y;
      has_cursor_ = true;
      return;
    case InputEvent::What::scroll:
      io.MouseWheelH += event.x;
      io.MouseWheel += event.y;
      return;
    case InputEvent::What::focus:
      io.AddFocusEvent(event.is_down);
      if (!event.is_down) {
        for (bool& button : buttons_) button = false;
      }
      return;
  }
}

void InputQueue::deliver(ImGuiIO& io, bool is_text) {
  using What = InputEvent::What;
  Frame frame;
  const bool is_held = held_ > 0;
  if (is_held) --held_;
  while (!is_held && !events_.empty() && fits(frame, events_.front(), is_text)) {
    const InputEvent event = events_.front();
    events_.pop_front();
    if (event.what == What::key) {
      frame.has_command |= event.is_down && event.press.with_control && !is_modifier(event.press.key);
      frame.keys.insert(event.press.key);
      frame.has_editing_key |= event.is_down && !makes_text(event.press.key);
    }
    if (event.what == What::button) frame.buttons.insert(event.button);
    frame.has_moved |= event.what == What::cursor;
    frame.has_characters |= event.what == What::character;
    frame.has_wheel |= event.what == What::scroll;
    give(event, io);
  }
  for (int i = 0; i < kButtons; ++i) io.MouseDown[i] = buttons_[i];
  if (has_cursor_) io.MousePos = {cursor_x_, cursor_y_};
  const auto either = [&](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
  io.KeyCtrl = either(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
  io.KeyShift = either(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
  io.KeyAlt = either(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
  io.KeySuper = either(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
}

std::vector<KeyPress> InputQueue::take_pressed() { return std::exchange(pressed_, {}); }

}  // namespace viewer
