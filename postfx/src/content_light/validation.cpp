// SPDX-License-Identifier: MIT
// Argument checks of ContentLightMeter.
#include "settings/validation.h"

#include "content_light/content_light.h"
#include "gpu/host/checker.h"

namespace photopic::content_light {
namespace {

constexpr double kMaxSlots = 64;
constexpr double kMaxSide = 32768;  // 2^30 texels: numbers of them fit 32 bits

}  // namespace

Status validate(const Gpu& gpu, const ContentLightCreateInfo& info) noexcept {
  Checker checker(gpu, "ContentLightMeter::create");
  checker.range("statistics_slots", info.statistics_slots, 1, kMaxSlots).stored(info.format, info.encoding);
  return checker.status();
}

Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const ContentLightFrame& frame) noexcept {
  constexpr const char* kFunction = "ContentLightMeter::record";
  PHOTOPIC_TRY(photopic::validate(gpu, kFunction, command_buffer));
  Checker checker(gpu, kFunction);
  checker.require(frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .layout("layout", frame.layout)
      .range("extent.width", frame.extent.width, 1, kMaxSide)
      .range("extent.height", frame.extent.height, 1, kMaxSide)
      .range("paper_white_nits", static_cast<double>(frame.paper_white_nits), 1, PHOTOPIC_CONTENT_LIGHT_MAX_NITS)
      .range("scrgb_reference_nits", static_cast<double>(frame.scrgb_reference_nits), 1,
             PHOTOPIC_CONTENT_LIGHT_MAX_NITS);
  return checker.status();
}

}  // namespace photopic::content_light
