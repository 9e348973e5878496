// SPDX-License-Identifier: MIT
// How the light of the environment and of the sun goes about a scene, on a grid of probes. On the CPU, once a scene; the
// same on every machine.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_TRANSPORT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_TRANSPORT_H

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <vector>

#include "engine/scene/bvh.h"
#include "engine/scene/environment.h"
#include "engine/scene/probe_grid.h"
#include "engine/scene/scene.h"

namespace engine {

/// A scene's triangles in the world, with what light needs of their materials.
struct LightSurfaces {
  struct Property {
    glm::vec3 normal;  ///< of the front; unit length
    glm::vec3 albedo;  ///< mean of the base colour, 0..0.95
    bool is_double_sided = false;
  };
  std::vector<Corners> triangles;
  std::vector<Property> properties;  ///< of each
};
/// Leaves out triangles without area, and those of alpha masks that cut out more than half.
LightSurfaces light_surfaces(const Scene& scene);

/// Light of first order that other surfaces send to a probe; the value for a normal n is x + dot(yzw, n), which is
/// irradiance / pi, nits.
struct ProbeLight {
  glm::vec4 red = glm::vec4(0.0f);
  glm::vec4 green = glm::vec4(0.0f);
  glm::vec4 blue = glm::vec4(0.0f);
};

/// Rays from every probe, and what they meet. Limits: the light of lamps and of glowing surfaces isn't reflected; all
/// surfaces reflect evenly; three reflections.
class LightTransport {
 public:
  /// `to_sun`: unit length.
  LightTransport(const Scene& scene, const std::optional<glm::vec3>& to_sun);

  const ProbeGrid& grid() const { return grid_; }
  /// By probe.
  const std::vector<ProbeTile>& tiles() const { return tiles_; }
  /// By probe: the part of the sky that a normal n sees, weighted with the cosine, is x + dot(yzw, n).
  const std::vector<glm::vec4>& sky_visibility() const { return sky_visibility_; }

  /// By probe: light of the environment that surfaces reflect.
  std::vector<ProbeLight> reflected_sky(const Irradiance& sky) const;
  /// By probe: light of the sun that surfaces reflect; `lux` on a plane across it.
  std::vector<ProbeLight> reflected_sun(const glm::vec3& lux) const;

 private:
  /// Where a ray ends.
  struct End {
    std::uint32_t triangle = 0;
    std::uint32_t probe = 0;   ///< that sees the place; kNone: none does
    float sun_cosine = 0.0f;   ///< 0 in shadow
    bool is_flipped = false;   ///< its back is met
    bool is_dark = true;       ///< nothing is met, or the back of what has none
  };

  void cast_from(std::size_t probe, const Bvh& bvh);
  void shade_ends_of(std::size_t probe, const Bvh& bvh, const std::optional<glm::vec3>& to_sun);
  std::uint32_t probe_that_sees(const glm::vec3& position_m, const glm::vec3& normal) const;
  glm::vec3 normal_of(const End& end) const;
  /// Light after several reflections of `first`: by ray, irradiance / pi straight from the source.
  std::vector<ProbeLight> reflected(const std::vector<glm::vec3>& first) const;
  /// Mean of a probe and of the six around it that it sees: few rays make small bright patches come and go.
  std::vector<ProbeLight> smoothed(const std::vector<ProbeLight>& light) const;

  LightSurfaces surfaces_;
  ProbeGrid grid_;
  std::vector<ProbeTile> tiles_;
  std::vector<glm::vec4> sky_visibility_;
  std::vector<End> ends_;           ///< kProbeDirections for each probe
  std::vector<float> distances_m_;  ///< likewise, while the rays are being cast
};

}  // namespace engine

#endif
