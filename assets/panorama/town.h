// SPDX-License-Identifier: MIT
// Places of things. The viewer is at the origin, 1.6 m above the floor of a vaulted passage along z; the sunlit plaza
// opens at its +z end, the street at night at its -z end.
#ifndef PHOTOPIC_ASSETS_PANORAMA_TOWN_H
#define PHOTOPIC_ASSETS_PANORAMA_TOWN_H

#include <cstdint>
#include <vector>

#include "panorama/geometry.h"
#include "panorama/vec.h"

namespace panorama {

inline constexpr Vec3 kEye{0.0F, 1.6F, 0.0F};
inline constexpr float kDayEnd_m = 3.0F;     ///< z of the passage's end to the plaza
inline constexpr float kNightEnd_m = -5.0F;  ///< z of its end to the street
inline constexpr float kPassageHalfWidth_m = 4.5F;
inline constexpr float kSpring_m = 2.6F;        ///< height where the vault begins
inline constexpr float kVaultCentre_m = 0.38F;  ///< height of the vault's axis
inline constexpr float kVaultRadius_m = 5.02F;
inline constexpr float kKerb_m = 4.0F;  ///< |x| of the street's kerbs
inline constexpr float kStreetHalfWidth_m = 7.0F;

enum class Kind { house, stone, metal, foliage, water, awning, roof, lamp, neon_hotel, neon_bar };

struct House {
  Vec3 low, high;
  Color wall;  ///< albedo
  float bay_m, storey_m;
  float lit;  ///< share of windows with light behind them
  bool brick, shutters;
  std::uint32_t seed;
};

struct Object {
  Kind kind;
  Color color;       ///< albedo, or luminance of what shines
  House house = {};  ///< for Kind::house
};

struct Light {
  Vec3 position;
  Color intensity_cd;
  float downward;  ///< 0 shines to all sides alike, 1 only below itself
};

struct Town {
  Geometry day, night, passage;
  std::vector<Object> objects;  ///< by the shapes' tags
  std::vector<Light> lights;    ///< the street's; those in the passage come first
};

const Town& town();

}  // namespace panorama

#endif
