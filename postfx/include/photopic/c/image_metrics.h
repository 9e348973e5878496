/* SPDX-License-Identifier: MIT */
/* Metrics of the difference between two pictures: ImageMetrics of C++, with results by name. docs/regression.md. */
#ifndef PHOTOPIC_C_IMAGE_METRICS_H
#define PHOTOPIC_C_IMAGE_METRICS_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What can be measured, in any combination. */
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
/* The bit of a word ("ms-ssim", as on command lines); 0 and photopic_last_error() for one that there isn't. */
PHOTOPIC_API uint32_t photopic_metric_bit(const char* word);

/* One float for each pixel, row by row, top first. */
enum {
  PHOTOPIC_MAP_ABSOLUTE = 1, /* this and the next with PHOTOPIC_METRIC_ERRORS */
  PHOTOPIC_MAP_SQUARED = 2,
  PHOTOPIC_MAP_SSIM = 4,
  PHOTOPIC_MAP_CIEDE2000 = 8,
  PHOTOPIC_MAP_FLIP = 16
};

/* How chroma planes are sampled, of pictures in planes; sides of their planes are rounded up. */
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

/* What a format has, and what pictures of a size are large enough for: bits PHOTOPIC_METRIC_*. */
PHOTOPIC_API uint32_t photopic_supported_metrics(VkFormat format, uint32_t bits);
PHOTOPIC_API uint32_t photopic_metrics_for_extent(VkExtent2D extent, photopic_chroma chroma);
/* Exposures of HDR-FLIP, stops, by Andersson et al. 2021, from the reference's luminances, which are reordered. Writes
 * nothing on failure: a value that isn't finite, or none above 0. */
PHOTOPIC_API photopic_result photopic_flip_exposures(float* luminances, size_t count,
                                                     photopic_flip_tone_mapper tone_mapper, float* start_ev,
                                                     float* stop_ev, uint32_t* exposures);

/* Rows of the pictures that one recording compares, and that its images hold: filters reach beyond a strip. */
typedef struct photopic_metrics_strip {
  uint32_t first_row; /* of the strip */
  uint32_t rows;
  uint32_t image_row; /* the picture's row that the images begin with */
  uint32_t image_rows;
} photopic_metrics_strip;

typedef struct photopic_image_metrics_info {
  uint32_t size;
  uint32_t version;
  VkExtent2D max_extent; /* pixels of the largest pictures */
  VkFormat format;       /* of RGB codes, linear floats or planes, as MetricsCreateInfo lists; 0 = R8G8B8A8_UNORM */
  uint32_t bits;         /* of a code in planes; 0 = all the format has */
  uint32_t chroma;       /* photopic_chroma */
  uint32_t metrics;      /* PHOTOPIC_METRIC_* */
  uint32_t maps;         /* PHOTOPIC_MAP_* */
  uint32_t slots;        /* recordings whose results aren't finished yet, 1..8; 0 = 1 */
  VkBool32 has_mask;
  VkBool32 finds_antialiasing;
  float max_pixels_per_degree; /* of recordings with FLIP, [4, 110]; 0 = 110. Half the pipelines up to 74 */
  /* Strips of pictures that the device can't take whole, as MetricsStrips has them. 0 = pictures are compared whole.
   * photopic_image_metrics_plan_strips() sets both. */
  uint32_t strip_rows;
  uint32_t strip_columns;
} photopic_image_metrics_info;

typedef struct photopic_metrics_pair {
  uint32_t size;
  uint32_t version;
  VkExtent2D extent;        /* pixels, up to max_extent */
  VkImageView reference[3]; /* SHADER_READ_ONLY_OPTIMAL: RGB alone, or Y, Cb and Cr */
  VkImageView test[3];
  VkImageView mask;             /* with has_mask: R8_UNORM, pixels of 0 are left out; or null */
  photopic_metrics_strip strip; /* rows that the images have; read only with strip_rows */
} photopic_metrics_pair;

typedef struct photopic_metrics_settings {
  uint32_t size;
  uint32_t version;
  uint32_t metrics;              /* of those created; 0 = all of them */
  uint32_t maps;                 /* of those created */
  uint32_t slot;                 /* below slots; its last result has been finished */
  float error_threshold;         /* pixels with a larger error count as pixels_above */
  uint32_t cluster_threshold;    /* clusters are of pixels with a larger error; codes */
  uint32_t shift_radius;         /* pixels, 0..4: compares with the most alike so far away */
  VkBool32 ignores_antialiasing; /* with finds_antialiasing */
  float pixels_per_degree;       /* of FLIP, [4, max_pixels_per_degree]; 0 = 67.02 */
  uint32_t flip_tone_mapper;     /* photopic_flip_tone_mapper, of HDR-FLIP; as the next three */
  float flip_start_ev;
  float flip_stop_ev;
  uint32_t flip_exposure_count; /* 2..64 */
} photopic_metrics_settings;

