// SPDX-License-Identifier: MIT
// Changes of the camera path, with the key that is marked and the time that is shown.
#include "viewer/input/path_actions.h"

#include <algorithm>

#include "viewer/model/path_keys.h"

namespace viewer {
namespace {

void take(Model& model, const EditedPath& edited) {
  model.playback.path = edited.path;
  model.path_key = edited.key;
  model.playback.time_s = edited.path.keys()[edited.key].time_s;
  model.playback.is_playing = false;
}

/// Of the path as it is now, which may have been loaded or undone since the key was marked.
std::size_t marked_key(const Model& model) { return std::min(model.path_key, model.playback.path.keys().size() - 1); }

}  // namespace

void show_path_at(Model& model, double time_s) {
  model.playback.time_s = time_s;
  model.playback.is_playing = false;
  model.session.controls.view.pose = model.playback.path.at(time_s);
}

void step_to_key(Model& model, int direction) {
  const auto& keys = model.playback.path.keys();
  if (keys.empty()) return;
  const double now_s = model.playback.time_s;
  std::size_t to = direction < 0 ? 0 : keys.size() - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (direction < 0 && keys[i].time_s < now_s) to = i;
    if (direction > 0 && keys[keys.size() - 1 - i].time_s > now_s) to = keys.size() - 1 - i;
  }
  model.path_key = to;
  show_path_at(model, keys[to].time_s);
}

void add_key(Model& model) {
  const session::CameraPath& path = model.playback.path;
  const double time_s = path.is_empty() ? 0.0 : path.duration_s() + kNextKey_s;
  take(model, with_key(path, time_s, model.session.controls.view.pose));
}

void set_key(Model& model) {
  take(model, with_key(model.playback.path, model.playback.time_s, model.session.controls.view.pose));
}

void remove_key(Model& model) {
  if (!model.playback.is_possible()) return;
  model.playback.path = without_key(model.playback.path, marked_key(model));
  model.path_key = marked_key(model);
}

void move_key(Model& model, double time_s) {
  if (!model.playback.is_possible()) return;
  const EditedPath moved = with_moved_key(model.playback.path, marked_key(model), time_s);
  model.playback.path = moved.path;
  model.path_key = moved.key;
  show_path_at(model, moved.path.keys()[moved.key].time_s);
}

}  // namespace viewer
