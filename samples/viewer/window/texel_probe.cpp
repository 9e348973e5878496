// SPDX-License-Identifier: MIT
// Recording of the copies, and numbers of their bytes.
#include "viewer/window/texel_probe.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <glm/vec4.hpp>

#include "engine/transfer/commands.h"
#include "viewer/inspection/meter_weight.h"

namespace viewer {
namespace {

constexpr VkDeviceSize kPictureOffset = 16, kCurvesOffset = 32;
constexpr VkDeviceSize kNode_bytes = sizeof(float) * PHOTOPIC_LOCAL_NODE_WORDS;
constexpr VkDeviceSize kProbe_bytes = kCurvesOffset + 4 * kNode_bytes;
constexpr engine::Scope kTexelWrites = {
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
constexpr engine::Scope kTexelUses = {
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};

glm::vec3 halves(const std::byte* bytes) {
  std::uint16_t half[3];
  std::memcpy(half, bytes, sizeof half);
  return {glm::unpackHalf1x16(half[0]), glm::unpackHalf1x16(half[1]), glm::unpackHalf1x16(half[2])};
}

glm::vec3 numbers_of(VkFormat format, const std::byte* bytes) {
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) return halves(bytes);
  if (format == VK_FORMAT_R32G32B32A32_SFLOAT) {
    glm::vec3 numbers;
    std::memcpy(&numbers, bytes, sizeof numbers);
    return numbers;
  }
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint32_t bits = format == VK_FORMAT_R32_UINT ? 10 : 8, mask = (1u << bits) - 1u;
  return {word & mask, word >> bits & mask, word >> 2 * bits & mask};
}

/// EV at the texel, of the nodes at its tile's corners, by row.
float interpolated_ev(const std::byte* nodes, glm::ivec2 texel, float luminance) {
  constexpr auto kRange = float(PHOTOPIC_LOCAL_RANGE);
  // Zero, and what is no number, is as dark as can be.
  const float log2_luminance = luminance > 0.0f ? std::clamp(std::log2(luminance), -kRange, kRange) : -kRange;
  const float along = log2_luminance + kRange;
  const auto slice = std::size_t(std::min(along, float(PHOTOPIC_LOCAL_SLICES - 2)));
  const auto at_node = [&](std::size_t node) {
    float ends[2];
    std::memcpy(ends, nodes + node * kNode_bytes + slice * sizeof(float), sizeof ends);
    return std::lerp(ends[0], ends[1], along - float(slice));
  };
  const glm::vec2 place = (glm::vec2(texel % PHOTOPIC_LOCAL_TILE_SIDE) + 0.5f) / float(PHOTOPIC_LOCAL_TILE_SIDE);
  return std::lerp(std::lerp(at_node(0), at_node(1), place.x), std::lerp(at_node(2), at_node(3), place.x), place.y);
}

}  // namespace

TexelProbe::TexelProbe(const engine::Context& context) : context_(context) {
  for (Slot& slot : slots_) {
    slot.buffer = engine::Buffer(context, kProbe_bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback);
  }
}

void TexelProbe::record(VkCommandBuffer command_buffer, std::uint32_t slot, const engine::Image& scene,
                        float pre_exposure, const engine::Image& picture, glm::ivec2 texel) {
  Slot& to = slots_[slot];
  const auto copy = [&](const engine::Image& image, VkImageLayout layout, VkDeviceSize offset) {
    constexpr VkImageLayout kSource = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    engine::image_barrier(context_, command_buffer, image.handle(), layout, kSource, kTexelWrites,
                          engine::kTransferRead);
    const VkBufferImageCopy region = {.bufferOffset = offset,
                                      .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                      .imageOffset = {texel.x, texel.y, 0},
                                      .imageExtent = {1, 1, 1}};
    context_.vk().vkCmdCopyImageToBuffer(command_buffer, image.handle(), kSource, to.buffer.handle(), 1, &region);
    engine::image_barrier(context_, command_buffer, image.handle(), kSource, layout, engine::kTransferRead, kTexelUses);
  };
  copy(scene, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, 0);
  copy(picture, VK_IMAGE_LAYOUT_GENERAL, kPictureOffset);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
  to.texel = texel;
  to.has_curves = false;
  to.pre_exposure = pre_exposure;
  to.scene = scene.format();
  to.picture = picture.format();
}

void TexelProbe::record_local(VkCommandBuffer command_buffer, std::uint32_t slot, const photopic::PostProcess& post,
                              const std::array<double, 3>& weights) {
  Slot& to = slots_[slot];
  to.weights = weights;
  const glm::ivec2 node = *to.texel / PHOTOPIC_LOCAL_TILE_SIDE;
  const VkDeviceSize row_bytes = post.local_exposure_pitch() * kNode_bytes;
  const VkDeviceSize first =
      post.local_exposure_offset_bytes(0) + VkDeviceSize(node.y) * row_bytes + VkDeviceSize(node.x) * kNode_bytes;
  const VkBufferCopy rows[] = {{first, kCurvesOffset, 2 * kNode_bytes},
                               {first + row_bytes, kCurvesOffset + 2 * kNode_bytes, 2 * kNode_bytes}};
  engine::memory_barrier(context_, command_buffer, engine::kComputeWrite, engine::kTransferRead);
  context_.vk().vkCmdCopyBuffer(command_buffer, post.local_exposure_buffer(), to.buffer.handle(),
                                std::uint32_t(std::size(rows)), rows);
  engine::memory_barrier(context_, command_buffer, engine::kTransferRead, engine::kComputeWrite);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
  to.has_curves = true;
}

std::optional<TexelValues> TexelProbe::take(std::uint32_t slot) {
  Slot& from = slots_[slot];
  if (!from.texel) return std::nullopt;
  const auto bytes = from.buffer.mapped();
  const glm::vec3 stored = numbers_of(from.scene, bytes.data());
  constexpr float kLargestHalf = 65504.0f;
  TexelValues values = {.texel = *from.texel,
                        .scene = stored / from.pre_exposure,
                        .is_clipped = from.scene == VK_FORMAT_R16G16B16A16_SFLOAT &&
                                      std::max({stored.r, stored.g, stored.b}) >= kLargestHalf,
                        .display = numbers_of(from.picture, bytes.data() + kPictureOffset),
                        .local_ev = std::nullopt};
  if (from.has_curves) {
    const auto luminance = float(luminance_of(from.weights, values.scene));
    values.local_ev = interpolated_ev(bytes.data() + kCurvesOffset, values.texel, luminance);
  }
  from.texel.reset();
  return values;
}

}  // namespace viewer
