// SPDX-License-Identifier: MIT
// Building and traversal of the tree of triangles.
#include "engine/scene/light/bvh.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

#include "engine/scene/camera.h"

namespace engine {
namespace {

constexpr std::uint32_t kLeafTriangles = 4;
constexpr std::size_t kStack = 64;   // deepest path of a traversal
constexpr int kMaxUnevenDepth = 28;  // and 32 halvings of what is left

int longest_axis(const Bounds& bounds) {
  const glm::vec3 size = bounds.max_m - bounds.min_m;
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

constexpr std::size_t kBins = 16;

float area_of(const Bounds& bounds) {
  const glm::vec3 size = bounds.max_m - bounds.min_m;
  return size.x * size.y + size.y * size.z + size.z * size.x;
}

struct Bin {
  Bounds bounds = empty_bounds();
  std::uint32_t count = 0;

  void add(const Bounds& other, std::uint32_t more = 1) {
    if (more == 0) return;
    bounds = united(bounds, other);
    count += more;
  }
  float cost() const { return count == 0 ? 0.0f : area_of(bounds) * float(count); }
};

struct Binning {
  explicit Binning(const Bounds& centers)
      : axis(longest_axis(centers)), start(centers.min_m[axis]), scale(kBins / (centers.max_m[axis] - start)) {}

  std::size_t bin_of(const glm::vec3& center) const {
    const float bin = (center[axis] - start) * scale;
    return bin > 0.0f ? std::min(std::size_t(std::min(bin, float(kBins))), kBins - 1) : 0;
  }

  int axis;
  float start, scale;
};

/// The first bin of the right part.
std::size_t cheapest_split(const std::array<Bin, kBins>& bins) {
  std::array<float, kBins> left_costs = {};
  Bin left, right;
  for (std::size_t i = 1; i < kBins; ++i) {
    left.add(bins[i - 1].bounds, bins[i - 1].count);
    left_costs[i] = left.cost();
  }
  std::size_t best = kBins / 2;
  float least = std::numeric_limits<float>::infinity();
  for (std::size_t i = kBins - 1; i > 0; --i) {
    right.add(bins[i].bounds, bins[i].count);
    const float cost = left_costs[i] + right.cost();
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

}  // namespace

/// A ray on its way through the tree.
struct Bvh::Traversal {
  explicit Traversal(const Ray& ray) : origin(ray.origin_m), direction(ray.direction), limit_m(ray.max_m) {
    for (int i = 0; i < 3; ++i) inverse[i] = 1.0f / (std::abs(direction[i]) > 1e-20f ? direction[i] : 1e-20f);
  }

  /// Where the ray enters the box; infinite if it misses it.
  float entry_m(const Bounds& bounds) const {
    const glm::vec3 a = (bounds.min_m - origin) * inverse;
    const glm::vec3 b = (bounds.max_m - origin) * inverse;
    const glm::vec3 low = glm::min(a, b), high = glm::max(a, b);
    const float enter = std::max(std::max(low.x, low.y), std::max(low.z, 0.0f));
    // Rounded outwards, so that triangles in a face of the box are hit.
    const float leave = std::min(std::min(high.x, high.y), std::min(high.z, limit_m)) * 1.000002f;
    return enter <= leave ? enter : std::numeric_limits<float>::infinity();
  }

  /// Moeller and Trumbore 1997, with triangles a little larger than they are: no gaps between neighbours.
  bool meets(const Triangle& triangle) {
    constexpr float kOverlap = 1e-5f;
    const glm::vec3 p = glm::cross(direction, triangle.edge2);
    const float determinant = glm::dot(triangle.edge1, p);
    if (determinant == 0.0f) return false;
    const glm::vec3 s = origin - triangle.corner;
    const float u = glm::dot(s, p) / determinant;
    if (!(u >= -kOverlap && u <= 1.0f + kOverlap)) return false;
    const glm::vec3 q = glm::cross(s, triangle.edge1);
    const float v = glm::dot(direction, q) / determinant;
    if (!(v >= -kOverlap && u + v <= 1.0f + kOverlap)) return false;
    const float distance_m = glm::dot(triangle.edge2, q) / determinant;
    if (!(distance_m > 0.0f && distance_m < limit_m)) return false;
    limit_m = distance_m;
    hit = {.distance_m = distance_m, .triangle = triangle.index, .is_back = determinant < 0.0f};
    is_hit = true;
    return true;
  }

  glm::vec3 origin, direction, inverse = glm::vec3(0.0f);
  float limit_m;
  RayHit hit;
  bool is_hit = false;
};

Bvh::Bvh(const std::vector<Corners>& triangles) {
  if (triangles.empty()) return;
  std::vector<Item> items;
  items.reserve(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const Corners& corners = triangles[i];
    Bounds bounds = {corners[0], corners[0]};
    for (const glm::vec3& corner : corners) bounds = united(bounds, {corner, corner});
    items.push_back({bounds, 0.5f * (bounds.min_m + bounds.max_m), i});
  }
  nodes_.reserve(triangles.size());
  build(items, 0, std::uint32_t(items.size()), 0);
  triangles_.reserve(triangles.size());
  for (const Item& item : items) {
    const Corners& corners = triangles[item.index];
    triangles_.push_back({corners[0], corners[1] - corners[0], corners[2] - corners[0], item.index});
  }
}

void Bvh::build(std::vector<Item>& items, std::uint32_t first, std::uint32_t count, int depth) {
  const std::size_t self = nodes_.size();
  nodes_.emplace_back();
  Bounds bounds = empty_bounds(), of_centers = empty_bounds();
  for (std::uint32_t i = first; i < first + count; ++i) {
    bounds = united(bounds, items[i].bounds);
    of_centers = united(of_centers, {items[i].center, items[i].center});
  }
  nodes_[self].bounds = bounds;
  if (count <= kLeafTriangles) {
    nodes_[self].right_or_first = first;
    nodes_[self].count = count;
    return;
  }
  const auto begin = items.begin() + first;
  const Binning binning(of_centers);
  std::array<Bin, kBins> bins;
  for (auto item = begin; item != begin + count; ++item) bins[binning.bin_of(item->center)].add(item->bounds);
  const std::size_t split = cheapest_split(bins);
  const auto middle = std::stable_partition(begin, begin + count,
                                            [&](const Item& item) { return binning.bin_of(item.center) < split; });
  auto half = std::uint32_t(middle - begin);
  // All centres in one place, or ever further apart: any split will do, and halves keep the tree within kStack.
  if (half == 0 || half == count || depth > kMaxUnevenDepth) half = count / 2;
  build(items, first, half, depth + 1);
  nodes_[self].right_or_first = std::uint32_t(nodes_.size());
  build(items, first + half, count - half, depth + 1);
}

std::optional<RayHit> Bvh::nearest(const Ray& ray) const {
  if (nodes_.empty()) return std::nullopt;
  Traversal traversal(ray);
  std::array<std::pair<std::uint32_t, float>, kStack> stack;
  std::size_t depth = 0;
  stack[depth++] = {0, traversal.entry_m(nodes_[0].bounds)};
  while (depth > 0) {
    const auto [index, entry_m] = stack[--depth];
    if (!(entry_m < traversal.limit_m)) continue;
    const Node& node = nodes_[index];
    for (std::uint32_t i = 0; i < node.count; ++i) traversal.meets(triangles_[node.right_or_first + i]);
    if (node.count > 0) continue;
    std::pair<std::uint32_t, float> near = {index + 1, traversal.entry_m(nodes_[index + 1].bounds)};
    std::pair<std::uint32_t, float> far = {node.right_or_first, traversal.entry_m(nodes_[node.right_or_first].bounds)};
    if (far.second < near.second) std::swap(near, far);
    if (far.second < traversal.limit_m) stack[depth++] = far;
    if (near.second < traversal.limit_m) stack[depth++] = near;
  }
  if (!traversal.is_hit) return std::nullopt;
  return traversal.hit;
}

bool Bvh::is_blocked(const Ray& ray) const {
  if (nodes_.empty()) return false;
  Traversal traversal(ray);
  std::array<std::uint32_t, kStack> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const std::uint32_t index = stack[--depth];
    const Node& node = nodes_[index];
    if (traversal.entry_m(node.bounds) == std::numeric_limits<float>::infinity()) continue;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (traversal.meets(triangles_[node.right_or_first + i])) return true;
    }
    if (node.count > 0) continue;
    stack[depth++] = node.right_or_first;
    stack[depth++] = index + 1;
  }
  return false;
}

}  // namespace engine
