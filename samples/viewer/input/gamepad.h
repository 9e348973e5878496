// SPDX-License-Identifier: MIT
// Requests of a gamepad: pure numbers, of whatever reads the device.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INPUT_GAMEPAD_H
#define PHOTOPIC_SAMPLES_VIEWER_INPUT_GAMEPAD_H

#include "session/source/navigation.h"
#include "viewer/window/pad_state.h"

namespace viewer {

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
