// SPDX-License-Identifier: MIT
// Scales and places of a picture.
#include "viewer/inspection/zoom.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "viewer/window/presentation.h"

namespace viewer {
namespace {

glm::dvec2 sides(VkExtent2D extent) { return {std::max(extent.width, 1u), std::max(extent.height, 1u)}; }
glm::dvec2 corner(const VkRect2D& area) { return {area.offset.x, area.offset.y}; }

double fitting_scale(VkExtent2D picture, const VkRect2D& room) {
  const glm::dvec2 ratio = sides(room.extent) / sides(picture);
  return std::min(ratio.x, ratio.y);
}

}  // namespace

glm::dvec2 Zoom::middle_of(const VkRect2D& room) { return corner(room) + 0.5 * sides(room.extent); }

double Zoom::scale(VkExtent2D picture, const VkRect2D& room) const {
  return is_fitted() ? fitting_scale(picture, room) : scale_;
}

VkRect2D Zoom::place(VkExtent2D picture, const VkRect2D& room) const {
  if (is_fitted()) return fitted(picture, room);
  const glm::dvec2 size = glm::max(glm::round(scale_ * sides(picture)), 1.0);
  const glm::dvec2 left_top = glm::round(middle_of(room) - centre_ * size);
  return {{int(left_top.x), int(left_top.y)}, {std::uint32_t(size.x), std::uint32_t(size.y)}};
}

void Zoom::set(double scale, VkExtent2D picture, const VkRect2D& room, glm::dvec2 fixed) {
  glm::dvec2 size_before = scale_ * sides(picture);
  glm::dvec2 corner_before = middle_of(room) - centre_ * size_before;
  if (is_fitted()) {
    const VkRect2D before = fitted(picture, room);
    size_before = sides(before.extent);
    corner_before = corner(before);
  }
  const glm::dvec2 share = (fixed - corner_before) / size_before;
  scale_ = scale;
  const glm::dvec2 size = scale * sides(picture);
  centre_ = (middle_of(room) - (fixed - share * size)) / size;
  // Something of it stays in sight.
  centre_ = glm::clamp(centre_, glm::dvec2(0.0), glm::dvec2(1.0));
}

void Zoom::by(double factor, VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor) {
  const double fits = fitting_scale(picture, room);
  const double next = std::clamp(scale(picture, room) * factor, kLeastOfFit * fits, std::max(kMost, fits));
  if (std::abs(next / fits - 1.0) < 1e-6) return fit();
  set(next, picture, room, cursor);
}

void Zoom::pan(glm::dvec2 pixels, VkExtent2D picture, const VkRect2D& room) {
  if (is_fitted()) return;
  set(scale_, picture, room, middle_of(room));
  centre_ = glm::clamp(centre_ - pixels / (scale_ * sides(picture)), glm::dvec2(0.0), glm::dvec2(1.0));
}

glm::dvec2 Zoom::share_at(VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor) const {
  const VkRect2D at = place(picture, room);
  return (cursor - corner(at)) / sides(at.extent);
}

glm::ivec2 Zoom::texel_at(VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor) const {
  return glm::ivec2(glm::floor(share_at(picture, room, cursor) * sides(picture)));
}

}  // namespace viewer
