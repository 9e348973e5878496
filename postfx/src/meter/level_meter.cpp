// SPDX-License-Identifier: MIT
// Level image and counters of a meter, and the pass that writes level 0.
#include "meter/level_meter.h"

#include "display/display.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"

namespace photopic {

Status LevelMeter::create(VkFormat format, VkFormatFeatureFlags features) noexcept {
  format_ = format;
  const VkFormatFeatureFlags has = gpu_.optimal_features(format);
  const char* name = format == VK_FORMAT_R32_SFLOAT ? "R32_SFLOAT" : "R16_SFLOAT";
  if (format == VK_FORMAT_R16_SFLOAT && !gpu_.device.shader_storage_image_extended_formats) {
    return report(gpu_.device, Status::unsupported,
                  "create: level_format = r16f: needs the feature shaderStorageImageExtendedFormats");
  }
  struct Need {
    VkFormatFeatureFlags features;
    const char* what;
  };
  constexpr VkFormatFeatureFlags kBlit = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
  const Need needs[] = {{VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, "be a storage image"},
                        {features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT, "be filtered linearly"},
                        {features & kBlit, "be blitted"}};
  for (const Need& need : needs) {
    if ((has & need.features) == need.features) continue;
    return report(gpu_.device, Status::unsupported, "create: %s can't %s on this device", name, need.what);
  }
  return stats_.create_zeroed(sizeof(gpu::MeterStats),
                              VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              sizeof(gpu::MeterStats));
}

Status LevelMeter::create_log_luminance(const PassDesc& pass, bool converts_input) noexcept {
  const Status status = log_luminance_.create(pass);
  const Specialization constants[] = {{PHOTOPIC_SPEC_CONVERT_INPUT, converts_input ? 1u : 0u}};
  return status == Status::ok ? log_luminance_.add_variant(0, constants) : status;
}

Status LevelMeter::make_sized(VkExtent2D max_extent, std::uint32_t first_level,
                              VkImageUsageFlags extra_usage) noexcept {
  // TRANSFER_SRC lets hosts copy levels out for debug views.
  const VkImageUsageFlags usage =
      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | extra_usage;
  return levels_.make([&](Levels& levels) {
    levels.first_level = first_level;
    levels.max_extent = max_extent;
    return levels.image.create(mip_extent(max_extent, first_level), format_, usage);
  });
}

void LevelMeter::record_begin(VkCommandBuffer command_buffer) const noexcept {
  if (!stats_.is_zeroed()) {
    // Producer: the last adapt. Consumer: the fill. Then: producer: the fill. Consumer: the first pass's atomics.
    memory_barrier(gpu_, command_buffer, kComputeReadWrite, kTransferWrite);
    gpu_.vk.vkCmdFillBuffer(command_buffer, stats_.handle(), 0, sizeof(gpu::MeterStats), 0);
    memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
  }
  // The level image's last readers (an earlier frame's passes, or the host's copies of it) come before its first
  // writer.
  layout_barrier(gpu_, command_buffer, levels_->image.handle(), 0, levels_->image.level_count(),
                 VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, kComputeReadWrite | kTransferRead | kTransferWrite,
                 kComputeWrite);
}

void LevelMeter::record_log_luminance(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                                      const MeterSettings& settings, const InputSettings& input) const noexcept {
  const std::array<float, 3> row = luminance_row(input);
  const gpu::LogLuminanceParams params = {.origin_x = static_cast<std::uint32_t>(region.offset.x),
                                          .origin_y = static_cast<std::uint32_t>(region.offset.y),
                                          .width = region.extent.width,
                                          .height = region.extent.height,
                                          .min_log2 = settings.min_log2_luminance,
                                          .max_log2 = settings.max_log2_luminance,
                                          .luminance_of_red = row[0],
                                          .luminance_of_green = row[1],
                                          .luminance_of_blue = row[2]};
  const Binding bindings[] = {hdr, image_binding(level(0), VK_IMAGE_LAYOUT_GENERAL), stats()};
  log_luminance_.dispatch(command_buffer, 0, divide_up(region.extent, PHOTOPIC_LOG_LUMINANCE_TILE_SIDE), params,
                          bindings);
}

}  // namespace photopic
