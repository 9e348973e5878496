// SPDX-License-Identifier: MIT
// Programs with the state that Vulkan's pipelines hold.
#include <epoxy/gl.h>

#include <vector>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"
#include "program.h"

namespace engine::opengl {
namespace {

GLenum stage_of(VkShaderStageFlagBits stage) {
  return stage == VK_SHADER_STAGE_VERTEX_BIT     ? GL_VERTEX_SHADER
         : stage == VK_SHADER_STAGE_FRAGMENT_BIT ? GL_FRAGMENT_SHADER
                                                 : GL_COMPUTE_SHADER;
}

/// 0 if the driver can't make it. Push constants are the block of that name.
GLuint program_of(const VkPipelineShaderStageCreateInfo* stages, std::uint32_t count) {
  std::vector<photopic::gl::Stage> texts;
  for (std::uint32_t i = 0; i < count; ++i) {
    texts.push_back({stage_of(stages[i].stage), object_of<const ShaderText>(stages[i].module)->glsl,
                     stages[i].pSpecializationInfo});
  }
  const char* name = object_of<const ShaderText>(stages[0].module)->name;
  const GLuint program = photopic::gl::make_program(device(), name, texts);
  if (program == 0) return 0;
  const GLuint push = glGetUniformBlockIndex(program, "Push");
  if (push != GL_INVALID_INDEX) glUniformBlockBinding(program, push, kPushBinding);
  return program;
}

GLint components_of(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R32G32_SFLOAT:
      return 2;
    case VK_FORMAT_R32G32B32_SFLOAT:
      return 3;
    default:
      return 4;
  }
}

GLuint make_vertex_array(const VkPipelineVertexInputStateCreateInfo& input) {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  for (std::uint32_t i = 0; i < input.vertexAttributeDescriptionCount; ++i) {
    const VkVertexInputAttributeDescription& attribute = input.pVertexAttributeDescriptions[i];
    glEnableVertexArrayAttrib(name, attribute.location);
    const bool is_code = attribute.format == VK_FORMAT_R16G16B16A16_UNORM;  // the others are floats
    glVertexArrayAttribFormat(name, attribute.location, components_of(attribute.format),
                              is_code ? GL_UNSIGNED_SHORT : GL_FLOAT, is_code ? GL_TRUE : GL_FALSE, attribute.offset);
    glVertexArrayAttribBinding(name, attribute.location, 0);
  }
  return name;
}

Pipeline graphics_pipeline(const VkGraphicsPipelineCreateInfo& info) {
  Pipeline pipeline;
  pipeline.program = program_of(info.pStages, info.stageCount);
  pipeline.vertex_array = make_vertex_array(*info.pVertexInputState);
  if (info.pVertexInputState->vertexBindingDescriptionCount != 0) {
    pipeline.vertex_stride = static_cast<GLsizei>(info.pVertexInputState->pVertexBindingDescriptions[0].stride);
  }
  const VkPipelineRasterizationStateCreateInfo& raster = *info.pRasterizationState;
  pipeline.is_culled = raster.cullMode == VK_CULL_MODE_BACK_BIT;
  // Vulkan's rows count downwards, so that what turns one way there turns the other way here.
  pipeline.front = raster.frontFace == VK_FRONT_FACE_COUNTER_CLOCKWISE ? GL_CW : GL_CCW;
  pipeline.slope_bias = raster.depthBiasEnable == VK_TRUE ? raster.depthBiasSlopeFactor : 0.0f;
  pipeline.constant_bias = raster.depthBiasEnable == VK_TRUE ? raster.depthBiasConstantFactor : 0.0f;
  pipeline.depth_compare = GL_NEVER + static_cast<GLenum>(info.pDepthStencilState->depthCompareOp);  // the same order
  // The one way to blend that there is: by alpha, which stays as it is in the target.
  const VkPipelineColorBlendStateCreateInfo& blend = *info.pColorBlendState;
  pipeline.is_blended = blend.attachmentCount != 0 && blend.pAttachments[0].blendEnable == VK_TRUE;
  pipeline.writes_depth = info.pDepthStencilState->depthWriteEnable == VK_TRUE;
  return pipeline;
}

void destroy(const Pipeline& pipeline) {
  glDeleteProgram(pipeline.program);
  glDeleteVertexArrays(1, &pipeline.vertex_array);
}

/// Of what `make` gives.
template <class Make>
VkResult create(const Make& make, VkPipeline* out) {
  Pipeline pipeline;
  const VkResult result = attempt([&] { pipeline = make(); });
  if (result == VK_SUCCESS && pipeline.program != 0) {
    *out = reinterpret_cast<VkPipeline>(new Pipeline(pipeline));
    return VK_SUCCESS;
  }
  destroy(pipeline);
  return result == VK_SUCCESS ? VK_ERROR_INITIALIZATION_FAILED : result;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateShaderModule(VkDevice, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks*, VkShaderModule* out) {
  const ShaderText* text = shader_text({info->pCode, info->codeSize / sizeof(std::uint32_t)});
  *out = reinterpret_cast<VkShaderModule>(const_cast<ShaderText*>(text));
  return text == nullptr ? VK_ERROR_FEATURE_NOT_PRESENT : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateComputePipelines(VkDevice, VkPipelineCache, std::uint32_t count,
                                                      const VkComputePipelineCreateInfo* infos,
                                                      const VkAllocationCallbacks*, VkPipeline* out) {
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    out[i] = VK_NULL_HANDLE;
    const auto make = [&] {
      Pipeline pipeline;
      pipeline.program = program_of(&infos[i].stage, 1);
      return pipeline;
    };
    const VkResult made = create(make, out + i);
    if (result == VK_SUCCESS) result = made;
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateGraphicsPipelines(VkDevice, VkPipelineCache, std::uint32_t,
                                                       const VkGraphicsPipelineCreateInfo* info,
                                                       const VkAllocationCallbacks*, VkPipeline* out) {
  return create([&] { return graphics_pipeline(*info); }, out);
}

VKAPI_ATTR void VKAPI_CALL DestroyPipeline(VkDevice, VkPipeline handle, const VkAllocationCallbacks*) {
  Pipeline* pipeline = object_of<Pipeline>(handle);
  if (recorder().graphics == pipeline) recorder().graphics = nullptr;
  destroy(*pipeline);
  delete pipeline;
}

}  // namespace engine::opengl
