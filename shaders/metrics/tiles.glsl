// SPDX-License-Identifier: MIT
// Way of a group of PHOTOPIC_METRICS_INVOCATIONS over a plane: tiles of PHOTOPIC_METRICS_TILE x PHOTOPIC_METRICS_TILE
// pixels, in PHOTOPIC_METRICS_PARTS squares of which each invocation has a pixel. Needs metrics_interface.h.
#include "meter/tile.glsl"
#define PHOTOPIC_METRICS_PARTS 4

uvec2 tiles_of(uvec2 extent) { return (extent + PHOTOPIC_METRICS_TILE - 1u) / PHOTOPIC_METRICS_TILE; }

/// Of an invocation in part `part` of tile `tile`. May lie outside the plane.
uvec2 pixel_of_tile(uint tile, uvec2 tiles, uint part, uint invocation) {
  uvec2 corner = uvec2(tile % tiles.x, tile / tiles.x) * PHOTOPIC_METRICS_TILE + uvec2(part & 1u, part >> 1) * PHOTOPIC_METRICS_SIDE;
  return corner + texel_of_invocation(invocation);
}
uvec2 pixel_of_tile(uint tile, uvec2 tiles, uint part) {
  return pixel_of_tile(tile, tiles, part, gl_LocalInvocationIndex);
}
