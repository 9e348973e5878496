/* SPDX-License-Identifier: MIT */
/* Image metrics: difference of two pictures. ImageMetrics of C++, with results by name. docs/regression.md. */
#ifndef PHOTOPIC_C_IMAGE_METRICS_H
#define PHOTOPIC_C_IMAGE_METRICS_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Metrics, in any combination. */
enum {
  PHOTOPIC_METRIC_ERRORS = 1,
  PHOTOPIC_METRIC_PSNR = 2,
  PHOTOPIC_METRIC_SSIM = 4,
  PHOTOPIC_METRIC_SSIM_AUTO = 8,
  PHOTOPIC_METRIC_MS_SSIM = 16,
  PHOTOPIC_METRIC_CIEDE2000 = 32,
  PHOTOPIC_METRIC_PSNR_HVS = 64,
  PHOTOPIC_METRIC_FLIP = 128,
  PHOTOPIC_METRIC_DELTA_E2000 = 256,
  PHOTOPIC_METRIC_ERROR_TILES = 512,
  PHOTOPIC_METRIC_SSIM_TILES = 1024,
  PHOTOPIC_METRIC_FLIP_TILES = 2048,
  PHOTOPIC_METRIC_CLUSTER = 4096
};
/* Bit of a word of the command line, such as "ms-ssim". 0, with photopic_last_error(): an unknown word. */
PHOTOPIC_API uint32_t photopic_metric_bit(const char* word);

/* Maps: one float per pixel, row by row, top row first. */
enum {
  PHOTOPIC_MAP_ABSOLUTE = 1, /* with PHOTOPIC_METRIC_ERRORS, as the next */
  PHOTOPIC_MAP_SQUARED = 2,
  PHOTOPIC_MAP_SSIM = 4,
  PHOTOPIC_MAP_CIEDE2000 = 8,
  PHOTOPIC_MAP_FLIP = 16
};

/* Sampling of chroma planes. Sides of planes are rounded up. */
typedef enum photopic_chroma {
  PHOTOPIC_CHROMA_444 = 0,
  PHOTOPIC_CHROMA_422 = 1,
  PHOTOPIC_CHROMA_420 = 2,
  PHOTOPIC_CHROMA_411 = 3,
  PHOTOPIC_CHROMA_MAX = 0x7fffffff
} photopic_chroma;

typedef enum photopic_flip_tone_mapper {
  PHOTOPIC_FLIP_ACES = 0,
  PHOTOPIC_FLIP_HABLE = 1,
  PHOTOPIC_FLIP_REINHARD = 2,
  PHOTOPIC_FLIP_MAX = 0x7fffffff
} photopic_flip_tone_mapper;

/* Metrics of a format, and metrics for which pictures of a size are large enough: PHOTOPIC_METRIC_* bits. */
PHOTOPIC_API uint32_t photopic_supported_metrics(VkFormat format, uint32_t bits);
PHOTOPIC_API uint32_t photopic_metrics_for_extent(VkExtent2D extent, photopic_chroma chroma);
/* Exposures of HDR-FLIP, stops, by Andersson et al. 2021, from the luminances of the reference. Reorders the
 * luminances. On failure (a value isn't finite, or no value is above 0) the outputs are unchanged. */
PHOTOPIC_API photopic_result photopic_flip_exposures(float* luminances, size_t count,
                                                     photopic_flip_tone_mapper tone_mapper, float* start_ev,
                                                     float* stop_ev, uint32_t* exposures);

/* Rows that one recording compares, and rows that its images hold. Images hold more, because filters reach beyond a
 * strip. */
typedef struct photopic_metrics_strip {
  uint32_t first_row;  /* first row of the strip */
  uint32_t rows;       /* rows of the strip */
  uint32_t image_row;  /* first row of the picture in the images */
  uint32_t image_rows; /* rows of the picture in the images */
} photopic_metrics_strip;

typedef struct photopic_image_metrics_info {
  uint32_t size;
  uint32_t version;
  VkExtent2D max_extent;       /* size of the largest pictures, pixels */
  VkFormat format;             /* format of the images; MetricsCreateInfo::format lists all; 0 = R8G8B8A8_UNORM */
  uint32_t bits;               /* planes: bits of a code; 0 = all bits of the format */
  uint32_t chroma;             /* photopic_chroma */
  uint32_t metrics;            /* PHOTOPIC_METRIC_* bits to measure */
  uint32_t maps;               /* PHOTOPIC_MAP_* bits to write */
  uint32_t slots;              /* recordings whose results may be pending, 1..8; 0 = 1 */
  VkBool32 has_mask;           /* pairs may have a mask */
  VkBool32 finds_antialiasing; /* recordings may ignore anti-aliased edges; only RGB codes */
  float max_pixels_per_degree; /* largest pixels_per_degree, 4..110; 0 = 110; up to 74: half the pipelines */
  /* Strips for pictures that are too large for the device: see MetricsStrips. 0 = no strips.
   * photopic_image_metrics_plan_strips() sets both. */
  uint32_t strip_rows;
  uint32_t strip_columns;
} photopic_image_metrics_info;

typedef struct photopic_metrics_pair {
  uint32_t size;
  uint32_t version;
  VkExtent2D extent;        /* size of the pictures, pixels, up to max_extent */
  VkImageView reference[3]; /* views of RGB, or of Y, Cb and Cr; SHADER_READ_ONLY_OPTIMAL */
  VkImageView test[3];
  VkImageView mask;             /* with has_mask: R8_UNORM, pixels of 0 are left out; null = none */
  photopic_metrics_strip strip; /* strip of this recording; read only with strip_rows */
} photopic_metrics_pair;

