// SPDX-License-Identifier: MIT
// Copies of texels between buffers and images.
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

Box box_of(GLuint texture, const VkBufferImageCopy& region) {
  GLint target = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  const VkImageSubresourceLayers& layers = region.imageSubresource;
  const bool is_3d = target == GL_TEXTURE_3D;
  return {.level = static_cast<GLint>(layers.mipLevel),
          .x = region.imageOffset.x,
          .y = region.imageOffset.y,
          .z = is_3d ? region.imageOffset.z : static_cast<GLint>(layers.baseArrayLayer),
          .width = static_cast<GLsizei>(region.imageExtent.width),
          .height = static_cast<GLsizei>(region.imageExtent.height),
          .depth = static_cast<GLsizei>(is_3d ? region.imageExtent.depth : layers.layerCount)};
}

/// Within the buffer that is bound.
void* place_of(VkDeviceSize offset) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(offset)); }

}  // namespace

VKAPI_ATTR void VKAPI_CALL CmdCopyBufferToImage(VkCommandBuffer, VkBuffer buffer, VkImage image, VkImageLayout,
                                                std::uint32_t count, const VkBufferImageCopy* regions) {
  const GLuint texture = name_in(image);
  const Format* format = format_of_texture(texture);
  if (format == nullptr) return fail(VK_ERROR_FORMAT_NOT_SUPPORTED);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name_in(buffer));
  for (const VkBufferImageCopy* region = regions; region != regions + count; ++region) {
    const Box box = box_of(texture, *region);
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
    const Box box = box_of(texture, *region);
    glGetTextureSubImage(texture, box.level, box.x, box.y, box.z, box.width, box.height, box.depth, format->channels,
                         format->type, std::numeric_limits<GLsizei>::max(), place_of(region->bufferOffset));
  }
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

}  // namespace engine::opengl
