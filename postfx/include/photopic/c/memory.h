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
/* What a comparison does with alpha: --alpha of command lines. A picture without alpha is opaque. */
typedef enum photopic_alpha {
  PHOTOPIC_ALPHA_COMPARE = 0, /* a fourth channel of its pixels */
  PHOTOPIC_ALPHA_IGNORE = 1,  /* left out */
  PHOTOPIC_ALPHA_OVER = 2,    /* both pictures lie over a colour, photopic_compare_info::background */
  PHOTOPIC_ALPHA_MAX = 0x7fffffff
} photopic_alpha;
/* "compare", "ignore", "over:#rrggbb", "over:r,g,b" (0 to 255) or "over:white" and other names, as on command lines:
 * photopic_alpha, and the colour (0 without one). PHOTOPIC_INVALID_ARGUMENT, and both untouched: another word. */
PHOTOPIC_API photopic_result photopic_alpha_of_word(const char* word, uint32_t* alpha, uint32_t* background);

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
  /* Version 4 */
  VkBool32 nan_equal;  /* NaN, and infinities of one sign, that both have in a channel of a pixel are equal */
  uint32_t alpha;      /* photopic_alpha; 0 = it is compared */
  uint32_t background; /* of PHOTOPIC_ALPHA_OVER: 0xRRGGBB, sRGB codes */
  uint32_t reserved;   /* 0 */
} photopic_compare_info;

/* Metrics of the difference of two pictures of the same size and samples: codes are sRGB-encoded, floats linear BT.709.
 * `info` may be null: all by default. HDR-FLIP, of floats, takes the exposures of Andersson et al.; where the reference
 * has none (a value that isn't finite, or none above 0), it is left out if `metrics` is 0. On failure `out` is as it
 * was.
 *
 * Alpha: with PHOTOPIC_ALPHA_COMPARE it counts in pixels_differing, pixels_above and the histogram, and has numbers of
 * its own, "alpha_max_abs" and "alpha_pixels_differing"; the other numbers are of RGB. PHOTOPIC_ALPHA_OVER: codes as
 * stored, alpha not premultiplied, rounded to the nearest; floats with alpha premultiplied, the colour decoded from
 * sRGB.
 *
 * NaN and infinities, of alpha too if it is compared: "not_finite_reference" and "not_finite_test" are the pixels that
 * have some. Those of "not_finite_differing" aren't finite in both alike (without nan_equal: in either). They differ:
 * the errors are infinite, FLIP is NaN. Pixels that the mask leaves out may hold anything.
 *
 * All of these numbers are there whatever `metrics` asks for. */
PHOTOPIC_API photopic_result photopic_compare(photopic_headless* headless, const photopic_picture* reference,
                                              const photopic_picture* test, const photopic_compare_info* info,
                                              photopic_metrics_result* out);

/* The names of the numbers that photopic_compare() gives of pictures as `picture`, whose samples aren't read; the
 * values are NaN. HDR-FLIP's are among them, although a reference may have no exposures. */
PHOTOPIC_API photopic_result photopic_compare_names(const photopic_picture* picture, const photopic_compare_info* info,
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
