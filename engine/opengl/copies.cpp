// SPDX-License-Identifier: MIT
// Copies of texels between buffers and images, and from image to image.
#include <epoxy/gl.h>

#include <limits>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"
#include "formats.h"

namespace engine::opengl {
namespace {

using photopic::gl::Format;

/// Null for none that the samples make.
const Format* format_of_texture(GLuint texture) {
  GLint internal = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
  return photopic::gl::format_of_internal(static_cast<GLenum>(internal));
}

/// Of a level; layers count as depth.
struct Box {
  GLint level, x, y, z;
  GLsizei width, height, depth;
};

GLenum target_of(GLuint texture) {
  GLint target = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  return static_cast<GLenum>(target);
}

Box box_of(GLuint texture, const VkImageSubresourceLayers& layers, VkOffset3D offset, VkExtent3D extent) {
  const GLenum target = target_of(texture);
  const bool is_3d = target == GL_TEXTURE_3D;
  return {.level = static_cast<GLint>(layers.mipLevel),
          .x = offset.x,
          .y = offset.y,
          .z = is_3d ? offset.z : static_cast<GLint>(layers.baseArrayLayer),
          .width = static_cast<GLsizei>(extent.width),
          .height = static_cast<GLsizei>(extent.height),
          .depth = static_cast<GLsizei>(is_3d ? extent.depth : layers.layerCount)};
}

/// Within the buffer that is bound.
void* place_of(VkDeviceSize offset) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(offset)); }

}  // namespace

VKAPI_ATTR void VKAPI_CALL CmdCopyImage(VkCommandBuffer, VkImage source, VkImageLayout, VkImage destination,
                                        VkImageLayout, std::uint32_t count, const VkImageCopy* regions) {
  const GLuint from = name_in(source), to = name_in(destination);
  for (const VkImageCopy* region = regions; region != regions + count; ++region) {
    const Box of_source = box_of(from, region->srcSubresource, region->srcOffset, region->extent);
    const Box of_target = box_of(to, region->dstSubresource, region->dstOffset, region->extent);
    glCopyImageSubData(from, target_of(from), of_source.level, of_source.x, of_source.y, of_source.z, to, target_of(to),
                       of_target.level, of_target.x, of_target.y, of_target.z, of_source.width, of_source.height,
                       of_source.depth);
  }
}

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage(VkCommandBuffer, VkBuffer buffer, VkImage image, VkImageLayout,
                                                std::uint32_t count, const VkBufferImageCopy* regions) {
  const GLuint texture = name_in(image);
  const Format* format = format_of_texture(texture);
  if (format == nullptr) return fail(VK_ERROR_FORMAT_NOT_SUPPORTED);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_in(buffer));
  for (const VkBufferImageCopy* region = regions; region != regions + count; ++region) {
    const Box box = box_of(texture, region->imageSubresource, region->imageOffset, region->imageExtent);
    glTextureSubImage3D(texture, box.level, box.x, box.y, box.z, box.width, box.height, box.depth, format->channels,
                        format->type, place_of(region->bufferOffset));
  }
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

VKAPI_ATTR void VKAPI_CALL CmdCopyImageToBuffer(VkCommandBuffer, VkImage image, VkImageLayout, VkBuffer buffer,
                                                std::uint32_t count, const VkBufferImageCopy* regions) {
  const GLuint texture = name_in(image);
  const Format* format = format_of_texture(texture);
  if (format == nullptr) return fail(VK_ERROR_FORMAT_NOT_SUPPORTED);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, name_in(buffer));
  for (const VkBufferImageCopy* region = regions; region != regions + count; ++region) {
    const Box box = box_of(texture, region->imageSubresource, region->imageOffset, region->imageExtent);
    glGetTextureSubImage(texture, box.level, box.x, box.y, box.z, box.width, box.height, box.depth, format->channels,
                         format->type, std::numeric_limits<GLsizei>::max(), place_of(region->bufferOffset));
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

}  // namespace engine::opengl
