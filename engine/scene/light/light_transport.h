// SPDX-License-Identifier: MIT
// Transport of the light of the environment, the sun and lamps about a scene, to a grid of probes. On the CPU, once a
// scene; the same on every machine.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_TRANSPORT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_LIGHT_TRANSPORT_H

#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "engine/scene/light/bvh.h"
#include "engine/scene/light/environment.h"
#include "engine/scene/light/light_cache.h"
#include "engine/scene/light/light_surfaces.h"
#include "engine/scene/light/probe_grid.h"
#include "engine/scene/light/probe_layout.h"
#include "engine/scene/light/progress.h"
#include "engine/scene/scene.h"

namespace engine {

/// Light that other surfaces send to a probe: irradiance / pi of planes that face the sides, nits.
using ProbeLight = Sides<glm::vec3>;

/// Rays from every probe, and what they meet. Limits: all surfaces reflect evenly, and the light of glowing ones isn't
/// followed; nor is that of lamps where it is under 0.05 lux.
class LightTransport {
 public:
  /// Of the scene's lights, directions have unit length. What is in `cache` isn't worked out again; the bits are the
  /// same. Throws Progress::Stopped if `progress` says so.
  explicit LightTransport(const Scene& scene, const LightCache& cache = LightCache(), Progress* progress = nullptr);

  /// LightKey of what it was worked out from; 0 without a cache.
  std::uint64_t key() const { return key_; }
  const LightSurfaces& surfaces() const { return surfaces_; }
  const ProbeLayout& layout() const { return layout_; }
  /// By probe.
  const std::vector<HalfTile>& tiles() const { return tiles_; }
  /// By probe: the part of the sky that planes see, weighted with the cosine, as a mean with its neighbours.
  const std::vector<Sides<float>>& sky_visibility() const { return sky_visibility_; }

  /// By probe: bit n = it sees the n-th of lamps_of(), or would but for what is within kLampClearance_m of it: its
  /// glass.
  const std::vector<std::uint32_t>& lamps_seen() const { return lamps_seen_; }
  static constexpr float kLampClearance_m = 0.15f;

  /// By probe: light that surfaces reflect, of the environment, the sun, and all other lights. The first takes the
  /// rays, which may not have been read from the cache yet.
  std::vector<ProbeLight> reflected_sky(const Irradiance& sky);
  const std::vector<ProbeLight>& reflected_sun() const { return reflected_sun_; }
  const std::vector<ProbeLight>& reflected_lamps() const { return reflected_lamps_; }

 private:
  /// Where a ray ends.
  struct End {
    std::uint32_t triangle : 31 = kNothing;  ///< kNothing: none, or the back of one that has no back
    std::uint32_t is_flipped : 1 = 0;        ///< its back is met
    std::uint32_t probe = kNothing;          ///< that sees the place; kNothing: none does
  };
  static constexpr std::uint32_t kNothing = 0x7fffffff;

  /// And keeps it in the cache.
  void work_out(Progress* progress);
  void resize_for_layout();
  std::uint64_t key_of() const;
  std::uint64_t rays_key() const;
  /// Calls `take(vector, length)` for all that a picture needs.
  template <class Self, class Take>
  static void for_each_result(Self& self, const Take& take);
  /// The same for what only another sky needs: more than half of it all, so it is kept in a file of its own.
  template <class Self, class Take>
  static void for_each_of_rays(Self& self, const Take& take);
  void keep() const;
  /// False, and nothing is taken, for what can't be of this scene.
  bool unpack(std::span<const std::byte> bytes);
  bool unpack_rays(std::span<const std::byte> bytes);
  void need_rays();
  void cast_from(std::size_t probe, const Bvh& bvh);
  std::uint32_t probe_at(const glm::vec3& position_m, const glm::vec3& normal) const;
  std::uint32_t lamps_seen_from(std::size_t probe, std::span<const Light* const> lamps, const Bvh& bvh) const;
  glm::vec3 normal_of(const End& end) const;
  /// Just off the surface.
  glm::vec3 position_of(std::size_t ray) const;
  /// By ray: irradiance / pi of its end by these lights.
  std::vector<glm::vec3> lit_by(std::span<const Light* const> lights, const Bvh& bvh) const;
  /// By probe: what comes of light of which `first` arrives, by ray, after several reflections.
  std::vector<ProbeLight> reflected(const std::vector<glm::vec3>& first) const;
  ProbeLight gathered(std::size_t probe, const std::vector<glm::vec3>& first,
                      const std::vector<ProbeLight>& more) const;
  /// How much the probes at +X, -X, +Y, -Y, +Z, -Z of a probe are seen from it, 0..1.
  using Neighbours = Sides<float>;
  Neighbours neighbours_of(std::size_t probe) const;
  /// Several times the mean of each probe and of the six around it that it sees: few rays make small bright patches and
  /// edges come and go.
  template <typename Value>
  void smooth(std::vector<Sides<Value>>& values) const;

  LightSurfaces surfaces_;
  std::vector<Light> lights_;
  LightCache cache_;
  ProbeLayout layout_;
  std::uint64_t key_ = 0;
  std::vector<HalfTile> tiles_;
  std::vector<Sides<float>> sky_visibility_;
  std::vector<Neighbours> neighbours_;  ///< of the rays
  std::vector<std::uint32_t> lamps_seen_;
  std::vector<End> ends_;               ///< of the rays: kProbeDirections for each probe
  std::vector<ProbeTile> exact_tiles_;  ///< while it is worked out, as the next
  std::vector<float> distances_m_;      ///< by ray
  std::vector<ProbeLight> reflected_sun_;
  std::vector<ProbeLight> reflected_lamps_;
};

}  // namespace engine

#endif
