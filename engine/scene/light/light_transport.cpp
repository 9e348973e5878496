// SPDX-License-Identifier: MIT
// The light of sky, sun and lamps on a grid of probes.
#include "engine/scene/light/light_transport.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <type_traits>

#include "engine/scene/camera.h"
#include "engine/scene/light/punctual_lights.h"
#include "engine/scene/light/parallel.h"

namespace engine {
namespace {

constexpr int kReflections = 4;
/// A probe of whose directions more see backs lies within a solid.
constexpr float kMostBacks = 0.25f;
/// Where backs show, so does one that sees more of them, no sky and no lamp.
constexpr float kMostShownBacks = 0.5f;
/// Closed in by what is this near, in steps of the grid, but for gaps: a crate of boards. Its darkness is of no use to
/// what is around it. Crates of the corridor count with these, no probe of a room does
/// (SceneInterior.ProbesInACrateLightNothing).
constexpr float kHollowSteps = 1.25f;
constexpr float kMostGaps = 0.15f;
constexpr float kBackNearer = 0.2f;
constexpr float kLiftOff_m = 1e-3f;
/// Of a probe, to light a surface.
constexpr float kLeastWeight = 1e-7f;
constexpr float kLeastLampLight_lux = 0.05f;
constexpr int kSmoothings = 2;
constexpr float kOwnWeight = 2.0f;

Bounds bounds_of(const std::vector<Corners>& triangles) {
  Bounds bounds = empty_bounds();
  for (const Corners& corners : triangles) {
    for (const glm::vec3& corner : corners) bounds = united(bounds, {corner, corner});
  }
  return triangles.empty() ? Bounds{} : bounds;
}

float longest_side(const Bounds& bounds) {
  const glm::vec3 size = bounds.max_m - bounds.min_m;
  return std::max({size.x, size.y, size.z});
}

/// Where small triangles are, with a margin, if that is a small part of `whole`: houses on a large ground, whose rooms
/// need probes close to each other. Far from them, the ground takes the light of the outermost ones.
Bounds detailed_part(const std::vector<Corners>& triangles, const Bounds& whole) {
  const float small_m = 0.25f * glm::distance(whole.min_m, whole.max_m);
  Bounds part = empty_bounds();
  for (const Corners& corners : triangles) {
    const Bounds triangle = bounds_of({corners});
    if (glm::distance(triangle.min_m, triangle.max_m) <= small_m) part = united(part, triangle);
  }
  const glm::vec3 margin(0.25f * glm::distance(part.min_m, part.max_m));
  part = {glm::max(part.min_m - margin, whole.min_m), glm::min(part.max_m + margin, whole.max_m)};
  return longest_side(part) < 0.25f * longest_side(whole) ? part : whole;
}

constexpr float kMostInverse = 0.05f * float(SCENE_PROBE_INVALID);

/// 1 / distance in the norm |x|+|y|+|z|.
float inverse_distance(const glm::vec3& direction, float distance_m) {
  const float length1 = distance_m * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  return length1 > 1.0f / kMostInverse ? 1.0f / length1 : kMostInverse;
}

/// In the direction of a texel's centre, of the plane that a ray through that texel met: planes stay exact. About,
/// where it doesn't go on as far.
float distance_at(const glm::vec3& center, const glm::vec3& ray, float distance_m, const glm::vec3& normal) {
  const float nearer = glm::dot(center, normal) / glm::dot(ray, normal);
  return distance_m / std::min(std::max(0.5f, nearer), 2.0f);
}

bool is_blocked(const Bvh& bvh, const glm::vec3& position_m, const Arrival& arrival) {
  return bvh.is_blocked({position_m, arrival.to_light, arrival.distance_m - LightTransport::kLampClearance_m});
}

template <typename Value>
void add(Sides<Value>& sum, const Sides<Value>& more, float factor) {
  for (std::size_t side = 0; side < 6; ++side) sum[side] += more[side] * factor;
}

/// Takes that many items from the front of `bytes`.
template <typename Item>
void fill(std::vector<Item>& items, std::size_t length, std::span<const std::byte>& bytes) {
  static_assert(std::is_trivially_copyable_v<Item>);
  items.resize(length);
  std::memcpy(items.data(), bytes.data(), length * sizeof(Item));  // which may stand at any place
  bytes = bytes.subspan(length * sizeof(Item));
}

}  // namespace

LightTransport::LightTransport(const Scene& scene, const LightCache& cache, Progress* progress)
    : surfaces_(light_surfaces(scene)),
      lights_(scene.lights),
      cache_(cache),
      layout_(probe_grid(detailed_part(surfaces_.triangles, scene.focus.value_or(bounds_of(surfaces_.triangles))))) {
  if (cache_.is_on()) {
    key_ = key_of();
    if (const auto kept = cache_.find(key_); kept && unpack(kept->bytes())) return;
  }
  work_out(progress);
}

std::uint64_t LightTransport::key_of() const {
  LightKey key;
  // What a version kept that had other results isn't of this scene.
  for_each_result(*this, [&](const auto& vector, std::size_t) { key.add(sizeof vector[0]); });
  key.add(std::span<const Corners>(surfaces_.triangles));
  for (const LightSurfaces::Property& property : surfaces_.properties) {
    key.add(property.albedo);  // the normal is that of the corners
    key.add(property.is_double_sided);
  }
  const ProbeGrid& grid = layout_.grid();
  key.add(grid.origin_m);
  key.add(grid.spacing_m);
  key.add(grid.count);
  for (const Light& light : lights_) {
    key.add(light.kind);
    key.add(light.color);
    key.add(std::array{light.intensity, light.range_m, light.inner_cone_rad, light.outer_cone_rad});
    key.add(light.position_m);
    key.add(light.direction);
  }
  return key.value();
}

std::uint64_t LightTransport::rays_key() const {
  LightKey key;
  key.add(key_);
  key.add('r');
  return key.value();
}

template <class Self, class Take>
void LightTransport::for_each_result(Self& self, const Take& take) {
  const std::size_t probes = self.layout_.size();
  take(self.tiles_, probes);
  take(self.sky_visibility_, probes);
  take(self.lamps_seen_, probes);
  take(self.reflected_sun_, probes);
  take(self.reflected_lamps_, probes);
}

template <class Self, class Take>
void LightTransport::for_each_of_rays(Self& self, const Take& take) {
  take(self.neighbours_, self.layout_.size());
  take(self.ends_, self.layout_.size() * kProbeDirections);
}

void LightTransport::keep() const {
  std::vector<std::byte> bytes;
  const auto add = [&](const auto& vector, std::size_t) {
    const auto more = std::as_bytes(std::span(vector));
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  for_each_of_rays(*this, add);
  cache_.keep(rays_key(), bytes);
  bytes.clear();
  add(layout_.fine_cells(), 0);
  for_each_result(*this, add);
  cache_.keep(key_, bytes);
}

bool LightTransport::unpack(std::span<const std::byte> bytes) {
  const ProbeGrid grid = layout_.grid();
  std::vector<glm::ivec3> cells;
  std::size_t probe_bytes = 0;
  for_each_result(*this, [&](const auto& vector, std::size_t length) {
    probe_bytes += length / layout_.size() * sizeof vector[0];
  });
  const std::size_t cell_bytes = sizeof cells[0] + kFineProbes * probe_bytes;
  if (bytes.size() < grid.size() * probe_bytes || (bytes.size() - grid.size() * probe_bytes) % cell_bytes != 0) {
    return false;
  }
  cells.resize((bytes.size() - grid.size() * probe_bytes) / cell_bytes);
  if (cells.size() > kMostFineCells) return false;
  const std::size_t cells_bytes = cells.size() * sizeof(glm::ivec3);
  if (!cells.empty()) std::memcpy(cells.data(), bytes.data(), cells_bytes);
  bytes = bytes.subspan(cells_bytes);
  if (!std::all_of(cells.begin(), cells.end(), [&](const glm::ivec3& cell) { return grid.contains(cell); })) {
    return false;
  }
  layout_ = ProbeLayout(grid, std::move(cells));
  for_each_result(*this, [&](auto& vector, std::size_t length) { fill(vector, length, bytes); });
  return true;
}

bool LightTransport::unpack_rays(std::span<const std::byte> bytes) {
  std::size_t all_bytes = 0;
  for_each_of_rays(*this, [&](const auto& vector, std::size_t length) { all_bytes += length * sizeof vector[0]; });
  if (bytes.size() != all_bytes) return false;
  for_each_of_rays(*this, [&](auto& vector, std::size_t length) { fill(vector, length, bytes); });
  return true;
}

void LightTransport::need_rays() {
  if (!ends_.empty()) return;
  if (const auto kept = cache_.find(rays_key()); kept && unpack_rays(kept->bytes())) return;
  work_out(nullptr);
}

template <typename Value>
void LightTransport::smooth(std::vector<Sides<Value>>& values) const {
  for (int pass = 0; pass < kSmoothings; ++pass) {
    std::vector<Sides<Value>> means(values.size(), Sides<Value>{});
    parallel_for(values.size(), [&](std::size_t probe) {
      if (!is_valid(tiles_[probe])) return;
      const glm::ivec3 count = layout_.part_of(probe).grid.count;
      const std::ptrdiff_t row = count.x, layer = row * count.y;
      const std::array<std::ptrdiff_t, 6> steps = {1, -1, row, -row, layer, -layer};
      Sides<Value> sum = {};
      add(sum, values[probe], kOwnWeight);
      float weight = kOwnWeight;
      for (std::size_t i = 0; i < 6; ++i) {
        const float seen = neighbours_[probe][i];
        if (seen == 0.0f) continue;
        add(sum, values[std::size_t(std::ptrdiff_t(probe) + steps[i])], seen);
        weight += seen;
      }
      add(means[probe], sum, 1.0f / weight);
    });
    values = std::move(means);
  }
}

void LightTransport::work_out(Progress* progress) {
  const ProbeGrid grid = layout_.grid();
  layout_ = ProbeLayout(grid);
  const auto clear = [](auto& vector, std::size_t) { vector.clear(); };
  for_each_result(*this, clear);
  for_each_of_rays(*this, clear);
  float before = 0.0f;
  // `until`: of the whole work, about.
  const auto for_probes_from = [&](std::size_t first, float until, const std::function<void(std::size_t)>& work) {
    const std::size_t count = layout_.size() - first;
    parallel_for(count, [&](std::size_t i) {
      if (progress != nullptr) {
        if (progress->is_stopped()) return;
        progress->note(before + (until - before) * float(i) / float(count));
      }
      work(first + i);
    });
    before = until;
    if (progress != nullptr) progress->check();
  };
  const auto for_probes = [&](float until, const std::function<void(std::size_t)>& work) {
    for_probes_from(0, until, work);
  };
  const Bvh bvh(surfaces_.triangles);
  const std::vector<const Light*> lamps = lamps_of(lights_);
  const auto cast_all_from = [&](std::size_t first, float until) {
    resize_for_layout();
    for_probes_from(first, until, [&](std::size_t probe) {
      lamps_seen_[probe] = lamps_seen_from(probe, lamps, bvh);
      cast_from(probe, bvh);
    });
  };
  cast_all_from(0, 0.45f);
  layout_ = ProbeLayout(grid, cells_that_need_more(grid, exact_tiles_, surfaces_, bvh));
  cast_all_from(grid.size(), 0.5f);
  for_probes(0.65f, [&](std::size_t probe) {
    for (std::size_t ray = probe * kProbeDirections; ray < (probe + 1) * kProbeDirections; ++ray) {
      End& end = ends_[ray];
      if (!is_valid(exact_tiles_[probe])) end.triangle = kNothing;
      if (end.triangle != kNothing) end.probe = probe_at(position_of(ray), normal_of(end));
    }
  });
  for_probes(0.65f, [&](std::size_t probe) {
    neighbours_[probe] = neighbours_of(probe);
    tiles_[probe] = halves_of(exact_tiles_[probe]);
  });
  smooth(sky_visibility_);
  const Light* sun = sun_of(lights_);
  const std::vector<const Light*> suns(sun == nullptr ? 0 : 1, sun);
  reflected_sun_ = reflected(lit_by(suns, bvh));
  if (progress != nullptr) progress->note(0.8f);
  if (progress != nullptr) progress->check();
  reflected_lamps_ = reflected(lit_by(lamps, bvh));
  exact_tiles_ = {};
  distances_m_ = {};
  if (cache_.is_on()) keep();
}

void LightTransport::resize_for_layout() {
  const auto resize = [](auto& vector, std::size_t length) { vector.resize(length); };
  for_each_result(*this, resize);
  for_each_of_rays(*this, resize);
  exact_tiles_.resize(layout_.size());
  distances_m_.resize(ends_.size());
}

void LightTransport::cast_from(std::size_t probe, const Bvh& bvh) {
  const auto& directions = probe_directions();
  const ProbeLayout::Part part = layout_.part_of(probe);
  const auto& rays = ray_directions()[part.grid.ray_set(part.place(probe))];
  const glm::vec3 origin_m = part.position_m(probe);
  std::array<float, kProbeDirections> inverse = {};
  std::array<glm::vec3, kProbeDirections> planes = {};
  float backs = 0.0f, shown_backs = 0.0f, far = 0.0f;
  bool is_closed = lamps_seen_[probe] == 0;
  Sides<float> visibility = {};
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    const auto hit = bvh.nearest({origin_m, rays[i]});
    if (!hit || hit->distance_m > kHollowSteps * part.grid.spacing_m) far += directions[i].part;
    if (!hit) {
      add(visibility, directions[i].weights, 1.0f);
      is_closed = false;
      continue;
    }
    const LightSurfaces::Property& surface = surfaces_.properties[hit->triangle];
    planes[i] = surface.normal / (hit->distance_m * glm::dot(surface.normal, rays[i]));
    const float distance_m = distance_at(directions[i].direction, rays[i], hit->distance_m, surface.normal);
    if (hit->is_back && !surface.is_double_sided) {
      // From under a floor: nothing above it is seen, however near.
      inverse[i] = inverse_distance(directions[i].direction, kBackNearer * distance_m);
      backs += directions[i].part;
      continue;
    }
    inverse[i] = inverse_distance(directions[i].direction, distance_m);
    if (hit->is_back) shown_backs += directions[i].part;
    End& end = ends_[probe * kProbeDirections + i];
    end.triangle = hit->triangle & kNothing;
    end.is_flipped = hit->is_back ? 1 : 0;
    distances_m_[probe * kProbeDirections + i] = hit->distance_m;
  }
  const auto excess = too_near(planes);
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    inverse[i] = std::max(inverse[i] - excess[i], -kMostInverse);
  }
  bool is_inside = backs > kMostBacks;
  // Finer ones are there for what is closed in, and dark if it is.
  if (part.is_fine) is_inside = is_inside || are_in_view(layout_.grid(), exact_tiles_, origin_m, bvh);
  if (!part.is_fine) is_inside = is_inside || (is_closed && (shown_backs > kMostShownBacks || far < kMostGaps));
  if (is_inside) inverse.fill(float(SCENE_PROBE_INVALID));
  exact_tiles_[probe] = with_border(inverse);
  if (!is_inside) sky_visibility_[probe] = visibility;
}

