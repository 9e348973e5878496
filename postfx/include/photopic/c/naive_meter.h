/* SPDX-License-Identifier: MIT */
/* Naive meters: meters as others build them, for comparison. NaiveMeter of C++. */
#ifndef PHOTOPIC_C_NAIVE_METER_H
#define PHOTOPIC_C_NAIVE_METER_H

#include <photopic/c/post_process.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum photopic_naive_method {
  PHOTOPIC_NAIVE_BLIT_CHAIN = 0,           /* needs a graphics queue */
  PHOTOPIC_NAIVE_BLIT_CHAIN_EVEN_CROP = 1, /* leaves out the odd last row and column; needs a graphics queue */
  PHOTOPIC_NAIVE_PYRAMID = 2,
  PHOTOPIC_NAIVE_METHOD_MAX = 0x7fffffff
} photopic_naive_method;

typedef enum photopic_level_format {
  PHOTOPIC_LEVELS_R32F = 0,
  PHOTOPIC_LEVELS_R16F = 1, /* needs shader_storage_image_extended_formats */
  PHOTOPIC_LEVELS_MAX = 0x7fffffff
} photopic_level_format;

typedef enum photopic_pyramid_tap {
  PHOTOPIC_TAP_DEFAULT = 0, /* linear */
  PHOTOPIC_TAP_GATHER = 1,
  PHOTOPIC_TAP_LINEAR = 2, /* as published: fixed-point weights, 0 * NaN */
  PHOTOPIC_TAP_MAX = 0x7fffffff
} photopic_pyramid_tap;

typedef enum photopic_naive_factor {
  PHOTOPIC_NAIVE_FACTOR_DEFAULT = 0, /* as published */
  PHOTOPIC_NAIVE_FACTOR_BLOCK_COUNTS = 1,
  PHOTOPIC_NAIVE_FACTOR_CORRECTED = 2,
  PHOTOPIC_NAIVE_FACTOR_PUBLISHED = 3,
  PHOTOPIC_NAIVE_FACTOR_MAX = 0x7fffffff
} photopic_naive_factor;

typedef struct photopic_naive_meter_info {
  uint32_t size;
  uint32_t version;
  VkExtent2D max_extent;   /* size of the largest frame, texels */
  uint32_t method;         /* photopic_naive_method */
  uint32_t level_format;   /* photopic_level_format */
  uint32_t workgroup_side; /* pyramid: 8 or 16; 0 = 8 */
  uint32_t pyramid_tap;    /* photopic_pyramid_tap */
  uint32_t pyramid_factor; /* photopic_naive_factor */
} photopic_naive_meter_info;

/* Meters one view, and adapts. Threads, queues, memory and destruction as with photopic_post_process. */
typedef struct photopic_naive_meter photopic_naive_meter;

PHOTOPIC_API photopic_result photopic_naive_meter_create(const photopic_device* device,
                                                         const photopic_naive_meter_info* info,
                                                         photopic_naive_meter** out);
PHOTOPIC_API void photopic_naive_meter_destroy(photopic_naive_meter* meter);
PHOTOPIC_API photopic_result photopic_naive_meter_resize(photopic_naive_meter* meter, VkExtent2D max_extent);
/* As photopic_post_process_record_meter(). `frame` has no weights, one source and view 0. */
PHOTOPIC_API photopic_result photopic_naive_meter_record(photopic_naive_meter* meter, VkCommandBuffer command_buffer,
                                                         const photopic_frame* frame,
                                                         const photopic_settings* settings);
/* As photopic_post_process_record_export(). */
PHOTOPIC_API photopic_result photopic_naive_meter_record_export(photopic_naive_meter* meter,
                                                                VkCommandBuffer command_buffer, VkBuffer destination,
                                                                VkDeviceSize offset_bytes);
/* Buffer with one state, at offset 0. */
PHOTOPIC_API VkBuffer photopic_naive_meter_state_buffer(const photopic_naive_meter* meter);
PHOTOPIC_API VkDeviceSize photopic_naive_meter_memory_bytes(const photopic_naive_meter* meter);

#ifdef __cplusplus
}
#endif
#endif
