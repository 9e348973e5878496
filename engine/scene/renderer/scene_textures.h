// SPDX-License-Identifier: MIT
// A scene's textures on the device.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_TEXTURES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_TEXTURES_H

#include <map>
#include <optional>
#include <utility>

#include "engine/device/device_object.h"
#include "engine/scene/mip_chain.h"
#include "engine/scene/scene.h"
#include "engine/transfer/uploads.h"

namespace engine {

/// With all levels: those of colours in an sRGB format, so that filtering is linear; an image that serves as both is
/// there twice.
class SceneTextures {
 public:
  /// Images that materials use, their levels worked out by all cores.
  SceneTextures(const Context& context, const Scene& scene);

  /// For a combined image sampler; without a texture: white. The texture is a material's of that scene.
  VkDescriptorImageInfo get(const Scene& scene, const std::optional<std::uint32_t>& texture, Encoding encoding);

 private:
  VkSampler sampler_of(const Texture& texture);

  const Context& context_;
  std::map<std::pair<std::uint32_t, Encoding>, Image> images_;
  std::map<std::uint32_t, Sampler> samplers_;
  Image white_;
};

struct SamplerInfo {
  VkFilter filter = VK_FILTER_LINEAR;
  VkFilter magnification = VK_FILTER_LINEAR;
  VkSamplerAddressMode wrap_u = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  VkSamplerAddressMode wrap_v = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  bool compares = false;  ///< 1 where the reference is less than or equal to the texel
};
Sampler make_sampler(const Context& context, const SamplerInfo& info);

}  // namespace engine

#endif
