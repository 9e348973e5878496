// SPDX-License-Identifier: MIT
// Table of formats of attachments that pictures are drawn in.
#ifndef PHOTOPIC_SRC_DISPLAY_DRAW_FORMATS_H
#define PHOTOPIC_SRC_DISPLAY_DRAW_FORMATS_H

#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace photopic {

struct DrawFormat {
  VkFormat format;
  std::uint32_t max_code;  ///< of red, green and blue; 0 = floats
  bool is_srgb = false;    ///< the attachment applies sRGB's curve
  bool is_signed = false;  ///< floats that hold channels below 0
};

/// Formats of three channels of one size.
inline constexpr DrawFormat kDrawFormats[] = {
    {VK_FORMAT_R8G8B8A8_UNORM, 255},
    {VK_FORMAT_B8G8R8A8_UNORM, 255},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, 255},
    {VK_FORMAT_R8G8B8_UNORM, 255},
    {VK_FORMAT_B8G8R8_UNORM, 255},
    {VK_FORMAT_R8G8B8A8_SRGB, 255, true},
    {VK_FORMAT_B8G8R8A8_SRGB, 255, true},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, 255, true},
    {VK_FORMAT_R8G8B8_SRGB, 255, true},
    {VK_FORMAT_B8G8R8_SRGB, 255, true},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 1023},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 1023},
    {VK_FORMAT_R16G16B16A16_UNORM, 65535},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 31},
    {VK_FORMAT_R5G5B5A1_UNORM_PACK16, 31},
    {VK_FORMAT_B5G5R5A1_UNORM_PACK16, 31},
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, 15},
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 15},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 0, false, true},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 0, false, true},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 0},
};

/// Null where there is none.
inline const DrawFormat* draw_format(VkFormat format) noexcept {
  const DrawFormat* const found = std::find_if(std::begin(kDrawFormats), std::end(kDrawFormats),
                                               [&](const DrawFormat& row) { return row.format == format; });
  return found != std::end(kDrawFormats) ? found : nullptr;
}

}  // namespace photopic

#endif
