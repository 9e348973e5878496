// SPDX-License-Identifier: MIT
// Pictures in the CPU's memory, to images and back.
#include "headless/pictures.h"

#include <algorithm>
#include <cstring>

#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr std::uint32_t kChannels = 4;

/// 1 of each kind of sample, as its bytes.
constexpr std::uint8_t kOneU8 = 255;
constexpr std::uint16_t kOneU16 = 65535;
constexpr std::uint16_t kOneF16 = 0x3c00;
constexpr float kOneF32 = 1.0f;
const void* one_of(Sample sample) {
  switch (sample) {
    case Sample::u8:
      return &kOneU8;
    case Sample::u16:
      return &kOneU16;
    case Sample::f16:
      return &kOneF16;
    case Sample::f32:
      break;
  }
  return &kOneF32;
}

void copy_pixels(const Picture& picture, std::byte* texels) {
  const std::size_t bytes = sample_bytes(picture.sample);
  const std::size_t pixel_bytes = bytes * picture.channels;
  for (std::uint32_t y = 0; y < picture.extent.height; ++y) {
    const std::byte* from = picture.samples + y * picture.row_bytes;
    if (picture.channels == kChannels) {
      std::memcpy(texels, from, pixel_bytes * picture.extent.width);
      texels += pixel_bytes * picture.extent.width;
      continue;
    }
    for (std::uint32_t x = 0; x < picture.extent.width; ++x, from += pixel_bytes, texels += kChannels * bytes) {
      for (std::uint32_t channel = 0; channel < 3; ++channel) {
        std::memcpy(texels + channel * bytes, from + (picture.channels == 1 ? 0 : channel * bytes), bytes);
      }
      std::memcpy(texels + 3 * bytes, one_of(picture.sample), bytes);
    }
  }
}

void copy_mask(const Picture& mask, std::byte* texels) {
  for (std::uint32_t y = 0; y < mask.extent.height; ++y) {
    std::memcpy(texels + std::size_t{y} * mask.extent.width, mask.samples + y * mask.row_bytes, mask.extent.width);
  }
}

/// Of an image that has no content yet.
constexpr Access kNothing = {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0};

VkBufferImageCopy whole(VkExtent2D extent) {
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {extent.width, extent.height, 1};
  return copy;
}

Status create_image(const Gpu& gpu, LevelImage& image, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) {
  const std::uint32_t limit = gpu.limits.maxImageDimension2D;
  if (extent.width > limit || extent.height > limit) {
    return report(gpu.device, Status::unsupported, "a picture of %u x %u: the device has images of up to %u a side",
                  extent.width, extent.height, limit);
  }
  return image.create(extent, format, usage, 1);
}

}  // namespace

VkFormat format_of(Sample sample) noexcept {
  switch (sample) {
    case Sample::u8:
      return VK_FORMAT_R8G8B8A8_UNORM;
    case Sample::u16:
      return VK_FORMAT_R16G16B16A16_UNORM;
    case Sample::f16:
      return VK_FORMAT_R16G16B16A16_SFLOAT;
    case Sample::f32:
      break;
  }
  return VK_FORMAT_R32G32B32A32_SFLOAT;
}

Status Upload::create(const Picture& picture, VkExtent2D image_extent, bool is_mask) noexcept {
  extent_ = picture.extent;
  texel_bytes_ = is_mask ? 1 : kChannels * sample_bytes(picture.sample);
  const VkFormat format = is_mask ? VK_FORMAT_R8_UNORM : format_of(picture.sample);
  PHOTOPIC_TRY(create_image(device_.gpu(), image_, image_extent, format,
                            VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT));
  const VkDeviceSize size_bytes = texel_bytes_ * picture.extent.width * picture.extent.height;
  PHOTOPIC_TRY(staging_.create_mapped(size_bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT));
  auto* const texels = static_cast<std::byte*>(staging_.mapped());
  if (is_mask) {
    copy_mask(picture, texels);
  } else {
    copy_pixels(picture, texels);
  }
  return Status::ok;
}

