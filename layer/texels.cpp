// SPDX-License-Identifier: MIT
// Formats of presented images, both ways.
#include "layer/texels.h"

namespace layer {

Texels texels_of(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
      return Texels::rgba8;
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
      return Texels::bgra8;
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return Texels::rgb10a2;
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return Texels::bgr10a2;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return Texels::rgba16f;
    default:
      return Texels::none;
  }
}

VkFormat format_of(Texels texels) {
  switch (texels) {
    case Texels::bgra8:
      return VK_FORMAT_B8G8R8A8_UNORM;
    case Texels::rgb10a2:
      return VK_FORMAT_A2B10G10R10_UNORM_PACK32;
    case Texels::bgr10a2:
      return VK_FORMAT_A2R10G10B10_UNORM_PACK32;
    case Texels::rgba16f:
      return VK_FORMAT_R16G16B16A16_SFLOAT;
    case Texels::none:
    case Texels::rgba8:
      break;
  }
  return VK_FORMAT_R8G8B8A8_UNORM;
}

}  // namespace layer
