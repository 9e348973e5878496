// SPDX-License-Identifier: MIT
// Interfaces for C++ and GLSL: the pass that stores a picture of signals (push constants: ToneMapParams), push
// constants of the final pass over layers and of draws, and the resolve before effects.
#ifndef PHOTOPIC_FINISH_INTERFACE_H
#define PHOTOPIC_FINISH_INTERFACE_H
#include "glare/interface.h"
#include "photopic/aces2.h"
#include "photopic/interface.h"

#define PHOTOPIC_STORE_SIGNALS 0  // sampler2D, from its first texel on: codes or, of halves, what is stored
#define PHOTOPIC_STORE_LDR 1      // as PHOTOPIC_TONE_MAP_LDR, and so on
#define PHOTOPIC_STORE_FINISH 2
#define PHOTOPIC_STORE_UI 3
#define PHOTOPIC_STORE_LIGHT 4  // store_picture_light

// ---- tone_map_sharpened_*: bindings as the final pass has them, up to the effects ----
#define PHOTOPIC_SHARPEN_WIDTH 64u  // texels of a workgroup, with one around its tile
#define PHOTOPIC_SHARPEN_HEIGHT 32u
#define PHOTOPIC_SHARPEN_INVOCATIONS 256u
#define PHOTOPIC_SHARPEN_BYTES 16384u  // workgroup memory

#ifdef __cplusplus
namespace photopic::gpu {

/// Tables of the final pass in one buffer: devices may have only 4 storage buffers per stage. finish/tables.glsl.
struct FinishData {
  FinishTables tables;
  GlareShown glare;   ///< read with glare
  Aces2Tables aces2;  ///< read with ACES 2
  // Words of noise follow, once for all slots: after the last slot, which has FinishTables::noise_first = 0.
};
#endif
// Offset of FinishData after MeterTables, bytes: a multiple of every device's minStorageBufferOffsetAlignment.
#define PHOTOPIC_FINISH_AFTER_METER 1024
#ifdef __cplusplus
static_assert(sizeof(MeterTables) <= PHOTOPIC_FINISH_AFTER_METER);
#endif

// ---- tone_map_layers ----
struct LayersParams {
  ToneMapParams picture;
  uint exposure_stride;  // words from what exposes a layer to what exposes the next one
};
PHOTOPIC_LAYOUT(LayersParams, 56)

// ---- resolve_samples_*: samples of texels -> one colour of each, in halves ----
#define PHOTOPIC_RESOLVE_HDR 0       // sampler2DMS
#define PHOTOPIC_RESOLVE_TARGET 1    // image2D, rgba16f, from its first texel on
#define PHOTOPIC_RESOLVE_EXPOSURE 2  // as PHOTOPIC_TONE_MAP_EXPOSURE
#define PHOTOPIC_RESOLVE_SIDE 8      // invocations of a workgroup, side

struct ResolveParams {
  uint source_x;  // texels, top-left of the rectangle in the HDR image
  uint source_y;
  uint width;  // texels of the rectangle
  uint height;
  float luminance_of_red;  // of the HDR image's primaries
  float luminance_of_green;
  float luminance_of_blue;
  float inverse_pre_exposure;  // as ToneMapParams has it
};
PHOTOPIC_LAYOUT(ResolveParams, 32)

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
