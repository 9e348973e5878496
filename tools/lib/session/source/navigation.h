// SPDX-License-Identifier: MIT
// Camera navigation, by hand or along a path.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_NAVIGATION_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_NAVIGATION_H

#include <glm/vec2.hpp>

#include "session/source/camera_path.h"

namespace session {

/// Of keys or sticks: [-1, 1] each.
struct Motion {
  double right = 0.0;
  double up = 0.0;
  double forward = 0.0;
};

/// `distance_m` along the camera's own axes, and straight up; faster along no diagonal.
Pose moved(const Pose& pose, const Motion& motion, double distance_m);
/// Pitch stays within straight up and straight down.
Pose turned(const Pose& pose, double right_deg, double up_deg);

/// What a place in the picture looks along, unit length; `place`: shares of its width and height, from the upper left.
glm::dvec3 direction_at(const Pose& pose, double horizontal_fov_deg, double aspect, const glm::dvec2& place);
/// Turned round a point, which stays where it is in the picture.
Pose orbited(const Pose& pose, const glm::dvec3& about_m, double right_deg, double up_deg);
/// On the line to a point, at `share` of the distance.
Pose dollied(const Pose& pose, const glm::dvec3& towards_m, double share);
/// That looks at a point, from `share` of the distance.
Pose focused(const Pose& pose, const glm::dvec3& on_m, double share);

/// A camera path being played.
class Playback {
 public:
  CameraPath path;
  bool is_playing = false;
  bool is_looping = false;
  double time_s = 0.0;

  bool is_possible() const { return !path.is_empty(); }
  /// Plays, from the start if it stands at the end, or pauses. Without a path, nothing.
  void toggle();
  /// Plays on. At the end it begins anew if it loops; else it goes on looking from there until the eye `is_adapted`.
  void advance(double delta_time_s, bool is_adapted = true);
};

}  // namespace session

#endif
