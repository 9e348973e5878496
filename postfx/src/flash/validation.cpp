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

bool is_known(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_B8G8R8A8_SRGB:
      return true;
    default:
      return false;
  }
}

}  // namespace

Status validate(const Gpu& gpu, const FlashCreateInfo& info) noexcept {
  const bool is_decoded = info.format == VK_FORMAT_R8G8B8A8_SRGB || info.format == VK_FORMAT_B8G8R8A8_SRGB;
  Checker checker(gpu, "FlashAnalyser::create");
  checker.range("encoding", static_cast<double>(info.encoding), 0, kOutputEncodingCount - 1)
      .range("columns", info.columns, 1, PHOTOPIC_FLASH_MAX_SIDE)
      .range("rows", info.rows, 1, PHOTOPIC_FLASH_MAX_SIDE)
      .range("statistics_slots", info.statistics_slots, 1, kMaxSlots)
      .require(is_known(info.format), "format", "isn't one that pictures are shown in")
      .require(!is_decoded || encoding_of(info) == OutputEncoding::linear, "encoding",
               "of an _SRGB format must be linear: the device decodes it")
      .require((gpu.optimal_features(info.format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0, "format",
               "can't be sampled on this device", Status::unsupported);
  return checker.status();
}

Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const FlashFrame& frame,
                const FlashSettings& settings) noexcept {
  constexpr const char* kFunction = "FlashAnalyser::record";
  const Status status = photopic::validate(gpu, kFunction, command_buffer);
  if (status != Status::ok) return status;
  Checker checker(gpu, kFunction);
  checker.require(frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .require(frame.layout == VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL || frame.layout == VK_IMAGE_LAYOUT_GENERAL,
               "layout", "must be SHADER_READ_ONLY_OPTIMAL or GENERAL")
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
