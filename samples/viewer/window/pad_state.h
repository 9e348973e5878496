// SPDX-License-Identifier: MIT
// State of a gamepad.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_PAD_STATE_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_PAD_STATE_H

namespace viewer {

/// Sticks in [-1, 1], right and down positive; triggers in [0, 1].
struct PadState {
  double left_x = 0.0, left_y = 0.0, right_x = 0.0, right_y = 0.0;
  double left_trigger = 0.0, right_trigger = 0.0;
  bool south = false, east = false, west = false;  ///< buttons on the right by where they are
  bool left_bumper = false, right_bumper = false, start = false;

  bool operator==(const PadState&) const = default;
};

}  // namespace viewer

#endif
