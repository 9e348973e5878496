// SPDX-License-Identifier: MIT
// Places of the levels in their image. Level 1, averages, has a texel for 2 x 2 of the picture, level 2 as well, to its
// right, and level 3 for 4 x 4, below them. Filters read a column and a row more than a level has, for nothing: there
// its last ones stand again, unless the image ends. Alpha of level 1: how many of its texels count, and
// kMayBlur more if the final pass may blur one of them. Levels 2 and 3 aren't written where it doesn't read them.
const float kMayBlur = 8.0;

/// Texels of the picture a side of one of the level's, as a power of 2.
uint acuity_log2_side(uint level) { return level == 3u ? 2u : 1u; }

uvec2 acuity_extent(uint log2_side, uvec2 picture) { return (picture + (1u << log2_side) - 1u) >> log2_side; }

/// Of the level's first texel.
uvec2 acuity_corner(uint level, uvec2 picture) {
  uvec2 first = acuity_extent(1u, picture);
  return uvec2(level == 2u ? first.x : 0u, level == 3u ? first.y + 1u : 0u);
}
