/* SPDX-License-Identifier: MIT */
/* Calls on pictures in CPU memory, on a Vulkan device that the library opens. The caller needs no Vulkan. */
#ifndef PHOTOPIC_C_MEMORY_H
#define PHOTOPIC_C_MEMORY_H

#include <photopic/c/content_light_meter.h>
#include <photopic/c/exposure.h>
#include <photopic/c/image_metrics.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the device ---- */
/* A Vulkan device without a window. Keeps pipelines and memory of the last calls for the next ones. The create call
 * finds Vulkan's loader. One thread at a time; objects are independent of each other. */
typedef struct photopic_headless photopic_headless;

typedef struct photopic_headless_info {
  uint32_t size;
  uint32_t version;
  const char* device; /* index or part of the name; null = discrete, integrated, virtual GPU, CPU, in this order */
  photopic_message_fn message; /* receives messages; null = none */
  void* message_user;          /* last argument of `message` */
} photopic_headless_info;

/* Opens a device. The caller destroys it. `info` may be null: defaults. PHOTOPIC_UNSUPPORTED: there is no loader, no
 * driver, or no such device. */
PHOTOPIC_API photopic_result photopic_headless_create(const photopic_headless_info* info, photopic_headless** out);
PHOTOPIC_API void photopic_headless_destroy(photopic_headless* headless);
/* Name of the device. The string belongs to `headless`. Empty for null. */
PHOTOPIC_API const char* photopic_headless_device_name(const photopic_headless* headless);

/* ---- pictures ---- */
typedef enum photopic_sample {
  PHOTOPIC_SAMPLE_U8 = 0, /* codes */
  PHOTOPIC_SAMPLE_U16 = 1,
  PHOTOPIC_SAMPLE_F16 = 2, /* linear */
  PHOTOPIC_SAMPLE_F32 = 3,
  PHOTOPIC_SAMPLE_MAX = 0x7fffffff
} photopic_sample;

/* A picture in the caller's memory: rows from the top, pixels from the left, channels interleaved. Must live until the
 * call returns. */
typedef struct photopic_picture {
  uint32_t size;
  uint32_t version;
  void* samples;
  size_t row_bytes; /* bytes from row to row, a multiple of a sample's bytes; 0 = no padding */
  uint32_t width;
  uint32_t height;
  uint32_t channels; /* 1 (grey), 3 (RGB) or 4 (RGB, alpha) */
  uint32_t sample;   /* photopic_sample */
} photopic_picture;

/* ---- calls; each waits for the device ---- */
/* Treatment of alpha in a comparison, as --alpha of the command line. A picture without alpha is opaque. */
typedef enum photopic_alpha {
  PHOTOPIC_ALPHA_COMPARE = 0, /* alpha is a fourth channel */
  PHOTOPIC_ALPHA_IGNORE = 1,  /* alpha is left out */
  PHOTOPIC_ALPHA_OVER = 2,    /* both pictures lie over a colour, photopic_compare_info::background */
  PHOTOPIC_ALPHA_MAX = 0x7fffffff
} photopic_alpha;
/* Parses "compare", "ignore", "over:#rrggbb", "over:r,g,b" (0 to 255), or "over:white" and other names. `alpha`:
 * photopic_alpha; `background`: 0xRRGGBB, 0 without a colour. PHOTOPIC_INVALID_ARGUMENT: another word; both outputs are
 * unchanged. */
PHOTOPIC_API photopic_result photopic_alpha_of_word(const char* word, uint32_t* alpha, uint32_t* background);

typedef struct photopic_compare_info {
  uint32_t size;
  uint32_t version;
  const photopic_picture* mask; /* one channel of U8, size of the pictures; pixels of 0 are left out; null = none */
  uint32_t metrics;             /* PHOTOPIC_METRIC_* bits; 0 = all metrics of such pictures */
  float error_threshold;        /* this and the next four: as in photopic_metrics_settings */
  uint32_t cluster_threshold;
  uint32_t shift_radius;
  VkBool32 ignores_antialiasing;
  float pixels_per_degree;
  /* Version 4 */
  VkBool32 nan_equal;  /* NaN equals NaN, infinity equals infinity of the same sign, in the same channel of a pixel */
  uint32_t alpha;      /* photopic_alpha; 0 = compare */
  uint32_t background; /* PHOTOPIC_ALPHA_OVER: colour, 0xRRGGBB, sRGB codes */
  uint32_t reserved;   /* 0 */
} photopic_compare_info;

