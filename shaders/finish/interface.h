// SPDX-License-Identifier: MIT
// Interface of the pass that stores a picture of signals, for C++ and GLSL; its push constants are ToneMapParams. And
// push constants of the final pass over layers, and of draws.
#ifndef PHOTOPIC_FINISH_INTERFACE_H
#define PHOTOPIC_FINISH_INTERFACE_H
#include "photopic/interface.h"

#define PHOTOPIC_STORE_SIGNALS 0  // sampler2D, from its first texel on: codes or, of halves, what is stored
#define PHOTOPIC_STORE_LDR 1      // as PHOTOPIC_TONE_MAP_LDR, and so on
#define PHOTOPIC_STORE_FINISH 2
#define PHOTOPIC_STORE_BLUE_NOISE 3
#define PHOTOPIC_STORE_UI 4
#define PHOTOPIC_STORE_LIGHT 5  // store_picture_light

#ifdef __cplusplus
namespace photopic::gpu {
#endif

// ---- tone_map_layers ----
struct LayersParams {
  ToneMapParams picture;
  uint exposure_stride;  // words from what exposes a layer to what exposes the next one
};
PHOTOPIC_LAYOUT(LayersParams, 56)

// ---- draw_* ----
struct DrawParams {
  ToneMapParams picture;
  uint exposure_stride;  // draw_views_*: as above
  uint shown_width;      // PHOTOPIC_SPEC_SCALED: texels of the attachment that show the rectangle
  uint shown_height;
};
PHOTOPIC_LAYOUT(DrawParams, 64)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