glm::vec3 LightTransport::normal_of(const End& end) const {
  const glm::vec3& normal = surfaces_.properties[end.triangle].normal;
  return end.is_flipped != 0 ? -normal : normal;
}

glm::vec3 LightTransport::position_of(std::size_t ray) const {
  const ProbeLayout::Part part = layout_.part_of(ray / kProbeDirections);
  const glm::ivec3 place = part.place(ray / kProbeDirections);
  const glm::vec3& direction = ray_directions()[part.grid.ray_set(place)][ray % kProbeDirections];
  return part.grid.position_m(place) + direction * distances_m_[ray] +
         normal_of(ends_[ray]) * std::clamp(kLiftOff_m, 1e-4f * part.grid.spacing_m, 0.01f * part.grid.spacing_m);
}

/// As the shader does it: of finer ones where one of them sees the place, else of the grid's.
std::uint32_t LightTransport::probe_at(const glm::vec3& position_m, const glm::vec3& normal) const {
  const ProbeGrid& grid = layout_.grid();
  ProbeLayout::Part parts[2] = {{.grid = grid}, {.grid = grid}};
  if (const auto fine = layout_.fine_part(grid.cell_at(position_m + normal * grid.lift_m()))) parts[0] = *fine;
  for (const ProbeLayout::Part& part : parts) {
    const auto tiles = std::span(exact_tiles_).subspan(part.first, part.grid.size());
    const CellWeights weights = weights_at(part.grid, tiles, position_m, normal);
    const auto most = std::max_element(weights.begin(), weights.end(),
                                       [](const ProbeWeight& a, const ProbeWeight& b) { return a.weight < b.weight; });
    if (part.is_fine && most->seen < float(SCENE_PROBE_WELL_SEEN)) continue;
    return most->weight > kLeastWeight ? std::uint32_t(part.first + most->place) : kNothing;
  }
  return kNothing;
}

