// SPDX-License-Identifier: MIT
// Parts of the meter of content light: parameters, results from words, checks of arguments.
#ifndef PHOTOPIC_SRC_CONTENT_LIGHT_CONTENT_LIGHT_H
#define PHOTOPIC_SRC_CONTENT_LIGHT_CONTENT_LIGHT_H

#include <content_light/interface.h>
#include <photopic/content_light_meter.h>

#include "gpu/host/gpu.h"

namespace photopic::content_light {

/// But for the object.
gpu::ContentLightParams params_of(const ContentLightCreateInfo& info, const ContentLightFrame& frame,
                                  bool is_cpu) noexcept;

ContentLightStatistics statistics_of(const gpu::ContentLightResult& result) noexcept;

Status validate(const Gpu& gpu, const ContentLightCreateInfo& info) noexcept;
Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const ContentLightFrame& frame) noexcept;

}  // namespace photopic::content_light

#endif
