// SPDX-License-Identifier: MIT
// Triangles of solids, by their edges.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <numeric>

#include "engine/scene/camera.h"
#include "engine/scene/light/light_surfaces.h"

namespace engine {
namespace {

using Corner = std::uint32_t;

/// Numbers of places: the same for corners that are at the same one.
std::vector<Corner> corner_numbers(std::span<const Corners> triangles) {
  struct Entry {
    std::array<std::uint32_t, 3> place;  ///< its bits
    Corner corner;
  };
  std::vector<Entry> entries;
  entries.reserve(3 * triangles.size());
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value + 0.0f); };  // -0 becomes 0
  for (const Corners& corners : triangles) {
    for (const glm::vec3& p : corners) entries.push_back({{bits(p.x), bits(p.y), bits(p.z)}, Corner(entries.size())});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.place < b.place; });
  std::vector<Corner> numbers(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool is_same = i > 0 && entries[i].place == entries[i - 1].place;
    numbers[entries[i].corner] = is_same ? numbers[entries[i - 1].corner] : entries[i].corner;
  }
  return numbers;
}

/// Sets that are joined, of triangles.
class Joined {
 public:
  explicit Joined(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0u); }
  std::uint32_t of(std::uint32_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) { above_[of(a)] = of(b); }

 private:
  std::vector<std::uint32_t> above_;
};

struct Edge {
  std::uint64_t ends;  ///< both numbers, the lower one first
  std::uint32_t triangle;
  bool is_turned;  ///< goes from the higher number to the lower
};

/// Without those of triangles that are no more than a line.
std::vector<Edge> edges_of(std::span<const Corners> triangles) {
  const std::vector<Corner> numbers = corner_numbers(triangles);
  std::vector<Edge> edges;
  edges.reserve(numbers.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const std::array<Corner, 3> n = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    if (n[0] == n[1] || n[1] == n[2] || n[2] == n[0]) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const Corner from = n[k], to = n[(k + 1) % 3];
      edges.push_back({std::uint64_t{std::min(from, to)} << 32 | std::max(from, to), i, from > to});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.ends < b.ends; });
  return edges;
}

}  // namespace

std::vector<bool> solid_parts(std::span<const Corners> triangles, std::span<const glm::vec3> places_m) {
  struct Part {
    bool is_open = false;
    double volume = 0.0;  ///< six times it; below 0 where insides are looked at
    double area = 0.0;
    Bounds bounds = empty_bounds();
  };
  Joined joined(triangles.size());
  std::vector<bool> is_open(triangles.size(), false);
  const std::vector<Edge> edges = edges_of(triangles);
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    int balance = 0;
    for (; last < edges.size() && edges[last].ends == edges[first].ends; ++last)
      balance += edges[last].is_turned ? 1 : -1;
    for (std::size_t i = first; i < last; ++i) {
      joined.join(edges[i].triangle, edges[first].triangle);
      if (balance != 0) is_open[edges[i].triangle] = true;
    }
  }
  std::vector<Part> parts(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const std::uint32_t number = joined.of(i);
    Part& part = parts[number];
    const glm::dvec3 origin(triangles[number][0]);  // near: few digits are lost
    const glm::dvec3 a = glm::dvec3(triangles[i][0]) - origin, b = glm::dvec3(triangles[i][1]) - origin,
                     c = glm::dvec3(triangles[i][2]) - origin;
    part.volume += glm::dot(a, glm::cross(b, c));
    part.area += glm::length(glm::cross(b - a, c - a));
    for (const glm::vec3& corner : triangles[i]) part.bounds = united(part.bounds, {corner, corner});
    part.is_open = part.is_open || is_open[i];
  }
  const auto is_solid = [&](const Part& part) {
    constexpr double kLeastVolume = 1e-3;  // of the area's power 3/2: less has a card with two fronts
    const bool is_flat = !(part.volume > kLeastVolume * part.area * std::sqrt(part.area));
    return !part.is_open && !is_flat && std::none_of(places_m.begin(), places_m.end(), [&](const glm::vec3& place) {
      return glm::all(glm::greaterThan(place, part.bounds.min_m)) && glm::all(glm::lessThan(place, part.bounds.max_m));
    });
  };
  std::vector<bool> solid(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    if (joined.of(i) == i) solid[i] = is_solid(parts[i]);
  }
  for (std::uint32_t i = 0; i < triangles.size(); ++i) solid[i] = solid[joined.of(i)];
  return solid;
}

}  // namespace engine
