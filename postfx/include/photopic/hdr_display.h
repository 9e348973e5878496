// SPDX-License-Identifier: MIT
// HDR display: format and colour space of a swapchain, and HDR metadata. Pure functions of plain data; they don't call
// Vulkan.
#ifndef PHOTOPIC_HDR_DISPLAY_H
#define PHOTOPIC_HDR_DISPLAY_H

#include <photopic/interface.h>
#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// Format and colour space of a swapchain, and the format for writing its images.
struct SurfaceChoice {
  /// For VkSwapchainCreateInfoKHR's imageFormat and imageColorSpace. Spaces other than SRGB_NONLINEAR_KHR need the
  /// instance extension VK_EXT_swapchain_colorspace.
  VkSurfaceFormatKHR surface = {};
  /// For Output::format. R32_UINT: write through a view of that format, either of a swapchain image that is made with
  /// VK_KHR_swapchain_mutable_format, or of your own image, whose texels vkCmdCopyImage copies unchanged.
  VkFormat ldr_format = VK_FORMAT_UNDEFINED;
  VkFormat packed_format = VK_FORMAT_UNDEFINED;  ///< for Tuning::packed_format
};

/// Chooses format and colour space for pictures of `encoding` from the `count` pairs of
/// vkGetPhysicalDeviceSurfaceFormatsKHR. The first of these pairs that is in the list:
///   automatic, srgb, power22  SRGB_NONLINEAR: R8G8B8A8, B8G8R8A8, A2B10G10R10, A2R10G10B10
///   display_p3                DISPLAY_P3_NONLINEAR: A2B10G10R10, A2R10G10B10, R8G8B8A8, B8G8R8A8
///   hdr10                     HDR10_ST2084: A2B10G10R10, A2R10G10B10, R16G16B16A16_SFLOAT
///   hlg                       HDR10_HLG: the same
///   scrgb                     EXTENDED_SRGB_LINEAR: R16G16B16A16_SFLOAT
/// Never chosen: _SRGB formats, which encode a second time, and HDR in 8 bits. `linear` has no pair: present `scrgb`,
/// with scrgb_reference_nits = paper_white_nits if 1 is the system's white. `stores_10_bits`:
/// Device::shader_storage_image_extended_formats. False, with `*out` unchanged, if no pair fits: ask for another
/// encoding. To exclude formats, leave them out of the list.
bool choose_surface_format(const VkSurfaceFormatKHR* formats, std::uint32_t count, OutputEncoding encoding,
                           bool stores_10_bits, SurfaceChoice* out) noexcept;

/// Content light level of the pictures, nits; 0 = unknown. CTA-861.3.
struct ContentLight {
  float max_cll_nits = 0.0f;   ///< brightest channel of any texel of any picture
  float max_fall_nits = 0.0f;  ///< largest mean of a picture, over the brightest channel of each texel
};

/// Light of one picture from Frame::content_light, read back. For several pictures, take the maximum of each member.
ContentLight content_light_of(const gpu::ContentLightSums& sums) noexcept;

/// Metadata for vkSetHdrMetadataEXT (VK_EXT_hdr_metadata), luminances in nits, chromaticities in CIE 1931 xy:
///   primaries, white       the limiting primaries, D65
///   maxLuminance           peak_nits, which no channel exceeds; paper_white_nits of SDR encodings
///   minLuminance           min_nits
///   maxContentLightLevel   max_cll_nits, at most maxLuminance; maxLuminance if unknown
///   maxFrameAverageLightLevel  max_fall_nits, at most maxContentLightLevel; half of maxLuminance if unknown
/// pNext is null. Set the metadata when the swapchain is made and when settings change, not every frame: displays adapt
/// to it visibly. Settings must be within their ranges.
VkHdrMetadataEXT hdr_metadata(const DisplaySettings& display, const ContentLight& content = {}) noexcept;

}  // namespace photopic

#endif
