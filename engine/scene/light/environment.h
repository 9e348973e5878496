// SPDX-License-Identifier: MIT
// Light from far away: as seen, as shed on a surface, and as shown in a mirror. On the CPU.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_ENVIRONMENT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_ENVIRONMENT_H

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/light/sky.h"
#include "engine/scene/mip_chain.h"

namespace engine {

struct PanoramaSun;

/// An equirectangular picture, scene-linear BT.709: the top row is up, the centre column -Z, columns to its right turn
/// towards +X.
struct Panorama {
  std::span<const float> rgba;  ///< 4 * width * height, row by row from the top; alpha is ignored
  std::uint32_t width = 0;      ///< 1..kMaxPanoramaWidth
  std::uint32_t height = 0;     ///< 1..kMaxPanoramaWidth / 2
  float nits_per_unit = 1.0f;
  bool sun_is_a_light = false;  ///< of the scene: sun_of() this, if it has any; else it lights as the rest does
};
inline constexpr std::uint32_t kMaxPanoramaWidth = 8192;

/// Where in an equirectangular picture a direction of unit length lies, 0..1 from the top left.
glm::dvec2 equirect(const glm::dvec3& direction);
/// The other way round.
glm::dvec3 equirect_direction(double u, double v);

/// As a level in nits. Negative and invalid values become 0, values above the half range its end. Throws engine::Error
/// for wrong sizes.
LinearLevel panorama_nits(const Panorama& panorama);
LinearLevel clear_sky_nits(const ClearSky& sky, const std::optional<glm::vec3>& to_sun);

/// Irradiance / pi of a normal (x, y, z), nits: factors of 1, y, z, x, xy, yz, 3zz-1, xz, xx-yy. Spherical harmonics to
/// the second order, Ramamoorthi and Hanrahan 2001: smooth environments to about 1 %, a small bright sun worse. Away
/// from such a sun they go below 0; so the last is the least of any normal, about, and the sum is taken to be no less.
using Irradiance = std::array<glm::dvec3, 10>;
Irradiance irradiance_of(const LinearLevel& equirect_nits);
glm::dvec3 evaluate(const Irradiance& irradiance, const glm::dvec3& normal);

/// For reflections: level i holds the means that a GGX lobe of roughness i / (levels - 1) sees head on. At grazing
/// angles the true lobe is longer; that is left out, as usual (Karis 2013). The first level has 256x128 texels: what a
/// mirror shows is no sharper than 1.4 degrees.
inline constexpr std::uint32_t kReflectionLevels = 5;
std::vector<LinearLevel> reflection_levels(const LinearLevel& equirect_nits);

struct EnvironmentMaps {
  std::vector<LinearLevel> sky;  ///< nits, all levels
  std::vector<LinearLevel> reflection;
  Irradiance irradiance;
};
EnvironmentMaps environment_maps(LinearLevel equirect_nits);
/// A sun that is a light of its own is seen in the sky, and left out of the others.
EnvironmentMaps environment_maps(const Panorama& panorama);
/// `sun`: sun_of() it, if that is a light of its own.
EnvironmentMaps environment_maps(const Panorama& panorama, const std::optional<PanoramaSun>& sun);

}  // namespace engine

#endif
