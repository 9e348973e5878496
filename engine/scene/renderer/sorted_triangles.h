// SPDX-License-Identifier: MIT
// Triangles of blended surfaces, from far to near.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SORTED_TRIANGLES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SORTED_TRIANGLES_H

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/transfer/memory.h"

namespace engine {

/// Ranges of an index buffer that are written anew where the camera or an instance has moved: by the distance of
/// triangles' centres.
class SortedTriangles {
 public:
  static constexpr std::size_t kMost = 16384;  ///< triangles of a scene: 192 KiB that a frame may write

  /// Makes room for an instance in `indices`, at whose end it adds those of `primitive`, which it keeps. Returns where
  /// they begin, or nothing, with `indices` as they were, where there would be more than kMost.
  std::optional<std::uint32_t> add(const Primitive& primitive, const glm::mat4& world_from_mesh,
                                   std::vector<std::uint32_t>& indices);
  /// The instance of add() is elsewhere, and if `vertices` aren't empty, has these.
  void move(std::uint32_t first_index, const glm::mat4& world_from_mesh, std::span<const Vertex> vertices);
  /// Sorts by the distance from `camera_m`. Before: `indices`, of TRANSFER_DST usage, read as indices by earlier
  /// frames. After: visible to VERTEX_INPUT / INDEX_READ. Outside a render pass; of command buffers that are submitted
  /// in the order of recording.
  void record(const Context& context, VkCommandBuffer command_buffer, const Buffer& indices, const glm::vec3& camera_m);

 private:
  struct Range {
    std::uint32_t first_index = 0;
    std::vector<std::uint32_t> indices;
    std::vector<glm::vec3> centers;  ///< of triangles, in the mesh's space
    glm::mat4 world_from_mesh = glm::mat4(1.0f);
  };
  std::vector<Range> ranges_;
  std::size_t count_ = 0;
  std::optional<glm::vec3> sorted_for_m_;
};

}  // namespace engine

#endif
