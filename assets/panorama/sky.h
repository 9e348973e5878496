// SPDX-License-Identifier: MIT
// The two skies; luminances in cd/m^2.
#ifndef PHOTOPIC_ASSETS_PANORAMA_SKY_H
#define PHOTOPIC_ASSETS_PANORAMA_SKY_H

#include "panorama/vec.h"

namespace panorama {

/// The brightest value a texel may have: the sun (1.6e9 cd/m^2) clipped to what half floats hold, with some room.
inline constexpr float kBrightest_nits = 6.0e4F;

/// Unit vector to the sun: 38 degrees to the right of the plaza's axis, 33 degrees high.
inline constexpr Vec3 kToSun{0.5163F, 0.5446F, 0.6609F};

/// `footprint`: angle of one sample, radians.
Color day_sky(Vec3 direction, float footprint);
/// The day's sky without sun and clouds, for reflections and haze.
Color clear_sky(Vec3 direction);
Color night_sky(Vec3 direction, float footprint);

}  // namespace panorama

#endif
