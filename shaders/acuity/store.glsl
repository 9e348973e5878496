// SPDX-License-Identifier: MIT
// Function by which acuity's passes write texels of their levels, and the image. An includer that reads it, too,
// defines LEVELS_ACCESS as nothing.
#include "acuity/interface.h"
#include "acuity/levels.glsl"

#ifndef LEVELS_ACCESS
#define LEVELS_ACCESS writeonly
#endif
layout(set = 0, binding = PHOTOPIC_ACUITY_LEVELS_IMAGE, rgba16f) uniform LEVELS_ACCESS image2D levels;

/// And behind the level's last column and row, for filters.
void store(uint level, uvec2 texel, uvec2 picture, vec4 light) {
  uvec2 extent = acuity_extent(acuity_log2_side(level), picture);
  if (any(greaterThanEqual(texel, extent))) return;
  ivec2 place = ivec2(acuity_corner(level, picture) + texel);
  imageStore(levels, place, light);
  bvec2 is_last = equal(texel, extent - 1u);
  bool has_column = is_last.x && level != 1u;  // behind level 1 comes level 2
  if (has_column) imageStore(levels, place + ivec2(1, 0), light);
  if (is_last.y) imageStore(levels, place + ivec2(0, 1), light);
  if (has_column && is_last.y) imageStore(levels, place + 1, light);
}
