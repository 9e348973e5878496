// SPDX-License-Identifier: MIT
// Format and colour space of a window: chosen among what the system offers, and why it isn't what was asked for.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_DISPLAY_OUTPUT_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_DISPLAY_OUTPUT_H

#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

#include <span>
#include <string>
#include <vector>

namespace viewer {

struct DisplayOutput {
  VkSurfaceFormatKHR surface = {};                                     ///< for the swapchain
  photopic::OutputEncoding encoding = photopic::OutputEncoding::srgb;  ///< what its numbers mean
  std::string missing;  ///< why the window isn't HDR, or P3, though the picture is; empty where nothing is missing

  bool is_hdr() const { return photopic::is_hdr(encoding); }
};

/// The window of a picture: in its own encoding if the system offers that, else in another of the same range, else in
/// sRGB of 8 bits, where an HDR picture is a preview. `has_colorspaces`: VK_EXT_swapchain_colorspace.
DisplayOutput choose_output(std::span<const VkSurfaceFormatKHR> offered, photopic::OutputEncoding picture,
                            bool has_colorspaces);

/// "A2B10G10R10_UNORM", "HDR10_ST2084"; others by number.
std::string format_name(VkFormat format);
std::string color_space_name(VkColorSpaceKHR space);
/// The colour spaces of a list, each once.
std::vector<std::string> color_spaces(std::span<const VkSurfaceFormatKHR> offered);

}  // namespace viewer

#endif
