// SPDX-License-Identifier: MIT
// Interface of the viewer's pass to the window with its shader.
#ifndef PHOTOPIC_SHADERS_VIEWER_INTERFACE_H
#define PHOTOPIC_SHADERS_VIEWER_INTERFACE_H

#define VIEWER_PICTURE 0  // bindings
#define VIEWER_UI 1
#define VIEWER_OTHER 2

// What a pipeline is made for: a CPU takes every way through a branch.
#define VIEWER_SPEC_STORED 0  // SDR on SDR: stored values are composed
#define VIEWER_SPEC_WHOLE 1   // a texel of the picture is a pixel
#define VIEWER_SPEC_WIPED 2   // left of a line there is the other picture

#ifdef __cplusplus
#include <cstdint>
namespace viewer::gpu {
using uint = std::uint32_t;
#endif

// One channel of the picture, as grey
#define VIEWER_CHANNEL_ALL 0u
#define VIEWER_CHANNEL_RED 1u
#define VIEWER_CHANNEL_ALPHA 4u
#define VIEWER_CHANNEL_LUMINANCE 5u

struct PresentPlace {
  int left;  // of a picture in the window, pixels
  int top;
  uint width;  // 0: there is none
  uint height;
  uint picture_width;  // texels
  uint picture_height;
  uint unused_0;  // HLSL has structures at multiples of 16 bytes
  uint unused_1;
};

struct PresentParams {
  PresentPlace picture;
  PresentPlace other;
  uint channel;           // VIEWER_CHANNEL_*, or between red and alpha green and blue
  int wipe;               // first column of the window that isn't the other's
  uint picture_encoding;  // PHOTOPIC_ENCODING_*
  uint surface_encoding;  // what the window's images mean
  float paper_white_nits;
  float ui_white_nits;
  float scrgb_reference_nits;
  float surface_white_nits;  // of SDR windows: what their white stands for
  uint is_nearest;           // texels are squares; else scaling is bilinear
  int clip_left;             // the room for the picture: what is outside isn't shown
  int clip_top;
  uint clip_width;
  uint clip_height;
};

#ifdef __cplusplus
}  // namespace viewer::gpu
#endif

#endif
