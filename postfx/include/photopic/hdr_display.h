// SPDX-License-Identifier: MIT
// Presentation by a host: the swapchain's format and colour space, and metadata of HDR displays. Pure
// functions of plain data; nothing of Vulkan is called.
#ifndef PHOTOPIC_HDR_DISPLAY_H
#define PHOTOPIC_HDR_DISPLAY_H

#include <photopic/interface.h>
#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// A swapchain's format and colour space, and how its images are written.
struct SurfaceChoice {
  /// For VkSwapchainCreateInfoKHR's imageFormat and imageColorSpace. Spaces other than SRGB_NONLINEAR_KHR need the
  /// instance extension VK_EXT_swapchain_colorspace.
  VkSurfaceFormatKHR surface = {};
  /// For CreateInfo. R32_UINT: the picture is written through a view of that format, of a swapchain image made with
  /// VK_KHR_swapchain_mutable_format, or of an image of the host's, whose texels vkCmdCopyImage moves as they are.
  VkFormat ldr_format = VK_FORMAT_UNDEFINED;
  VkFormat packed_format = VK_FORMAT_UNDEFINED;
};

/// The pair for pictures of `encoding`, among the `count` that vkGetPhysicalDeviceSurfaceFormatsKHR gave: the colour
/// space says what the numbers mean, so that a format is never chosen without it. The first that is there:
///   automatic, srgb, power22  SRGB_NONLINEAR: R8G8B8A8, B8G8R8A8, A2B10G10R10, A2R10G10B10
///   display_p3                DISPLAY_P3_NONLINEAR: A2B10G10R10, A2R10G10B10, R8G8B8A8, B8G8R8A8
///   hdr10                     HDR10_ST2084: A2B10G10R10, A2R10G10B10, R16G16B16A16_SFLOAT
///   hlg                       HDR10_HLG: the same
///   scrgb                     EXTENDED_SRGB_LINEAR: R16G16B16A16_SFLOAT
/// All else is passed over: _SRGB formats, which encode once more, and HDR in 8 bits. `linear` has no pair: present
/// `scrgb`, with scrgb_reference_nits = paper_white_nits where 1 is the system's white.
/// `stores_10_bits`: Device::shader_storage_image_extended_formats.
/// False, and `*out` untouched, if there is none: ask for another encoding. A host that wants fewer formats passes
/// fewer.
bool choose_surface_format(const VkSurfaceFormatKHR* formats, std::uint32_t count, OutputEncoding encoding,
                           bool stores_10_bits, SurfaceChoice* out) noexcept;

/// What is known of the brightness of pictures to come, nits; 0 = nothing. CTA-861.3.
struct ContentLight {
  float max_cll_nits = 0.0f;   ///< the brightest channel of any texel of any picture
  float max_fall_nits = 0.0f;  ///< the brightest picture's mean of each texel's brightest channel
};

/// Of one picture: Frame::content_light, read back. MaxCLL and MaxFALL of several are the largest of each.
ContentLight content_light_of(const gpu::ContentLightSums& sums) noexcept;

/// Metadata for vkSetHdrMetadataEXT (VK_EXT_hdr_metadata), luminances in nits, chromaticities in CIE 1931 xy:
///   primaries, white       the limiting primaries, D65
///   maxLuminance           peak_nits, which no channel exceeds; paper_white_nits of SDR encodings
///   minLuminance           min_nits
///   maxContentLightLevel   what is known, up to maxLuminance, which stands for nothing
///   maxFrameAverageLightLevel  what is known, up to maxContentLightLevel; half of maxLuminance for nothing
/// pNext is null. Set it when the swapchain is made and when settings change, not for every frame: displays adapt to
/// it, and are seen to. Settings within their ranges.
VkHdrMetadataEXT hdr_metadata(const DisplaySettings& display, const ContentLight& content = {}) noexcept;

}  // namespace photopic

#endif
