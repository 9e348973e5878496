// SPDX-License-Identifier: MIT
// Textures of the environment and the probes.
#include "engine/scene/renderer/light_textures.h"

#include <algorithm>
#include <array>
#include <glm/common.hpp>
#include <glm/gtc/packing.hpp>
#include <span>

#include "engine/transfer/commands.h"

namespace engine {
namespace {

constexpr VkImageUsageFlags kSampled = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
constexpr Scope kFragmentRead = {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};

std::uint64_t half_texel(const glm::vec4& value) {
  constexpr float kMax = SCENE_MAX_NITS;
  return glm::packHalf4x16(glm::clamp(value, -kMax, kMax));
}

template <typename Word>
void upload_words(const Context& context, const Image& image, const std::vector<Word>& words) {
  upload_levels(context, image, std::array{std::as_bytes(std::span(words))});
}

Image upload_half(const Context& context, const std::vector<LinearLevel>& levels) {
  std::vector<std::vector<std::uint64_t>> halves;
  std::vector<std::span<const std::byte>> bytes;
  for (const LinearLevel& level : levels) {
    std::vector<std::uint64_t>& texels = halves.emplace_back();
    texels.reserve(level.texels.size());
    for (const glm::vec4& texel : level.texels) texels.push_back(half_texel(texel));
    bytes.push_back(std::as_bytes(std::span(texels)));
  }
  Image image(context, {.extent = {levels[0].width, levels[0].height, 1},
                        .format = VK_FORMAT_R16G16B16A16_SFLOAT,
                        .usage = kSampled,
                        .levels = std::uint32_t(levels.size())});
  upload_levels(context, image, bytes);
  return image;
}

ImageInfo probes_info(const glm::uvec3& size) {
  return {.type = VK_IMAGE_VIEW_TYPE_3D,
          .extent = {3 * size.x, size.y, size.z},
          .format = VK_FORMAT_R32G32B32A32_UINT,
          .usage = kSampled};
}

ImageInfo distances_info(const glm::uvec3& size) {
  return {.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
          .extent = {size.x * SCENE_PROBE_TILE, size.y * SCENE_PROBE_TILE, 1},
          .format = VK_FORMAT_R16_SFLOAT,
          .usage = kSampled,
          .layers = size.z};
}

ImageInfo lamps_info(const glm::uvec3& size) {
  return {.type = VK_IMAGE_VIEW_TYPE_3D,
          .extent = {2 * size.x, size.y, size.z},
          .format = VK_FORMAT_R32G32B32A32_UINT,
          .usage = kSampled};
}

/// Of a texture with that many texels a row and rows a layer.
std::size_t texel_index(const glm::ivec3& texel, const glm::ivec3& size) {
  return std::size_t(texel.x) + std::size_t(size.x) * std::size_t(texel.y + size.y * texel.z);
}

/// A layer per z, in which the tile of (x, y) stands at (x, y) * SCENE_PROBE_TILE.
std::vector<std::uint16_t> distance_texels(const LightTransport& transport) {
  constexpr std::size_t kTileSide = SCENE_PROBE_TILE;
  const ProbeLayout& layout = transport.layout();
  const glm::ivec3 size = layout.texture_size();
  const std::size_t width = std::size_t(size.x) * kTileSide;
  std::vector<std::uint16_t> texels(width * std::size_t(size.y * size.z) * kTileSide);
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const glm::ivec3 place = layout.texel(i);
    const std::size_t first_row = std::size_t(place.z * size.y + place.y) * kTileSide;
    const std::uint16_t* const tile = transport.tiles()[i].data();
    for (std::size_t row = 0; row < kTileSide; ++row) {
      std::copy_n(tile + row * kTileSide, kTileSide,
                  texels.data() + (first_row + row) * width + std::size_t(place.x) * kTileSide);
    }
  }
  return texels;
}

/// Left the lamps that probes and their neighbours see, right the texels of cells' finer probes.
std::vector<glm::uvec4> lamp_texels(const LightTransport& transport) {
  const ProbeLayout& layout = transport.layout();
  const glm::ivec3 size = layout.texture_size(), both = {2 * size.x, size.y, size.z};
  std::vector<glm::uvec4> texels(std::size_t(both.x) * std::size_t(both.y * both.z), glm::uvec4(0));
  for (std::size_t i = 0; i < layout.size(); ++i) {
    for (int k = 0; k < 4; ++k) {
      const glm::ivec3 at = layout.texel(i) - glm::ivec3(k & 1, k >> 1, 0);
      if (at.x >= 0 && at.y >= 0) texels[texel_index(at, both)][k] = transport.lamps_seen()[i];
    }
  }
  for (const glm::ivec3& cell : layout.fine_cells()) {
    const glm::uvec3 first(layout.texel(layout.fine_part(cell)->first));
    texels[texel_index(cell + glm::ivec3(size.x, 0, 0), both)].x = 1u + (first.x | first.y << 8 | first.z << 16);
  }
  return texels;
}

}  // namespace

