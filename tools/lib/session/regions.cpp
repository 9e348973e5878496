// SPDX-License-Identifier: MIT
// Copies of regions to buffers, and numbers of their bytes.
#include "session/regions.h"

#include <cstring>
#include <glm/gtc/packing.hpp>

#include "engine/transfer/commands.h"

namespace session {
namespace {

constexpr engine::Scope kWrites = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                   VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
constexpr engine::Scope kUses = {
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};

}  // namespace

void RegionReader::record(VkCommandBuffer command_buffer, std::uint32_t slot, const engine::Image& image,
                          std::span<const VkRect2D> regions) {
  if (regions.empty()) return;
  Slot& to = slots_[slot];
  to.is_half = image.format() == VK_FORMAT_R16G16B16A16_SFLOAT;
  to.texels.clear();
  const VkDeviceSize texel_bytes = to.is_half ? 8 : 16;
  std::vector<VkBufferImageCopy> copies;
  VkDeviceSize bytes = 0;
  for (const VkRect2D& region : regions) {
    const std::uint64_t count = std::uint64_t{region.extent.width} * region.extent.height;
    copies.push_back({.bufferOffset = bytes,
                      .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                      .imageOffset = {region.offset.x, region.offset.y, 0},
                      .imageExtent = {region.extent.width, region.extent.height, 1}});
    to.texels.push_back(count);
    bytes += count * texel_bytes;
  }
  if (bytes > to.bytes) {
    to.buffer = engine::Buffer(context_, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
    to.bytes = bytes;
  }
  constexpr VkImageLayout kFrom = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                          kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  engine::image_barrier(context_, command_buffer, image.handle(), kRead, kFrom, kWrites, engine::kTransferRead);
  context_.vk().vkCmdCopyImageToBuffer(command_buffer, image.handle(), kFrom, to.buffer.handle(),
                                       std::uint32_t(copies.size()), copies.data());
  engine::image_barrier(context_, command_buffer, image.handle(), kFrom, kRead, engine::kTransferRead, kUses);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
  to.is_due = true;
}

bool RegionReader::take(std::uint32_t slot, const std::function<void(std::size_t, const glm::vec4&)>& visit) {
  Slot& from = slots_[slot];
  if (!from.is_due) return false;
  from.is_due = false;
  const std::byte* bytes = from.buffer.mapped().data();
  for (std::size_t region = 0; region < from.texels.size(); ++region) {
    for (std::uint64_t i = 0; i < from.texels[region]; ++i) {
      glm::vec4 texel;
      if (from.is_half) {
        std::uint64_t halves;
        std::memcpy(&halves, bytes, sizeof halves);
        texel = glm::unpackHalf4x16(halves);
      } else {
        std::memcpy(&texel, bytes, sizeof texel);
      }
      bytes += from.is_half ? 8 : 16;
      visit(region, texel);
    }
  }
  return true;
}

}  // namespace session
