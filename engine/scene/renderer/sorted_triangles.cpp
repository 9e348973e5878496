// SPDX-License-Identifier: MIT
// Sorting of the triangles of blended surfaces, and its recording.
#include "engine/scene/renderer/sorted_triangles.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <numeric>

#include "engine/transfer/commands.h"
#include "engine/transfer/uploads.h"

namespace engine {
namespace {

constexpr Scope kIndexRead = {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT};

std::vector<std::uint32_t> from_far_to_near(const std::vector<std::uint32_t>& indices,
                                            const std::vector<glm::vec3>& centers, const glm::mat4& world,
                                            const glm::vec3& camera_m) {
  std::vector<float> distances;
  for (const glm::vec3& center : centers) {
    distances.push_back(glm::distance(glm::vec3(world * glm::vec4(center, 1.0f)), camera_m));
  }
  std::vector<std::uint32_t> order(centers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return distances[a] > distances[b]; });
  std::vector<std::uint32_t> sorted;
  for (const std::uint32_t triangle : order) {
    sorted.insert(sorted.end(), indices.begin() + 3 * triangle, indices.begin() + 3 * triangle + 3);
  }
  return sorted;
}

std::vector<glm::vec3> centers_of(const std::vector<std::uint32_t>& indices, std::span<const Vertex> vertices) {
  std::vector<glm::vec3> centers;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    glm::vec3 sum(0.0f);
    for (std::size_t k = i; k < i + 3; ++k) sum += vertices[indices[k]].position;
    centers.push_back(sum / 3.0f);
  }
  return centers;
}

}  // namespace

std::optional<std::uint32_t> SortedTriangles::add(const Primitive& primitive, const glm::mat4& world_from_mesh,
                                                  std::vector<std::uint32_t>& indices) {
  const std::size_t triangles = primitive.indices.size() / 3;
  if (count_ + triangles > kMost) return std::nullopt;
  count_ += triangles;
  ranges_.push_back({std::uint32_t(indices.size()), primitive.indices,
                     centers_of(primitive.indices, primitive.vertices), world_from_mesh});
  indices.insert(indices.end(), primitive.indices.begin(), primitive.indices.end());
  return ranges_.back().first_index;
}

void SortedTriangles::move(std::uint32_t first_index, const glm::mat4& world_from_mesh,
                           std::span<const Vertex> vertices) {
  for (Range& range : ranges_) {
    if (range.first_index != first_index) continue;
    range.world_from_mesh = world_from_mesh;
    if (!vertices.empty()) range.centers = centers_of(range.indices, vertices);
    sorted_for_m_.reset();
  }
}

void SortedTriangles::record(const Context& context, VkCommandBuffer command_buffer, const Buffer& indices,
                             const glm::vec3& camera_m) {
  if (ranges_.empty() || sorted_for_m_ == camera_m) return;
  memory_barrier(context, command_buffer, kIndexRead, kTransferWrite);
  for (const Range& range : ranges_) {
    const std::vector<std::uint32_t> sorted =
        from_far_to_near(range.indices, range.centers, range.world_from_mesh, camera_m);
    update_buffer(context, command_buffer, indices, sizeof(std::uint32_t) * range.first_index,
                  std::as_bytes(std::span(sorted)));
  }
  memory_barrier(context, command_buffer, kTransferWrite, kIndexRead);
  sorted_for_m_ = camera_m;
}

}  // namespace engine
