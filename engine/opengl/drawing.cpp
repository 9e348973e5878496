// SPDX-License-Identifier: MIT
// Draws, and the state that they depend on.
#include <epoxy/gl.h>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"

namespace engine::opengl {
namespace {

void enable(GLenum what, bool is_on) { is_on ? glEnable(what) : glDisable(what); }

void set_state(const Pipeline& pipeline) {
  enable(GL_CULL_FACE, pipeline.is_culled);
  glFrontFace(pipeline.front);
  glDepthFunc(pipeline.depth_compare);
  glDepthMask(pipeline.writes_depth ? GL_TRUE : GL_FALSE);
  enable(GL_BLEND, pipeline.is_blended);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  enable(GL_POLYGON_OFFSET_FILL, pipeline.slope_bias != 0.0f || pipeline.constant_bias != 0.0f);
  glPolygonOffset(pipeline.slope_bias, pipeline.constant_bias);
}

void clear(const VkAttachmentDescription& attachment, const VkClearValue& value, GLuint framebuffer) {
  if (attachment.loadOp != VK_ATTACHMENT_LOAD_OP_CLEAR) return;
  if (attachment.format == VK_FORMAT_D32_SFLOAT) {
    glClearNamedFramebufferfv(framebuffer, GL_DEPTH, 0, &value.depthStencil.depth);
  } else {
    glClearNamedFramebufferfv(framebuffer, GL_COLOR, 0, value.color.float32);
  }
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL CmdBindPipeline(VkCommandBuffer, VkPipelineBindPoint point, VkPipeline handle) {
  const Pipeline* pipeline = object_of<Pipeline>(handle);
  glUseProgram(pipeline->program);
  if (point != VK_PIPELINE_BIND_POINT_GRAPHICS) return;
  set_state(*pipeline);
  glBindVertexArray(pipeline->vertex_array);
  recorder().graphics = pipeline;
}

VKAPI_ATTR void VKAPI_CALL CmdPushConstants(VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags, std::uint32_t,
                                            std::uint32_t size, const void* values) {
  const GLuint buffer = recorder().push_constants;
  glNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(size), values);
  glBindBufferBase(GL_UNIFORM_BUFFER, kPushBinding, buffer);
}

VKAPI_ATTR void VKAPI_CALL CmdBindVertexBuffers(VkCommandBuffer, std::uint32_t, std::uint32_t, const VkBuffer* buffers,
                                                const VkDeviceSize* offsets) {
  recorder().vertices = name_in(buffers[0]);
  recorder().vertex_offset = static_cast<std::int64_t>(offsets[0]);
}

VKAPI_ATTR void VKAPI_CALL CmdBindIndexBuffer(VkCommandBuffer, VkBuffer buffer, VkDeviceSize offset, VkIndexType) {
  recorder().indices = name_in(buffer);
  recorder().index_offset = static_cast<std::int64_t>(offset);
}

VKAPI_ATTR void VKAPI_CALL CmdBeginRenderPass(VkCommandBuffer, const VkRenderPassBeginInfo* info, VkSubpassContents) {
  const GLuint framebuffer = name_in(info->framebuffer);
  const RenderPass& pass = *object_of<RenderPass>(info->renderPass);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glDepthMask(GL_TRUE);  // clears obey it
  for (std::size_t i = 0; i < pass.attachments.size(); ++i) {
    clear(pass.attachments[i], info->pClearValues[i], framebuffer);
  }
}

VKAPI_ATTR void VKAPI_CALL CmdEndRenderPass(VkCommandBuffer) { glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0); }

// With OpenGL's origin, row 0 of a texture is at the lower end of the viewport: where Vulkan has its upper one.
VKAPI_ATTR void VKAPI_CALL CmdSetViewport(VkCommandBuffer, std::uint32_t, std::uint32_t, const VkViewport* viewport) {
  glViewportIndexedf(0, viewport->x, viewport->y, viewport->width, viewport->height);
  glDepthRangef(viewport->minDepth, viewport->maxDepth);
}

/// Always all of the image.
VKAPI_ATTR void VKAPI_CALL CmdSetScissor(VkCommandBuffer, std::uint32_t, std::uint32_t, const VkRect2D*) {}

VKAPI_ATTR void VKAPI_CALL CmdDraw(VkCommandBuffer, std::uint32_t vertices, std::uint32_t, std::uint32_t first,
                                   std::uint32_t) {
  glDrawArrays(GL_TRIANGLES, static_cast<GLint>(first), static_cast<GLsizei>(vertices));
}

VKAPI_ATTR void VKAPI_CALL CmdDrawIndexed(VkCommandBuffer, std::uint32_t indices, std::uint32_t,
                                          std::uint32_t first_index, std::int32_t vertex_offset, std::uint32_t) {
  const Recorder& now = recorder();
  glVertexArrayVertexBuffer(now.graphics->vertex_array, 0, now.vertices, static_cast<GLintptr>(now.vertex_offset),
                            now.graphics->vertex_stride);
  glVertexArrayElementBuffer(now.graphics->vertex_array, now.indices);
  const auto place = static_cast<std::uintptr_t>(now.index_offset) + first_index * sizeof(std::uint32_t);
  glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(indices), GL_UNSIGNED_INT,
                           reinterpret_cast<const void*>(place), vertex_offset);
}

}  // namespace engine::opengl
