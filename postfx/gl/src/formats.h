// SPDX-License-Identifier: MIT
// OpenGL's names for the formats that the module and the samples' engine use.
#ifndef PHOTOPIC_SRC_GL_FORMATS_H
#define PHOTOPIC_SRC_GL_FORMATS_H

#include <epoxy/gl.h>
#include <vulkan/vulkan_core.h>

namespace photopic::gl {

struct Format {
  VkFormat vulkan;
  GLenum internal;
  GLenum channels;  ///< of texels in the CPU's memory, with their type
  GLenum type;
};

inline constexpr Format kFormats[] = {
    {VK_FORMAT_R8_UINT, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE},
    {VK_FORMAT_R8_UNORM, GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    {VK_FORMAT_R16_UNORM, GL_R16, GL_RED, GL_UNSIGNED_SHORT},
    {VK_FORMAT_R16_SFLOAT, GL_R16F, GL_RED, GL_HALF_FLOAT},
    {VK_FORMAT_R32_SFLOAT, GL_R32F, GL_RED, GL_FLOAT},
    {VK_FORMAT_R32_UINT, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {VK_FORMAT_R8G8B8A8_UNORM, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {VK_FORMAT_R8G8B8A8_SRGB, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV},
    {VK_FORMAT_R16G16B16A16_UNORM, GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT},
    {VK_FORMAT_R16G16B16A16_SFLOAT, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
    {VK_FORMAT_R32G32B32A32_SFLOAT, GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {VK_FORMAT_R32G32B32A32_UINT, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
    {VK_FORMAT_D32_SFLOAT, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT},
};

/// Null for others.
inline const Format* format_of(VkFormat format) noexcept {
  for (const Format& known : kFormats) {
    if (known.vulkan == format) return &known;
  }
  return nullptr;
}

/// By OpenGL's name.
inline const Format* format_of_internal(GLenum internal) noexcept {
  for (const Format& known : kFormats) {
    if (known.internal == internal) return &known;
  }
  return nullptr;
}

}  // namespace photopic::gl

#endif
