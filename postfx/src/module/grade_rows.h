// SPDX-License-Identifier: MIT
// Rows of the grade in the table of settings.
#ifndef PHOTOPIC_SRC_MODULE_GRADE_ROWS_H
#define PHOTOPIC_SRC_MODULE_GRADE_ROWS_H

#include "settings/rows.h"

namespace photopic {

inline constexpr SettingRange kGainRange = {0.0, 16.0};
inline constexpr SettingRange kOffsetRange = {-4.0, 4.0};
inline constexpr SettingRange kPowerRange = {0.0625, 16.0};

inline constexpr const char* kCubeInterpolations[] = {"tetrahedral", "trilinear"};

/// Rows NAME_red, NAME_green and NAME_blue; their help has the channel's name between two parts.
#define PHOTOPIC_GRADE_ROWS(name, range, before, after)                                     \
  PHOTOPIC_NUMBER(grade, name##_red, "", range, kNeedsToneMap, before "red" after),         \
      PHOTOPIC_NUMBER(grade, name##_green, "", range, kNeedsToneMap, before "green" after), \
      PHOTOPIC_NUMBER(grade, name##_blue, "", range, kNeedsToneMap, before "blue" after)

// clang-format off
inline constexpr SettingInfo kGradeRows[] = {
    PHOTOPIC_GRADE_ROWS(cdl_slope, kGainRange, "CDL: slope of ", ""),
    PHOTOPIC_GRADE_ROWS(cdl_offset, kOffsetRange, "CDL: offset of ", ""),
    PHOTOPIC_GRADE_ROWS(cdl_power, kPowerRange, "CDL: power of ", ""),
    PHOTOPIC_NUMBER(grade, cdl_saturation, "", kGainRange, kNeedsToneMap, "CDL: saturation"),
    PHOTOPIC_NUMBER(grade, contrast, "", kGainRange, kNeedsToneMap, "contrast: power around the pivot"),
    PHOTOPIC_NUMBER(grade, contrast_pivot, "", (SettingRange{1e-3, 16.0}), kNeedsToneMap,
                    "contrast: exposed value that doesn't change"),
    PHOTOPIC_NUMBER(grade, saturation, "", kGainRange, kNeedsToneMap, "saturation; 0 = greys"),
    PHOTOPIC_NUMBER(grade, vibrance, "", kOffsetRange, kNeedsToneMap,
                    "saturation added to colours; saturated colours gain less"),
    PHOTOPIC_GRADE_ROWS(shadows, kGainRange, "factor of ", " in shadows"),
    PHOTOPIC_GRADE_ROWS(midtones, kGainRange, "factor of ", " in midtones"),
    PHOTOPIC_GRADE_ROWS(highlights, kGainRange, "factor of ", " in highlights"),
    PHOTOPIC_NUMBER(grade, shadows_start, "", kGainRange, kNeedsToneMap,
                    "exposed luminance below which a colour is all shadow"),
    PHOTOPIC_NUMBER_FROM(grade, shadows_end, "", kGainRange, "shadows_start", kNeedsToneMap,
                         "exposed luminance above which a colour is no shadow"),
    PHOTOPIC_NUMBER(grade, highlights_start, "", kGainRange, kNeedsToneMap,
                    "exposed luminance below which a colour is no highlight"),
    PHOTOPIC_NUMBER_FROM(grade, highlights_end, "", kGainRange, "highlights_start", kNeedsToneMap,
                         "exposed luminance above which a colour is all highlight"),
    PHOTOPIC_CURVE(grade, hue_vs_hue, "degrees", (SettingRange{-180.0, 180.0}), kNeedsToneMap,
                   "degrees added to the hue, over the hue in Oklab, 0 to 360"),
    PHOTOPIC_CURVE(grade, hue_vs_saturation, "", kGainRange, kNeedsToneMap,
                   "factor of the saturation, over the hue in Oklab"),
    PHOTOPIC_CURVE(grade, hue_vs_luminance, "", kGainRange, kNeedsToneMap,
                   "factor of the luminance, over the hue in Oklab"),
    PHOTOPIC_GRADE_ROWS(lift, kOffsetRange, "lift of ", ": new value of black, sRGB-encoded"),
    PHOTOPIC_GRADE_ROWS(gamma, kPowerRange, "gamma of ", ": above 1 brightens midtones"),
    PHOTOPIC_GRADE_ROWS(gain, kGainRange, "gain of ", ": new value of paper white, sRGB-encoded"),
    PHOTOPIC_CHOICE(grade, cube_interpolation, kCubeInterpolations, kNeedsToneMap,
                    "interpolation between the nodes of lookup cubes"),
};
// clang-format on
#undef PHOTOPIC_GRADE_ROWS

}  // namespace photopic

#endif
