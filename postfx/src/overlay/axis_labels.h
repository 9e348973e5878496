// SPDX-License-Identifier: MIT
// Places of the numbers along an axis of the debug overlay.
#ifndef PHOTOPIC_SRC_OVERLAY_AXIS_LABELS_H
#define PHOTOPIC_SRC_OVERLAY_AXIS_LABELS_H

#include <algorithm>
#include <span>

namespace photopic {

/// A number beside an axis, in columns of text or in rows of dots.
struct AxisLabel {
  int center = 0;  ///< where it would like its middle
  int length = 0;  ///< at least 1
  int first = -1;  ///< its place; -1: left out
};

/// Places labels in [0, room), the first ones first. A label that crosses an end moves inside. A label that would come
/// closer than `gap` to an earlier one is left out. Pure.
inline void place_labels(std::span<AxisLabel> labels, int room, int gap) noexcept {
  for (AxisLabel& label : labels) {
    label.first = -1;
    if (label.length > room) continue;
    const int first = std::clamp(label.center - label.length / 2, 0, room - label.length);
    const bool is_free = std::all_of(labels.begin(), labels.end(), [&](const AxisLabel& other) {
      return other.first < 0 || first + label.length + gap <= other.first || other.first + other.length + gap <= first;
    });
    if (is_free) label.first = first;
  }
}

}  // namespace photopic

#endif
