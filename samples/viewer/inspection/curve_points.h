// SPDX-License-Identifier: MIT
// Points of a curve in hand: added, moved, taken away.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_CURVE_POINTS_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_CURVE_POINTS_H

#include <photopic/settings.h>

#include <cstdint>

namespace viewer {

struct CurveLimits {
  float x_min, x_max;
  float y_min, y_max;
  float gap;  ///< least distance of two points in x
};

inline constexpr std::uint32_t kNoPoint = photopic::Curve::kMaxPoints;

/// Its place among the others; kNoPoint, and no change, if there is no room.
std::uint32_t insert_point(photopic::Curve& curve, photopic::Curve::Point point, const CurveLimits& limits);
/// Between its neighbours, within the limits.
void move_point(photopic::Curve& curve, std::uint32_t index, photopic::Curve::Point to, const CurveLimits& limits);
void remove_point(photopic::Curve& curve, std::uint32_t index);
/// What a tooltip says last: of one point, that the curve is flat.
const char* note_of(const photopic::Curve& curve);

}  // namespace viewer

#endif
