// SPDX-License-Identifier: MIT
// Table of the members of ExposureState: FIELD(word, type, name, lowest, highest) with the range that an imported state
// may have. A member is one row here and one line of the struct in interface.h, whose comment says what it is.
#ifndef PHOTOPIC_EXPOSURE_STATE_H
#define PHOTOPIC_EXPOSURE_STATE_H

// Any state that was ever exported is well within these.
#define PHOTOPIC_STATE_MAX_EV 256.0
#define PHOTOPIC_STATE_MAX_FLOAT 3.4028234663852886e38
#define PHOTOPIC_STATE_MAX_UINT 4294967295.0
#define PHOTOPIC_STATE_ABOVE_ZERO 1.401298464324817e-45  // the least float

// Members that the adaptation writes and the CPU is shown: photopic_exposure_state has the same names.
#define PHOTOPIC_STATE_SHOWN(FIELD)                                                                                    \
  FIELD(PHOTOPIC_STATE_EXPOSURE, float, exposure, PHOTOPIC_STATE_ABOVE_ZERO, PHOTOPIC_STATE_MAX_FLOAT)                 \
  FIELD(PHOTOPIC_STATE_PREVIOUS_EXPOSURE, float, previous_exposure, PHOTOPIC_STATE_ABOVE_ZERO,                         \
        PHOTOPIC_STATE_MAX_FLOAT)                                                                                      \
  FIELD(PHOTOPIC_STATE_ADAPTED_EV100, float, adapted_ev100, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV)             \
  FIELD(PHOTOPIC_STATE_TARGET_EV100, float, target_ev100, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV)               \
  FIELD(PHOTOPIC_STATE_SCENE_EV100, float, scene_ev100, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV)                 \
  FIELD(PHOTOPIC_STATE_MEAN_LOG2_LUMINANCE, float, mean_log2_luminance, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV) \
  FIELD(PHOTOPIC_STATE_METERED_LOG2_LUMINANCE, float, metered_log2_luminance, -PHOTOPIC_STATE_MAX_EV,                  \
        PHOTOPIC_STATE_MAX_EV)                                                                                         \
  FIELD(PHOTOPIC_STATE_MIN_LUMINANCE, float, min_luminance, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                             \
  FIELD(PHOTOPIC_STATE_MAX_LUMINANCE, float, max_luminance, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                             \
  FIELD(PHOTOPIC_STATE_INVALID_TEXELS, uint, invalid_texels, 0.0, PHOTOPIC_STATE_MAX_UINT)                             \
  FIELD(PHOTOPIC_STATE_VALID_TEXELS, uint, valid_texels, 0.0, PHOTOPIC_STATE_MAX_UINT)                                 \
  FIELD(PHOTOPIC_STATE_FRAMES, uint, frames, 0.0, PHOTOPIC_STATE_MAX_UINT)                                             \
  FIELD(PHOTOPIC_STATE_WEIGHT_SUM, float, weight_sum, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                                   \
  FIELD(PHOTOPIC_STATE_ADAPTED_LUMINANCE, float, adapted_luminance, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                     \
  FIELD(PHOTOPIC_STATE_PREVIOUS_EXPOSURE_RATIO, float, previous_exposure_ratio, 0.0, PHOTOPIC_STATE_MAX_FLOAT)         \
  FIELD(PHOTOPIC_STATE_DLSS_EXPOSURE, float, dlss_exposure, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                             \
  FIELD(PHOTOPIC_STATE_LOW_PERCENTILE_LOG2, float, low_percentile_log2, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV) \
  FIELD(PHOTOPIC_STATE_MEDIAN_LOG2, float, median_log2, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV)                 \
  FIELD(PHOTOPIC_STATE_HIGH_PERCENTILE_LOG2, float, high_percentile_log2, -PHOTOPIC_STATE_MAX_EV,                      \
        PHOTOPIC_STATE_MAX_EV)                                                                                         \
  FIELD(PHOTOPIC_STATE_UNDER_TEXELS, uint, under_texels, 0.0, PHOTOPIC_STATE_MAX_UINT)                                 \
  FIELD(PHOTOPIC_STATE_OVER_TEXELS, uint, over_texels, 0.0, PHOTOPIC_STATE_MAX_UINT)                                   \
  FIELD(PHOTOPIC_STATE_DARK_SHARE, float, dark_share, 0.0, 1.0)

// Members that the adaptation keeps for its next frame.
#define PHOTOPIC_STATE_KEPT(FIELD)                                                                                 \
  FIELD(PHOTOPIC_STATE_ADAPTED_EV100_LOW, float, adapted_ev100_low, -1.0, 1.0)                                     \
  FIELD(PHOTOPIC_STATE_SLOW_OFFSET_EV100, float, slow_offset_ev100, -PHOTOPIC_STATE_MAX_EV, PHOTOPIC_STATE_MAX_EV) \
  FIELD(PHOTOPIC_STATE_SLOW_OFFSET_EV100_LOW, float, slow_offset_ev100_low, -1.0, 1.0)                             \
  FIELD(PHOTOPIC_STATE_DIRECTION, float, direction, -1.0, 1.0)                                                     \
  FIELD(PHOTOPIC_STATE_REVERSAL_AGE_S, float, reversal_age_s, 0.0, PHOTOPIC_STATE_MAX_FLOAT)                       \
  FIELD(PHOTOPIC_STATE_SERIAL, uint, serial, 0.0, PHOTOPIC_STATE_MAX_UINT)                                         \
  FIELD(PHOTOPIC_STATE_LIGHT_S, float, light_s, 0.0, PHOTOPIC_FIRST_LIGHT_S)

// Members that glare writes; photopic_exposure_state has the same names.
#define PHOTOPIC_STATE_GLARE(FIELD)                                                \
  FIELD(PHOTOPIC_STATE_GLARE_SCATTERED, float, glare_scattered_fraction, 0.0, 1.0) \
  FIELD(PHOTOPIC_STATE_GLARE_REMOVED, float, glare_removed_fraction, 0.0, 1.0)

// Members that say whose a state is, and whether it is whole.
#define PHOTOPIC_STATE_OWNER(FIELD)                                                        \
  FIELD(PHOTOPIC_STATE_EPOCH_INSTANCE, uint, epoch_instance, 0.0, PHOTOPIC_STATE_MAX_UINT) \
  FIELD(PHOTOPIC_STATE_EPOCH_RESET, uint, epoch_reset, 0.0, PHOTOPIC_STATE_MAX_UINT)       \
  FIELD(PHOTOPIC_STATE_CHECKSUM, uint, checksum, 0.0, PHOTOPIC_STATE_MAX_UINT)

#endif
