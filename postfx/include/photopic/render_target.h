// SPDX-License-Identifier: MIT
// Render pass or dynamic rendering of a host's, in which the picture is drawn.
#ifndef PHOTOPIC_RENDER_TARGET_H
#define PHOTOPIC_RENDER_TARGET_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// Where PostProcess::record_draw() is called: in a subpass, or in dynamic rendering. It has one colour attachment, of
/// CreateInfo::ldr_format; other attachments are left as they are.
struct RenderTarget {
  /// record_draw() is called in this render pass, or in one that is compatible with it. It must live until the last
  /// pipeline is made: for create(), or for the prepare() that leaves none. VK_NULL_HANDLE: dynamic rendering, of
  /// Vulkan 1.3 or VK_KHR_dynamic_rendering, which the host has enabled.
  VkRenderPass render_pass = VK_NULL_HANDLE;
  std::uint32_t subpass = 0;
  // Dynamic rendering: of its depth and stencil attachments; UNDEFINED = there is none.
  VkFormat depth_format = VK_FORMAT_UNDEFINED;
  VkFormat stencil_format = VK_FORMAT_UNDEFINED;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;  ///< of the attachments; all of a texel get its colour
  /// Multiview, whose feature the host has enabled: the view mask of the subpass, or of the rendering. View i shows
  /// layer i of `hdr` and `ui`, whose views are 2D arrays then, with one exposure or
  /// ToneMapFrame::exposure_stride_bytes. 0 = no multiview.
  std::uint32_t view_mask = 0;
};

}  // namespace photopic

#endif
