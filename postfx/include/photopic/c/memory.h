/* SPDX-License-Identifier: MIT */
/* Calls on pictures in the CPU's memory, on a device of the library's own: nothing of Vulkan is needed. */
#ifndef PHOTOPIC_C_MEMORY_H
#define PHOTOPIC_C_MEMORY_H

#include <photopic/c/exposure.h>
#include <photopic/c/image_metrics.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the device ---- */
/* A Vulkan device without a window, and what was made on it for the last calls, which the next ones use again. Vulkan's
 * loader is found when the device is made. One thread at a time; devices are independent of each other. */
typedef struct photopic_headless photopic_headless;

typedef struct photopic_headless_info {
  uint32_t size;
  uint32_t version;
  const char* device;          /* index or part of a name; null: a discrete GPU, else integrated, ..., a CPU last */
  photopic_message_fn message; /* optional */
  void* message_user;
} photopic_headless_info;

/* `info` may be null: all by default. PHOTOPIC_UNSUPPORTED: no loader, no driver, or no such device. */
PHOTOPIC_API photopic_result photopic_headless_create(const photopic_headless_info* info, photopic_headless** out);
PHOTOPIC_API void photopic_headless_destroy(photopic_headless* headless);
/* Of the device; belongs to `headless`. Empty for null. */
PHOTOPIC_API const char* photopic_headless_device_name(const photopic_headless* headless);

/* ---- pictures ---- */
typedef enum photopic_sample {
  PHOTOPIC_SAMPLE_U8 = 0, /* codes */
  PHOTOPIC_SAMPLE_U16 = 1,
  PHOTOPIC_SAMPLE_F16 = 2, /* linear */
  PHOTOPIC_SAMPLE_F32 = 3,
  PHOTOPIC_SAMPLE_MAX = 0x7fffffff
} photopic_sample;

/* Rows from the top, pixels from the left, channels of a pixel side by side. The memory is the caller's, and is used
 * during calls alone. */
typedef struct photopic_picture {
  uint32_t size;
  uint32_t version;
  void* samples;
  size_t row_bytes; /* from row to row, a multiple of the bytes of a sample; 0 = width * channels * bytes of a sample */
  uint32_t width;
  uint32_t height;
  uint32_t channels; /* 1 (grey), 3 (RGB) or 4 (RGB, alpha) */
  uint32_t sample;   /* photopic_sample */
} photopic_picture;

/* ---- calls; each waits for the device ---- */
typedef struct photopic_compare_info {
  uint32_t size;
  uint32_t version;
  const photopic_picture* mask; /* one channel of U8, of the pictures' size: pixels of 0 are left out; or null */
  uint32_t metrics;             /* PHOTOPIC_METRIC_*; 0 = all that pictures of this kind and size have */
  float error_threshold;        /* this and the others as in photopic_metrics_settings */
  uint32_t cluster_threshold;
  uint32_t shift_radius;
  VkBool32 ignores_antialiasing;
  float pixels_per_degree;
} photopic_compare_info;

/* Metrics of the difference of two pictures of the same size and samples: codes are sRGB-encoded, floats linear BT.709.
 * Alpha is ignored. `info` may be null: all by default. HDR-FLIP, of floats, takes the exposures of Andersson et al.;
 * where the reference has none (a value that isn't finite, or none above 0), it is left out if `metrics` is 0.
 * On failure `out` is as it was. */
PHOTOPIC_API photopic_result photopic_compare(photopic_headless* headless, const photopic_picture* reference,
                                              const photopic_picture* test, const photopic_compare_info* info,
                                              photopic_metrics_result* out);

/* Meters a scene-linear picture of floats, as its first frame: histogram and extrema are there. `out` with size and
 * version. */
PHOTOPIC_API photopic_result photopic_meter(photopic_headless* headless, const photopic_picture* hdr,
                                            const photopic_settings* settings, photopic_exposure_state* out);

/* Meters, then exposes, adds effects and tone maps by `settings`: one frame. `out`'s samples are written: of the same
 * size, 3 or 4 channels, U8 (encoded) or F16 (half floats, linear unless "display.encoding" says otherwise). `state`
 * may be null; else with size and version. */
PHOTOPIC_API photopic_result photopic_develop(photopic_headless* headless, const photopic_picture* hdr,
                                              const photopic_settings* settings, const photopic_picture* out,
                                              photopic_exposure_state* state);

#ifdef __cplusplus
}
#endif
#endif