typedef struct photopic_metrics_settings {
  uint32_t size;
  uint32_t version;
  uint32_t metrics;              /* PHOTOPIC_METRIC_* bits, among those created; 0 = all */
  uint32_t maps;                 /* PHOTOPIC_MAP_* bits, among those created */
  uint32_t slot;                 /* slot of the result, below `slots`; its previous result must be finished */
  float error_threshold;         /* pixels with a larger error count as pixels_above */
  uint32_t cluster_threshold;    /* clusters consist of pixels with a larger error, codes */
  uint32_t shift_radius;         /* pixels, 0..4: compares with the most similar pixel within this radius */
  VkBool32 ignores_antialiasing; /* pixels of anti-aliased edges are equal; needs finds_antialiasing */
  float pixels_per_degree;       /* FLIP: 4..max_pixels_per_degree; 0 = 67.02 */
  uint32_t flip_tone_mapper;     /* HDR-FLIP: photopic_flip_tone_mapper */
  float flip_start_ev;           /* HDR-FLIP: first exposure, stops */
  float flip_stop_ev;            /* HDR-FLIP: last exposure, stops */
  uint32_t flip_exposure_count;  /* HDR-FLIP: 2..64 */
} photopic_metrics_settings;

/* ---- results ---- */
/* Numbers of one comparison, by name. The caller creates and destroys it; a finish or compare call fills it. One thread
 * at a time. */
typedef struct photopic_metrics_result photopic_metrics_result;
PHOTOPIC_API photopic_result photopic_metrics_result_create(photopic_metrics_result** out);
PHOTOPIC_API void photopic_metrics_result_destroy(photopic_metrics_result* result);
/* All numbers, in the order of reports: count, and name (static) and value of each; null and NaN after the last. Names
 * are those of docs/regression.md and of the command line: "psnr_rgb", "float_ssim", "flip_mean", ... With the errors
 * of RGB, the last ones are "not_finite_reference" and "not_finite_test", the pixels with NaN or infinities.
 * photopic_compare() adds more (<photopic/c/memory.h>). */
PHOTOPIC_API uint32_t photopic_metrics_result_count(const photopic_metrics_result* result);
PHOTOPIC_API const char* photopic_metrics_result_name(const photopic_metrics_result* result, uint32_t index);
PHOTOPIC_API double photopic_metrics_result_value(const photopic_metrics_result* result, uint32_t index);
/* Number of that name. PHOTOPIC_INVALID_ARGUMENT, with `*out` unchanged: it wasn't measured. */
PHOTOPIC_API photopic_result photopic_metrics_result_get(const photopic_metrics_result* result, const char* name,
                                                         double* out);
/* Histogram of PHOTOPIC_METRIC_ERRORS: pixels by their largest error. `bins`: PHOTOPIC_ERROR_BINS numbers. See
 * ErrorResult::histogram. */
#define PHOTOPIC_ERROR_BINS 256u
PHOTOPIC_API photopic_result photopic_metrics_result_histogram(const photopic_metrics_result* result, uint64_t* bins);

/* ---- the object ---- */
/* Compares images on the device. Threads, queues and destruction as with photopic_post_process. Alpha is ignored. Float
 * pixels that aren't finite in either picture are left out of the errors, and are black in both for FLIP. So require
 * "not_finite_reference" and "not_finite_test" to be 0. */
typedef struct photopic_image_metrics photopic_image_metrics;
PHOTOPIC_API photopic_result photopic_image_metrics_create(const photopic_device* device,
                                                           const photopic_image_metrics_info* info,
                                                           photopic_image_metrics** out);
PHOTOPIC_API void photopic_image_metrics_destroy(photopic_image_metrics* metrics);
/* Sets strip_rows and strip_columns of `info`. See ImageMetrics::plan_strips(). */
PHOTOPIC_API photopic_result photopic_image_metrics_plan_strips(const photopic_device* device,
                                                                VkDeviceSize memory_bytes,
                                                                photopic_image_metrics_info* info);
/* Strip that begins with `first_row`: 0, or the row after the previous strip. All 0 for null. */
PHOTOPIC_API photopic_metrics_strip photopic_image_metrics_strip(const photopic_image_metrics* metrics,
                                                                 VkExtent2D extent, uint32_t first_row);
/* Smallest size of a strip's images, texels. `plane`: 0 for RGB and Y, 1 and 2 for chroma. */
PHOTOPIC_API VkExtent2D photopic_image_metrics_image_extent(const photopic_image_metrics* metrics, VkExtent2D extent,
                                                            photopic_metrics_strip strip, uint32_t plane);
/* Compares the pictures of `pair`. Before: the images are visible to COMPUTE_SHADER / SHADER_READ; reads of earlier
 * maps have finished. After: call finish when the submission has finished; maps are written at COMPUTE_SHADER /
 * SHADER_WRITE.
 */
PHOTOPIC_API photopic_result photopic_image_metrics_record(photopic_image_metrics* metrics,
                                                           VkCommandBuffer command_buffer,
                                                           const photopic_metrics_pair* pair,
                                                           const photopic_metrics_settings* settings);
/* Result of the last recording for `slot`; wait for its submission before. Finish each strip once, in order: the last
 * strip of a picture gives the result, the others leave `out` unchanged. */
PHOTOPIC_API photopic_result photopic_image_metrics_finish(photopic_image_metrics* metrics, uint32_t slot,
                                                           photopic_metrics_result* out);
/* Buffer with the last recorded map: a float per pixel, of a strip only its rows. Null if the map wasn't created. */
PHOTOPIC_API VkBuffer photopic_image_metrics_map_buffer(const photopic_image_metrics* metrics, uint32_t map);
PHOTOPIC_API VkDeviceSize photopic_image_metrics_memory_bytes(const photopic_image_metrics* metrics);

#ifdef __cplusplus
}
#endif
#endif
