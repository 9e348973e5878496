// SPDX-License-Identifier: MIT
// Uploading of a scene's textures.
#include "engine/scene/renderer/scene_textures.h"

#include <algorithm>
#include <set>
#include <span>

#include "engine/scene/light/parallel.h"

namespace engine {
namespace {

VkSamplerAddressMode address_mode(TextureWrap wrap) {
  switch (wrap) {
    case TextureWrap::mirrored_repeat:
      return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case TextureWrap::clamp_to_edge:
      return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    default:
      return VK_SAMPLER_ADDRESS_MODE_REPEAT;
  }
}

using Chain = std::vector<std::uint8_t>;

Chain chain_of(const TextureImage& image, Encoding encoding) {
  return mip_chain(image.rgba, image.width, image.height, encoding);
}

Image make_image(const Context& context, const TextureImage& image, Encoding encoding, const Chain& chain) {
  const ImageInfo info = {.extent = {image.width, image.height, 1},
                          .format = encoding == Encoding::srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM,
                          .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                          .levels = level_count(image.width, image.height)};
  Image result(context, info);
  std::span<const std::byte> rest = std::as_bytes(std::span(chain));
  std::vector<std::span<const std::byte>> levels;
  for (std::uint32_t i = 0; i < info.levels; ++i) {
    const std::size_t size = 4 * std::size_t(std::max(image.width >> i, 1u)) * std::max(image.height >> i, 1u);
    levels.push_back(rest.first(size));
    rest = rest.subspan(size);
  }
  upload_levels(context, result, levels);
  return result;
}

Image make_white(const Context& context) {
  const TextureImage white = {.width = 1, .height = 1, .rgba = {255, 255, 255, 255}};
  return make_image(context, white, Encoding::linear, chain_of(white, Encoding::linear));
}

using Use = std::pair<std::uint32_t, Encoding>;

/// Images of materials, with what they serve as.
std::set<Use> uses_of(const Scene& scene) {
  std::set<Use> uses;
  const auto note = [&](const std::optional<std::uint32_t>& texture, Encoding encoding) {
    if (texture) uses.emplace(scene.textures[*texture].image, encoding);
  };
  for (const Material& material : scene.materials) {
    note(material.base_color_texture, Encoding::srgb);
    note(material.metallic_roughness_texture, Encoding::linear);
    note(material.normal_texture, Encoding::linear);
    note(material.occlusion_texture, Encoding::linear);
    note(material.emissive_texture, Encoding::srgb);
  }
  return uses;
}

}  // namespace

SceneTextures::SceneTextures(const Context& context, const Scene& scene)
    : context_(context), white_(make_white(context)) {
  const std::set<Use> uses = uses_of(scene);
  const std::vector<Use> all(uses.begin(), uses.end());
  // A few at a time: of large ones, not all are held twice.
  constexpr std::size_t kAtOnce = 16;
  for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
    std::vector<Chain> chains(std::min(kAtOnce, all.size() - first));
    const auto work_out = [&](std::size_t i) {
      const auto& [image, encoding] = all[first + i];
      chains[i] = chain_of(scene.images[image], encoding);
    };
    parallel_for(chains.size(), work_out, 1);
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const auto& [image, encoding] = all[first + i];
      images_.emplace(all[first + i], make_image(context, scene.images[image], encoding, chains[i]));
    }
  }
}

VkDescriptorImageInfo SceneTextures::get(const Scene& scene, const std::optional<std::uint32_t>& texture,
                                         Encoding encoding) {
  constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  if (!texture) return {sampler_of({}), white_.view(), kLayout};
  const Texture& chosen = scene.textures[*texture];
  return {sampler_of(chosen), images_.at({chosen.image, encoding}).view(), kLayout};
}

VkSampler SceneTextures::sampler_of(const Texture& texture) {
  const std::uint32_t key =
      std::uint32_t(texture.wrap_u) | std::uint32_t(texture.wrap_v) << 2 | (texture.is_nearest ? 16u : 0u);
  auto entry = samplers_.find(key);
  if (entry == samplers_.end()) {
    const SamplerInfo info = {.magnification = texture.is_nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR,
                              .wrap_u = address_mode(texture.wrap_u),
                              .wrap_v = address_mode(texture.wrap_v)};
    entry = samplers_.emplace(key, make_sampler(context_, info)).first;
  }
  return entry->second.get();
}

Sampler make_sampler(const Context& context, const SamplerInfo& info) {
  const VkSamplerCreateInfo sampler_info = {
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
      .magFilter = info.magnification,
      .minFilter = info.filter,
      .mipmapMode = info.filter == VK_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST,
      .addressModeU = info.wrap_u,
      .addressModeV = info.wrap_v,
      .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
      .compareEnable = info.compares,
      .compareOp = VK_COMPARE_OP_LESS_OR_EQUAL,
      .maxLod = VK_LOD_CLAMP_NONE};
  return {context, sampler_info};
}

}  // namespace engine
