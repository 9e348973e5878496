// SPDX-License-Identifier: MIT
// Textures of the environment and the probes on the device.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_LIGHT_TEXTURES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_LIGHT_TEXTURES_H

#include <optional>
#include <utility>
#include <vector>

#include "engine/memory.h"
#include "engine/scene/light/environment.h"
#include "engine/scene/light/light_transport.h"
#include "engine/scene/renderer/layered_image.h"

namespace engine {

/// rgba16f, all levels; SHADER_READ_ONLY_OPTIMAL.
class EnvironmentTextures {
 public:
  EnvironmentTextures() = default;
  EnvironmentTextures(const Context& context, const EnvironmentMaps& maps);

  const LayeredImage& sky() const { return sky_; }
  const LayeredImage& reflection() const { return reflection_; }

 private:
  LayeredImage sky_;
  LayeredImage reflection_;
};

/// SCENE_FRAME_PROBES, SCENE_FRAME_PROBE_DISTANCES and SCENE_FRAME_PROBE_LAMPS; SHADER_READ_ONLY_OPTIMAL between
/// commands.
class ProbeTextures {
 public:
  ProbeTextures() = default;
  ProbeTextures(const Context& context, const LightTransport& transport);

  /// Light that surfaces reflect at scale 1, by probe.
  void set_light(std::vector<ProbeLight> sky, std::vector<ProbeLight> sun, std::vector<ProbeLight> lamps);
  /// Brings the probes' light to these scales, if it isn't yet, in the order of submission. Outside a render pass;
  /// after and before reads at FRAGMENT_SHADER.
  void record_scales(VkCommandBuffer command_buffer, float sky_scale, float sun_scale);

  const LayeredImage& probes() const { return probes_; }
  const LayeredImage& distances() const { return distances_; }
  const LayeredImage& lamps_seen() const { return lamps_seen_; }

 private:
  std::vector<std::uint64_t> scaled_texels(float sky_scale, float sun_scale) const;
  void record_copy(VkCommandBuffer command_buffer) const;

  const Context* context_ = nullptr;
  LayeredImage probes_;
  LayeredImage distances_;
  LayeredImage lamps_seen_;
  Buffer staging_;
  ProbeGrid grid_;
  std::vector<Sides<float>> sky_visibility_;
  std::vector<ProbeLight> sky_;
  std::vector<ProbeLight> sun_;
  std::vector<ProbeLight> lamps_;
  std::optional<std::pair<float, float>> recorded_;
};

}  // namespace engine

#endif
