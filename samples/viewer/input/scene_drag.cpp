// SPDX-License-Identifier: MIT
// Places of a scene under the cursor, and what moves about them.
#include "viewer/input/scene_drag.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "session/source/framing.h"
#include "viewer/model/formatted.h"

namespace viewer {
namespace {

constexpr double kDegreesPerRoom = 180.0;  // of an orbit, for a drag over the room's width
constexpr double kDegreesPerLook = 90.0;   // likewise, of the camera's turn
constexpr double kDollyPerRoom = 3.0;      // log2 of the distance, for a drag over the room's height
constexpr double kDollyStep = 0.8;         // of the distance, for a click of the wheel
constexpr double kFocusShare = 0.5;        // of the distance
constexpr double kNothing_m = 3.0;         // where there is no surface and no subject

glm::dvec3 direction_of(const Model& model, const glm::dvec2& cursor) {
  const session::View& view = model.session.controls.view;
  const VkExtent2D picture = model.session.extent();
  const glm::dvec2 place = model.zoom.share_at(picture, model.room, cursor);
  const double aspect = double(picture.width) / std::max(1.0, double(picture.height));
  return session::direction_at(view.pose, view.horizontal_fov_deg, aspect, place);
}

/// What is seen there; in the sky, as far as the middle of what there is to see.
glm::dvec3 point_at(const Model& model, const glm::dvec2& cursor) {
  const glm::dvec3 camera_m = model.session.controls.view.pose.position_m;
  const glm::dvec3 direction = direction_of(model, cursor);
  if (const auto picked = picked_at(model, cursor)) return camera_m + double(picked->distance_m) * direction;
  const auto subject = model.session.source().subject();
  const double distance_m =
      subject ? glm::distance(camera_m, glm::dvec3(0.5f * (subject->min_m + subject->max_m))) : kNothing_m;
  return camera_m + distance_m * direction;
}

void frame(Model& model, const engine::Bounds& box) {
  session::View& view = model.session.controls.view;
  const double vertical_deg = double(session::vertical_fov_deg(view.horizontal_fov_deg, model.session.extent()));
  view.pose = session::framed(view.pose, box, view.horizontal_fov_deg, vertical_deg);
}

/// As soon as the light before is worked out.
void move_light(Model& model, const glm::dvec3& towards, double turn_deg) {
  session::Surroundings& surroundings = model.session.controls.view.surroundings;
  if (!surroundings.environment.empty()) {
    const double yaw_deg = std::remainder(double(surroundings.environment_yaw_deg) + turn_deg, 360.0);
    surroundings.environment_yaw_deg = float(yaw_deg);
    model.messages.hint(formatted("panorama turned by %.0f\u00b0", yaw_deg));
  } else if (!model.session.source().has_daylight()) {
    model.messages.hint("the light is the file's: choose daylight in the panel Scene, or light it by a panorama");
  } else if (!model.relighting.is_on()) {
    surroundings.daylight = engine::with_sun_towards(surroundings.daylight, glm::vec3(towards));
    model.messages.hint(formatted("sun at %.1f h, azimuth %.0f\u00b0", double(surroundings.daylight.time_of_day_h),
                                  double(surroundings.daylight.sun_azimuth_deg)));
  }
}

}  // namespace

void SceneDrag::begin(const Model& model, Kind kind, const glm::dvec2& cursor) {
  kind_ = kind;
  if (kind == Kind::orbit || kind == Kind::dolly) about_m_ = point_at(model, cursor);
}

void SceneDrag::move(Model& model, const glm::dvec2& cursor, const glm::dvec2& moved) const {
  session::Pose& pose = model.session.controls.view.pose;
  const double width = std::max(1.0, double(model.room.extent.width));
  const double height = std::max(1.0, double(model.room.extent.height));
  const double enlarged = std::max(1.0, model.zoom.scale(model.session.extent(), model.room));
  if (moved == glm::dvec2(0.0)) return;
  switch (kind_) {
    case Kind::look: {
      const double degrees = kDegreesPerLook / (enlarged * width);
      pose = session::turned(pose, moved.x * degrees, -moved.y * degrees);
      break;
    }
    case Kind::orbit: {
      const double degrees = kDegreesPerRoom / width;
      pose = session::orbited(pose, about_m_, moved.x * degrees, -moved.y * degrees);
      break;
    }
    case Kind::dolly:
      pose = session::dollied(pose, about_m_, std::exp2(kDollyPerRoom * moved.y / height));
      break;
    case Kind::light:
      move_light(model, direction_of(model, cursor), moved.x * kDegreesPerLook / (enlarged * width));
      break;
  }
}

std::optional<engine::SceneRenderer::Picked> picked_at(const Model& model, const glm::dvec2& cursor) {
  return model.session.pick(model.session.controls.view.pose.position_m, direction_of(model, cursor));
}

void focus(Model& model, const glm::dvec2& cursor) {
  const auto picked = picked_at(model, cursor);
  if (!picked) return;
  session::Pose& pose = model.session.controls.view.pose;
  const glm::dvec3 on_m = pose.position_m + double(picked->distance_m) * direction_of(model, cursor);
  pose = session::focused(pose, on_m, kFocusShare);
}

void frame_all(Model& model) {
  if (const auto subject = model.session.source().subject()) frame(model, *subject);
}

void frame_object(Model& model, const glm::dvec2& cursor) {
  if (const auto picked = picked_at(model, cursor)) frame(model, picked->object);
}

void dolly(Model& model, const glm::dvec2& cursor, double steps) {
  session::Pose& pose = model.session.controls.view.pose;
  pose = session::dollied(pose, point_at(model, cursor), std::pow(kDollyStep, steps));
}

}  // namespace viewer
