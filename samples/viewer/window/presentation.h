// SPDX-License-Identifier: MIT
// Places of pictures in a window, and copies of its images for files.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTATION_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTATION_H

#include <cstddef>
#include <vector>

#include "engine/swapchain.h"
#include "engine/transfer/memory.h"

namespace viewer {

/// Largest rectangle of the picture's shape within `room`, in its middle; the picture's own size if that is the room's.
VkRect2D fitted(VkExtent2D picture, const VkRect2D& room);

/// The part of `room` that an image has: the window may have shrunk since the interface was laid out.
VkRect2D clipped(const VkRect2D& room, VkExtent2D image);

/// From COLOR_ATTACHMENT_OPTIMAL to PRESENT_SRC_KHR. With a buffer (TRANSFER_DST usage, 4 bytes a texel), a copy of the
/// image goes there on the way, visible to HOST_READ; the swapchain must be readable.
void record_present(VkCommandBuffer command_buffer, const engine::Swapchain& swapchain, std::uint32_t image,
                    VkBuffer copy = VK_NULL_HANDLE);

/// The copy as opaque RGBA. Once the frame is done.
std::vector<std::byte> rgba_of(const engine::Buffer& copy, const engine::Swapchain& swapchain);

}  // namespace viewer

#endif
