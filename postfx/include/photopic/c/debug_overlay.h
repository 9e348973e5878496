/* SPDX-License-Identifier: MIT */
/* Debug overlay: views of the meter, drawn into the picture. DebugOverlay of C++. docs/overlay.md shows them. */
#ifndef PHOTOPIC_C_DEBUG_OVERLAY_H
#define PHOTOPIC_C_DEBUG_OVERLAY_H

#include <photopic/c/post_process.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Views, in any combination. */
enum {
  PHOTOPIC_VIEW_FALSE_COLOR = 1,
  PHOTOPIC_VIEW_HISTOGRAM = 2,
  PHOTOPIC_VIEW_WEIGHTS = 4,
  PHOTOPIC_VIEW_PYRAMID = 8,
  PHOTOPIC_VIEW_NAIVE = 16,
  PHOTOPIC_VIEW_ZEBRA = 32,
  PHOTOPIC_VIEW_INVALID = 64,
  PHOTOPIC_VIEW_STRIP_CHART = 128,
  PHOTOPIC_VIEW_SPLIT = 256,
  PHOTOPIC_VIEW_NITS = 512,
  PHOTOPIC_VIEW_WAVEFORM = 1024,
  PHOTOPIC_VIEW_WHITE_BALANCE = 2048,
  PHOTOPIC_VIEW_LOCAL_EXPOSURE = 4096,
  PHOTOPIC_VIEW_LOCAL_BASE = 8192,
  PHOTOPIC_VIEW_LOCAL_DETAIL = 16384,
  PHOTOPIC_VIEW_GLARE = 32768,
  PHOTOPIC_VIEW_GLARE_SPREAD = 65536
};

/* Pictures that an overlay draws over. */
typedef enum photopic_overlay_source {
  PHOTOPIC_OVERLAY_SOURCE_SCENE = 0,  /* pictures of a scene-linear image, with the object that has metered it */
  PHOTOPIC_OVERLAY_SOURCE_STORED = 1, /* finished pictures: nothing but their texels is known */
  PHOTOPIC_OVERLAY_SOURCE_MAX = 0x7fffffff
} photopic_overlay_source;

typedef struct photopic_debug_overlay_info {
  uint32_t size;
  uint32_t version;
  VkExtent2D max_extent; /* size of the largest picture, texels */
  VkFormat ldr_format;   /* photopic_output::format and photopic_tuning::packed_format of the pictures */
  VkFormat packed_format;
  uint32_t encoding;        /* photopic_encoding_bit() of the pictures; 0 = "auto" */
  uint32_t tone_mappers;    /* photopic_tone_mapper_bit() bits for SPLIT and the histogram's curve; 0 = operators that
                               compile quickly */
  VkBool32 defer_pipelines; /* create makes memory only; prepare makes the pipelines */
  uint32_t source;          /* photopic_overlay_source */
} photopic_debug_overlay_info;

typedef struct photopic_overlay_settings {
  uint32_t size;
  uint32_t version;
  uint32_t views;              /* PHOTOPIC_VIEW_*; 0 records nothing */
  uint32_t scale;              /* texels per dot of panels, 1..8; 0 = 1 */
  float false_color_min_ev100; /* [-64, 64]; both 0: -6 and 18 */
  float false_color_max_ev100; /* at least 1 above the minimum */
  uint32_t pyramid_level;
  float zebra_under; /* a texel is clipped if all encoded channels are at most this, [0, 1] */
  float zebra_over;  /* a texel is clipped if an encoded channel is at least this, [0, 1]; 0 = 1 */
  float split;       /* share of the width for SPLIT, [0, 1] */
  float local_x;     /* local exposure: place whose tone curve the histogram shows, share of the width,
                        [0, 1]; local_y: share of the height */
  float local_y;
  /* Since version 2: */
  uint32_t false_color_automatic; /* 1: the range of false colours follows the picture, in whole EV */
} photopic_overlay_settings;

/* A finished picture, of any origin. Its encoding is that of the overlay. */
typedef struct photopic_stored_picture {
  uint32_t size;
  uint32_t version;
  VkImageView ldr;            /* picture to read and draw over: a storage view in GENERAL, of ldr_format */
  VkExtent2D extent;          /* size of the picture, texels from the top left */
  float paper_white_nits;     /* white of SDR; 0 = 203 */
  float peak_nits;            /* peak of the display, for HDR; 0 = 1000 */
  float scrgb_reference_nits; /* nits of 1 in scRGB; 0 = 80 */
  float ui_white_nits;        /* white of the overlay over HDR; 0 = 203 */
  uint32_t keeps_numbers;     /* 1: draws the numbers and plots of the last recording again, if that had the same
                                 extent, luminances and settings, and the device has executed it; views of the
                                 whole picture show this picture */
} photopic_stored_picture;

/* Threads, queues and destruction as with photopic_post_process. */
typedef struct photopic_debug_overlay photopic_debug_overlay;

PHOTOPIC_API photopic_result photopic_debug_overlay_create(const photopic_device* device,
                                                           const photopic_debug_overlay_info* info,
                                                           photopic_debug_overlay** out);
PHOTOPIC_API void photopic_debug_overlay_destroy(photopic_debug_overlay* overlay);
/* With `defer_pipelines`: makes the pipelines, at most `max_pipelines` per call (UINT32_MAX = all). Any thread.
 * PHOTOPIC_NOT_PREPARED: call it again. */
PHOTOPIC_API photopic_result photopic_debug_overlay_prepare(photopic_debug_overlay* overlay, uint32_t max_pipelines);
PHOTOPIC_API VkBool32 photopic_debug_overlay_is_prepared(const photopic_debug_overlay* overlay);
/* Draws over frame->ldr. Call it after `post` has recorded `frame` with `settings`; `post` must meter.
 * Before: `ldr` is in GENERAL and written at COMPUTE_SHADER. After: written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API photopic_result photopic_debug_overlay_record(
    photopic_debug_overlay* overlay, VkCommandBuffer command_buffer, const photopic_post_process* post,
    const photopic_frame* frame, const photopic_settings* settings, const photopic_overlay_settings* overlay_settings);
/* Draws over a finished picture: views HISTOGRAM, NAIVE, ZEBRA, NITS and WAVEFORM. Needs
 * PHOTOPIC_OVERLAY_SOURCE_STORED. Barriers as above, for picture->ldr. */
PHOTOPIC_API photopic_result photopic_debug_overlay_record_stored(photopic_debug_overlay* overlay,
                                                                  VkCommandBuffer command_buffer,
                                                                  const photopic_stored_picture* picture,
                                                                  const photopic_overlay_settings* overlay_settings);
/* Buffer with the numbers of the last frame, at the offset: floats, NaN if a number doesn't exist.
 * <photopic/overlay_interface.h> lists their indices. Usage STORAGE and TRANSFER_SRC. */
PHOTOPIC_API VkBuffer photopic_debug_overlay_data_buffer(const photopic_debug_overlay* overlay);
PHOTOPIC_API VkDeviceSize photopic_debug_overlay_values_offset_bytes(const photopic_debug_overlay* overlay);
PHOTOPIC_API VkDeviceSize photopic_debug_overlay_memory_bytes(const photopic_debug_overlay* overlay);

#ifdef __cplusplus
}
#endif
#endif
