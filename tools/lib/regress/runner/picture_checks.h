// SPDX-License-Identifier: MIT
// Checks of pictures without a metric, and names for differences.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_PICTURE_CHECKS_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_PICTURE_CHECKS_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/pictures/frame.h"
#include "regress/results/results.h"

namespace regress {

/// "(0, 0, 0)", in the picture's own codes or values, if all texels have the same colour, as when nothing was drawn. Of
/// one pixel that says nothing.
std::optional<std::string> blank_color(const compare::Frame& frame);

/// The squares of 32 x 32 pixels with the largest squared error, codes of 8 bits, at most 8, those without any left
/// out. Both pictures are alike. `mask`: bytes, 0 leaves a pixel out; or empty.
std::vector<Tile> worst_tiles(const compare::Frame& expected, const compare::Frame& actual,
                              std::span<const std::uint8_t> mask);

/// Of the signed differences of all samples and of the picture's size, in 16 hexadecimal digits: the same change has
/// the same one in whatever picture. Empty where nothing differs. `mask`: as for worst_tiles().
std::string difference_hash(const compare::Frame& expected, const compare::Frame& actual,
                            std::span<const std::uint8_t> mask);

}  // namespace regress

#endif
