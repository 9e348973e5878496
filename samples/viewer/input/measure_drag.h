// SPDX-License-Identifier: MIT
// Rectangles and spots that the mouse draws over the picture.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INPUT_MEASURE_DRAG_H
#define PHOTOPIC_SAMPLES_VIEWER_INPUT_MEASURE_DRAG_H

#include <glm/vec2.hpp>

#include "viewer/model/model.h"

namespace viewer {

/// Pixels of the window.
class MeasureDrag {
 public:
  void begin(Model& model, const glm::dvec2& cursor);
  void move(Model& model, const glm::dvec2& cursor) const;
  /// Pins what was drawn: a spot, if the cursor is where it was.
  static void end(Model& model);

 private:
  glm::dvec2 first_ = {0, 0};
};

}  // namespace viewer

#endif
