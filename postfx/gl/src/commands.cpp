// SPDX-License-Identifier: MIT
// Recorded Vulkan functions, carried out at once.
#include <epoxy/gl.h>

#include <cstring>

#include "context.h"
#include "handles.h"
#include "objects.h"

namespace photopic::gl {
namespace {

const Context::Impl& context_of(VkCommandBuffer command_buffer) {
  return *reinterpret_cast<const Context::Impl*>(command_buffer);
}

// ---- dispatches ----

void VKAPI_CALL bind_pipeline(VkCommandBuffer, VkPipelineBindPoint, VkPipeline pipeline) {
  glUseProgram(name_in(pipeline));
}

void bind_storage_image(GLuint unit, GLuint texture) {
  GLint format = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
  glBindImageTexture(unit, texture, 0, GL_FALSE, 0, GL_READ_WRITE, static_cast<GLenum>(format));
}

/// Of a range whose size may be VK_WHOLE_SIZE.
GLint64 bytes_from(GLuint buffer, VkDeviceSize offset, VkDeviceSize size) {
  if (size != VK_WHOLE_SIZE) return static_cast<GLint64>(size);
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  return bytes - static_cast<GLint64>(offset);
}

void bind_storage_buffer(GLuint binding, const VkDescriptorBufferInfo& info) {
  const GLuint buffer = name_in(info.buffer);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer, static_cast<GLintptr>(info.offset),
                    static_cast<GLsizeiptr>(bytes_from(buffer, info.offset, info.range)));
}

void VKAPI_CALL push_descriptors(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, std::uint32_t,
                                 std::uint32_t count, const VkWriteDescriptorSet* writes) {
  for (const VkWriteDescriptorSet* write = writes; write != writes + count; ++write) {
    const GLuint binding = write->dstBinding;
    if (write->descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER) {
      bind_storage_buffer(binding, *write->pBufferInfo);
    } else if (write->descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) {
      bind_storage_image(binding, name_in(write->pImageInfo->imageView));
    } else {
      glBindTextureUnit(binding, name_in(write->pImageInfo->imageView));
      glBindSampler(binding, name_in(write->pImageInfo->sampler));
    }
  }
}

void VKAPI_CALL push_constants(VkCommandBuffer command_buffer, VkPipelineLayout, VkShaderStageFlags, std::uint32_t,
                               std::uint32_t size, const void* values) {
  const GLuint buffer = context_of(command_buffer).push_constants;
  glNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(size), values);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
}

void VKAPI_CALL dispatch(VkCommandBuffer, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  glDispatchCompute(x, y, z);
}

/// Whatever the module's shaders wrote becomes visible to whatever the module does next, and the results to the CPU.
void VKAPI_CALL pipeline_barrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                                 std::uint32_t, const VkMemoryBarrier*, std::uint32_t, const VkBufferMemoryBarrier*,
                                 std::uint32_t, const VkImageMemoryBarrier*) {
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                  GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT |
                  GL_FRAMEBUFFER_BARRIER_BIT | GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
}

// ---- transfers ----

void VKAPI_CALL copy_buffer(VkCommandBuffer, VkBuffer source, VkBuffer target, std::uint32_t count,
                            const VkBufferCopy* regions) {
  for (const VkBufferCopy* region = regions; region != regions + count; ++region) {
    glCopyNamedBufferSubData(name_in(source), name_in(target), static_cast<GLintptr>(region->srcOffset),
                             static_cast<GLintptr>(region->dstOffset), static_cast<GLsizeiptr>(region->size));
  }
}

void VKAPI_CALL fill_buffer(VkCommandBuffer, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size,
                            std::uint32_t word) {
  glClearNamedBufferSubData(name_in(buffer), GL_R32UI, static_cast<GLintptr>(offset),
                            static_cast<GLsizeiptr>(bytes_from(name_in(buffer), offset, size)), GL_RED_INTEGER,
                            GL_UNSIGNED_INT, &word);
}

void VKAPI_CALL update_buffer(VkCommandBuffer, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size,
                              const void* data) {
  glNamedBufferSubData(name_in(buffer), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(size), data);
}

/// To images of one 32-bit float channel: the exposure that upscalers read.
void VKAPI_CALL copy_buffer_to_image(VkCommandBuffer, VkBuffer buffer, VkImage image, VkImageLayout,
                                     std::uint32_t count, const VkBufferImageCopy* regions) {
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_in(buffer));
  for (const VkBufferImageCopy* region = regions; region != regions + count; ++region) {
    glTextureSubImage2D(name_in(image), static_cast<GLint>(region->imageSubresource.mipLevel), region->imageOffset.x,
                        region->imageOffset.y, static_cast<GLsizei>(region->imageExtent.width),
                        static_cast<GLsizei>(region->imageExtent.height), GL_RED, GL_FLOAT,
                        reinterpret_cast<const void*>(static_cast<std::uintptr_t>(region->bufferOffset)));
  }
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void VKAPI_CALL blit_image(VkCommandBuffer command_buffer, VkImage source, VkImageLayout, VkImage target, VkImageLayout,
                           std::uint32_t count, const VkImageBlit* regions, VkFilter filter) {
  const auto [from, to] = context_of(command_buffer).framebuffers;
  for (const VkImageBlit* region = regions; region != regions + count; ++region) {
    glNamedFramebufferTexture(from, GL_COLOR_ATTACHMENT0, name_in(source),
                              static_cast<GLint>(region->srcSubresource.mipLevel));
    glNamedFramebufferTexture(to, GL_COLOR_ATTACHMENT0, name_in(target),
                              static_cast<GLint>(region->dstSubresource.mipLevel));
    const VkOffset3D(&s)[2] = region->srcOffsets;
    const VkOffset3D(&t)[2] = region->dstOffsets;
    glBlitNamedFramebuffer(from, to, s[0].x, s[0].y, s[1].x, s[1].y, t[0].x, t[0].y, t[1].x, t[1].y,
                           GL_COLOR_BUFFER_BIT, filter == VK_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST);
  }
  // Else they would keep the textures alive.
  glNamedFramebufferTexture(from, GL_COLOR_ATTACHMENT0, 0, 0);
  glNamedFramebufferTexture(to, GL_COLOR_ATTACHMENT0, 0, 0);
}

}  // namespace

PFN_vkVoidFunction command_function(const char* name) noexcept {
#define PHOTOPIC_FUNCTION(vulkan, ours) \
  if (std::strcmp(name, #vulkan) == 0) return reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_##vulkan>(ours));
  PHOTOPIC_FUNCTION(vkCmdBindPipeline, bind_pipeline)
  PHOTOPIC_FUNCTION(vkCmdPushDescriptorSetKHR, push_descriptors)
  PHOTOPIC_FUNCTION(vkCmdPushConstants, push_constants)
  PHOTOPIC_FUNCTION(vkCmdDispatch, dispatch)
  PHOTOPIC_FUNCTION(vkCmdPipelineBarrier, pipeline_barrier)
  PHOTOPIC_FUNCTION(vkCmdCopyBuffer, copy_buffer)
  PHOTOPIC_FUNCTION(vkCmdFillBuffer, fill_buffer)
  PHOTOPIC_FUNCTION(vkCmdUpdateBuffer, update_buffer)
  PHOTOPIC_FUNCTION(vkCmdCopyBufferToImage, copy_buffer_to_image)
  PHOTOPIC_FUNCTION(vkCmdBlitImage, blit_image)
#undef PHOTOPIC_FUNCTION
  return nullptr;
}

}  // namespace photopic::gl
