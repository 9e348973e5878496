// SPDX-License-Identifier: MIT
// Ambient light of a scene in an environment: what the CPU works out, before a renderer has it.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_AMBIENT_LIGHT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_AMBIENT_LIGHT_H

#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "engine/scene/light/environment.h"
#include "engine/scene/light/panorama_sun.h"
#include "engine/scene/light/sky.h"
#include "engine/scene/light/light_transport.h"

namespace engine {

/// Worked out on any thread. Throws Error for a panorama of a wrong size, Progress::Stopped as LightTransport does.
struct AmbientLight {
  /// `scene`: that check_scene() accepts.
  AmbientLight(const Scene& scene, const ClearSky& clear_sky, const LightCache& cache, Progress* progress);
  /// `sun`: sun_of() the panorama, if that is a light of its own, which `scene` has.
  AmbientLight(const Scene& scene, const Panorama& panorama, const std::optional<PanoramaSun>& sun,
               const LightCache& cache, Progress* progress);

  std::unique_ptr<LightTransport> transport;
  std::optional<ClearSky> sky;            ///< none: a panorama
  std::optional<glm::vec3> to_sun;        ///< of the sky
  EnvironmentMaps maps;                   ///< worked out beside the transport
  std::vector<ProbeLight> reflected_sky;  ///< LightTransport::reflected_sky() of it

 private:
  AmbientLight(const Scene& scene, std::future<EnvironmentMaps> its_maps, const LightCache& cache, Progress* progress);
};

/// Towards the scene's sun, if it has one.
std::optional<glm::vec3> direction_to_sun(const std::vector<Light>& lights);

}  // namespace engine

#endif
