// SPDX-License-Identifier: MIT
// States of a host's images before and after a recording, for hosts that have the module record the barriers.
#ifndef PHOTOPIC_IMAGE_BARRIERS_H
#define PHOTOPIC_IMAGE_BARRIERS_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// What was last done to an image, or is done to it next.
struct ImageState {
  VkPipelineStageFlags stages = 0;                   ///< 0 = none: nothing is waited for, or waits
  VkAccessFlags access = 0;                          ///< before: writes that are to be seen; after: what is done next
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  ///< before: UNDEFINED discards what the image holds
  /// Before: the family that has released the image to Device::queue_family by a barrier of the same layouts. After:
  /// the one that it is released to, which acquires it likewise. VK_QUEUE_FAMILY_IGNORED, or Device::queue_family: it
  /// stays with that.
  std::uint32_t queue_family = VK_QUEUE_FAMILY_IGNORED;
};

/// An image with its states. A null image: its barriers are the host's.
struct ImageTransition {
  VkImage image = VK_NULL_HANDLE;                                           ///< of the view in the frame, and
  VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};  ///< what that view sees
  ImageState before;
  ImageState after;
};

/// Barriers in front of a recording and behind it. In between `hdr` is in the frame's hdr_layout, `ldr` in GENERAL.
/// Where both are one image, `ldr` has its states, and `hdr` is left null.
struct ImageBarriers {
  ImageTransition hdr;
  ImageTransition ldr;  ///< record_meter(): not used
};

}  // namespace photopic

#endif
