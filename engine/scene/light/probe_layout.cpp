// SPDX-License-Identifier: MIT
// Places of a scene's probes, and the choice of cells that need finer ones.
#include "engine/scene/light/probe_layout.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <utility>

#include "engine/scene/light/parallel.h"

namespace engine {
namespace {

/// What every device has of layers, and of texels along each axis of a 3D texture.
constexpr int kMostLayers = 256;
/// Of the eight probes around a place: one alone is that of a room of a step or so, and a poor light.
constexpr int kEnoughInView = 2;

struct Slots {
  int columns, rows;

  int in_a_layer() const { return columns * rows; }
};

glm::ivec3 layer_size(const ProbeGrid& grid) { return glm::max(grid.count, glm::ivec3(kFineSide, kFineSide, 0)); }

Slots slots_of(const ProbeGrid& grid) {
  const glm::ivec3 size = layer_size(grid);
  return {size.x / kFineSide, size.y / kFineSide};
}

std::size_t most_fine_cells(const ProbeGrid& grid) {
  const auto room = std::size_t((kMostLayers - grid.count.z) / kFineSide * slots_of(grid).in_a_layer());
  return std::min(room, kMostFineCells);
}

}  // namespace

ProbeLayout::ProbeLayout(const ProbeGrid& grid, std::vector<glm::ivec3> fine_cells)
    : grid_(grid), fine_cells_(std::move(fine_cells)), fine_of_cell_(fine_cells_.empty() ? 0 : grid.size(), 0) {
  for (std::size_t i = 0; i < fine_cells_.size(); ++i) fine_of_cell_[grid.index(fine_cells_[i])] = std::uint32_t(i + 1);
}

ProbeLayout::Part ProbeLayout::fine_part(std::size_t number) const {
  const ProbeGrid fine = {.origin_m = grid_.position_m(fine_cells_[number]),
                          .spacing_m = grid_.spacing_m / float(SCENE_PROBE_FINE_STEPS),
                          .count = glm::ivec3(kFineSide)};
  return {.grid = fine, .first = grid_.size() + number * kFineProbes, .is_fine = true};
}

ProbeLayout::Part ProbeLayout::part_of(std::size_t probe) const {
  if (probe < grid_.size()) return {.grid = grid_};
  return fine_part((probe - grid_.size()) / kFineProbes);
}

std::optional<ProbeLayout::Part> ProbeLayout::fine_part(const glm::ivec3& cell) const {
  if (fine_of_cell_.empty()) return std::nullopt;
  const std::uint32_t number = fine_of_cell_[grid_.index(cell)];
  if (number == 0) return std::nullopt;
  return fine_part(std::size_t(number - 1));
}

glm::ivec3 ProbeLayout::texture_size() const {
  if (fine_cells_.empty()) return grid_.count;
  glm::ivec3 size = layer_size(grid_);
  const int in_a_layer = slots_of(grid_).in_a_layer();
  size.z += (int(fine_cells_.size()) + in_a_layer - 1) / in_a_layer * kFineSide;
  return size;
}

glm::ivec3 ProbeLayout::texel(std::size_t probe) const {
  const Part part = part_of(probe);
  if (!part.is_fine) return part.place(probe);
  const Slots slots = slots_of(grid_);
  const int number = int((part.first - grid_.size()) / kFineProbes);
  const int in_layer = number % slots.in_a_layer();
  const glm::ivec3 slot(in_layer % slots.columns, in_layer / slots.columns, number / slots.in_a_layer());
  return glm::ivec3(0, 0, grid_.count.z) + kFineSide * slot + part.place(probe);
}

CellWeights weights_at(const ProbeGrid& grid, std::span<const ProbeTile> tiles, const glm::vec3& position_m,
                       const glm::vec3& normal) {
  const glm::vec3 from = position_m + normal * grid.lift_m();
  const glm::vec3 place = glm::clamp((from - grid.origin_m) / grid.spacing_m, glm::vec3(0), glm::vec3(grid.count - 1));
  const glm::ivec3 base = grid.cell_at(from);
  const glm::vec3 f = place - glm::vec3(base);
  CellWeights weights;
  for (int i = 0; i < 8; ++i) {
    const glm::ivec3 corner(i & 1, i >> 1 & 1, i >> 2);
    const glm::vec3 share = glm::mix(1.0f - f, f, glm::vec3(corner));
    const glm::vec3 to_probe = grid.position_m(base + corner) - from;
    const float height_m = glm::dot(to_probe, normal) + grid.lift_m();
    const float weight =
        std::max(share.x * share.y * share.z, float(SCENE_PROBE_LEAST_SHARE)) * faced_by(height_m, grid.spacing_m);
    const std::size_t probe = grid.index(base + corner);
    const float seen = weight <= 1e-7f ? 0.0f : seen_from(tiles[probe], -to_probe, grid.margin_m());
    weights[std::size_t(i)] = {probe, weight * seen, seen};
  }
  return weights;
}

bool are_in_view(const ProbeGrid& grid, std::span<const ProbeTile> tiles, const glm::vec3& position_m, const Bvh& bvh) {
  const glm::ivec3 base = grid.cell_at(position_m);
  int in_view = 0;
  for (int i = 0; i < 8 && in_view < kEnoughInView; ++i) {
    const glm::ivec3 corner(i & 1, i >> 1 & 1, i >> 2);
    if (!is_valid(tiles[grid.index(base + corner)])) continue;
    const glm::vec3 to_probe = grid.position_m(base + corner) - position_m;
    const float distance_m = glm::length(to_probe);
    const bool is_there = distance_m < 1e-4f * grid.spacing_m;
    if (is_there || !bvh.is_blocked({position_m, to_probe / distance_m, distance_m})) ++in_view;
  }
  return in_view == kEnoughInView;
}

namespace {

/// Of places on surfaces that are looked at: at most.
constexpr float kMostSamples = 40000.0f;
/// Of the places in a cell, those that must need more, or in the next cell: one alone is a nook.
constexpr int kLeastFound = 8;
/// Less isn't a room but a gap, or the inside of a crate or a barrel.
constexpr float kLeastRoom_steps = 0.3f, kLeastRoom_m = 0.7f;

struct Sample {
  glm::vec3 position_m, normal;
};

double area_of(const Corners& c) { return 0.5 * double(glm::length(glm::cross(c[1] - c[0], c[2] - c[0]))); }

/// Points of triangles, one for each `share_m2` of their area.
std::vector<Sample> samples_of(const LightSurfaces& surfaces, double share_m2) {
  std::vector<Sample> samples;
  double area_m2 = 0.0;
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < surfaces.triangles.size(); ++i) {
    const Corners& corners = surfaces.triangles[i];
    const LightSurfaces::Property& property = surfaces.properties[i];
    area_m2 += area_of(corners);
    for (; double(taken) * share_m2 < area_m2; ++taken) {
      // Spread evenly (Roberts 2018), folded from a square.
      double a = double(taken) * 0.7548776662466927, b = double(taken) * 0.5698402909980532;
      a -= std::floor(a);
      b -= std::floor(b);
      if (a + b > 1.0) a = 1.0 - a, b = 1.0 - b;
      const glm::vec3 position_m =
          corners[0] + float(a) * (corners[1] - corners[0]) + float(b) * (corners[2] - corners[0]);
      samples.push_back({position_m, property.normal});
      if (property.is_double_sided) samples.push_back({position_m, -property.normal});
    }
  }
  return samples;
}

/// Where rays from a place before a surface end, if it is outside solids, with room all around; else nothing.
std::vector<glm::vec3> room_around(const glm::vec3& position_m, float ahead_m, const LightSurfaces& surfaces,
                                   const Bvh& bvh) {
  std::vector<glm::vec3> ends_m;
  int rays = 0, backs = 0, near = 0;
  for (std::size_t i = 0; i < kProbeDirections; i += 6) {
    const glm::vec3& direction = probe_directions()[i].direction;
    const auto hit = bvh.nearest({position_m, direction});
    ++rays;
    if (!hit) continue;
    if (hit->distance_m < 0.75f * ahead_m) ++near;
    if (hit->is_back && !surfaces.properties[hit->triangle].is_double_sided) ++backs;
    ends_m.push_back(position_m + 0.99f * hit->distance_m * direction);
  }
  if (10 * backs > rays || 4 * near > rays) ends_m.clear();
  return ends_m;
}

/// Of a cell and those around it.
template <typename Counts>
int most_around(const ProbeGrid& grid, const Counts& found, const glm::ivec3& cell) {
  int most = 0;
  for (int i = 0; i < 27; ++i) {
    const glm::ivec3 other = cell + glm::ivec3(i % 3, i / 3 % 3, i / 9) - 1;
    if (grid.contains(other)) most = std::max(most, int(found[grid.index(other)]));
  }
  return most;
}

}  // namespace

