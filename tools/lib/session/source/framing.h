// SPDX-License-Identifier: MIT
// The first view of a model that brings no camera.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_FRAMING_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_FRAMING_H

#include <vector>

#include "engine/scene/scene.h"
#include "session/source/source.h"

namespace session {

/// The part of a model that a picture shows: all of it but the flat parts, such as a ground or a backdrop, that reach
/// five times as far as the rest. The rest would be a few pixels.
engine::Bounds subject_of(const engine::Scene& model);

/// All of a box in the middle of the picture, seen in the direction of `looking`, as close as leaves a tenth of width
/// or height free on either side.
Pose framed(const Pose& looking, const engine::Bounds& box, double horizontal_fov_deg, double vertical_fov_deg);

/// How far a model's subject reaches from side to side as seen from the right and above: three sides of a box.
class Framing {
 public:
  explicit Framing(const engine::Scene& model);

  /// All of the subject in the middle of the picture, as close as leaves a tenth of width or height free on either
  /// side.
  Pose pose(double horizontal_fov_deg, double vertical_fov_deg) const;
  /// From corner to corner of the subject's box.
  double reach_m() const { return 2.0 * radius_m_; }
  /// It crosses the subject in 1 to 10 s: of those in centimetres, too, which are many metres large.
  double walking_speed_m_per_s() const;

 private:
  /// Across the view; along the camera's axes, metres from the subject's middle.
  struct Slice {
    glm::dvec2 low, high;
    double nearest;  ///< the largest, to the camera
  };
  Framing(const engine::Scene& model, const engine::Bounds& subject);
  void add(const glm::dvec3& point);

  glm::dvec3 middle_m_;
  double radius_m_;
  std::vector<Slice> slices_;
};

}  // namespace session

#endif
