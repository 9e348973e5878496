// SPDX-License-Identifier: MIT
// Search for places over the picture.
#include "viewer/inspection/picture_places.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace viewer {
namespace {

float common(const Area& a, const Area& b) {
  const float width = std::min(a.left + a.width, b.left + b.width) - std::max(a.left, b.left);
  const float height = std::min(a.top + a.height, b.top + b.height) - std::max(a.top, b.top);
  return std::max(width, 0.0f) * std::max(height, 0.0f);
}

}  // namespace

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

FreePlace free_place(const Area& room, float width, float height, bool is_low, std::span<const Area> taken) {
  const float last_left = room.left + std::max(room.width - width, 0.0f);
  const float last_top = room.top + std::max(room.height - height, 0.0f);
  const float middle = 0.5f * (room.left + last_left), edge = is_low ? last_top : room.top;
  // Where there is room, a box can be pushed until it meets an edge.
  std::vector<float> lefts = {middle, room.left, last_left}, tops = {edge};
  for (const Area& area : taken) {
    for (const float left : {area.left - width, area.left + area.width}) {
      if (left >= room.left && left <= last_left) lefts.push_back(left);
    }
    for (const float top : {area.top - height, area.top + area.height}) {
      if (top >= room.top && top <= last_top) tops.push_back(top);
    }
  }
  FreePlace best = {{middle, edge, width, height}, INFINITY};
  float least_away = INFINITY;
  for (const float top : tops) {
    for (const float left : lefts) {
      const Area area = {left, top, width, height};
      float covered = 0.0f;
      for (const Area& other : taken) covered += common(area, other);
      const float away = std::abs(left - middle) + std::abs(top - edge);
      if (covered > best.covered || (covered == best.covered && away >= least_away)) continue;
      best = {area, covered};
      least_away = away;
    }
  }
  return best;
}

}  // namespace viewer
