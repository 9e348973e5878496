/* SPDX-License-Identifier: MIT */
/* Adaptation over measurements that are there already, such as of a shot's frames: ExposureScan of C++. */
#ifndef PHOTOPIC_C_EXPOSURE_SCAN_H
#define PHOTOPIC_C_EXPOSURE_SCAN_H

#include <photopic/c/base.h>
#include <photopic/c/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the adaptation takes from a frame: members of photopic_exposure_state, and the light's colour. An element of an
 * array that the device reads, and so of a fixed size. */
typedef struct photopic_measurement {
  float metered_log2_luminance; /* what the exposure is made of */
  float mean_log2_luminance;
  float low_percentile_log2;
  float median_log2;
  float high_percentile_log2;
  float min_luminance;
  float max_luminance; /* tells black frames, where no weights do */
  float weight_sum;    /* without weights the number of valid texels; 0 = nothing was measured */
  uint32_t valid_texels;
  uint32_t invalid_texels;
  uint32_t under_texels;
  uint32_t over_texels;
  float light_rg; /* log2(R/G) and log2(B/G) of the light */
  float light_bg;
  float light_weight; /* 0 = nothing of the light was measured */
  float dark_share;   /* of the weight, too dark to count: meter.black_stops; [0, 1], 0 = all of it counts */
} photopic_measurement;

/* Of a state that was just metered, as photopic_post_process_state_buffer() and exports have it, by an object with
 * photopic_post_process_info::extrema. */
PHOTOPIC_API photopic_result photopic_measurement_read(const void* bytes, size_t size_bytes, photopic_measurement* out);

/* Of the object that metered: members of these names of photopic_post_process_info. */
typedef struct photopic_exposure_scan_info {
  uint32_t size;
  uint32_t version;
  uint32_t weights;
  VkBool32 auto_white_balance;
  VkBool32 dark_adaptation;
} photopic_exposure_scan_info;

typedef struct photopic_scan_frames {
  uint32_t size;
  uint32_t version;
  VkBuffer measurements;  /* of photopic_measurement, usage STORAGE */
  VkBuffer states;        /* takes photopic_exposure_state_bytes() at the same place, usage STORAGE */
  uint32_t first;         /* frame to begin with: its place in both buffers */
  uint32_t count;         /* at least 1; `first` + `count` is at most photopic_exposure_scan_max_count() */
  VkExtent2D picture;     /* texels of the frames: receptors and pupil see such a picture; not 0 */
  float delta_time_s;     /* between one frame and the next; >= 0 */
  VkBool32 reset_history; /* the first frame's measured value is taken at once */
} photopic_scan_frames;

/* Moves one exposure state on over many frames in one recording: the states that a photopic_post_process would have had
 * after each. Threads, queues and destruction as with photopic_post_process. */
typedef struct photopic_exposure_scan photopic_exposure_scan;

/* `info` may be null: measured without weights, light or receptors. */
PHOTOPIC_API photopic_result photopic_exposure_scan_create(const photopic_device* device,
                                                           const photopic_exposure_scan_info* info,
                                                           photopic_exposure_scan** out);
PHOTOPIC_API void photopic_exposure_scan_destroy(photopic_exposure_scan* scan);
/* Goes on from the last frame of the recording before. Of `settings`, those of metering, exposure, input, white balance
 * and dark adaptation count. Before: `measurements` visible to COMPUTE_SHADER / SHADER_READ, earlier uses of `states`
 * finished. After: `states` written at COMPUTE_SHADER / SHADER_WRITE. */
PHOTOPIC_API photopic_result photopic_exposure_scan_record(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                                                           const photopic_scan_frames* frames,
                                                           const photopic_settings* settings);
/* The next recording goes on from this state: of an export, or one of those that a recording wrote. */
PHOTOPIC_API photopic_result photopic_exposure_scan_record_import_bytes(photopic_exposure_scan* scan,
                                                                        VkCommandBuffer command_buffer,
                                                                        const void* bytes, size_t size_bytes);
/* Frames that buffers may hold on this device; 0 for null. */
PHOTOPIC_API uint32_t photopic_exposure_scan_max_count(const photopic_exposure_scan* scan);
PHOTOPIC_API VkDeviceSize photopic_exposure_scan_memory_bytes(const photopic_exposure_scan* scan);

#ifdef __cplusplus
}
#endif
#endif