std::uint32_t LightTransport::lamps_seen_from(std::size_t probe, std::span<const Light* const> lamps,
                                              const Bvh& bvh) const {
  const glm::vec3 position_m = layout_.part_of(probe).position_m(probe);
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(lamps.size(), SCENE_MAX_LAMPS); ++i) {
    if (!is_blocked(bvh, position_m, arrival_at(*lamps[i], position_m))) seen |= 1u << i;
  }
  return seen;
}

std::vector<glm::vec3> LightTransport::lit_by(std::span<const Light* const> lights, const Bvh& bvh) const {
  std::vector<glm::vec3> lit(ends_.size(), glm::vec3(0.0f));
  if (lights.empty()) return lit;
  parallel_for(layout_.size(), [&](std::size_t probe) {
    for (std::size_t ray = probe * kProbeDirections; ray < (probe + 1) * kProbeDirections; ++ray) {
      if (ends_[ray].triangle == kNothing) continue;
      const glm::vec3 position_m = position_of(ray);
      for (const Light* light : lights) {
        const Arrival arrival = arrival_at(*light, position_m);
        const float lux = arrival.lux * glm::dot(normal_of(ends_[ray]), arrival.to_light);
        if (lux <= kLeastLampLight_lux || is_blocked(bvh, position_m, arrival)) continue;
        lit[ray] += light->color * (lux / std::numbers::pi_v<float>);
      }
    }
  });
  return lit;
}

