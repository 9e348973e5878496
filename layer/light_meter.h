// SPDX-License-Identifier: MIT
// The module's meter of content light, run on the frames of a program.
#ifndef PHOTOPIC_LAYER_LIGHT_METER_H
#define PHOTOPIC_LAYER_LIGHT_METER_H

#include <photopic/content_light_meter.h>

#include "layer/objects.h"

namespace layer {

/// kLightTool: the module's meter of finished pictures.
class LightMeter {
 public:
  /// `reason`: where the module writes why a call of it fails.
  LightMeter(const photopic::DisplaySettings& display, const Reason& reason) : display_(display), reason_(reason) {}

  /// `format` and `encoding`: of pictures.
  photopic::Status create(const photopic::Device& lent, VkFormat format, photopic::OutputEncoding encoding);
  /// `picture` is in SHADER_READ_ONLY_OPTIMAL, visible to compute shaders. The frame before is done.
  Outcome record(VkCommandBuffer commands, VkImageView picture, VkExtent2D extent, std::uint64_t frame);
  /// Report::Kind::lit of the recorded frame, which is done. `report` has the window.
  Outcome send(Channel& channel, Report report);

 private:
  photopic::DisplaySettings display_;
  const Reason& reason_;
  photopic::ContentLightMeter meter_;
  std::uint64_t frame_ = 0;
};

}  // namespace layer

#endif
