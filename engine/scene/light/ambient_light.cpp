// SPDX-License-Identifier: MIT
// Light of an environment about a scene.
#include "engine/scene/light/ambient_light.h"

#include "engine/scene/light/punctual_lights.h"

namespace engine {

std::optional<glm::vec3> direction_to_sun(const std::vector<Light>& lights) {
  const Light* sun = sun_of(lights);
  if (sun == nullptr) return std::nullopt;
  return -sun->direction;
}

AmbientLight::AmbientLight(const Scene& scene, const ClearSky& clear_sky, const LightCache& cache, Progress* progress)
    : transport(std::make_unique<LightTransport>(scene, cache, progress)),
      sky(clear_sky),
      to_sun(direction_to_sun(scene.lights)),
      maps(environment_maps(clear_sky_nits(clear_sky, to_sun))),
      reflected_sky(transport->reflected_sky(maps.irradiance)) {}

AmbientLight::AmbientLight(const Scene& scene, const Panorama& panorama, const LightCache& cache, Progress* progress)
    : transport(std::make_unique<LightTransport>(scene, cache, progress)),
      maps(environment_maps(panorama_nits(panorama))),
      reflected_sky(transport->reflected_sky(maps.irradiance)) {}

}  // namespace engine