ProbeLight LightTransport::gathered(std::size_t probe, const std::vector<glm::vec3>& first,
                                    const std::vector<ProbeLight>& more) const {
  ProbeLight sum = {};
  for (std::size_t i = 0; i < kProbeDirections; ++i) {
    const End& end = ends_[probe * kProbeDirections + i];
    if (end.triangle == kNothing) continue;
    glm::vec3 nits = first[probe * kProbeDirections + i];
    if (end.probe != kNothing) nits += value_of(more[end.probe], normal_of(end));
    if (nits == glm::vec3(0.0f)) continue;
    nits *= surfaces_.properties[end.triangle].albedo;
    const Sides<float>& weights = probe_directions()[i].weights;
    for (std::size_t side = 0; side < 6; ++side) sum[side] += nits * weights[side];
  }
  return sum;
}

std::vector<ProbeLight> LightTransport::reflected(const std::vector<glm::vec3>& first) const {
  std::vector<ProbeLight> light(layout_.size(), ProbeLight{});
  const bool is_dark =
      std::all_of(first.begin(), first.end(), [](const glm::vec3& nits) { return nits == glm::vec3(0.0f); });
  if (is_dark) return light;
  for (int reflection = 0; reflection < kReflections; ++reflection) {
    std::vector<ProbeLight> next(layout_.size());
    parallel_for(layout_.size(), [&](std::size_t probe) { next[probe] = gathered(probe, first, light); });
    light = std::move(next);
  }
  smooth(light);
  return light;
}

