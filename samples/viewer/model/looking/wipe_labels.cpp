// SPDX-License-Identifier: MIT
// Search for a place beside the line of a wipe.
#include "viewer/model/looking/wipe_labels.h"

#include <algorithm>

namespace viewer {

bool is_crossing(const Area& a, const Area& b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

std::array<Area, 2> beside_wipe(float x, float top, float bottom, const std::array<float, 2>& widths, float font,
                                std::span<const Area> taken) {
  const float height = 1.4f * font, aside = 0.6f * font;
  std::array<Area, 2> areas = {Area{x - aside - widths[0], top + 0.8f * font, widths[0], height},
                               Area{x + aside, top + 0.8f * font, widths[1], height}};
  const auto is_free = [&](const Area& area) {
    return std::none_of(taken.begin(), taken.end(), [&](const Area& other) { return is_crossing(area, other); });
  };
  while (areas[0].top + 2.0f * height < bottom && !(is_free(areas[0]) && is_free(areas[1]))) {
    for (Area& area : areas) area.top += 0.5f * font;
  }
  return areas;
}

}  // namespace viewer
