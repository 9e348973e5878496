// SPDX-License-Identifier: MIT
// Light at surfaces, and light that comes back along a ray.
#ifndef PHOTOPIC_ASSETS_PANORAMA_LIGHT_H
#define PHOTOPIC_ASSETS_PANORAMA_LIGHT_H

#include "panorama/vec.h"

namespace panorama {

/// Luminance seen from kEye in `direction` (unit length), cd/m^2 in linear BT.709; `footprint` is the angle of one
/// sample, radians.
Color radiance(Vec3 direction, float footprint);

}  // namespace panorama

#endif
