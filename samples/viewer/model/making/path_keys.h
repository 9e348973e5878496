// SPDX-License-Identifier: MIT
// Keys of a camera path in hand: set, moved, taken away.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_MAKING_PATH_KEYS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_MAKING_PATH_KEYS_H

#include <cstddef>

#include "session/source/camera_path.h"

namespace viewer {

inline constexpr double kLeastKeyStep_s = 0.01;  ///< between keys

struct EditedPath {
  session::CameraPath path;
  std::size_t key;  ///< that was edited
};

/// With a key there, in the place of one that is nearer than kLeastKeyStep_s. `time_s` of 0 or more.
EditedPath with_key(const session::CameraPath& path, double time_s, const session::Pose& pose);
/// The key between its neighbours in time.
EditedPath with_moved_key(const session::CameraPath& path, std::size_t key, double time_s);
/// Without it; the last one stays.
session::CameraPath without_key(const session::CameraPath& path, std::size_t key);

}  // namespace viewer

#endif
