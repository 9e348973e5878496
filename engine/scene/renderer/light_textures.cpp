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
std::vector<std::byte> bytes_of(const std::vector<Word>& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

Image upload_half(const Context& context, const std::vector<LinearLevel>& levels) {
  std::vector<std::vector<std::byte>> bytes;
  for (const LinearLevel& level : levels) {
    std::vector<std::uint64_t> texels;
    texels.reserve(level.texels.size());
    for (const glm::vec4& texel : level.texels) texels.push_back(half_texel(texel));
    bytes.push_back(bytes_of(texels));
  }
  Image image(context, {.extent = {levels[0].width, levels[0].height, 1},
                        .format = VK_FORMAT_R16G16B16A16_SFLOAT,
                        .usage = kSampled,
                        .levels = std::uint32_t(levels.size())});
  upload_levels(context, image, bytes);
  return image;
}

ImageInfo probes_info(const glm::uvec3& count) {
  return {.type = VK_IMAGE_VIEW_TYPE_3D,
          .extent = {3 * count.x, count.y, count.z},
          .format = VK_FORMAT_R32G32B32A32_UINT,
          .usage = kSampled};
}

ImageInfo distances_info(const glm::uvec3& count) {
  return {.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
          .extent = {count.x * SCENE_PROBE_TILE, count.y * SCENE_PROBE_TILE, 1},
          .format = VK_FORMAT_R16_SFLOAT,
          .usage = kSampled,
          .layers = count.z};
}

ImageInfo lamps_seen_info(const glm::uvec3& count) {
  return {.type = VK_IMAGE_VIEW_TYPE_3D,
          .extent = {count.x, count.y, count.z},
          .format = VK_FORMAT_R32_UINT,
          .usage = kSampled};
}

/// A layer per z, in which the tile of (x, y) stands at (x, y) * SCENE_PROBE_TILE.
std::vector<std::uint16_t> distance_texels(const LightTransport& transport) {
  constexpr std::size_t kTileSide = SCENE_PROBE_TILE;
  const ProbeGrid& grid = transport.grid();
  const std::size_t width = std::size_t(grid.count.x) * kTileSide;
  std::vector<std::uint16_t> texels(grid.size() * kTileSide * kTileSide);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const glm::ivec3 place = grid.place(i);
    const std::size_t first_row = std::size_t(place.z * grid.count.y + place.y) * kTileSide;
    for (std::size_t k = 0; k < kTileSide * kTileSide; ++k) {
      const std::size_t column = std::size_t(place.x) * kTileSide + k % kTileSide;
      texels[(first_row + k / kTileSide) * width + column] = glm::packHalf1x16(transport.tiles()[i][k]);
    }
  }
  return texels;
}

}  // namespace

EnvironmentTextures::EnvironmentTextures(const Context& context, const EnvironmentMaps& maps)
    : sky_(upload_half(context, maps.sky)), reflection_(upload_half(context, maps.reflection)) {}

ProbeTextures::ProbeTextures(const Context& context, const LightTransport& transport)
    : context_(&context),
      probes_(context, probes_info(glm::uvec3(transport.grid().count))),
      distances_(context, distances_info(glm::uvec3(transport.grid().count))),
      lamps_seen_(context, lamps_seen_info(glm::uvec3(transport.grid().count))),
      staging_(context, 6 * transport.grid().size() * sizeof(std::uint64_t),
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::device),
      grid_(transport.grid()),
      sky_visibility_(transport.sky_visibility()) {
  upload_levels(context, probes_, std::array{std::vector<std::byte>(std::size_t(staging_.size_bytes()))});
  upload_levels(context, distances_, std::array{bytes_of(distance_texels(transport))});
  upload_levels(context, lamps_seen_, std::array{bytes_of(transport.lamps_seen())});
}

void ProbeTextures::set_light(std::vector<ProbeLight> sky, std::vector<ProbeLight> sun, std::vector<ProbeLight> lamps) {
  sky_ = std::move(sky);
  sun_ = std::move(sun);
  lamps_ = std::move(lamps);
  recorded_.reset();
}

/// Side by side along x the axes, in a texel the positive and the negative side.
std::vector<std::uint64_t> ProbeTextures::scaled_texels(float sky_scale, float sun_scale) const {
  std::vector<std::uint64_t> texels(6 * grid_.size());
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    const glm::ivec3 place = grid_.place(i);
    for (std::size_t side = 0; side < 6; ++side) {
      const std::size_t x = std::size_t(place.x) + side / 2 * std::size_t(grid_.count.x);
      const std::size_t row = std::size_t(place.z) * std::size_t(grid_.count.y) + std::size_t(place.y);
      const glm::vec3 nits = sky_scale * sky_[i][side] + sun_scale * sun_[i][side] + lamps_[i][side];
      const std::size_t texel = row * 3 * std::size_t(grid_.count.x) + x;
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
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = probes_.info().extent;
  image_barrier(*context_, command_buffer, probes_.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kFragmentRead, kTransferWrite);
  context_->vk().vkCmdCopyBufferToImage(command_buffer, staging_.handle(), probes_.handle(),
                                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
  image_barrier(*context_, command_buffer, probes_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kTransferWrite, kFragmentRead);
}

}  // namespace engine
