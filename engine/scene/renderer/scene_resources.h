// SPDX-License-Identifier: MIT
// Meshes and materials of a scene on the device, and its list of draws.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RESOURCES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RESOURCES_H

#include <scene/interface.h>

#include <vector>

#include "engine/scene/camera.h"
#include "engine/scene/renderer/scene_pipelines.h"
#include "engine/scene/renderer/scene_textures.h"
#include "engine/transfer/memory.h"

namespace engine {

/// One instance.
struct SceneDraw {
  ::scene::SceneDraw pushed;
  SurfaceKind kind;
  Bounds bounds;  ///< in the world
  std::uint32_t material = 0;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  std::int32_t vertex_offset = 0;
};

class SceneResources {
 public:
  /// `scene`: that check_scene() accepts. Waits for the GPU.
  SceneResources(const Context& context, const ScenePipelines& pipelines, const Scene& scene);

  /// In the order of the scene's instances.
  const std::vector<SceneDraw>& draws() const { return draws_; }
  const Bounds& bounds() const { return bounds_; }  ///< of all instances; a unit box if there are none
  VkDescriptorSet material_set(std::uint32_t material) const { return material_sets_[material]; }
  void bind_geometry(VkCommandBuffer command_buffer) const;

 private:
  void upload_geometry(const Scene& scene);
  void upload_materials(const ScenePipelines& pipelines, const Scene& scene);
  void write_material_set(const Scene& scene, const Material& material, VkDescriptorSet set, VkDeviceSize offset_bytes);
  void list_draws(const Scene& scene);

  const Context& context_;
  SceneTextures textures_;
  Buffer vertices_;
  Buffer indices_;
  Buffer materials_;
  DescriptorPool pool_;
  std::vector<VkDescriptorSet> material_sets_;
  std::vector<SceneDraw> draws_;
  Bounds bounds_;
};

}  // namespace engine

#endif
