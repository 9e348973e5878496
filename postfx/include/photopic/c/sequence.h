/* SPDX-License-Identifier: MIT */
/* Calls on sequences in CPU memory, on a device that the library opens: adaptation over measurements, flashes. */
#ifndef PHOTOPIC_C_SEQUENCE_H
#define PHOTOPIC_C_SEQUENCE_H

#include <photopic/c/exposure_scan.h>
#include <photopic/c/flash_analyser.h>
#include <photopic/c/memory.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- adaptation ---- */
/* As photopic_meter(), with a measurement for photopic_adapt(). `state` may be null; else set its size and version. */
PHOTOPIC_API photopic_result photopic_measure(photopic_headless* headless, const photopic_picture* hdr,
                                              const photopic_settings* settings, photopic_measurement* out,
                                              photopic_exposure_state* state);

typedef struct photopic_adapt_info {
  uint32_t size;
  uint32_t version;
  const photopic_measurement* measurements; /* one per frame */
  const float* delta_times_s; /* one per frame: time since the previous frame, seconds, >= 0; 0 keeps the exposure */
  const void*
      state; /* state before the first frame, photopic_exposure_state_bytes(); null = start with the measured value */
  uint32_t count;     /* number of frames, at least 1 */
  uint32_t weights;   /* Weight bits of the frames, 1 << number of <photopic/weights.h>; photopic_measure(): 0 */
  VkExtent2D picture; /* size of the frames, texels; receptors and pupil use it; 0 = 1920 x 1080 */
} photopic_adapt_info;

/* Writes the state after each frame, as a photopic_post_process would have it: `count` times
 * photopic_exposure_state_bytes(). photopic_exposure_state_read() reads one. Pass the last one as `state` to the next
 * call. On failure `states` is unchanged, unless the device fails. */
PHOTOPIC_API photopic_result photopic_adapt(photopic_headless* headless, const photopic_adapt_info* info,
                                            const photopic_settings* settings, void* states);

/* ---- flashes ---- */
typedef struct photopic_flash_sequence_info {
  uint32_t size;
  uint32_t version;
  uint32_t profile;  /* photopic_flash_profile */
  uint32_t encoding; /* photopic_encoding_bit() of the samples; 0 = sRGB for codes, linear for floats */
  uint32_t columns;  /* cells of the averaged picture, 1..256; 0 = 240; rows: 0 = 135 */
  uint32_t rows;
  float white_cd_m2;    /* luminance of SDR white, cd/m^2, 1..10000; 0 = 200 */
  float cd_m2_per_unit; /* luminance of 1 in linear and scRGB pictures, cd/m^2; 0 = white_cd_m2 */
} photopic_flash_sequence_info;

/* Counts flashes of pictures in memory: photopic_flash_analyser on the device of `headless`, which must outlive it. Use
 * both on one thread at a time. */
typedef struct photopic_flash_sequence photopic_flash_sequence;

/* Makes a sequence. The caller destroys it. `info` may be null: defaults. */
PHOTOPIC_API photopic_result photopic_flash_sequence_create(photopic_headless* headless,
                                                            const photopic_flash_sequence_info* info,
                                                            photopic_flash_sequence** out);
PHOTOPIC_API void photopic_flash_sequence_destroy(photopic_flash_sequence* sequence);
/* Adds the next picture, shown at `time_us`, later than the previous one. Fills `out`; set its size and version. All
 * pictures have the sample type of the first one. NaN counts as 0, infinity as 65504. On failure the sequence is
 * unchanged. */
PHOTOPIC_API photopic_result photopic_flash_sequence_add(photopic_flash_sequence* sequence,
                                                         const photopic_picture* picture, uint64_t time_us,
                                                         photopic_flash_statistics* out);

#ifdef __cplusplus
}
#endif
#endif
