// SPDX-License-Identifier: MIT
// Places of the mouse in the picture.
#include "viewer/input/measure_drag.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

namespace viewer {
namespace {

constexpr double kLeastDrag = 3.0;  // pixels: less is a click

/// Shares of the picture's sides, within it.
glm::dvec2 place_in_picture(const Model& model, const glm::dvec2& cursor) {
  return glm::clamp(model.zoom.share_at(model.session.extent(), model.room, cursor), glm::dvec2(0.0), glm::dvec2(1.0));
}

}  // namespace

void MeasureDrag::begin(Model& model, const glm::dvec2& cursor) {
  const std::string name = session::free_name(model.session.controls.measures);
  if (name.empty()) {
    model.messages.hint("there are 26 measures: take some away in the panel Measures");
    return;
  }
  first_ = cursor;
  const glm::dvec2 place = place_in_picture(model, cursor);
  model.drawn_measure = {name, place, place};
}

void MeasureDrag::move(Model& model, const glm::dvec2& cursor) const {
  if (!model.drawn_measure) return;
  session::Measure& measure = *model.drawn_measure;
  measure.to = glm::distance(first_, cursor) < kLeastDrag ? measure.from : place_in_picture(model, cursor);
}

void MeasureDrag::end(Model& model) {
  if (!model.drawn_measure) return;
  model.session.controls.measures.push_back(*std::exchange(model.drawn_measure, std::nullopt));
}

}  // namespace viewer
