// SPDX-License-Identifier: MIT
// The first view of a model that brings no camera.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_FRAMING_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_FRAMING_H

#include <vector>

#include "engine/scene/scene.h"
#include "session/source/source.h"

namespace session {

/// How far a model reaches from side to side as seen from the right and above: three sides of a box.
class Framing {
 public:
  explicit Framing(const engine::Scene& model);

  /// All of it in the middle of the picture, as close as leaves a tenth of width or height free on either side.
  Pose pose(double horizontal_fov_deg, double vertical_fov_deg) const;
  /// It crosses the model in 1 to 10 s: of those in centimetres, too, which are many metres large.
  double walking_speed_m_per_s() const;

 private:
  /// Across the view; along the camera's axes, metres from the model's middle.
  struct Slice {
    glm::dvec2 low, high;
    double nearest;  ///< the largest, to the camera
  };
  void add(const glm::dvec3& point);

  glm::dvec3 middle_m_;
  double radius_m_;
  std::vector<Slice> slices_;
};

}  // namespace session

#endif
