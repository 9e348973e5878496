// SPDX-License-Identifier: MIT
// OpenGL's names for the formats that the module makes or asks about.
#ifndef PHOTOPIC_GL_SRC_FORMATS_H
#define PHOTOPIC_GL_SRC_FORMATS_H

#include <epoxy/gl.h>
#include <vulkan/vulkan_core.h>

namespace photopic::gl {

struct Format {
  VkFormat vulkan;
  GLenum internal;
};

/// Null for others.
inline const Format* format_of(VkFormat format) noexcept {
  static constexpr Format kFormats[] = {
      {VK_FORMAT_R8_UINT, GL_R8UI},
      {VK_FORMAT_R8_UNORM, GL_R8},
      {VK_FORMAT_R16_UNORM, GL_R16},
      {VK_FORMAT_R16_SFLOAT, GL_R16F},
      {VK_FORMAT_R32_SFLOAT, GL_R32F},
      {VK_FORMAT_R8G8B8A8_UNORM, GL_RGBA8},
      {VK_FORMAT_A2B10G10R10_UNORM_PACK32, GL_RGB10_A2},
      {VK_FORMAT_R16G16B16A16_UNORM, GL_RGBA16},
      {VK_FORMAT_R16G16B16A16_SFLOAT, GL_RGBA16F},
      {VK_FORMAT_R32G32B32A32_SFLOAT, GL_RGBA32F},
  };
  for (const Format& known : kFormats) {
    if (known.vulkan == format) return &known;
  }
  return nullptr;
}

}  // namespace photopic::gl

#endif
