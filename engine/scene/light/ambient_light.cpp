// SPDX-License-Identifier: MIT
// Ambient light of a scene, worked out or taken from the cache.
#include "engine/scene/light/ambient_light.h"

#include <algorithm>
#include <span>

#include "engine/scene/light/punctual_lights.h"

namespace engine {

std::optional<glm::vec3> direction_to_sun(const std::vector<Light>& lights) {
  const Light* sun = sun_of(lights);
  if (sun == nullptr) return std::nullopt;
  return -sun->direction;
}

namespace {

std::vector<ProbeLight> reflected(LightTransport& transport, const Irradiance& irradiance, const LightCache& cache) {
  if (!cache.is_on()) return transport.reflected_sky(irradiance);
  LightKey key;
  key.add(transport.key());
  key.add(irradiance);
  std::vector<ProbeLight> light(transport.layout().size());
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(light));
  if (const auto kept = cache.find(key.value()); kept && kept->bytes().size() == bytes.size()) {
    std::ranges::copy(kept->bytes(), bytes.begin());
    return light;
  }
  light = transport.reflected_sky(irradiance);
  cache.keep(key.value(), std::as_bytes(std::span(light)));
  return light;
}

}  // namespace

AmbientLight::AmbientLight(const Scene& scene, std::future<EnvironmentMaps> its_maps, const LightCache& cache,
                           Progress* progress)
    : transport(std::make_unique<LightTransport>(scene, cache, progress)),
      maps(its_maps.get()),
      reflected_sky(reflected(*transport, maps.irradiance, cache)) {}

AmbientLight::AmbientLight(const Scene& scene, const ClearSky& clear_sky, const LightCache& cache, Progress* progress)
    : AmbientLight(
          scene,
          std::async(std::launch::async,
                     [&] { return environment_maps(clear_sky_nits(clear_sky, direction_to_sun(scene.lights))); }),
          cache, progress) {
  sky = clear_sky;
  to_sun = direction_to_sun(scene.lights);
}

AmbientLight::AmbientLight(const Scene& scene, const Panorama& panorama, const std::optional<PanoramaSun>& sun,
                           const LightCache& cache, Progress* progress)
    : AmbientLight(scene, std::async(std::launch::async, [&] { return environment_maps(panorama, sun); }), cache,
                   progress) {}

}  // namespace engine
