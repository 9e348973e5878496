// SPDX-License-Identifier: MIT
// Difference of two pictures of different sizes.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_CANVAS_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_CANVAS_H

#include <cstddef>
#include <optional>
#include <vector>

#include "compare/pictures/frame.h"

namespace compare {

/// RGBA texels of 8 bits.
struct Canvas {
  VkExtent2D extent = {};
  std::vector<std::byte> rgba;
};

/// Both pictures in the upper left corner of a canvas that holds both: where they overlap, the colours that
/// map_picture() has for absolute errors; grey stripes that fall (\) where the reference alone is, that rise (/) where
/// the test alone is, and a grey checker where neither is. Codes of 8 and 16 bits are brought to one scale. None for
/// codes beside floats, for planes, and for a canvas beyond image_io::read_limits().
std::optional<Canvas> canvas_of(const Frame& reference, const Frame& test);

}  // namespace compare

#endif
