// SPDX-License-Identifier: MIT
// A virtual camera in an equirectangular panorama.
#ifndef PHOTOPIC_SAMPLES_CLI_PANORAMA_VIEW_H
#define PHOTOPIC_SAMPLES_CLI_PANORAMA_VIEW_H

#include <scene/interface.h>

#include "engine/memory.h"

namespace cli {

class PanoramaView {
 public:
  PanoramaView(const engine::Context& context, VkExtent2D extent);
  ~PanoramaView();
  PanoramaView(const PanoramaView&) = delete;
  PanoramaView& operator=(const PanoramaView&) = delete;

  /// Renders into target(). Before: `panorama` in SHADER_READ_ONLY_OPTIMAL. After: target() in
  /// SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER / SHADER_READ.
  void record(VkCommandBuffer command_buffer, const engine::Image& panorama, scene::PanoramaViewParams params) const;

  /// R16G16B16A16_SFLOAT.
  const engine::Image& target() const { return target_; }

 private:
  explicit PanoramaView(const engine::Context& context) : context_(context) {}

  const engine::Context& context_;
  engine::Image target_;
  VkSampler sampler_ = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

}  // namespace cli

#endif
