/* SPDX-License-Identifier: MIT */
/* Exposure of a view as the CPU reads it, and exposure arithmetic. */
#ifndef PHOTOPIC_C_EXPOSURE_H
#define PHOTOPIC_C_EXPOSURE_H

#include <photopic/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the device knows of a view. */
typedef struct photopic_exposure_state {
  uint32_t size;
  uint32_t version;
  float exposure;                /* multiplier for scene-linear colour */
  float previous_exposure;       /* of the frame before */
  float previous_exposure_ratio; /* previous_exposure / exposure: rescales what was left pre-exposed */
  float dlss_exposure;           /* 0.18 / (0.82 L) with L = adapted_luminance / 2^compensation */
  float adapted_ev100;           /* EV at ISO 100 after adaptation, before compensation */
  float adapted_luminance;       /* of a scene at adapted_ev100 */
  float target_ev100;            /* where adaptation is heading: the scene's EV, through curves and limits */
  float scene_ev100;             /* metered */
  float mean_log2_luminance;     /* weighted mean over valid texels */
  float metered_log2_luminance;  /* what scene_ev100 is made of: the mean, or what the histogram makes of it */
  float weight_sum;              /* of valid texels; without weights, their number */
  float min_luminance;           /* of valid texels, before clamping; 0 if extrema aren't measured */
  float max_luminance;
  float low_percentile_log2; /* histogram: log2 luminance at the low percentile, at 50 %, at the high percentile */
  float median_log2;
  float high_percentile_log2;
  uint32_t under_texels; /* histogram: valid texels below and above its range, counted at its ends */
  uint32_t over_texels;
  uint32_t valid_texels;
  uint32_t invalid_texels;        /* NaN, infinite or negative: excluded from the mean */
  uint32_t frames;                /* adapted since the last reset */
  float glare_scattered_fraction; /* of the light of the view's last picture with glare; 0 = there was none yet */
  float glare_removed_fraction;   /* what limits took away before it was scattered */
  /* With auto_white_balance; else 0. */
  float white_balance_matrix[9];     /* by rows, of linear BT.709: the light becomes neutral */
  float white_balance_temperature_k; /* of that light: nearest blackbody, and its distance from the locus in CIE 1960 */
  float white_balance_duv;
  float scene_temperature_k; /* of the light that was last measured */
  float scene_duv;
  /* With dark_adaptation; else 0. */
  float pupil_mm;            /* diameter */
  float retinal_td;          /* trolands */
  float least_visible_cd_m2; /* of either receptor */
  float mesopic_m;           /* how far cones see in the view's last picture with night; 0 = rods alone */
  /* From version 4 on. */
  float dark_share; /* of the weight, too dark to count: meter.black_stops; [0, 1] */
} photopic_exposure_state;

/* Bytes of a state in photopic_post_process_state_buffer() and in exports: of this version of the library. */
PHOTOPIC_API size_t photopic_exposure_state_bytes(void);
/* From those bytes, read back by the host. `out` with size and version. */
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
