// SPDX-License-Identifier: MIT
// The meter of content light on a program's frames.
#include "layer/light_meter.h"

#include "layer/lent_device.h"

namespace layer {

photopic::Status LightMeter::create(const photopic::Device& lent, VkFormat format, photopic::OutputEncoding encoding) {
  const photopic::ContentLightCreateInfo info = {.format = format, .encoding = encoding};
  return photopic::ContentLightMeter::create(lent, info, &meter_);
}

Outcome LightMeter::record(VkCommandBuffer commands, VkImageView picture, VkExtent2D extent, std::uint64_t frame) {
  frame_ = frame;
  const photopic::ContentLightFrame light = {.ldr = picture,
                                             .extent = extent,
                                             .number = frame,
                                             .paper_white_nits = display_.paper_white_nits,
                                             .scrgb_reference_nits = display_.scrgb_reference_nits};
  if (meter_.record(commands, light) == photopic::Status::ok) return {};
  return failure_of("ContentLightMeter::record", reason_);
}

Outcome LightMeter::send(Channel& channel, Report report) {
  report.kind = Report::Kind::lit;
  report.frame = frame_;
  if (!meter_.statistics(&report.content_light) || report.content_light.number != frame_) {
    return failure_of("ContentLightMeter::statistics", reason_);
  }
  channel.send(report);
  return {};
}

}  // namespace layer
