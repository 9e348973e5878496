// SPDX-License-Identifier: MIT
// Argument checks of FlashAnalyser.
#include "settings/validation.h"

#include "flash/flash.h"
#include "gpu/host/checker.h"

namespace photopic::flash {
namespace {

constexpr double kMaxSlots = 64;
constexpr double kMaxWhiteCdM2 = 10000;    // ST 2084's
constexpr double kMaxPictureSide = 65535;  // times 256 cells fits 32 bits

}  // namespace

Status validate(const Gpu& gpu, const FlashCreateInfo& info) noexcept {
  Checker checker(gpu, "FlashAnalyser::create");
  checker.range("encoding", static_cast<double>(info.encoding), 0, kOutputEncodingCount - 1)
      .range("columns", info.columns, 1, PHOTOPIC_FLASH_MAX_SIDE)
      .range("rows", info.rows, 1, PHOTOPIC_FLASH_MAX_SIDE)
      .range("statistics_slots", info.statistics_slots, 1, kMaxSlots)
      .stored(info.format, info.encoding);
  return checker.status();
}

Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const FlashFrame& frame,
                const FlashSettings& settings) noexcept {
  constexpr const char* kFunction = "FlashAnalyser::record";
  const Status status = photopic::validate(gpu, kFunction, command_buffer);
  if (status != Status::ok) return status;
  Checker checker(gpu, kFunction);
  checker.require(frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .layout("layout", frame.layout)
      .range("extent.width", frame.extent.width, 1, kMaxPictureSide)
      .range("extent.height", frame.extent.height, 1, kMaxPictureSide)
      .range("profile", static_cast<double>(settings.profile), 0, static_cast<double>(FlashProfile::bt1702))
      .range("white_cd_m2", static_cast<double>(settings.white_cd_m2), 1, kMaxWhiteCdM2);
  if (settings.cd_m2_per_unit != 0.0f) {
    checker.range("cd_m2_per_unit", static_cast<double>(settings.cd_m2_per_unit), 0.001, kMaxWhiteCdM2);
  }
  return checker.status();
}

}  // namespace photopic::flash
