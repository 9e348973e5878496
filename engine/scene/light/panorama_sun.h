// SPDX-License-Identifier: MIT
// The sun of a panorama.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PANORAMA_SUN_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PANORAMA_SUN_H

#include <optional>

#include "engine/scene/light/environment.h"
#include "engine/scene/scene.h"

namespace engine {

/// A small bright part of a panorama as a light of its own, and what is left.
struct PanoramaSun {
  Light light;       ///< directional; of a plane across it, lux
  LinearLevel rest;  ///< nits, with what is around the sun in its place; irradiance is that of both together
};

/// What is within 5 degrees of the brightest texel and brighter than the mean of a ring around, if it keeps together
/// and gives a plane across it a quarter of all light at least. Brighter than halves can be, it still counts in full.
std::optional<PanoramaSun> sun_of(const Panorama& panorama);

}  // namespace engine

#endif
