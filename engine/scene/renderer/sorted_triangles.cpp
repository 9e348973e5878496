// SPDX-License-Identifier: MIT
// Sorting of the triangles of blended surfaces, and its recording.
#include "engine/scene/renderer/sorted_triangles.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <numeric>

#include "engine/transfer/commands.h"

namespace engine {
namespace {

constexpr std::size_t kUpdate_indices = 65536 / sizeof(std::uint32_t);  // that vkCmdUpdateBuffer takes at once
constexpr Scope kIndexRead = {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT};

std::vector<std::uint32_t> from_far_to_near(const std::vector<std::uint32_t>& indices,
                                            const std::vector<glm::vec3>& centers_m, const glm::vec3& camera_m) {
  std::vector<float> distances;
  for (const glm::vec3& center : centers_m) distances.push_back(glm::distance(center, camera_m));
  std::vector<std::uint32_t> order(centers_m.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return distances[a] > distances[b]; });
  std::vector<std::uint32_t> sorted;
  for (const std::uint32_t triangle : order) {
    sorted.insert(sorted.end(), indices.begin() + 3 * triangle, indices.begin() + 3 * triangle + 3);
  }
  return sorted;
}

}  // namespace

std::optional<std::uint32_t> SortedTriangles::add(const Primitive& primitive, const glm::mat4& world_from_mesh,
                                                  std::vector<std::uint32_t>& indices) {
  const std::size_t triangles = primitive.indices.size() / 3;
  if (count_ + triangles > kMost) return std::nullopt;
  count_ += triangles;
  Range range = {.first_index = std::uint32_t(indices.size()), .indices = primitive.indices, .centers_m = {}};
  for (std::size_t i = 0; i < triangles; ++i) {
    glm::vec3 sum(0.0f);
    for (std::size_t k = 0; k < 3; ++k) sum += primitive.vertices[primitive.indices[3 * i + k]].position;
    range.centers_m.emplace_back(world_from_mesh * glm::vec4(sum / 3.0f, 1.0f));
  }
  indices.insert(indices.end(), primitive.indices.begin(), primitive.indices.end());
  ranges_.push_back(std::move(range));
  return ranges_.back().first_index;
}

void SortedTriangles::record(const Context& context, VkCommandBuffer command_buffer, const Buffer& indices,
                             const glm::vec3& camera_m) {
  if (ranges_.empty() || sorted_for_m_ == camera_m) return;
  memory_barrier(context, command_buffer, kIndexRead, kTransferWrite);
  for (const Range& range : ranges_) {
    const std::vector<std::uint32_t> sorted = from_far_to_near(range.indices, range.centers_m, camera_m);
    for (std::size_t at = 0; at < sorted.size(); at += kUpdate_indices) {
      const std::size_t count = std::min(kUpdate_indices, sorted.size() - at);
      context.vk().vkCmdUpdateBuffer(command_buffer, indices.handle(), sizeof(std::uint32_t) * (range.first_index + at),
                                     sizeof(std::uint32_t) * count, &sorted[at]);
    }
  }
  memory_barrier(context, command_buffer, kTransferWrite, kIndexRead);
  sorted_for_m_ = camera_m;
}

}  // namespace engine
