// SPDX-License-Identifier: MIT
// Controls of a grade: colour wheels, and curves over the hue.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WIDGETS_LOOK_WIDGETS_H
#define PHOTOPIC_SAMPLES_VIEWER_WIDGETS_LOOK_WIDGETS_H

#include <photopic/look.h>

#include <array>

namespace viewer {

struct WheelRange {
  float min, max;  ///< of a channel
  float neutral;
  float reach;  ///< a channel's distance from the mean at the wheel's edge is 2/3 of it
};

/// A wheel of `size`, dragged in any direction from where it is, and the mean below it. Double click: neutral. True if
/// `rgb` was changed.
bool wheel(const char* label, std::array<float, 3>& rgb, const WheelRange& range, float size);

struct HueCurveRange {
  float min, max;  ///< that are shown; more if the curve has more
  float neutral;
  float least, most;  ///< of the setting
  const char* format;
};

/// A periodic curve over the hue, as wide as the panel. Drag a point, click beside the points for a new one, click with
/// the right button to remove one. True if `curve` was changed.
bool hue_curve(const char* id, photopic::Curve& curve, const HueCurveRange& range, float height);

}  // namespace viewer

#endif
