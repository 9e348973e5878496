/* SPDX-License-Identifier: MIT */
/* Exposure scan: adaptation over stored measurements, such as of the frames of a shot. ExposureScan of C++. */
#ifndef PHOTOPIC_C_EXPOSURE_SCAN_H
#define PHOTOPIC_C_EXPOSURE_SCAN_H

#include <photopic/c/base.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Measurement of one frame: members of photopic_exposure_state, and the colour of the light. Element of an array on the
 * device, so its size never changes. */
typedef struct photopic_measurement {
  float metered_log2_luminance; /* source of the exposure */
  float mean_log2_luminance;
  float low_percentile_log2;
  float median_log2;
  float high_percentile_log2;
  float min_luminance;
  float max_luminance; /* identifies black frames, if there are no weights */
  float weight_sum;    /* without weights, the number of valid texels; 0 = nothing was measured */
  uint32_t valid_texels;
  uint32_t invalid_texels;
  uint32_t under_texels;
  uint32_t over_texels;
  float light_rg; /* light: log2(R/G); _bg: log2(B/G) */
  float light_bg;
  float light_weight; /* 0 = the light wasn't measured */
  float dark_share;   /* share of the weight that is too dark to count (meter.black_stops), [0, 1] */
} photopic_measurement;

/* Reads the measurement from a state that has just been metered (state buffer or export) by an object with
 * PHOTOPIC_WITH_EXTREMA. */
PHOTOPIC_API photopic_result photopic_measurement_read(const void* bytes, size_t size_bytes, photopic_measurement* out);

/* Needs of the settings that the frames were metered with. */
typedef struct photopic_exposure_scan_info {
  uint32_t size;
  uint32_t version;
  uint32_t weights;            /* Weight bits, 1 << number of <photopic/weights.h>; 0 = no weights */
  VkBool32 auto_white_balance; /* white_balance.white_balance is "auto" */
  VkBool32 dark_adaptation;    /* night.dark_adaptation or night.pupil is on */
} photopic_exposure_scan_info;

typedef struct photopic_scan_frames {
  uint32_t size;
  uint32_t version;
  VkBuffer measurements;  /* array of photopic_measurement, usage STORAGE */
  VkBuffer states;        /* array of states, photopic_exposure_state_bytes() each, usage STORAGE */
  uint32_t first;         /* first frame: its index in both buffers */
  uint32_t count;         /* at least 1; `first` + `count` is at most photopic_exposure_scan_max_count() */
  VkExtent2D picture;     /* size of the frames, texels, not 0; receptors and pupil use it */
  float delta_time_s;     /* time from frame to frame, seconds, >= 0 */
  VkBool32 reset_history; /* the first frame takes its measured value at once */
} photopic_scan_frames;

/* Adapts one exposure state over many frames in one recording. The states are those that a photopic_post_process would
 * have after each frame. Threads, queues and destruction as with photopic_post_process. */
typedef struct photopic_exposure_scan photopic_exposure_scan;

/* Makes an object. The caller destroys it. `info` may be null: no weights, light or receptors. */
PHOTOPIC_API photopic_result photopic_exposure_scan_create(const photopic_device* device,
                                                           const photopic_exposure_scan_info* info,
                                                           photopic_exposure_scan** out);
PHOTOPIC_API void photopic_exposure_scan_destroy(photopic_exposure_scan* scan);
/* Continues from the last frame of the previous recording. Uses the settings of metering, exposure, input, white
 * balance and dark adaptation. Before: `measurements` are visible to COMPUTE_SHADER / SHADER_READ, earlier accesses to
 * `states` have finished. After: `states` are written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API photopic_result photopic_exposure_scan_record(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                                                           const photopic_scan_frames* frames,
                                                           const photopic_settings* settings);
/* The next recording continues from this state: an export, or a state that a recording has written. */
PHOTOPIC_API photopic_result photopic_exposure_scan_record_import_bytes(photopic_exposure_scan* scan,
                                                                        VkCommandBuffer command_buffer,
                                                                        const void* bytes, size_t size_bytes);
/* Largest number of frames in a buffer on this device; 0 for null. */
PHOTOPIC_API uint32_t photopic_exposure_scan_max_count(const photopic_exposure_scan* scan);
PHOTOPIC_API VkDeviceSize photopic_exposure_scan_memory_bytes(const photopic_exposure_scan* scan);

#ifdef __cplusplus
}
#endif
#endif