/* Metrics of the difference of two pictures with the same size, channels and sample type. Codes are sRGB-encoded,
 * floats are linear BT.709. `info` may be null: defaults. On failure `out` is unchanged.
 *
 * HDR-FLIP, for floats, uses the exposures of Andersson et al. If the reference has no such exposures (a value isn't
 * finite, or no value is above 0) and `metrics` is 0, HDR-FLIP is left out.
 *
 * Alpha. PHOTOPIC_ALPHA_COMPARE: alpha counts in pixels_differing, pixels_above and the histogram, and has its own
 * numbers "alpha_max_abs" and "alpha_pixels_differing". All other numbers are of RGB. PHOTOPIC_ALPHA_OVER: codes are
 * blended as stored, with straight alpha, and rounded to the nearest; floats have premultiplied alpha, and the colour
 * is decoded from sRGB.
 *
 * NaN and infinities, also of alpha if it is compared. "not_finite_reference" and "not_finite_test" count pixels that
 * have some. "not_finite_differing" counts such pixels that differ; with nan_equal, only pixels that aren't alike. A
 * pixel that differs has infinite errors, and FLIP is NaN. Pixels that the mask leaves out may hold anything.
 *
 * These numbers of alpha and NaN are always there, whatever `metrics` asks for. */
PHOTOPIC_API photopic_result photopic_compare(photopic_headless* headless, const photopic_picture* reference,
                                              const photopic_picture* test, const photopic_compare_info* info,
                                              photopic_metrics_result* out);

/* Names of the numbers of photopic_compare() for pictures like `picture`, whose samples aren't read. The values are
 * NaN. The numbers of HDR-FLIP are included, although a reference may have no exposures. */
PHOTOPIC_API photopic_result photopic_compare_names(const photopic_picture* picture, const photopic_compare_info* info,
                                                    photopic_metrics_result* out);

/* Meters a scene-linear float picture, as a view's first frame, with histogram and extrema. Set size and version of
 * `out`. */
PHOTOPIC_API photopic_result photopic_meter(photopic_headless* headless, const photopic_picture* hdr,
                                            const photopic_settings* settings, photopic_exposure_state* out);

/* Meters, applies effects and tone maps one frame. Writes the samples of `out`: same size as `hdr`, 3 or 4 channels, U8
 * (encoded) or F16 (half floats; linear unless "display.encoding" says otherwise). `state` may be null; else set its
 * size and version. */
PHOTOPIC_API photopic_result photopic_develop(photopic_headless* headless, const photopic_picture* hdr,
                                              const photopic_settings* settings, const photopic_picture* out,
                                              photopic_exposure_state* state);

typedef struct photopic_content_light_info {
  uint32_t size;
  uint32_t version;
  uint32_t encoding;          /* photopic_encoding_bit() of the samples; 0 = sRGB for codes, linear for floats */
  float paper_white_nits;     /* luminance of white, nits, 1..10000; 0 = 203; not for hdr10, hlg and scrgb */
  float scrgb_reference_nits; /* luminance of 1 in scRGB, nits, 1..10000; 0 = 80 */
} photopic_content_light_info;

/* Measures the light of a finished picture, as photopic_content_light_meter does. `info` may be null: defaults. Set
 * size and version of `out`. */
PHOTOPIC_API photopic_result photopic_meter_content_light(photopic_headless* headless, const photopic_picture* picture,
                                                          const photopic_content_light_info* info,
                                                          photopic_content_light_statistics* out);

#ifdef __cplusplus
}
#endif
#endif
