// SPDX-License-Identifier: MIT
// Places of the levels of averages in their image.

uvec2 acuity_extent(uint level, uvec2 picture) { return (picture + (1u << level) - 1u) >> level; }

/// Of the level's first texel.
uvec2 acuity_corner(uint level, uvec2 picture) {
  uvec2 corner = uvec2(0u);
  if (level >= 2u) corner.x = acuity_extent(1u, picture).x;
  if (level >= 3u) corner.y = acuity_extent(2u, picture).y;
  return corner;
}
