// SPDX-License-Identifier: MIT
// Making of the scene renderer's passes, layouts and pipelines.
#include "engine/scene/renderer/scene_pipelines.h"

#include <scene/interface.h>
#include <spirv/scene_shadow_frag.h>
#include <spirv/scene_shadow_vert.h>
#include <spirv/scene_sky_frag.h>
#include <spirv/scene_sky_vert.h>
#include <spirv/scene_surface_frag.h>
#include <spirv/scene_surface_vert.h>

#include <vector>

#include "engine/scene/renderer/graphics_pipeline.h"

namespace engine {
namespace {

constexpr VkShaderStageFlags kBothStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
constexpr VkPipelineStageFlags kDepthStages =
    VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
constexpr VkPipelineStageFlags kReaderStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;

/// A block, and the samplers that follow it.
DescriptorSetLayout make_set_layout(const Context& context, std::uint32_t block, std::uint32_t last_sampler) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  bindings.push_back({block, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, kBothStages, nullptr});
  for (std::uint32_t i = block + 1; i <= last_sampler; ++i) {
    bindings.push_back({i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
  }
  return engine::make_set_layout(context, bindings, false);
}

/// After earlier passes over the same images and their readers; before later readers.
std::vector<VkSubpassDependency> dependencies(VkPipelineStageFlags stages, VkAccessFlags writes, VkAccessFlags reads,
                                              VkPipelineStageFlags readers) {
  VkAccessFlags read_accesses = VK_ACCESS_SHADER_READ_BIT;
  if ((readers & VK_PIPELINE_STAGE_TRANSFER_BIT) != 0) read_accesses |= VK_ACCESS_TRANSFER_READ_BIT;
  return {{.srcSubpass = VK_SUBPASS_EXTERNAL,
           .dstSubpass = 0,
           .srcStageMask = stages | readers,
           .dstStageMask = stages,
           .srcAccessMask = writes,
           .dstAccessMask = writes | reads,
           .dependencyFlags = 0},
          {.srcSubpass = 0,
           .dstSubpass = VK_SUBPASS_EXTERNAL,
           .srcStageMask = stages,
           .dstStageMask = readers,
           .srcAccessMask = writes,
           .dstAccessMask = read_accesses,
           .dependencyFlags = 0}};
}

}  // namespace

ScenePipelines::ScenePipelines(const Context& context, VkFormat color, VkFormat depth, VkFormat shadow,
                               std::uint32_t samples)
    : context_(context), samples_(samples) {
  make_passes(color, depth, shadow);
  make_layouts();
  make_pipelines();
}

void ScenePipelines::make_passes(VkFormat color, VkFormat depth, VkFormat shadow) {
  VkAttachmentDescription kept_no_longer =
      attachment(depth, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, samples_);
  kept_no_longer.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
  main_pass_ = make_render_pass(
      context_, {attachment(color, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, samples_), kept_no_longer},
      dependencies(VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | kDepthStages,
                   VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                   VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT, kReaderStages),
      true);
  shadow_pass_ =
      make_render_pass(context_, {attachment(shadow, VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL)},
                       dependencies(kDepthStages, VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                                    VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT),
                       false);
}

void ScenePipelines::make_layouts() {
  frame_set_layout_ = make_set_layout(context_, SCENE_FRAME_BLOCK, SCENE_FRAME_PROBE_LAMPS);
  material_set_layout_ = make_set_layout(context_, SCENE_MATERIAL_BLOCK, SCENE_MATERIAL_EMISSIVE);
  layout_ = make_pipeline_layout(context_, {frame_set_layout_.get(), material_set_layout_.get()},
                                 {VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(::scene::SceneDraw)});
}

void ScenePipelines::need(const std::set<SurfaceKind>& kinds, LightCounts counts) {
  for (const SurfaceKind& kind : kinds) {
    if (!surfaces_.contains({kind, counts})) surfaces_[{kind, counts}] = make_surface(kind, counts);
  }
}

Pipeline ScenePipelines::make_surface(SurfaceKind kind, LightCounts counts) const {
  return make_graphics_pipeline(
      context_, {.pass = main_pass_.get(),
                 .layout = layout_.get(),
                 .vertex = surface_vert_.get(),
                 .fragment = surface_frag_.get(),
                 .constants = {kind.alpha, kind.textures, counts.lights, counts.shadow_maps, counts.has_fine_probes,
                               kind.is_unlit},
                 .input = VertexInput::all,
                 .has_color = true,
                 .blends = kind.alpha == SCENE_ALPHA_BLEND,
                 .cull = kind.is_double_sided ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT,
                 .front = kind.is_mirrored ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE,
                 .depth_compare = VK_COMPARE_OP_GREATER,
                 .writes_depth = kind.alpha != SCENE_ALPHA_BLEND,
                 .samples = samples_});
}

void ScenePipelines::make_pipelines() {
  surface_vert_ = make_shader(context_, photopic::spirv::scene_surface_vert);
  surface_frag_ = make_shader(context_, photopic::spirv::scene_surface_frag);
  const ShaderModule shadow_vert = make_shader(context_, photopic::spirv::scene_shadow_vert);
  const ShaderModule shadow_frag = make_shader(context_, photopic::spirv::scene_shadow_frag);
  const ShaderModule sky_vert = make_shader(context_, photopic::spirv::scene_sky_vert);
  const ShaderModule sky_frag = make_shader(context_, photopic::spirv::scene_sky_frag);
  // Both sides cast shadows: a thin wall's as well as a ceiling's that is seen from below alone. The bias is for
  // rounding: one that grew with the slope would let light in at the foot of walls. The shader steps off surfaces.
  for (const bool is_masked : {false, true}) {
    shadows_[is_masked ? 1 : 0] = make_graphics_pipeline(
        context_, {.pass = shadow_pass_.get(),
                   .layout = layout_.get(),
                   .vertex = shadow_vert.get(),
                   .fragment = is_masked ? shadow_frag.get() : VK_NULL_HANDLE,
                   .constants = {SCENE_ALPHA_MASK, 1 << SCENE_MATERIAL_BASE_COLOR},  // white where there is none
                   .input = VertexInput::position_and_texture,
                   .depth_compare = VK_COMPARE_OP_LESS,
                   .writes_depth = true,
                   .depth_bias = 4.0f});
  }
  sky_ = make_graphics_pipeline(context_, {.pass = main_pass_.get(),
                                           .layout = layout_.get(),
                                           .vertex = sky_vert.get(),
                                           .fragment = sky_frag.get(),
                                           .has_color = true,
                                           .depth_compare = VK_COMPARE_OP_EQUAL,
                                           .samples = samples_});
}

}  // namespace engine
