// SPDX-License-Identifier: MIT
// Counts of pixels by perceived colour, and anti-aliased edges, on the CPU.
#ifndef PHOTOPIC_TOOLS_COMPARE_PERCEIVED_PIXELS_H
#define PHOTOPIC_TOOLS_COMPARE_PERCEIVED_PIXELS_H

#include <cstdint>
#include <span>

#include "compare/pictures/frame.h"
#include "compare/rules/pixel_distance.h"

namespace compare {

/// How many pixels of two RGB pictures of codes that are alike are further apart than `distance`, of any kind but
/// codes; those whose `mask` is 0 don't count. Codes of 16 bits are fractions of those of 8. Where a picture isn't
/// opaque, both lie over a pattern of colours; CIEDE2000 is of RGB alone.
///
/// Of pictures of 8 bits, yiq counts what pixelmatch 7 counts, oklab what pixelmatch 8 counts, with and without
/// anti-aliased edges (Vysniauskas 2009).
std::uint64_t perceived_pixels(const Frame& reference, const Frame& test, const PixelDistance& distance,
                               std::span<const std::uint8_t> mask);

}  // namespace compare

#endif
