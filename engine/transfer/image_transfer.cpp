// SPDX-License-Identifier: MIT
// Copies of images and buffers to and from the CPU.
#include "engine/transfer/image_transfer.h"

#include <algorithm>
#include <cstring>

#include "engine/transfer/commands.h"
#include "engine/transfer/scratch.h"

namespace engine {
namespace {

VkBufferImageCopy rows_copy(const Image& image, std::uint32_t first_row, std::uint32_t row_count) {
  return {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
          .imageOffset = {0, static_cast<std::int32_t>(first_row), 0},
          .imageExtent = {image.extent().width, row_count, 1}};
}

std::vector<std::byte> bytes_of(const Buffer& buffer, std::size_t count) {
  return {buffer.mapped().begin(), buffer.mapped().begin() + std::ptrdiff_t(count)};
}

}  // namespace

std::uint32_t band_rows(std::size_t row_bytes) {
  return static_cast<std::uint32_t>(std::max<std::size_t>(1, kBandBytes / row_bytes));
}

void upload(const Context& context, const Image& image, const FillRows& fill) {
  const std::size_t row_bytes = image.extent().width * texel_bytes(image.format());
  const std::uint32_t height = image.extent().height;
  const std::uint32_t rows_per_band = std::min(band_rows(row_bytes), height);
  const TransferScratch::Staging scratch(TransferScratch::of(context), row_bytes * rows_per_band, MemoryUse::upload);
  const Buffer& staging = scratch.buffer();
  for (std::uint32_t row = 0; row < height; row += rows_per_band) {
    const std::uint32_t count = std::min(rows_per_band, height - row);
    fill(row, count, staging.mapped().data());
    submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
      const bool is_first = row == 0;
      image_barrier(context, command_buffer, image.handle(),
                    is_first ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                    VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kTransferWrite, kTransferWrite);
      const VkBufferImageCopy copy = rows_copy(image, row, count);
      context.vk().vkCmdCopyBufferToImage(command_buffer, staging.handle(), image.handle(),
                                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
      if (row + count < height) return;
      image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                    VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kTransferWrite, kComputeRead);
    });
  }
}

void upload(const Context& context, const Image& image, std::span<const std::byte> texels) {
  const std::size_t row_bytes = image.extent().width * texel_bytes(image.format());
  upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    std::memcpy(rows, texels.data() + first_row * row_bytes, row_count * row_bytes);
  });
}

std::vector<std::byte> read_back(const Context& context, const Image& image, std::uint32_t row_count,
                                 VkImageLayout layout) {
  const std::size_t row_bytes = image.extent().width * texel_bytes(image.format());
  const TransferScratch::Staging scratch(TransferScratch::of(context), row_bytes * row_count, MemoryUse::readback);
  const Buffer& staging = scratch.buffer();
  submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    image_barrier(context, command_buffer, image.handle(), layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kComputeWrite,
                  kTransferRead);
    const VkBufferImageCopy copy = rows_copy(image, 0, row_count);
    context.vk().vkCmdCopyImageToBuffer(command_buffer, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                        staging.handle(), 1, &copy);
    image_barrier(context, command_buffer, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, layout, kTransferRead,
                  kComputeRead | kComputeWrite);
    memory_barrier(context, command_buffer, kTransferWrite, kHostRead);
  });
  return bytes_of(staging, row_bytes * row_count);
}

std::vector<std::byte> read_back(const Context& context, const Image& image) {
  return read_back(context, image, image.extent().height);
}

std::vector<std::byte> read_back(const Context& context, VkBuffer buffer, VkDeviceSize offset_bytes,
                                 VkDeviceSize size_bytes) {
  const TransferScratch::Staging scratch(TransferScratch::of(context), size_bytes, MemoryUse::readback);
  const Buffer& staging = scratch.buffer();
  submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    memory_barrier(context, command_buffer, kComputeWrite | kTransferWrite, kTransferRead);
    const VkBufferCopy copy = {offset_bytes, 0, size_bytes};
    context.vk().vkCmdCopyBuffer(command_buffer, buffer, staging.handle(), 1, &copy);
    memory_barrier(context, command_buffer, kTransferWrite, kHostRead);
  });
  return bytes_of(staging, size_bytes);
}

}  // namespace engine
