// SPDX-License-Identifier: MIT
// Curves of sticks, and edges of buttons.
#include "viewer/input/gamepad.h"

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

constexpr double kDeadZone = 0.2;  // what worn sticks rest at, with a margin
constexpr double kTurn_deg_per_s = 120.0;

struct Stick {
  double x, y;
};

/// By its distance from the middle, so that diagonals are no stickier than axes.
Stick curved(double x, double y) {
  const double reach = std::min(std::hypot(x, y), 1.0);
  if (reach <= kDeadZone) return {0.0, 0.0};
  const double share = (reach - kDeadZone) / (1.0 - kDeadZone);
  return {x / std::hypot(x, y) * share * share, y / std::hypot(x, y) * share * share};
}

}  // namespace

PadMoves pad_moves(const PadState& now, const PadState& before, double delta_time_s) {
  const Stick left = curved(now.left_x, now.left_y), right = curved(now.right_x, now.right_y);
  const double rise = curved(now.right_trigger, 0.0).x - curved(now.left_trigger, 0.0).x;
  return {.motion = {left.x, rise, -left.y},
          .right_deg = right.x * kTurn_deg_per_s * delta_time_s,
          .up_deg = -right.y * kTurn_deg_per_s * delta_time_s,
          .speed_steps = int(now.right_bumper && !before.right_bumper) - int(now.left_bumper && !before.left_bumper),
          .toggles_play = now.south && !before.south,
          .toggles_lock = now.west && !before.west,
          .resets_exposure = now.east && !before.east,
          .toggles_panels = now.start && !before.start};
}

}  // namespace viewer