LightTransport::Neighbours LightTransport::neighbours_of(std::size_t probe) const {
  Neighbours seen = {};
  const ProbeLayout::Part part = layout_.part_of(probe);
  const glm::ivec3 place = part.place(probe);
  for (int i = 0; i < 6; ++i) {
    glm::ivec3 step(0);
    step[i / 2] = i % 2 == 0 ? 1 : -1;
    if (!is_valid(exact_tiles_[probe]) || !part.grid.contains(place + step)) continue;
    const std::size_t other = part.first + part.grid.index(place + step);
    const glm::vec3 offset_m = part.grid.spacing_m * glm::vec3(step);
    // Both ways: a map of few texels may miss a thin wall from one side.
    const float margin_m = part.grid.margin_m();
    seen[std::size_t(i)] = std::min(seen_from(exact_tiles_[probe], offset_m, margin_m),
                                    seen_from(exact_tiles_[other], -offset_m, margin_m));
  }
  return seen;
}

std::vector<ProbeLight> LightTransport::reflected_sky(const Irradiance& sky) {
  need_rays();
  std::vector<glm::vec3> first(ends_.size(), glm::vec3(0.0f));
  parallel_for(layout_.size(), [&](std::size_t probe) {
    for (std::size_t ray = probe * kProbeDirections; ray < (probe + 1) * kProbeDirections; ++ray) {
      const End& end = ends_[ray];
      if (end.triangle == kNothing || end.probe == kNothing) continue;
      const glm::vec3 normal = normal_of(end);
      first[ray] = glm::vec3(evaluate(sky, normal)) * open_part(sky_visibility_[end.probe], normal);
    }
  });
  return reflected(first);
}

}  // namespace engine