void Upload::record(VkCommandBuffer commands) noexcept {
  const Gpu& gpu = device_.gpu();
  // Producer: none, the image is new. Consumer: the copy.
  layout_barrier(gpu, commands, image_.handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 kNothing, kTransferWrite);
  const std::uint32_t columns = image_.extent().width;
  VkBufferImageCopy copy = whole(extent_);
  copy.bufferRowLength = extent_.width;
  for (std::uint32_t x = 0; x < extent_.width; x += columns, copy.imageOffset.y += std::int32_t(extent_.height)) {
    copy.bufferOffset = texel_bytes_ * x;
    copy.imageExtent.width = std::min(columns, extent_.width - x);
    gpu.vk.vkCmdCopyBufferToImage(commands, staging_.handle(), image_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                                  &copy);
  }
  // Producer: the copy. Consumers: the passes that read the picture.
  layout_barrier(gpu, commands, image_.handle(), 0, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                 VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kTransferWrite, kComputeRead);
}

Status Download::create(VkExtent2D extent, Sample sample) noexcept {
  extent_ = extent;
  PHOTOPIC_TRY(create_image(device_.gpu(), image_, extent, format_of(sample),
                            VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT));
  return staging_.create_readback(VkDeviceSize{kChannels} * sample_bytes(sample) * extent.width * extent.height,
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

void Download::record_begin(VkCommandBuffer commands) noexcept {
  // Producer: none, the image is new. Consumer: the final pass, which writes it.
  layout_barrier(device_.gpu(), commands, image_.handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                 kNothing, kComputeWrite);
}

void Download::record_end(VkCommandBuffer commands) noexcept {
  const Gpu& gpu = device_.gpu();
  // Producer: the final pass. Consumer: the copy.
  layout_barrier(gpu, commands, image_.handle(), 0, 1, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                 kComputeWrite, kTransferRead);
  const VkBufferImageCopy copy = whole(extent_);
  device_.vk().vkCmdCopyImageToBuffer(commands, image_.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                      staging_.handle(), 1, &copy);
  // Producer: the copy. Consumer: the CPU, once the fence is signalled.
  memory_barrier(gpu, commands, kTransferWrite, kHostRead);
}

void Download::copy_to(const Picture& picture) const noexcept {
  const std::size_t bytes = sample_bytes(picture.sample);
  const auto* texels = static_cast<const std::byte*>(staging_.mapped());
  for (std::uint32_t y = 0; y < picture.extent.height; ++y) {
    std::byte* to = picture.samples + y * picture.row_bytes;
    if (picture.channels == kChannels) {
      std::memcpy(to, texels, kChannels * bytes * picture.extent.width);
      texels += kChannels * bytes * picture.extent.width;
      continue;
    }
    for (std::uint32_t x = 0; x < picture.extent.width; ++x, texels += kChannels * bytes, to += 3 * bytes) {
      std::memcpy(to, texels, 3 * bytes);
    }
  }
}

Status MapDownload::create(VkExtent2D extent) noexcept {
  return staging_.create_readback(sizeof(float) * VkDeviceSize{extent.width} * extent.height,
                                  VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

void MapDownload::record(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset_bytes,
                         VkDeviceSize size_bytes) noexcept {
  const Gpu& gpu = device_.gpu();
  // Producer: the pass that writes the map. Consumer: the copy.
  memory_barrier(gpu, commands, kComputeWrite, kTransferRead);
  const VkBufferCopy copy = {0, offset_bytes, size_bytes};
  gpu.vk.vkCmdCopyBuffer(commands, buffer, staging_.handle(), 1, &copy);
  // Producer: the copy. Consumer: the CPU, once the fence is signalled.
  memory_barrier(gpu, commands, kTransferWrite, kHostRead);
}

}  // namespace photopic
