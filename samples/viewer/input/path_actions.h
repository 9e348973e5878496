// SPDX-License-Identifier: MIT
// Actions on the camera path and its timeline, by mouse or keyboard.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INPUT_PATH_ACTIONS_H
#define PHOTOPIC_SAMPLES_VIEWER_INPUT_PATH_ACTIONS_H

#include "viewer/model/model.h"

namespace viewer {

inline constexpr double kNextKey_s = 2.0;  ///< a key that is added comes so much later than the last

/// The camera goes to that time of the path, and stands there.
void show_path_at(Model& model, double time_s);
/// The key before or after the time that is shown is marked, and shown. `direction`: -1 or 1.
void step_to_key(Model& model, int direction);
/// The camera as it is, behind the last key.
void add_key(Model& model);
/// The camera as it is, at the time that is shown.
void set_key(Model& model);
/// Without the marked key; the last one stays.
void remove_key(Model& model);
/// The marked key to that time, as far as its neighbours let it.
void move_key(Model& model, double time_s);

}  // namespace viewer

#endif
