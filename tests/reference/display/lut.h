// SPDX-License-Identifier: MIT
// Lookup tables: baking, and interpolation between their nodes.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_LUT_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_LUT_H

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "reference/display/shaper.h"
#include "reference/matrix.h"

namespace reference {

/// The colour of a node; red, green and blue from 0 to size - 1.
using LutNodes = std::function<Rgb(std::size_t, std::size_t, std::size_t)>;

// Positions are 0 to 1 along each axis; others are clamped.

/// Between the four corners of a tetrahedron along the diagonal of greys.
Rgb sample_tetrahedral(std::size_t size, Rgb position, const LutNodes& nodes);
Rgb sample_trilinear(std::size_t size, Rgb position, const LutNodes& nodes);
/// As devices filter a fetch: trilinear with weights of 8 bits.
Rgb sample_filtered(std::size_t size, Rgb position, const LutNodes& nodes);
/// Each channel by its own curve.
Rgb sample_curves(std::span<const Rgb> curve, Rgb position);
/// Of a colour between a table's DOMAIN_MIN and DOMAIN_MAX.
Rgb domain_position(Rgb c, Rgb min, Rgb max);

/// What a node is stored as.
enum class LutStorage { float64, float32, half, unorm16, unorm10 };
Rgb stored(Rgb value, LutStorage storage);

struct Lut3d {
  std::size_t size = 0;
  std::vector<Rgb> nodes;  ///< red fastest

  Rgb tetrahedral(Rgb position) const;
  Rgb trilinear(Rgb position) const;
};
/// Of a transform of scene-linear colour, whose channels lie along the axes by the shaper.
Lut3d bake_lut(std::size_t size, const Shaper& shaper, const std::function<Rgb(Rgb)>& transform,
               LutStorage storage = LutStorage::half);
/// Where a colour lies in such a table.
Rgb shaped(Rgb linear, const Shaper& shaper);

}  // namespace reference

#endif
