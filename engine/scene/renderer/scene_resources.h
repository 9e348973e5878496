// SPDX-License-Identifier: MIT
// Meshes and materials of a scene on the device, and its list of draws.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RESOURCES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RESOURCES_H

#include <scene/interface.h>

#include <optional>
#include <set>
#include <vector>

#include "engine/scene/camera.h"
#include "engine/scene/movement.h"
#include "engine/scene/renderer/scene_pipelines.h"
#include "engine/scene/renderer/scene_textures.h"
#include "engine/scene/renderer/sorted_triangles.h"
#include "engine/transfer/memory.h"

namespace engine {

/// One instance.
struct SceneDraw {
  ::scene::SceneDraw pushed;
  SurfaceKind kind;
  Bounds bounds;  ///< in the world
  Bounds box;     ///< of the primitive at rest, in its own space
  std::uint32_t material = 0;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  std::int32_t vertex_offset = 0;
};

class SceneResources {
 public:
  /// `scene`: that check_scene() accepts; it is at rest. What is drawn is known then; upload() of the same scene is
  /// due.
  SceneResources(const Context& context, const Scene& scene);
  /// Waits for the GPU.
  void upload(const ScenePipelines& pipelines, const Scene& scene);

  /// In the order of the scene's instances.
  const std::vector<SceneDraw>& draws() const { return draws_; }
  const Bounds& bounds() const { return bounds_; }  ///< of all instances; a unit box if there are none
  std::set<SurfaceKind> kinds() const;
  VkDescriptorSet material_set(std::uint32_t material) const { return material_sets_[material]; }
  /// What moves is as it is at that moment. Before: vertices are read by earlier frames. After: visible to VERTEX_INPUT
  /// / VERTEX_ATTRIBUTE_READ. False, and nothing is recorded, where it was so already. Outside a render pass; of
  /// command buffers that are submitted in the order of recording.
  bool record_moment(VkCommandBuffer command_buffer, const Moment& moment);
  void bind_geometry(VkCommandBuffer command_buffer) const;
  /// Triangles of blended surfaces from far to near, where they aren't too many: SortedTriangles::record(), before
  /// draws.
  void record_order(VkCommandBuffer command_buffer, const glm::vec3& camera_m) {
    sorted_.record(context_, command_buffer, indices_, camera_m);
  }

 private:
  void upload_materials(const ScenePipelines& pipelines, const Scene& scene);
  void write_material_set(const Scene& scene, const Material& material, VkDescriptorSet set, VkDeviceSize offset_bytes);
  /// Fills indices, those that are sorted behind the rest, and vertices.
  void list_draws(const Scene& scene, std::vector<Vertex>& vertices, std::vector<std::uint32_t>& indices);

  const Context& context_;
  std::vector<Vertex> listed_vertices_;        ///< until upload()
  std::vector<std::uint32_t> listed_indices_;  ///< likewise
  std::optional<SceneTextures> textures_;      ///< from then on, as the rest
  Buffer vertices_;
  Buffer indices_;
  SortedTriangles sorted_;
  Buffer materials_;
  DescriptorPool pool_;
  std::vector<VkDescriptorSet> material_sets_;
  std::vector<SceneDraw> draws_;
  Bounds bounds_;
  std::shared_ptr<const Movement> movement_;
  Moment moment_;
  std::vector<std::uint32_t> draw_of_instance_;
};

}  // namespace engine

#endif
