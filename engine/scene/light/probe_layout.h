// SPDX-License-Identifier: MIT
// All probes of a scene: a grid, and finer ones in the cells of it that need them.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PROBE_LAYOUT_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PROBE_LAYOUT_H

#include <scene/interface.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/light/bvh.h"
#include "engine/scene/light/light_surfaces.h"
#include "engine/scene/light/probe_grid.h"

namespace engine {

/// Of a finer grid: from corner to corner of its cell, along each axis and in all.
inline constexpr int kFineSide = SCENE_PROBE_FINE_STEPS + 1;
inline constexpr std::size_t kFineProbes = std::size_t{kFineSide} * kFineSide * kFineSide;
inline constexpr std::size_t kMostFineCells = 128;

/// Probes are numbered, those of the grid first, then those of each fine cell.
class ProbeLayout {
 public:
  ProbeLayout() = default;
  explicit ProbeLayout(const ProbeGrid& grid) : ProbeLayout(grid, {}) {}
  /// `fine_cells`: the lowest corners of different cells, kMostFineCells at the most, and no more than fit the
  /// textures.
  ProbeLayout(const ProbeGrid& grid, std::vector<glm::ivec3> fine_cells);

  const ProbeGrid& grid() const { return grid_; }
  const std::vector<glm::ivec3>& fine_cells() const { return fine_cells_; }
  std::size_t size() const { return grid_.size() + fine_cells_.size() * kFineProbes; }

  /// The grid that a probe is of, which may be a finer one, and the number of that grid's first probe.
  struct Part {
    ProbeGrid grid;
    std::size_t first = 0;
    bool is_fine = false;

    glm::ivec3 place(std::size_t probe) const { return grid.place(probe - first); }
    glm::vec3 position_m(std::size_t probe) const { return grid.position_m(place(probe)); }
  };
  Part part_of(std::size_t probe) const;
  /// The finer grid of the cell that has its lowest corner there, if it has one.
  std::optional<Part> fine_part(const glm::ivec3& cell) const;

  /// In textures, finer grids stand in layers behind the grid's. At least as large as the grid along each axis.
  glm::ivec3 texture_size() const;
  glm::ivec3 texel(std::size_t probe) const;

 private:
  Part fine_part(std::size_t number) const;

  ProbeGrid grid_;
  std::vector<glm::ivec3> fine_cells_;
  std::vector<std::uint32_t> fine_of_cell_;  ///< by the lowest corner: its number, from 1 on; 0 = none
};

/// The eight probes around a place on a surface, and how much each counts there, as the shader weighs them; the sum
/// isn't 1. `tiles`: of the grid's probes.
struct ProbeWeight {
  std::size_t place;  ///< index in the grid
  float weight;
  float seen;  ///< how well it sees the place, 0..1
};
using CellWeights = std::array<ProbeWeight, 8>;
CellWeights weights_at(const ProbeGrid& grid, std::span<const ProbeTile> tiles, const glm::vec3& position_m,
                       const glm::vec3& normal);

/// Whether probes of the grid light a place in the open: so many of the eight around it are in view. Finer probes are
/// of use where they aren't. `tiles`: of the grid's probes.
bool are_in_view(const ProbeGrid& grid, std::span<const ProbeTile> tiles, const glm::vec3& position_m, const Bvh& bvh);

/// Cells with surfaces of rooms that no probe of `grid` is in view of: rooms smaller than two steps, or the corners of
/// larger ones. Those with most of them first, and no more than a layout may have. `tiles`: by probe.
std::vector<glm::ivec3> cells_that_need_more(const ProbeGrid& grid, std::span<const ProbeTile> tiles,
                                             const LightSurfaces& surfaces, const Bvh& bvh);

}  // namespace engine

#endif
