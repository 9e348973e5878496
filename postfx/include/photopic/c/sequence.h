/* SPDX-License-Identifier: MIT */
/* Calls on sequences in the CPU's memory, on a device of the library's own: adaptation over measurements, flashes. */
#ifndef PHOTOPIC_C_SEQUENCE_H
#define PHOTOPIC_C_SEQUENCE_H

#include <photopic/c/exposure_scan.h>
#include <photopic/c/flash_analyser.h>
#include <photopic/c/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- adaptation ---- */
/* As photopic_meter(), for photopic_adapt(). `state` may be null; else with size and version. */
PHOTOPIC_API photopic_result photopic_measure(photopic_headless* headless, const photopic_picture* hdr,
                                              const photopic_settings* settings, photopic_measurement* out,
                                              photopic_exposure_state* state);

typedef struct photopic_adapt_info {
  uint32_t size;
  uint32_t version;
  const photopic_measurement* measurements; /* of `count` frames */
  const float* delta_times_s;               /* of each frame: since the one before, >= 0; 0 holds the exposure */
  const void*
      state;        /* the one before, photopic_exposure_state_bytes(); null: the first frame's measured value counts */
  uint32_t count;   /* at least 1 */
  uint32_t weights; /* photopic_weight_bit() of each that the frames were metered with; photopic_measure(): 0 */
  VkExtent2D picture; /* texels of the frames: receptors and pupil see such a picture; 0 = 1920 x 1080 */
} photopic_adapt_info;

/* The states after each frame by `settings`, as a photopic_post_process would have had them: `states` takes `count`
 * times photopic_exposure_state_bytes(), photopic_exposure_state_read() reads one, and the last of them is `state` of
 * the next call. On failure `states` is as it was, but where the device fails. */
PHOTOPIC_API photopic_result photopic_adapt(photopic_headless* headless, const photopic_adapt_info* info,
                                            const photopic_settings* settings, void* states);

/* ---- flashes ---- */
typedef struct photopic_flash_sequence_info {
  uint32_t size;
  uint32_t version;
  uint32_t profile;  /* photopic_flash_profile */
  uint32_t encoding; /* photopic_encoding_bit() of the samples; 0 = sRGB of codes, linear of floats */
  uint32_t columns;  /* cells that a picture is averaged to, 1..256 each; 0 = 240, 135 */
  uint32_t rows;
  float white_cd_m2;    /* of SDR's white; [1, 10000], 0 = 200 */
  float cd_m2_per_unit; /* of 1 in linear and scRGB pictures; 0 = white_cd_m2 */
} photopic_flash_sequence_info;

/* Counts flashes of pictures in memory: photopic_flash_analyser on a device of the library's own. Uses `headless`,
 * which must outlive it, and its thread. */
typedef struct photopic_flash_sequence photopic_flash_sequence;

/* `info` may be null: all by default. */
PHOTOPIC_API photopic_result photopic_flash_sequence_create(photopic_headless* headless,
                                                            const photopic_flash_sequence_info* info,
                                                            photopic_flash_sequence** out);
PHOTOPIC_API void photopic_flash_sequence_destroy(photopic_flash_sequence* sequence);
/* The next picture, shown at `time_us`, later than the one before: what is known after it, `out` with size and version.
 * All pictures have the samples of the first; NaN counts as 0, infinity as 65504. A picture that fails leaves the
 * sequence as it was. */
PHOTOPIC_API photopic_result photopic_flash_sequence_add(photopic_flash_sequence* sequence,
                                                         const photopic_picture* picture, uint64_t time_us,
                                                         photopic_flash_statistics* out);

#ifdef __cplusplus
}
#endif
#endif
