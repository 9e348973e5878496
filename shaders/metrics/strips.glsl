// SPDX-License-Identifier: MIT
// Place of a picture's pixels in the images of a strip. Needs pc.source, and metrics_interface.h.
layout(constant_id = PHOTOPIC_METRICS_SPEC_STRIPS) const uint kHasStrips = 0;

/// Only invocations that store nothing ask for rows that the images lack.
ivec2 texel_in(ivec2 pixel, uint first_row, uint rows) {
  int row = clamp(pixel.y - int(first_row), 0, int(rows) - 1);
  int columns = 1 << pc.source.column_bits;
  return ivec2(pixel.x & (columns - 1), row + (pixel.x >> pc.source.column_bits) * int(rows));
}

ivec2 texel_of(ivec2 pixel) {
  if (kHasStrips != 0u) return texel_in(pixel, pc.source.image_row, pc.source.image_rows);
  return pixel;
}

/// Index in a map, which begins with the strip's first row.
uint map_index(uvec2 pixel, uint width) {
  if (kHasStrips != 0u) return (pixel.y - pc.source.first_row) * width + pixel.x;
  return pixel.y * width + pixel.x;
}
