// SPDX-License-Identifier: MIT
// HDR images made on the device, texel by texel.
#include "bench/methods/hdr_image.h"

#include <spirv/bench_produce_b10g11r11f.h>
#include <spirv/bench_produce_rgba16f.h>
#include <spirv/bench_produce_rgba32f.h>

#include <cmath>
#include <cstring>
#include <string>

#include "bench/methods/small_float.h"
#include "engine/transfer/image_transfer.h"

namespace bench {
namespace {

constexpr float kGradient_stops = 8.0f;

struct Rgb {
  float r, g, b;
};

/// Between 2^-6 and 2^6.
Rgb texel_at(std::uint32_t x, std::uint32_t y, VkExtent2D extent) {
  const std::uint32_t bits = hash(y << 16 ^ x);
  const float noise_stops = float(bits & 0xffffu) * (2.0f / 65535.0f) - 1.0f;
  const float position = 0.5f * (float(x) / float(extent.width) + float(y) / float(extent.height));
  const float value = std::exp2(kGradient_stops * (position - 0.5f) + noise_stops);
  // Five bits of the hash for each channel: 0.5 to 1.5.
  const auto tint = [&](int shift) { return 0.5f + float(bits >> shift & 31u) / 31.0f; };
  return {value * tint(16), value * tint(21), value * tint(26)};
}

template <class Value>
void store(const Value& value, std::byte* texel) {
  std::memcpy(texel, &value, sizeof value);
}

void encode(VkFormat format, Rgb color, std::byte* texel) {
  constexpr std::uint16_t kHalfOne = 0x3c00;
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
    const auto half = [](float value) { return std::uint16_t(pack_small_float(value, 10)); };
    const std::uint16_t channels[] = {half(color.r), half(color.g), half(color.b), kHalfOne};
    store(channels, texel);
  } else if (format == VK_FORMAT_R32G32B32A32_SFLOAT) {
    const float channels[] = {color.r, color.g, color.b, 1.0f};
    store(channels, texel);
  } else {
    // Red in the lowest 11 bits, then green, then blue in the highest 10.
    store(pack_small_float(color.r, 6) | pack_small_float(color.g, 6) << 11 | pack_small_float(color.b, 5) << 22,
          texel);
  }
}

VkFormatFeatureFlags features_of(const engine::Context& context, VkFormat format) {
  VkFormatProperties properties;
  context.vk().vkGetPhysicalDeviceFormatProperties(context.physical_device(), format, &properties);
  return properties.optimalTilingFeatures;
}

std::span<const std::uint32_t> produce_spirv(VkFormat format) {
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) return photopic::spirv::bench_produce_rgba16f;
  if (format == VK_FORMAT_R32G32B32A32_SFLOAT) return photopic::spirv::bench_produce_rgba32f;
  return photopic::spirv::bench_produce_b10g11r11f;
}

bool can_store(engine::Context& context, VkFormat format) {
  if ((features_of(context, format) & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) == 0) return false;
  // B10G11R11 is one of the extended formats, which a shader may name only with this feature.
  return format != VK_FORMAT_B10G11R11_UFLOAT_PACK32 || context.lend().shader_storage_image_extended_formats;
}

}  // namespace

std::uint32_t hash(std::uint32_t bits) {
  bits = (bits ^ bits >> 16) * 0x7feb352du;
  bits = (bits ^ bits >> 15) * 0x846ca68bu;
  return bits ^ bits >> 16;
}

engine::Image make_hdr_image(const engine::Context& context, HdrFormat format, VkExtent2D extent) {
  if ((features_of(context, format.format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) == 0) {
    throw engine::Error(std::string("the device can't sample ") + format.name);
  }
  engine::Image image(context, extent, format.format,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    const std::size_t texel_bytes = engine::texel_bytes(format.format);
    for (std::uint32_t y = first_row; y < first_row + row_count; ++y) {
      for (std::uint32_t x = 0; x < extent.width; ++x, rows += texel_bytes) {
        encode(format.format, texel_at(x, y, extent), rows);
      }
    }
  });
  return image;
}

Producer::Producer(engine::Context& context, HdrFormat format) : context_(context), format_(format.format) {
  if (!can_store(context, format_)) return;
  kernel_.emplace(context, produce_spirv(format_),
                  std::vector<VkDescriptorType>{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE});
}

engine::Image Producer::make_target(VkExtent2D extent) const {
  const VkImageUsageFlags way = is_copy() ? VK_IMAGE_USAGE_TRANSFER_DST_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
  return {context_, extent, format_, VK_IMAGE_USAGE_SAMPLED_BIT | way};
}

void Producer::record(VkCommandBuffer command_buffer, const engine::Image& source, const engine::Image& target) const {
  if (is_copy()) return record_copy(command_buffer, source, target);
  engine::image_barrier(context_, command_buffer, target.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                        engine::kComputeRead, engine::kComputeWrite);
  constexpr std::uint32_t kSide = BENCH_PRODUCE_GROUP_SIDE;
  const VkExtent2D extent = target.extent();
  kernel_->dispatch(command_buffer, {sampled(source), storage(target)}, nullptr,
                    {(extent.width + kSide - 1) / kSide, (extent.height + kSide - 1) / kSide});
  engine::image_barrier(context_, command_buffer, target.handle(), VK_IMAGE_LAYOUT_GENERAL,
                        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kComputeWrite, engine::kComputeRead);
}

void Producer::record_copy(VkCommandBuffer command_buffer, const engine::Image& source,
                           const engine::Image& target) const {
  engine::image_barrier(context_, command_buffer, source.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                        VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, engine::kComputeRead, engine::kTransferRead);
  engine::image_barrier(context_, command_buffer, target.handle(), VK_IMAGE_LAYOUT_UNDEFINED,
                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kComputeRead, engine::kTransferWrite);
  const VkImageCopy copy = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                            .extent = {target.extent().width, target.extent().height, 1}};
  context_.vk().vkCmdCopyImage(command_buffer, source.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target.handle(),
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  engine::image_barrier(context_, command_buffer, source.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kTransferRead, engine::kComputeRead);
  engine::image_barrier(context_, command_buffer, target.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kTransferWrite, engine::kComputeRead);
}

}  // namespace bench
