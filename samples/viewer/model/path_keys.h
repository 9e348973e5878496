// SPDX-License-Identifier: MIT
// Keys of a camera path in hand: set, moved, taken away.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_PATH_KEYS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_PATH_KEYS_H

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

/// How far a simplified path strays from the one that was recorded, at the same time: less than a pixel of a picture
/// 1280 wide, of what is 2 m away or more. Of short ways, a share of their extent: a small model is seen from near.
inline constexpr double kStray_deg = 0.05, kStray_m = 0.002, kStrayShare = 1.0 / 2000.0;
/// With as few of its keys as stay within that (Ramer 1972, Douglas and Peucker 1973).
session::CameraPath simplified(const session::CameraPath& path);

/// Span of time that a timeline shows, from 0 on: longer than the path, so that its last key can be dragged later.
class TimelineSpan {
 public:
  /// Its end for a path of that duration, s. It stays while a hand `is_at` the timeline, and while the path fills it
  /// well: what was dragged is where it was let go.
  double end_s(double duration_s, bool is_at);

 private:
  double end_s_ = 0.0;
};

}  // namespace viewer

#endif
