// SPDX-License-Identifier: MIT
// What a gamepad asks for: pure numbers, of whatever reads the device.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_GAMEPAD_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_GAMEPAD_H

#include "session/source/navigation.h"

namespace viewer {

/// Sticks in [-1, 1], right and down positive; triggers in [0, 1].
struct PadState {
  double left_x = 0.0, left_y = 0.0, right_x = 0.0, right_y = 0.0;
  double left_trigger = 0.0, right_trigger = 0.0;
  bool south = false, east = false, west = false;  ///< buttons on the right by where they are
  bool left_bumper = false, right_bumper = false, start = false;

  bool operator==(const PadState&) const = default;
};

/// A frame's worth of it.
struct PadMoves {
  session::Motion motion;                ///< each of [-1, 1]
  double right_deg = 0.0, up_deg = 0.0;  ///< turn of the camera
  int speed_steps = 0;                   ///< of the wheel
  bool toggles_play = false, toggles_lock = false, resets_exposure = false, toggles_panels = false;

  bool moves_camera() const {
    return motion.right != 0.0 || motion.up != 0.0 || motion.forward != 0.0 || right_deg != 0.0 || up_deg != 0.0;
  }
};

/// Sticks near their middle do nothing, and from there on they begin slowly: the square of how far they are. Buttons
/// count as they go down.
PadMoves pad_moves(const PadState& now, const PadState& before, double delta_time_s);

}  // namespace viewer

#endif
