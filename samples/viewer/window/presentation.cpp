// SPDX-License-Identifier: MIT
// Places of pictures in a window, and copies of its images.
#include "viewer/window/presentation.h"

#include <algorithm>

#include "engine/transfer/commands.h"

namespace viewer {
namespace {

constexpr engine::Scope kAttachment = {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                       VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
constexpr engine::Scope kPresent = {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0};
constexpr VkImageSubresourceLayers kColor = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};

}  // namespace

VkRect2D fitted(VkExtent2D picture, const VkRect2D& room) {
  const double scale = std::min(double(room.extent.width) / picture.width, double(room.extent.height) / picture.height);
  const VkExtent2D extent = {std::min(room.extent.width, std::uint32_t(picture.width * scale + 0.5)),
                             std::min(room.extent.height, std::uint32_t(picture.height * scale + 0.5))};
  return {{room.offset.x + int((room.extent.width - extent.width) / 2),
           room.offset.y + int((room.extent.height - extent.height) / 2)},
          extent};
}

VkRect2D clipped(const VkRect2D& room, VkExtent2D image) {
  const auto left = std::min(std::uint32_t(std::max(room.offset.x, 0)), image.width);
  const auto top = std::min(std::uint32_t(std::max(room.offset.y, 0)), image.height);
  return {{int(left), int(top)},
          {std::min(room.extent.width, image.width - left), std::min(room.extent.height, image.height - top)}};
}

void record_present(VkCommandBuffer command_buffer, const engine::Swapchain& swapchain, std::uint32_t image,
                    VkBuffer copy) {
  const VkImage target = swapchain.image(image);
  if (copy == VK_NULL_HANDLE) {
    engine::image_barrier(swapchain.context(), command_buffer, target, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, kAttachment, kPresent);
    return;
  }
  engine::image_barrier(swapchain.context(), command_buffer, target, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                        VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kAttachment, engine::kTransferRead);
  const VkBufferImageCopy region = {.imageSubresource = kColor,
                                    .imageExtent = {swapchain.extent().width, swapchain.extent().height, 1}};
  swapchain.context().vk().vkCmdCopyImageToBuffer(command_buffer, target, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copy, 1,
                                                  &region);
  engine::memory_barrier(swapchain.context(), command_buffer, engine::kTransferWrite, engine::kHostRead);
  engine::image_barrier(swapchain.context(), command_buffer, target, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                        VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, engine::kTransferRead, kPresent);
}

std::vector<std::byte> rgba_of(const engine::Buffer& copy, const engine::Swapchain& swapchain) {
  const auto texels = copy.mapped();
  std::vector<std::byte> rgba(texels.begin(), texels.end());
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    if (swapchain.format() == VK_FORMAT_B8G8R8A8_UNORM) std::swap(rgba[i], rgba[i + 2]);
    rgba[i + 3] = std::byte{255};
  }
  return rgba;
}

}  // namespace viewer
