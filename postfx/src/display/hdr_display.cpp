// SPDX-License-Identifier: MIT
// Choice of a swapchain's format and colour space, and HDR metadata.
#include <photopic/hdr_display.h>

#include <algorithm>
#include <bit>

#include "display/display.h"
#include "display/primaries.h"

namespace photopic {
namespace {

constexpr VkFormat kAbgr10 = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
constexpr VkFormat kArgb10 = VK_FORMAT_A2R10G10B10_UNORM_PACK32;
constexpr VkFormat kRgba8 = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkFormat kBgra8 = VK_FORMAT_B8G8R8A8_UNORM;
constexpr VkFormat kHalf = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr VkFormat kNoFormat = VK_FORMAT_UNDEFINED;

/// What an encoding is presented in, the best first.
struct Presentation {
  VkColorSpaceKHR space;
  VkFormat formats[4];
};

Presentation presentation_of(OutputEncoding encoding) {
  switch (encoding) {
    case OutputEncoding::display_p3:
      return {VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, {kAbgr10, kArgb10, kRgba8, kBgra8}};
    case OutputEncoding::hdr10:
      return {VK_COLOR_SPACE_HDR10_ST2084_EXT, {kAbgr10, kArgb10, kHalf, kNoFormat}};
    case OutputEncoding::hlg:
      return {VK_COLOR_SPACE_HDR10_HLG_EXT, {kAbgr10, kArgb10, kHalf, kNoFormat}};
    case OutputEncoding::scrgb:
      return {VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, {kHalf, kNoFormat, kNoFormat, kNoFormat}};
    case OutputEncoding::linear:
      return {VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, {kNoFormat, kNoFormat, kNoFormat, kNoFormat}};
    case OutputEncoding::automatic:
    case OutputEncoding::srgb:
    case OutputEncoding::power22:
      break;
  }
  return {VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, {kRgba8, kBgra8, kAbgr10, kArgb10}};
}

VkXYColorEXT xy_of(Chromaticity c) { return {static_cast<float>(c.x), static_cast<float>(c.y)}; }

/// A number of ContentLight, or what stands for an unknown one.
float known_or(float nits, float otherwise, float most) { return nits > 0.0f ? std::min(nits, most) : otherwise; }

}  // namespace

bool choose_surface_format(const VkSurfaceFormatKHR* formats, std::uint32_t count, OutputEncoding encoding,
                           bool stores_10_bits, SurfaceChoice* out) noexcept {
  const Presentation presentation = presentation_of(encoding);
  for (const VkFormat format : presentation.formats) {
    if (format == kNoFormat) continue;
    const bool is_listed = std::any_of(formats, formats + count, [&](const VkSurfaceFormatKHR& listed) {
      return listed.format == format && listed.colorSpace == presentation.space;
    });
    if (!is_listed) continue;
    const bool is_written_as_it_is = format == kRgba8 || format == kHalf || (format == kAbgr10 && stores_10_bits);
    *out = {{format, presentation.space},
            is_written_as_it_is ? format : VK_FORMAT_R32_UINT,
            is_written_as_it_is ? VK_FORMAT_A2B10G10R10_UNORM_PACK32 : format};
    return true;
  }
  return false;
}

ContentLight content_light_of(std::uint32_t max_nits_bits, double sum_nits, std::uint32_t texels) noexcept {
  if (texels == 0) return {};
  return {std::bit_cast<float>(max_nits_bits), static_cast<float>(sum_nits / static_cast<double>(texels))};
}

ContentLight content_light_of(const gpu::ContentLightSums& sums) noexcept {
  const double sum = static_cast<double>(sums.sum_low) + 65536.0 * static_cast<double>(sums.sum_high);
  return content_light_of(sums.max_nits_bits, sum / PHOTOPIC_CONTENT_LIGHT_UNIT, sums.texels);
}

VkHdrMetadataEXT hdr_metadata(const DisplaySettings& display, const ContentLight& content) noexcept {
  const Chromaticities limit = chromaticities_of(shown_primaries(display, display.encoding));
  const float peak_nits = is_hdr(display.encoding) ? display.peak_nits : display.paper_white_nits;
  VkHdrMetadataEXT metadata = {};
  metadata.sType = VK_STRUCTURE_TYPE_HDR_METADATA_EXT;
  metadata.displayPrimaryRed = xy_of(limit.red);
  metadata.displayPrimaryGreen = xy_of(limit.green);
  metadata.displayPrimaryBlue = xy_of(limit.blue);
  metadata.whitePoint = xy_of(limit.white);
  metadata.maxLuminance = peak_nits;
  metadata.minLuminance = display.min_nits;
  metadata.maxContentLightLevel = known_or(content.max_cll_nits, peak_nits, peak_nits);
  metadata.maxFrameAverageLightLevel = known_or(
      content.max_fall_nits, std::min(0.5f * peak_nits, metadata.maxContentLightLevel), metadata.maxContentLightLevel);
  return metadata;
}

}  // namespace photopic
