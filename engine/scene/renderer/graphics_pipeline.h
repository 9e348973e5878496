// SPDX-License-Identifier: MIT
// Graphics pipelines, described by the few things in which the renderer's differ.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_GRAPHICS_PIPELINE_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_GRAPHICS_PIPELINE_H

#include <cstdint>
#include <vector>

#include "engine/device/pass_objects.h"

namespace engine {

/// What a vertex shader takes of engine::Vertex.
enum class VertexInput { none, position_and_texture, all };

/// Triangles; viewport and scissor are dynamic.
struct GraphicsPipelineInfo {
  VkRenderPass pass = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkShaderModule vertex = VK_NULL_HANDLE;
  VkShaderModule fragment = VK_NULL_HANDLE;  ///< may be null
  std::vector<std::int32_t> constants = {};  ///< of the fragment shader, by number from 0 on
  VertexInput input = VertexInput::none;
  bool has_color = false;  ///< one colour attachment
  bool blends = false;     ///< over what is there, by its alpha
  VkCullModeFlags cull = VK_CULL_MODE_NONE;
  VkFrontFace front = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  VkCompareOp depth_compare = VK_COMPARE_OP_ALWAYS;
  bool writes_depth = false;
  float depth_bias = 0.0f;  ///< in steps of the depth format
  std::uint32_t samples = 1;
};
Pipeline make_graphics_pipeline(const Context& context, const GraphicsPipelineInfo& info);

}  // namespace engine

#endif
