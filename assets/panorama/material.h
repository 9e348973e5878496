// SPDX-License-Identifier: MIT
// Surfaces before light falls on them.
#ifndef PHOTOPIC_ASSETS_PANORAMA_MATERIAL_H
#define PHOTOPIC_ASSETS_PANORAMA_MATERIAL_H

#include "panorama/geometry.h"
#include "panorama/town.h"

namespace panorama {

struct Surface {
  Color albedo;
  Color emission = {};     ///< cd/m^2
  float mirror = 0.0F;     ///< share of light reflected as by a mirror, Fresnel included
  float wet = 0.0F;        ///< 0 dull, 1 a film of water: broad highlights of the lamps
  float roughness = 0.3F;  ///< of that film
  float open = 1.0F;       ///< share of the surrounding light that gets there
  Vec3 normal;
};

/// How large one sample is where it meets a surface, metres.
struct Footprint {
  float across;  ///< perpendicular to the ray
  float along;   ///< where the surface is tilted away from it
  float mean() const { return std::sqrt(across * along); }
};
Footprint footprint_at(const Hit& hit, const Ray& ray, float angle);

Surface facade(const House& house, const Hit& hit, const Ray& ray, const Footprint& footprint, bool night);
Surface passage_surface(const Hit& hit, const Footprint& footprint);
Surface plaza_ground(const Hit& hit, const Footprint& footprint);
Surface street_ground(const Hit& hit, const Ray& ray, const Footprint& footprint);
/// Anything tagged with an object.
Surface object_surface(const Object& object, const Hit& hit, const Ray& ray, const Footprint& footprint, bool night);

}  // namespace panorama

#endif
