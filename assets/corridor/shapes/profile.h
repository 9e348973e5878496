// SPDX-License-Identifier: MIT
// Outlines in the plane, from which round bodies and walls are made.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_SHAPES_PROFILE_H
#define PHOTOPIC_ASSETS_CORRIDOR_SHAPES_PROFILE_H

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

namespace corridor {

/// A line of corners in the plane, with normals to the right of its way; a sharp corner has two rows.
struct Profile {
  struct Row {
    glm::vec2 point;
    glm::vec2 normal;
    glm::vec2 way;       ///< unit length, of the adjacent side; of the mean where smooth
    float along_m;       ///< from the start
    float mitre;         ///< 1 / cos of half the turn
    glm::vec2 bisector;  ///< mean of the normals on both sides
  };
  std::vector<Row> rows;
  std::vector<std::array<std::uint32_t, 2>> bands;  ///< of two rows each
  float length_m = 0.0F;
};

/// Turns of more than `sharp_deg` are sharp. A closed line goes on from its last point to the first.
Profile make_profile(std::span<const glm::vec2> points, bool is_closed, float sharp_deg);

}  // namespace corridor

#endif
