// SPDX-License-Identifier: MIT
// How a group of METRICS_INVOCATIONS goes over a plane: tiles of METRICS_TILE x METRICS_TILE pixels, each invocation a
// column's METRICS_ROWS pixels of it. Needs metrics_interface.h.
#define METRICS_ROWS 4

uvec2 tiles_of(uvec2 extent) { return (extent + METRICS_TILE - 1u) / METRICS_TILE; }

/// Of row `row` of this invocation in tile `tile`. May lie outside the plane.
uvec2 pixel_of_tile(uint tile, uvec2 tiles, uint row) {
  uvec2 place = uvec2(gl_LocalInvocationIndex % METRICS_TILE,
                      gl_LocalInvocationIndex / METRICS_TILE + row * (METRICS_TILE / METRICS_ROWS));
  return uvec2(tile % tiles.x, tile / tiles.x) * METRICS_TILE + place;
}
