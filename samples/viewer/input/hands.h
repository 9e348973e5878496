// SPDX-License-Identifier: MIT
// Effects of keys, mouse and gamepad on the viewer.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INPUT_HANDS_H
#define PHOTOPIC_SAMPLES_VIEWER_INPUT_HANDS_H

#include <optional>
#include <vector>

#include "viewer/input/gamepad.h"
#include "viewer/input/measure_drag.h"
#include "viewer/input/scene_drag.h"
#include "viewer/model/model.h"
#include "viewer/window/input_queue.h"

namespace viewer {

class Hands {
 public:
  /// Keys in the order in which they went down. `is_drawn`: there is a picture that can be saved.
  static void take_keys(Model& model, const std::vector<KeyPress>& pressed, bool is_drawn);
  /// Within a frame of Dear ImGui: the camera follows the mouse and the keys that are down. Whoever takes it in hand
  /// leaves the path.
  void move_camera(Model& model, double delta_time_s);
  /// The same with a gamepad's sticks and buttons; none: nothing.
  void take_gamepad(Model& model, const std::optional<PadState>& pad, double delta_time_s);
  /// Whether it is another than at the last call; sticks that are held go on.
  bool has_gamepad_moved(const std::optional<PadState>& pad);
  /// Whether arrows and Page Up and Down move in panels, menus and fields, not the camera. Also between frames.
  static bool do_arrows_navigate(const Model& model);
  /// Arrows move the picture, which isn't drawn anew: frames are due.
  bool is_panning() const { return is_panning_; }
  bool has_gamepad() const { return seen_pad_.has_value(); }

 private:
  PadState pad_before_;               ///< of the frame before
  std::optional<PadState> seen_pad_;  ///< of has_gamepad_moved()
  bool is_looking_ = false;
  SceneDrag drag_;
  MeasureDrag measure_drag_;
  bool is_panning_ = false;
};

}  // namespace viewer

#endif
