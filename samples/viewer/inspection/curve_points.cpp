// SPDX-License-Identifier: MIT
// Order of a curve's points.
#include "viewer/inspection/curve_points.h"

#include <algorithm>

namespace viewer {

std::uint32_t insert_point(photopic::Curve& curve, photopic::Curve::Point point, const CurveLimits& limits) {
  if (curve.count == photopic::Curve::kMaxPoints) return kNoPoint;
  point.x = std::clamp(point.x, limits.x_min, limits.x_max);
  point.y = std::clamp(point.y, limits.y_min, limits.y_max);
  std::uint32_t place = 0;
  while (place < curve.count && curve.points[place].x < point.x) ++place;
  const bool touches_last = place > 0 && point.x - curve.points[place - 1].x < limits.gap;
  const bool touches_next = place < curve.count && curve.points[place].x - point.x < limits.gap;
  if (touches_last || touches_next) return kNoPoint;
  std::copy_backward(curve.points + place, curve.points + curve.count, curve.points + curve.count + 1);
  curve.points[place] = point;
  ++curve.count;
  return place;
}

void move_point(photopic::Curve& curve, std::uint32_t index, photopic::Curve::Point to, const CurveLimits& limits) {
  const float least = index > 0 ? curve.points[index - 1].x + limits.gap : limits.x_min;
  const float most = index + 1 < curve.count ? curve.points[index + 1].x - limits.gap : limits.x_max;
  curve.points[index] = {std::clamp(to.x, least, std::max(least, most)), std::clamp(to.y, limits.y_min, limits.y_max)};
}

void remove_point(photopic::Curve& curve, std::uint32_t index) {
  std::copy(curve.points + index + 1, curve.points + curve.count, curve.points + index);
  --curve.count;
  curve.points[curve.count] = {};
}

const char* note_of(const photopic::Curve& curve) { return curve.count == 1 ? "\none point: the same everywhere" : ""; }

}  // namespace viewer
