// SPDX-License-Identifier: MIT
// OpenGL's names for the formats that the module makes or asks about.
#ifndef PHOTOPIC_GL_SRC_FORMATS_H
#define PHOTOPIC_GL_SRC_FORMATS_H

#include <epoxy/gl.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic::gl {

struct Format {
  VkFormat vulkan;
  GLenum internal;
  GLenum format, type;  ///< of a texel in memory
  std::uint32_t texel_bytes;
};

/// Null for others.
inline const Format* format_of(VkFormat format) noexcept {
  static constexpr Format kFormats[] = {
      {VK_FORMAT_R8_UINT, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1},
      {VK_FORMAT_R8_UNORM, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1},
      {VK_FORMAT_R16_UNORM, GL_R16, GL_RED, GL_UNSIGNED_SHORT, 2},
      {VK_FORMAT_R16_SFLOAT, GL_R16F, GL_RED, GL_HALF_FLOAT, 2},
      {VK_FORMAT_R32_SFLOAT, GL_R32F, GL_RED, GL_FLOAT, 4},
      {VK_FORMAT_R8G8B8A8_UNORM, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
      {VK_FORMAT_A2B10G10R10_UNORM_PACK32, GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 4},
      {VK_FORMAT_R16G16B16A16_UNORM, GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8},
      {VK_FORMAT_R16G16B16A16_SFLOAT, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8},
      {VK_FORMAT_R32G32B32A32_SFLOAT, GL_RGBA32F, GL_RGBA, GL_FLOAT, 16},
  };
  for (const Format& known : kFormats) {
    if (known.vulkan == format) return &known;
  }
  return nullptr;
}

}  // namespace photopic::gl

#endif
