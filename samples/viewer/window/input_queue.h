// SPDX-License-Identifier: MIT
// Queue of what hands do, given to frames in the order in which it happened.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_INPUT_QUEUE_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_INPUT_QUEUE_H

#include <deque>
#include <vector>

struct ImGuiIO;

namespace viewer {

struct KeyPress {
  int key = 0;         ///< GLFW_KEY_*: where it is
  char letter = '\0';  ///< what is on it, in lower case; 0 for other than ASCII
  bool with_control = false;
  bool with_shift = false;
  bool with_alt = false;
};

struct InputEvent {
  enum class What { key, character, button, cursor, scroll, focus };
  What what;
  bool is_down = false;        ///< of key, button and focus
  KeyPress press = {};         ///< of a key
  unsigned int character = 0;  ///< code point
  int button = 0;
  float x = 0.0f, y = 0.0f;  ///< place of the cursor, window units; steps of the wheel
};

/// Dear ImGui sees one state a frame: a key that goes down and up between two frames would never have been down, and a
/// click would be where the cursor went afterwards. So a frame gets events up to the first that would undo another; the
/// rest waits for the next frame.
class InputQueue {
 public:
  void push(const InputEvent& event) { events_.push_back(event); }
  bool is_empty() const { return events_.empty(); }
  void clear() { events_.clear(); }
  /// The next `frames` frames get nothing: until a dialog that has been asked for is there.
  void hold(int frames) { held_ = frames; }

  /// What fits into one frame. Before ImGui::NewFrame(), after the backend's. `is_text`: a field takes characters, so
  /// that the keys which make them may come and go within the frame.
  void deliver(ImGuiIO& io, bool is_text);
  /// Keys that went down since the last call, in order.
  std::vector<KeyPress> take_pressed();

 private:
  struct Frame;
  static bool fits(const Frame& frame, const InputEvent& event, bool is_text);
  void give(const InputEvent& event, ImGuiIO& io);

  std::deque<InputEvent> events_;
  int held_ = 0;
  std::vector<KeyPress> pressed_;
  float cursor_x_ = -1.0f, cursor_y_ = -1.0f;
  bool has_cursor_ = false;
  static constexpr int kButtons = 5;
  bool buttons_[kButtons] = {};
};

}  // namespace viewer

#endif
