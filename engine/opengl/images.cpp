// SPDX-License-Identifier: MIT
// Images, samplers and render targets.
#include <epoxy/gl.h>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"
#include "formats.h"

namespace engine::opengl {
namespace {

using photopic::gl::Format;
using photopic::gl::format_of;

GLsizei size(std::uint32_t value) { return static_cast<GLsizei>(value); }

GLint wrap_of(VkSamplerAddressMode mode) {
  switch (mode) {
    case VK_SAMPLER_ADDRESS_MODE_REPEAT:
      return GL_REPEAT;
    case VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT:
      return GL_MIRRORED_REPEAT;
    default:
      return GL_CLAMP_TO_EDGE;
  }
}

GLint minification_of(const VkSamplerCreateInfo& info) {
  const bool is_linear = info.minFilter == VK_FILTER_LINEAR;
  if (info.mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR) {
    return is_linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
  }
  return is_linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
}

GLint number_of(GLuint texture, GLenum what) {
  GLint value = 0;
  glGetTextureLevelParameteriv(texture, 0, what, &value);
  return value;
}

GLenum target_of(VkImageViewType type, GLuint image) {
  if (number_of(image, GL_TEXTURE_SAMPLES) > 1) return GL_TEXTURE_2D_MULTISAMPLE;
  return type == VK_IMAGE_VIEW_TYPE_3D         ? GL_TEXTURE_3D
         : type == VK_IMAGE_VIEW_TYPE_2D_ARRAY ? GL_TEXTURE_2D_ARRAY
                                               : GL_TEXTURE_2D;
}

bool is_depth(GLuint texture) { return number_of(texture, GL_TEXTURE_DEPTH_SIZE) != 0; }

/// Gives a name that was made, or ends it with `remove`.
template <class Handle, class Remove>
VkResult give(VkResult result, GLuint name, Remove remove, Handle* out) {
  if (result == VK_SUCCESS) {
    *out = handle_of<Handle>(name);
  } else {
    remove(1, &name);
  }
  return result;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateImage(VkDevice, const VkImageCreateInfo* info, const VkAllocationCallbacks*,
                                           VkImage* out) {
  const Format* format = format_of(info->format);
  if (format == nullptr) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  const VkExtent3D& extent = info->extent;
  const bool is_3d = info->imageType == VK_IMAGE_TYPE_3D;
  GLuint name = 0;
  const VkResult result = attempt([&] {
    if (info->samples > VK_SAMPLE_COUNT_1_BIT) {  // whose sample counts are their numbers
      glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &name);
      glTextureStorage2DMultisample(name, static_cast<GLsizei>(info->samples), format->internal, size(extent.width),
                                    size(extent.height), GL_TRUE);
      return;
    }
    // An array even of one layer, whose views may be either.
    glCreateTextures(is_3d ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY, 1, &name);
    glTextureStorage3D(name, size(info->mipLevels), format->internal, size(extent.width), size(extent.height),
                       size(is_3d ? extent.depth : info->arrayLayers));
  });
  return give(result, name, glDeleteTextures, out);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateImageView(VkDevice, const VkImageViewCreateInfo* info,
                                               const VkAllocationCallbacks*, VkImageView* out) {
  const VkImageSubresourceRange& range = info->subresourceRange;
  const Format* format = format_of(info->format);
  if (format == nullptr) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glGenTextures(1, &name);
    glTextureView(name, target_of(info->viewType, name_in(info->image)), name_in(info->image), format->internal,
                  range.baseMipLevel, range.levelCount, range.baseArrayLayer, range.layerCount);
  });
  return give(result, name, glDeleteTextures, out);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateSampler(VkDevice, const VkSamplerCreateInfo* info, const VkAllocationCallbacks*,
                                             VkSampler* out) {
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glCreateSamplers(1, &name);
    glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, minification_of(*info));
    glSamplerParameteri(name, GL_TEXTURE_MAG_FILTER, info->magFilter == VK_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST);
    glSamplerParameteri(name, GL_TEXTURE_WRAP_S, wrap_of(info->addressModeU));
    glSamplerParameteri(name, GL_TEXTURE_WRAP_T, wrap_of(info->addressModeV));
    glSamplerParameteri(name, GL_TEXTURE_WRAP_R, wrap_of(info->addressModeW));
    glSamplerParameterf(name, GL_TEXTURE_MIN_LOD, info->minLod);
    glSamplerParameterf(name, GL_TEXTURE_MAX_LOD, info->maxLod);
    if (info->compareEnable == VK_TRUE) {
      glSamplerParameteri(name, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
      glSamplerParameteri(name, GL_TEXTURE_COMPARE_FUNC, static_cast<GLint>(GL_NEVER + info->compareOp));
    }
  });
  return give(result, name, glDeleteSamplers, out);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateRenderPass(VkDevice, const VkRenderPassCreateInfo* info,
                                                const VkAllocationCallbacks*, VkRenderPass* out) {
  auto* pass = new RenderPass{{info->pAttachments, info->pAttachments + info->attachmentCount}};
  *out = reinterpret_cast<VkRenderPass>(pass);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyRenderPass(VkDevice, VkRenderPass pass, const VkAllocationCallbacks*) {
  delete object_of<RenderPass>(pass);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateFramebuffer(VkDevice, const VkFramebufferCreateInfo* info,
                                                 const VkAllocationCallbacks*, VkFramebuffer* out) {
  GLuint name = 0;
  bool is_complete = false;
  const VkResult result = attempt([&] {
    glCreateFramebuffers(1, &name);
    bool has_color = false;
    for (std::uint32_t i = 0; i < info->attachmentCount; ++i) {
      const GLuint texture = name_in(info->pAttachments[i]);
      const bool is_color = !is_depth(texture);
      glNamedFramebufferTexture(name, is_color ? GL_COLOR_ATTACHMENT0 : GL_DEPTH_ATTACHMENT, texture, 0);
      has_color = has_color || is_color;
    }
    glNamedFramebufferDrawBuffer(name, has_color ? GL_COLOR_ATTACHMENT0 : GL_NONE);
    is_complete = glCheckNamedFramebufferStatus(name, GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  });
  if (result == VK_SUCCESS && is_complete) {
    *out = handle_of<VkFramebuffer>(name);
    return VK_SUCCESS;
  }
  glDeleteFramebuffers(1, &name);
  return result == VK_SUCCESS ? VK_ERROR_FORMAT_NOT_SUPPORTED : result;
}

VKAPI_ATTR void VKAPI_CALL DestroyFramebuffer(VkDevice, VkFramebuffer framebuffer, const VkAllocationCallbacks*) {
  const GLuint name = name_in(framebuffer);
  glDeleteFramebuffers(1, &name);
}

}  // namespace engine::opengl
