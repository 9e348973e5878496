// SPDX-License-Identifier: MIT
// Render passes, layouts and pipelines of the scene renderer.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_PIPELINES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_PIPELINES_H

#include <array>
#include <map>
#include <set>
#include <utility>

#include "engine/device/context.h"
#include "engine/device/device_object.h"

namespace engine {

/// How an instance is drawn.
struct SurfaceKind {
  bool is_mirrored = false;
  bool is_double_sided = false;
  std::int32_t alpha = 0;     ///< SCENE_ALPHA_...
  std::int32_t textures = 0;  ///< for SCENE_SPEC_TEXTURES
  bool is_unlit = false;

  auto operator<=>(const SurfaceKind&) const = default;
};

/// What lights all surfaces of a scene.
struct LightCounts {
  std::int32_t lights = 0;       ///< of a frame, the sun not counted
  std::int32_t shadow_maps = 0;  ///< 0: no sun
  bool has_fine_probes = false;

  auto operator<=>(const LightCounts&) const = default;
};

class ScenePipelines {
 public:
  /// Formats of the images rendered to; colour and depth have `samples`.
  ScenePipelines(const Context& context, VkFormat color, VkFormat depth, VkFormat shadow, std::uint32_t samples);

  /// Colour, from any layout to SHADER_READ_ONLY_OPTIMAL, and depth, which is lost; waits for reads of colour by
  /// compute, fragment and transfer work recorded before, and is waited for by such.
  VkRenderPass main_pass() const { return main_pass_.get(); }
  /// Depth, to DEPTH_STENCIL_READ_ONLY_OPTIMAL; read by fragment work.
  VkRenderPass shadow_pass() const { return shadow_pass_.get(); }

  VkDescriptorSetLayout frame_set_layout() const { return frame_set_layout_.get(); }
  VkDescriptorSetLayout material_set_layout() const { return material_set_layout_.get(); }
  /// Sets 0 and 1 of these, and scene::SceneDraw pushed to the vertex shader. For all pipelines.
  VkPipelineLayout layout() const { return layout_.get(); }

  /// Makes pipelines of kinds, before the first surface() of them.
  void need(const std::set<SurfaceKind>& kinds, LightCounts counts);
  VkPipeline surface(SurfaceKind kind, LightCounts counts) const { return surfaces_.at({kind, counts}).get(); }
  VkPipeline shadow(bool is_masked) const { return shadows_[is_masked ? 1 : 0].get(); }
  VkPipeline sky() const { return sky_.get(); }

 private:
  Pipeline make_surface(SurfaceKind kind, LightCounts counts) const;
  void make_passes(VkFormat color, VkFormat depth, VkFormat shadow);
  void make_layouts();
  void make_pipelines();

  const Context& context_;
  std::uint32_t samples_;
  RenderPass main_pass_;
  RenderPass shadow_pass_;
  DescriptorSetLayout frame_set_layout_;
  DescriptorSetLayout material_set_layout_;
  PipelineLayout layout_;
  ShaderModule surface_vert_;
  ShaderModule surface_frag_;
  std::map<std::pair<SurfaceKind, LightCounts>, Pipeline> surfaces_;  ///< those that were needed
  std::array<Pipeline, 2> shadows_;
  Pipeline sky_;
};

}  // namespace engine

#endif
