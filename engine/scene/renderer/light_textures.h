// SPDX-License-Identifier: MIT
// Textures of the environment and the probes on the device.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_LIGHT_TEXTURES_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_LIGHT_TEXTURES_H

#include <optional>
#include <utility>
#include <vector>

#include "engine/scene/light/environment.h"
#include "engine/scene/light/light_transport.h"
#include "engine/transfer/memory.h"
#include "engine/transfer/uploads.h"

namespace engine {

/// rgba16f, all levels; SHADER_READ_ONLY_OPTIMAL.
class EnvironmentTextures {
 public:
  EnvironmentTextures() = default;
  EnvironmentTextures(const Context& context, const EnvironmentMaps& maps);

  const Image& sky() const { return sky_; }
  const Image& reflection() const { return reflection_; }

 private:
  Image sky_;
  Image reflection_;
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

  const Image& probes() const { return probes_; }
  const Image& distances() const { return distances_; }
  const Image& lamps_seen() const { return lamps_seen_; }

 private:
  std::vector<std::uint64_t> scaled_texels(float sky_scale, float sun_scale) const;
  void record_copy(VkCommandBuffer command_buffer) const;

  const Context* context_ = nullptr;
  Image probes_;
  Image distances_;
  Image lamps_seen_;
  Buffer staging_;
  ProbeLayout layout_;
  std::vector<Sides<float>> sky_visibility_;
  std::vector<ProbeLight> sky_;
  std::vector<ProbeLight> sun_;
  std::vector<ProbeLight> lamps_;
  std::optional<std::pair<float, float>> recorded_;
};

}  // namespace engine

#endif
