// SPDX-License-Identifier: MIT
// Copies of a picture to the window's image, and from there to a file.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTATION_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_PRESENTATION_H

#include <cstddef>
#include <vector>

#include "engine/swapchain.h"
#include "engine/transfer/memory.h"

namespace viewer {

/// Largest rectangle of the picture's shape within `room`, in its middle; the picture's own size if that is the room's.
VkRect2D fitted(VkExtent2D picture, const VkRect2D& room);

/// Puts `picture` into `room` of the image, grey around it. Texel for texel where it has the room's size.
/// Before: `picture` in GENERAL, written at COMPUTE_SHADER; without a handle, all is grey. After: the image in
/// COLOR_ATTACHMENT_OPTIMAL, visible to COLOR_ATTACHMENT_OUTPUT; reads of `picture` are ordered before COMPUTE_SHADER.
void record_picture(VkCommandBuffer command_buffer, const engine::Image& picture, const engine::Swapchain& swapchain,
                    std::uint32_t image, const VkRect2D& room);

/// From COLOR_ATTACHMENT_OPTIMAL to PRESENT_SRC_KHR. With a buffer (TRANSFER_DST usage, 4 bytes a texel), a copy of the
/// image goes there on the way, visible to HOST_READ; the swapchain must be readable.
void record_present(VkCommandBuffer command_buffer, const engine::Swapchain& swapchain, std::uint32_t image,
                    VkBuffer copy = VK_NULL_HANDLE);

/// The copy as opaque RGBA. Once the frame is done.
std::vector<std::byte> rgba_of(const engine::Buffer& copy, const engine::Swapchain& swapchain);

}  // namespace viewer

#endif
