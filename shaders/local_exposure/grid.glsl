// SPDX-License-Identifier: MIT
// Place of the HDR image's texels in the image of tone curves.
#include "local_exposure/interface.h"

/// `pitch`: nodes of an interval of the image; `origin` of the region, texels of the HDR image.
LocalGrid local_grid(uvec2 pitch, uvec2 origin) {
  vec2 of_node = 1.0 / vec2(pitch.x, pitch.y * PHOTOPIC_LOCAL_INTERVALS);
  vec2 of_texel = of_node / float(PHOTOPIC_LOCAL_TILE_SIDE);
  // Nodes are at centres of the image's texels.
  vec2 texel_0 = 0.5 * of_node + (0.5 - vec2(origin)) * of_texel;
  return LocalGrid(texel_0.x, texel_0.y, of_texel.x, of_texel.y);
}
