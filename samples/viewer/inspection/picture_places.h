// SPDX-License-Identifier: MIT
// Places of what is written over the picture: beside the line of a wipe, and where nothing is covered.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_PICTURE_PLACES_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_PICTURE_PLACES_H

#include <array>
#include <span>

namespace viewer {

/// In the window system's units.
struct Area {
  float left, top, width, height;
};
bool is_crossing(const Area& a, const Area& b);

/// Left and right of a line at `x` from `top` to `bottom`, for words of these widths: side by side, as high up as
/// neither covers what is `taken`; where there is no such place, at the foot. `font`: its size.
std::array<Area, 2> beside_wipe(float x, float top, float bottom, const std::array<float, 2>& widths, float font,
                                std::span<const Area> taken);

struct FreePlace {
  Area area;
  float covered;  ///< of what is taken: 0 where there is room
};
/// For a box of that size in `room`, near the middle of its lower edge, or of its upper one: where it covers nothing of
/// what is `taken`, else the least.
FreePlace free_place(const Area& room, float width, float height, bool is_low, std::span<const Area> taken);

}  // namespace viewer

#endif
