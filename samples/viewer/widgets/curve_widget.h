// SPDX-License-Identifier: MIT
// Curves whose points are dragged.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WIDGETS_CURVE_WIDGET_H
#define PHOTOPIC_SAMPLES_VIEWER_WIDGETS_CURVE_WIDGET_H

#include <imgui.h>

#include <functional>

#include "viewer/inspection/curve_points.h"

namespace viewer {

inline constexpr ImU32 kCurveGround = IM_COL32(24, 24, 24, 255);
inline constexpr ImU32 kCurveGrid = IM_COL32(58, 58, 58, 255);
inline constexpr ImU32 kCurveText = IM_COL32(160, 160, 160, 255);
inline constexpr ImU32 kCurveLine = IM_COL32(230, 230, 230, 255);
inline constexpr ImU32 kCurveHandle = IM_COL32(240, 168, 48, 255);

/// How points are made, for tooltips.
inline constexpr const char* kCurveHelp =
    "click: a point; right click: takes it away\n"
    "Space with arrows: moves it; with Page Up, Down: another; with Insert, Delete: more, fewer";

/// Places of a curve's numbers in its frame, window units.
struct CurveFrame {
  ImVec2 min, max;
  float left, right;  ///< x that is shown
  float low, high;    ///< y

  ImVec2 at(float x, float y) const {
    return {min.x + (x - left) / (right - left) * (max.x - min.x), max.y - (y - low) / (high - low) * (max.y - min.y)};
  }
  photopic::Curve::Point point_at(ImVec2 place) const {
    return {left + (place.x - min.x) / (max.x - min.x) * (right - left),
            low + (max.y - place.y) / (max.y - min.y) * (high - low)};
  }
};

/// Hands on the points in the frame, around which `below` more units react: a point is dragged, a click beside the
/// points makes one, the right button takes one away. Leaves the cursor below. True if `curve` was changed.
bool edit_points(const char* id, photopic::Curve& curve, const CurveFrame& frame, float below,
                 const CurveLimits& limits);

/// A curve over EV100 at ISO 100, straight between its points, as wide as the panel. `neutral` is what holds without
/// points; `mark_ev` where the scene is now, NaN for nowhere. True if `curve` was changed.
bool ev_curve(const char* id, photopic::Curve& curve, float y_min, float y_max,
              const std::function<float(float)>& neutral, float mark_ev, float height);

}  // namespace viewer

#endif
