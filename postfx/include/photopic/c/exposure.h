/* SPDX-License-Identifier: MIT */
/* Exposure state of a view as the CPU reads it, and exposure arithmetic. */
#ifndef PHOTOPIC_C_EXPOSURE_H
#define PHOTOPIC_C_EXPOSURE_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exposure state of a view. A call fills it; set size and version. */
typedef struct photopic_exposure_state {
  uint32_t size;
  uint32_t version;
  float exposure;                /* multiplier for scene-linear colour */
  float previous_exposure;       /* `exposure` of the previous frame */
  float previous_exposure_ratio; /* previous_exposure / exposure: rescales pre-exposed history */
  float dlss_exposure;           /* 0.18 / (0.82 L) with L = adapted_luminance / 2^compensation */
  float adapted_ev100;           /* EV at ISO 100 after adaptation, before compensation */
  float adapted_luminance;       /* luminance of a scene at adapted_ev100, cd/m^2 */
  float target_ev100;            /* target of the adaptation: EV of the scene, through curves and limits */
  float scene_ev100;             /* metered EV at ISO 100 */
  float mean_log2_luminance;     /* weighted mean over valid texels */
  float metered_log2_luminance;  /* source of scene_ev100: the mean, or the result of the histogram */
  float weight_sum;              /* sum over valid texels; without weights, their number */
  float min_luminance;           /* smallest of valid texels, before clamping; 0 if extrema aren't measured */
  float max_luminance;
  float low_percentile_log2; /* histogram: log2 luminance at the low percentile, 50 %, the high percentile */
  float median_log2;
  float high_percentile_log2;
  uint32_t under_texels; /* histogram: valid texels below and above its range, counted in the end bins */
  uint32_t over_texels;
  uint32_t valid_texels;
  uint32_t invalid_texels;        /* NaN, infinite or negative: excluded from the mean */
  uint32_t frames;                /* frames since the last reset */
  float glare_scattered_fraction; /* share of the light, last picture with glare; 0 = none yet */
  float glare_removed_fraction;   /* share of the light that limits removed before scattering */
  /* With WhiteBalance::automatic; otherwise 0. */
  float white_balance_matrix[9];     /* row-major, linear BT.709; makes the light neutral */
  float white_balance_temperature_k; /* nearest blackbody of the light, kelvin; _duv: distance to it, CIE 1960 */
  float white_balance_duv;
  float scene_temperature_k; /* last measured light */
  float scene_duv;
  /* With dark adaptation or the pupil; otherwise 0. */
  float pupil_mm;            /* diameter of the pupil, mm */
  float retinal_td;          /* retinal illuminance, trolands */
  float least_visible_cd_m2; /* threshold of the more sensitive receptor, cd/m^2 */
  float mesopic_m;           /* share of cones in the last picture with night vision; 0 = only rods */
  /* Since version 4 */
  float dark_share; /* share of the weight that is too dark to count (meter.black_stops), [0, 1] */
} photopic_exposure_state;

/* Bytes of a state in photopic_post_process_state_buffer() and in exports. May differ between versions of the library.
 */
PHOTOPIC_API size_t photopic_exposure_state_bytes(void);
/* Reads a state from these bytes, which the host has read back. Set size and version of `out`. */
PHOTOPIC_API photopic_result photopic_exposure_state_read(const void* bytes, size_t size_bytes,
                                                          photopic_exposure_state* out);

/* EV at ISO 100 at which a meter exposes for `luminance` (cd/m^2, > 0): log2(L 100 / 12.5). */
PHOTOPIC_API double photopic_ev100_from_luminance(double luminance);
PHOTOPIC_API double photopic_luminance_from_ev100(double ev100);
/* Multiplier for scene-linear colour: 2^compensation / (1.2 * 2^EV100). */
PHOTOPIC_API double photopic_exposure_from_ev100(double ev100, double compensation_ev);
/* log2(N^2 / t * 100 / S), for aperture f/N, shutter time t in seconds and sensitivity S in ISO units; all > 0. */
PHOTOPIC_API double photopic_ev100_from_camera(double aperture_f_number, double shutter_s, double sensitivity_iso);

#ifdef __cplusplus
}
#endif
#endif
