// SPDX-License-Identifier: MIT
// A virtual camera in an equirectangular panorama.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_PANORAMA_VIEW_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_PANORAMA_VIEW_H

#include <scene/interface.h>

#include "engine/compute_kernel.h"
#include "engine/device/device_object.h"
#include "engine/transfer/memory.h"

namespace engine {

class PanoramaView {
 public:
  PanoramaView(const Context& context, VkExtent2D extent);

  /// Renders into target(). Before: `panorama` in SHADER_READ_ONLY_OPTIMAL. After: target() in
  /// SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const Image& panorama, ::scene::PanoramaViewParams params) const;

  /// R16G16B16A16_SFLOAT.
  const Image& target() const { return target_; }

 private:
  const Context& context_;
  Image target_;
  Sampler sampler_;
  ComputeKernel kernel_;
};

}  // namespace engine

#endif