EnvironmentTextures::EnvironmentTextures(const Context& context, const EnvironmentMaps& maps)
    : sky_(upload_half(context, maps.sky)), reflection_(upload_half(context, maps.reflection)) {}

ProbeTextures::ProbeTextures(const Context& context, const LightTransport& transport)
    : context_(&context),
      probes_(context, probes_info(glm::uvec3(transport.layout().texture_size()))),
      distances_(context, distances_info(glm::uvec3(transport.layout().texture_size()))),
      lamps_seen_(context, lamps_info(glm::uvec3(transport.layout().texture_size()))),
      layout_(transport.layout()),
      sky_visibility_(transport.sky_visibility()) {
  const glm::ivec3 size = layout_.texture_size();
  const std::size_t bytes = 6 * std::size_t(size.x) * std::size_t(size.y * size.z) * sizeof(std::uint64_t);
  staging_ =
      Buffer(context, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::device);
  upload_words(context, probes_, std::vector<std::byte>(bytes));
  upload_words(context, distances_, distance_texels(transport));
  upload_words(context, lamps_seen_, lamp_texels(transport));
}

void ProbeTextures::set_light(std::vector<ProbeLight> sky, std::vector<ProbeLight> sun, std::vector<ProbeLight> lamps) {
  sky_ = std::move(sky);
  sun_ = std::move(sun);
  lamps_ = std::move(lamps);
  recorded_.reset();
}

/// Side by side along x the axes, in a texel the positive and the negative side.
std::vector<std::uint64_t> ProbeTextures::scaled_texels(float sky_scale, float sun_scale) const {
  const glm::ivec3 size = layout_.texture_size(), axes = {3 * size.x, size.y, size.z};
  std::vector<std::uint64_t> texels(2 * std::size_t(axes.x) * std::size_t(axes.y * axes.z));
  for (std::size_t i = 0; i < layout_.size(); ++i) {
    const glm::ivec3 place = layout_.texel(i);
    for (std::size_t side = 0; side < 6; ++side) {
      const glm::vec3 nits = sky_scale * sky_[i][side] + sun_scale * sun_[i][side] + lamps_[i][side];
      const std::size_t texel = texel_index(place + glm::ivec3(int(side) / 2 * size.x, 0, 0), axes);
      texels[2 * texel + side % 2] = half_texel({nits, sky_visibility_[i][side]});
    }
  }
  return texels;
}

void ProbeTextures::record_scales(VkCommandBuffer command_buffer, float sky_scale, float sun_scale) {
  const std::pair scales(sky_scale, sun_scale);
  if (recorded_ == scales) return;
  const std::vector<std::uint64_t> texels = scaled_texels(sky_scale, sun_scale);
  const VkDeviceSize size = texels.size() * sizeof texels[0];
  // In the command buffer itself: frames in flight may still copy the last ones.
  constexpr VkDeviceSize kMaxUpdate = 65536;
  memory_barrier(*context_, command_buffer, kTransferRead, kTransferWrite);
  for (VkDeviceSize offset = 0; offset < size; offset += kMaxUpdate) {
    context_->vk().vkCmdUpdateBuffer(command_buffer, staging_.handle(), offset, std::min(kMaxUpdate, size - offset),
                                     reinterpret_cast<const std::byte*>(texels.data()) + offset);
  }
  memory_barrier(*context_, command_buffer, kTransferWrite, kTransferRead);
  record_copy(command_buffer);
  recorded_ = scales;
}

void ProbeTextures::record_copy(VkCommandBuffer command_buffer) const {
  const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                  .imageExtent = probes_.info().extent};
  image_barrier(*context_, command_buffer, probes_.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kFragmentRead, kTransferWrite);
  context_->vk().vkCmdCopyBufferToImage(command_buffer, staging_.handle(), probes_.handle(),
                                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  image_barrier(*context_, command_buffer, probes_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kTransferWrite, kFragmentRead);
}

}  // namespace engine