/* ---- results ---- */
/* Named numbers of one comparison. Memory of the library's, filled by finish; read by one thread at a time. */
typedef struct photopic_metrics_result photopic_metrics_result;
PHOTOPIC_API photopic_result photopic_metrics_result_create(photopic_metrics_result** out);
PHOTOPIC_API void photopic_metrics_result_destroy(photopic_metrics_result* result);
/* How many there are; the name and value of each, in the order of reports. Names, which are static, are those of
 * docs/regression.md and of command lines: "psnr_rgb", "float_ssim", "flip_mean", ... Null and NaN beyond the last.
 * After them, with the errors of RGB: "not_finite_reference" and "not_finite_test", pixels with NaN or infinities; of
 * photopic_compare() more (<photopic/c/memory.h>). */
PHOTOPIC_API uint32_t photopic_metrics_result_count(const photopic_metrics_result* result);
PHOTOPIC_API const char* photopic_metrics_result_name(const photopic_metrics_result* result, uint32_t index);
PHOTOPIC_API double photopic_metrics_result_value(const photopic_metrics_result* result, uint32_t index);
/* By name. PHOTOPIC_INVALID_ARGUMENT, and `*out` untouched: not among those that were measured. */
PHOTOPIC_API photopic_result photopic_metrics_result_get(const photopic_metrics_result* result, const char* name,
                                                         double* out);
/* PHOTOPIC_METRIC_ERRORS: pixels by their largest error, PHOTOPIC_ERROR_BINS of them; see ErrorResult::histogram. */
#define PHOTOPIC_ERROR_BINS 256u
PHOTOPIC_API photopic_result photopic_metrics_result_histogram(const photopic_metrics_result* result, uint64_t* bins);

/* ---- the object ---- */
/* Threads, queues and destruction as with photopic_post_process. Alpha is ignored. Pixels of floats that aren't finite
 * in either picture are left out of the errors and black in both to FLIP: such pictures may look equal, so check
 * "not_finite_reference" and "not_finite_test". */
typedef struct photopic_image_metrics photopic_image_metrics;
PHOTOPIC_API photopic_result photopic_image_metrics_create(const photopic_device* device,
                                                           const photopic_image_metrics_info* info,
                                                           photopic_image_metrics** out);
PHOTOPIC_API void photopic_image_metrics_destroy(photopic_image_metrics* metrics);
/* Sets strip_rows and strip_columns of `info`, which is of this version's size: see ImageMetrics::plan_strips(). */
PHOTOPIC_API photopic_result photopic_image_metrics_plan_strips(const photopic_device* device,
                                                                VkDeviceSize memory_bytes,
                                                                photopic_image_metrics_info* info);
/* The strip that begins with `first_row`: 0, or the row after the strip before. All 0 for null. */
PHOTOPIC_API photopic_metrics_strip photopic_image_metrics_strip(const photopic_image_metrics* metrics,
                                                                 VkExtent2D extent, uint32_t first_row);
/* Least size of a strip's images, texels. `plane`: 0 for RGB and Y, 1 and 2 for chroma. */
PHOTOPIC_API VkExtent2D photopic_image_metrics_image_extent(const photopic_image_metrics* metrics, VkExtent2D extent,
                                                            photopic_metrics_strip strip, uint32_t plane);
/* Before: the images visible to COMPUTE_SHADER / SHADER_READ; maps of earlier recordings read before COMPUTE_SHADER.
 * After:  finish, once the host has waited for the submission; maps are written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API photopic_result photopic_image_metrics_record(photopic_image_metrics* metrics,
                                                           VkCommandBuffer command_buffer,
                                                           const photopic_metrics_pair* pair,
                                                           const photopic_metrics_settings* settings);
/* What was last recorded for `slot`, whose submission the host has waited for. Strips are finished in order, each
 * once. The last strip of a picture gives the picture's result; the others leave `out` as it was. */
PHOTOPIC_API photopic_result photopic_image_metrics_finish(photopic_image_metrics* metrics, uint32_t slot,
                                                           photopic_metrics_result* out);
/* The last recorded map, extent.width * extent.height floats (of a strip: its rows); null if it wasn't created. */
PHOTOPIC_API VkBuffer photopic_image_metrics_map_buffer(const photopic_image_metrics* metrics, uint32_t map);
PHOTOPIC_API VkDeviceSize photopic_image_metrics_memory_bytes(const photopic_image_metrics* metrics);

#ifdef __cplusplus
}
#endif
#endif
