// SPDX-License-Identifier: MIT
// Choice of a window's format and colour space.
#include "viewer/inspection/display_output.h"

#include <photopic/hdr_display.h>

#include <algorithm>

namespace viewer {
namespace {

using photopic::OutputEncoding;

/// Encodings that a window for the picture may have, the best first.
std::vector<OutputEncoding> candidates(OutputEncoding picture) {
  if (picture == OutputEncoding::display_p3) return {picture};
  if (!photopic::is_hdr(picture)) return {};
  std::vector<OutputEncoding> list = {OutputEncoding::hdr10, OutputEncoding::scrgb, OutputEncoding::hlg};
  std::stable_partition(list.begin(), list.end(), [&](OutputEncoding one) { return one == picture; });
  return list;
}

std::string reason(std::span<const VkSurfaceFormatKHR> offered, OutputEncoding picture, bool has_colorspaces) {
  if (!has_colorspaces) return "the Vulkan driver has no VK_EXT_swapchain_colorspace";
  const std::string kind = photopic::is_hdr(picture) ? "HDR" : "P3";
  std::string text = "the system offers this window no " + kind + ", only ";
  const std::vector<std::string> spaces = color_spaces(offered);
  for (std::size_t i = 0; i < spaces.size(); ++i) text += (i == 0 ? "" : ", ") + spaces[i];
  return text;
}

}  // namespace

DisplayOutput choose_output(std::span<const VkSurfaceFormatKHR> offered, OutputEncoding picture, bool has_colorspaces) {
  DisplayOutput output;
  const auto count = static_cast<std::uint32_t>(offered.size());
  // Nothing is stored by a shader: the window's images are drawn to, in any format.
  constexpr bool kStores10Bits = true;
  photopic::SurfaceChoice choice;
  const std::vector<OutputEncoding> wanted = candidates(picture);
  for (const OutputEncoding encoding : wanted) {
    if (!photopic::choose_surface_format(offered.data(), count, encoding, kStores10Bits, &choice)) continue;
    output.surface = choice.surface;
    output.encoding = encoding;
    return output;
  }
  if (!wanted.empty()) output.missing = reason(offered, picture, has_colorspaces);
  if (photopic::choose_surface_format(offered.data(), count, OutputEncoding::srgb, kStores10Bits, &choice)) {
    output.surface = choice.surface;
  }
  return output;
}

std::string format_name(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
      return "R8G8B8A8_UNORM";
    case VK_FORMAT_B8G8R8A8_UNORM:
      return "B8G8R8A8_UNORM";
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return "A2B10G10R10_UNORM";
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return "A2R10G10B10_UNORM";
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return "R16G16B16A16_SFLOAT";
    default:
      return "VkFormat " + std::to_string(format);
  }
}

std::string color_space_name(VkColorSpaceKHR space) {
  switch (space) {
    case VK_COLOR_SPACE_SRGB_NONLINEAR_KHR:
      return "SRGB_NONLINEAR";
    case VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT:
      return "DISPLAY_P3_NONLINEAR";
    case VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT:
      return "EXTENDED_SRGB_LINEAR";
    case VK_COLOR_SPACE_EXTENDED_SRGB_NONLINEAR_EXT:
      return "EXTENDED_SRGB_NONLINEAR";
    case VK_COLOR_SPACE_HDR10_ST2084_EXT:
      return "HDR10_ST2084";
    case VK_COLOR_SPACE_HDR10_HLG_EXT:
      return "HDR10_HLG";
    case VK_COLOR_SPACE_BT2020_LINEAR_EXT:
      return "BT2020_LINEAR";
    case VK_COLOR_SPACE_PASS_THROUGH_EXT:
      return "PASS_THROUGH";
    default:
      return "VkColorSpaceKHR " + std::to_string(space);
  }
}

std::vector<std::string> color_spaces(std::span<const VkSurfaceFormatKHR> offered) {
  std::vector<std::string> names;
  for (const VkSurfaceFormatKHR& one : offered) {
    const std::string name = color_space_name(one.colorSpace);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace viewer
