// SPDX-License-Identifier: MIT
// Drags of the mouse that move the camera round a scene, or its light.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INPUT_SCENE_DRAG_H
#define PHOTOPIC_SAMPLES_VIEWER_INPUT_SCENE_DRAG_H

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "viewer/model/model.h"

namespace viewer {

/// Of the window's pixels, as Model::room.
class SceneDrag {
 public:
  enum class Kind {
    look,   ///< the camera turns
    orbit,  ///< it goes round what the drag began on, which stays under the cursor
    dolly,  ///< it goes to that, and away from it
    light,  ///< the sun goes where the cursor is, or the panorama turns
  };

  void begin(const Model& model, Kind kind, const glm::dvec2& cursor);
  /// By `moved` pixels to `cursor`.
  void move(Model& model, const glm::dvec2& cursor, const glm::dvec2& moved) const;

 private:
  Kind kind_ = Kind::look;
  glm::dvec3 about_m_ = {0, 0, 0};
};

/// What the camera sees at `cursor`; nothing where no surface is.
std::optional<engine::SceneRenderer::Picked> picked_at(const Model& model, const glm::dvec2& cursor);
/// The camera looks at what is at `cursor`, from half the distance; without a surface there, nothing.
void focus(Model& model, const glm::dvec2& cursor);
/// All of the scene fills the picture, or the object at `cursor`, seen in the direction in which the camera looks.
void frame_all(Model& model);
void frame_object(Model& model, const glm::dvec2& cursor);
/// To the point at `cursor`, or with `steps` below 0 away from it.
void dolly(Model& model, const glm::dvec2& cursor, double steps);

}  // namespace viewer

#endif