std::vector<glm::ivec3> cells_that_need_more(const ProbeGrid& grid, std::span<const ProbeTile> tiles,
                                             const LightSurfaces& surfaces, const Bvh& bvh) {
  double area_m2 = 0.0;
  for (const Corners& corners : surfaces.triangles) area_m2 += area_of(corners);
  const double fine_m = double(grid.spacing_m) / SCENE_PROBE_FINE_STEPS;
  const auto samples = samples_of(surfaces, std::max(0.1 * fine_m * fine_m, area_m2 / double(kMostSamples)));
  const float ahead_m = 0.5f * std::max(kLeastRoom_steps * grid.spacing_m, kLeastRoom_m);
  const glm::vec3 last_m = grid.position_m(grid.count - 1);
  std::vector<std::atomic<int>> found(grid.size());  // by the cell's lowest corner
  std::vector<std::atomic<bool>> is_reached(grid.size());
  parallel_for(samples.size(), [&](std::size_t i) {
    const glm::vec3 from = samples[i].position_m + samples[i].normal * grid.lift_m();
    const glm::vec3 before = from + samples[i].normal * ahead_m;
    if (!glm::all(glm::greaterThan(before, grid.origin_m)) || !glm::all(glm::lessThan(before, last_m))) return;
    if (bvh.is_blocked({from, samples[i].normal, 2.0f * ahead_m})) return;
    if (are_in_view(grid, tiles, before, bvh)) return;
    const auto ends_m = room_around(before, ahead_m, surfaces, bvh);
    if (ends_m.empty()) return;
    ++found[grid.index(grid.cell_at(from))];
    for (const glm::vec3& end_m : ends_m) {
      if (!are_in_view(grid, tiles, end_m, bvh)) is_reached[grid.index(grid.cell_at(end_m))] = true;
    }
  });
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if ((found[i] > 0 || is_reached[i]) && most_around(grid, found, grid.place(i)) >= kLeastFound) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return found[a] > found[b]; });
  order.resize(std::min(order.size(), most_fine_cells(grid)));
  std::vector<glm::ivec3> cells;
  for (const std::size_t i : order) cells.push_back(grid.place(i));
  return cells;
}

}  // namespace engine
