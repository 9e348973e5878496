// SPDX-License-Identifier: MIT
#include "meter/pyramid.h"

#include <algorithm>
#include <new>

#include "gpu/barriers.h"
#include "gpu/compute_pass.h"
#include "gpu/extent.h"
#include "gpu/report.h"
#include "meter/passes.h"
#include "naive/passes.h"

namespace photopic {
namespace {

VkFormat level_format(const CreateInfo& info) {
  return info.level_format == LevelFormat::r32f ? VK_FORMAT_R32_SFLOAT : VK_FORMAT_R16_SFLOAT;
}

std::uint32_t block_side(const CreateInfo& info) {
  return info.workgroup_side * PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE;
}

VkExtent2D groups_for(VkExtent2D texels, std::uint32_t texels_per_group_side) {
  return {(texels.width + texels_per_group_side - 1) / texels_per_group_side,
          (texels.height + texels_per_group_side - 1) / texels_per_group_side};
}

VkImageBlit blit_region(VkExtent2D source, std::uint32_t source_level, VkExtent2D target, std::uint32_t target_level) {
  VkImageBlit blit = {};
  blit.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, source_level, 0, 1};
  blit.srcOffsets[1] = {static_cast<std::int32_t>(source.width), static_cast<std::int32_t>(source.height), 1};
  blit.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, target_level, 0, 1};
  blit.dstOffsets[1] = {static_cast<std::int32_t>(target.width), static_cast<std::int32_t>(target.height), 1};
  return blit;
}

std::uint32_t even_below(std::uint32_t side) { return side > 1 ? side & ~1u : side; }

}  // namespace

Status Meter::check_formats() const noexcept {
  const VkFormatFeatureFlags features = gpu_.optimal_features(level_format(info_));
  const char* name = info_.level_format == LevelFormat::r32f ? "R32_SFLOAT" : "R16_SFLOAT";
  if (info_.level_format == LevelFormat::r16f && !gpu_.device.enabled.shader_storage_image_extended_formats) {
    return report(gpu_.device, Status::unsupported,
                  "create: level_format = r16f: needs the feature shaderStorageImageExtendedFormats");
  }
  if ((features & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) == 0) {
    return report(gpu_.device, Status::unsupported, "create: %s can't be a storage image on this device", name);
  }
  const bool is_filtered = info_.meter_method != MeterMethod::pyramid || info_.pyramid_tap == PyramidTap::linear;
  if (is_filtered && (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) == 0) {
    return report(gpu_.device, Status::unsupported, "create: %s can't be filtered linearly on this device", name);
  }
  if (info_.meter_method == MeterMethod::pyramid) return Status::ok;
  const VkFormatFeatureFlags blit = VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
  if ((features & blit) != blit) {
    return report(gpu_.device, Status::unsupported, "create: %s can't be blitted on this device", name);
  }
  if ((gpu_.queue_flags & VK_QUEUE_GRAPHICS_BIT) == 0) {
    return report(gpu_.device, Status::unsupported,
                  "create: meter_method: blit chains need a graphics queue, family %u isn't one",
                  gpu_.device.queue_family);
  }
  return Status::ok;
}

Status Meter::create_passes() noexcept {
  const bool is_half = info_.level_format == LevelFormat::r16f;
  const bool is_linear = info_.pyramid_tap == PyramidTap::linear;
  Status status = Status::ok;
  if (is_fused()) {
    const Specialization constants[] = {{PHOTOPIC_SPEC_WORKGROUP_SIDE, info_.workgroup_side},
                                        {PHOTOPIC_SPEC_STORE_LEVEL_0, info_.pyramid_level_0 ? 1u : 0u}};
    status = reduce_hdr_.create(is_half ? passes::pyramid_hdr_r16f : passes::pyramid_hdr_r32f);
    if (status == Status::ok) status = reduce_hdr_.add_variant(0, constants);
  } else {
    status = log_luminance_.create(is_half ? passes::log_luminance_r16f : passes::log_luminance_r32f);
    if (status == Status::ok) status = log_luminance_.add_variant(0, {});
  }
  if (status != Status::ok || info_.meter_method != MeterMethod::pyramid) return status;
  const Specialization constants[] = {{PHOTOPIC_SPEC_WORKGROUP_SIDE, info_.workgroup_side},
                                      {PHOTOPIC_SPEC_LINEAR_TAP, is_linear ? 1u : 0u}};
  status = reduce_.create(is_half ? passes::pyramid_r16f : passes::pyramid_r32f,
                          is_linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
  return status == Status::ok ? reduce_.add_variant(0, constants) : status;
}

Status Meter::create(const CreateInfo& info) noexcept {
  info_ = info;
  Status status = check_formats();
  if (status == Status::ok) status = create_passes();
  if (status == Status::ok) {
    status = stats_.create_zeroed(sizeof(gpu::MeterStats),
                                  VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                  sizeof(gpu::MeterStats));
  }
  return status == Status::ok ? resize(info.max_extent) : status;
}

Status Meter::resize(VkExtent2D max_extent) noexcept {
  std::unique_ptr<LevelImage> levels(new (std::nothrow) LevelImage(gpu_));
  if (levels == nullptr) return report(gpu_.device, Status::out_of_memory, "resize: out of host memory");
  // TRANSFER_SRC lets hosts copy levels out for debug views.
  VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  if (info_.meter_method != MeterMethod::pyramid) usage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  const bool has_level_0 = !is_fused() || info_.pyramid_level_0 || mip_levels(max_extent) == 1;
  const std::uint32_t first_level = has_level_0 ? 0 : 1;
  const Status status = levels->create(mip_extent(max_extent, first_level), level_format(info_), usage);
  if (status != Status::ok) return status;
  levels_ = std::move(levels);
  first_level_ = first_level;
  max_extent_ = max_extent;
  return status;
}

VkImageView Meter::record(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                          const MeterSettings& settings) const noexcept {
  if (!stats_.is_zeroed()) {
    // Producer: the last adapt. Consumer: the fill. Then: producer: the fill. Consumer: the first pass's atomics.
    memory_barrier(gpu_, command_buffer, kComputeReadWrite, kTransferWrite);
    gpu_.vk.vkCmdFillBuffer(command_buffer, stats_.handle(), 0, sizeof(gpu::MeterStats), 0);
    memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
  }
  // The level image's last readers (an earlier frame's passes, or the host's copies of it) come before its first
  // writer.
  layout_barrier(gpu_, command_buffer, levels_->handle(), 0, levels_->level_count(), VK_IMAGE_LAYOUT_UNDEFINED,
                 VK_IMAGE_LAYOUT_GENERAL, kComputeReadWrite | kTransferRead | kTransferWrite, kComputeWrite);
  if (info_.meter_method == MeterMethod::pyramid) return record_pyramid(command_buffer, hdr, region, settings);
  record_log_luminance(command_buffer, hdr, region, settings);
  return record_blit_chain(command_buffer, region.extent);
}

void Meter::record_log_luminance(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                                 const MeterSettings& settings) const noexcept {
  const gpu::LogLuminanceParams params = {.origin_x = static_cast<std::uint32_t>(region.offset.x),
                                          .origin_y = static_cast<std::uint32_t>(region.offset.y),
                                          .width = region.extent.width,
                                          .height = region.extent.height,
                                          .min_log2 = settings.min_log2_luminance,
                                          .max_log2 = settings.max_log2_luminance};
  const Binding bindings[] = {image_binding(hdr, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                              image_binding(level(0), VK_IMAGE_LAYOUT_GENERAL), stats()};
  log_luminance_.dispatch(command_buffer, 0, groups_for(region.extent, PHOTOPIC_LOG_LUMINANCE_TILE_SIDE), params,
                          bindings);
}

float Meter::factor_numerator(const ReductionPlan& plan, VkExtent2D extent) const noexcept {
  if (info_.pyramid_factor == PyramidFactor::published) return published_factor_numerator(extent, block_side(info_));
  // By counts, the last level is the mean already, but for invalid texels.
  return is_fused() ? static_cast<float>(std::uint64_t{extent.width} * extent.height)
                    : corrected_factor_numerator(plan, block_side(info_));
}

void Meter::record_reduce_hdr(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                              const MeterSettings& settings, const ReductionPlan& plan) const noexcept {
  const ReducePass& pass = plan.passes[0];
  const gpu::ReduceHdrParams params = {.origin_x = static_cast<std::uint32_t>(region.offset.x),
                                       .origin_y = static_cast<std::uint32_t>(region.offset.y),
                                       .width = region.extent.width,
                                       .height = region.extent.height,
                                       .min_log2 = settings.min_log2_luminance,
                                       .max_log2 = settings.max_log2_luminance,
                                       .is_last = plan.count == 1 ? 1u : 0u,
                                       .factor_numerator = factor_numerator(plan, region.extent)};
  // Without level 0, something must be bound in its place; it isn't written.
  const VkImageView level_0 = info_.pyramid_level_0 ? level(0) : level(pass.target_level);
  const Binding bindings[] = {image_binding(hdr, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                              image_binding(level(pass.target_level), VK_IMAGE_LAYOUT_GENERAL),
                              image_binding(level_0, VK_IMAGE_LAYOUT_GENERAL), stats()};
  reduce_hdr_.dispatch(command_buffer, 0, pass.target, params, bindings);
}

VkImageView Meter::record_pyramid(VkCommandBuffer command_buffer, VkImageView hdr, const VkRect2D& region,
                                  const MeterSettings& settings) const noexcept {
  const ReductionPlan plan = plan_reduction(max_extent_, region.extent, block_side(info_), is_fused());
  if (is_fused()) {
    record_reduce_hdr(command_buffer, hdr, region, settings, plan);
  } else {
    record_log_luminance(command_buffer, hdr, region, settings);
  }
  for (std::uint32_t i = is_fused() ? 1 : 0; i < plan.count; ++i) {
    const ReducePass& pass = plan.passes[i];
    const bool is_last = i + 1 == plan.count;
    const gpu::ReduceParams params = {.source_width = pass.source.width,
                                      .source_height = pass.source.height,
                                      .factor_numerator = is_last ? factor_numerator(plan, region.extent) : 0.0f,
                                      .factor_texels = region.extent.width * region.extent.height,
                                      .edge_x = is_fused() ? pass.edge_x : 0.0f,
                                      .edge_y = is_fused() ? pass.edge_y : 0.0f};
    const Binding bindings[] = {image_binding(level(pass.source_level), VK_IMAGE_LAYOUT_GENERAL),
                                image_binding(level(pass.target_level), VK_IMAGE_LAYOUT_GENERAL), stats()};
    // Producer: the pass before (level, stats). Consumer: this reduce.
    memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
    reduce_.dispatch(command_buffer, 0, pass.target, params, bindings);
  }
  // Producer: the last pass. Consumer: adapt, which reads the mean and the stats.
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
  return levels_->level(levels_->level_count() - 1);
}

VkImageView Meter::record_blit_chain(VkCommandBuffer command_buffer, VkExtent2D extent) const noexcept {
  const VkImage image = levels_->handle();
  const std::uint32_t count = mip_levels(extent);
  // Producer: log_luminance (level 0, stats). Consumers: the first blit, and adapt (stats, or level 0 of 1x1 texels).
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
  layout_barrier(gpu_, command_buffer, image, 0, 1, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                 kComputeWrite, kTransferRead);
  for (std::uint32_t level = 1; level < count; ++level) {
    VkExtent2D source = mip_extent(extent, level - 1);
    if (info_.meter_method == MeterMethod::blit_chain_even_crop) {
      source = {even_below(source.width), even_below(source.height)};
    }
    // Producer: the transition of record(), ordered before compute writes alone. Consumer: this blit.
    layout_barrier(gpu_, command_buffer, image, level, 1, VK_IMAGE_LAYOUT_UNDEFINED,
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kComputeWrite, kTransferWrite);
    const VkImageBlit blit = blit_region(source, level - 1, mip_extent(extent, level), level);
    gpu_.vk.vkCmdBlitImage(command_buffer, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR);
    // Producer: this blit. Consumer: the next one.
    layout_barrier(gpu_, command_buffer, image, level, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kTransferWrite, kTransferRead);
  }
  // Producer: the blits. Consumers: adapt, and the host's debug views.
  layout_barrier(gpu_, command_buffer, image, 0, count, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL,
                 kTransferWrite, kComputeRead);
  return levels_->level(count - 1);
}

VkExtent2D Meter::used_extent(std::uint32_t index, VkExtent2D region) const noexcept {
  const std::uint32_t level = index + first_level_;
  if (level == 0) return region;
  if (info_.meter_method != MeterMethod::pyramid) {
    return level < mip_levels(region) ? mip_extent(region, level) : VkExtent2D{};
  }
  const ReductionPlan plan = plan_reduction(max_extent_, region, block_side(info_), is_fused());
  for (std::uint32_t i = 0; i < plan.count; ++i) {
    if (plan.passes[i].target_level == level) return plan.passes[i].target;
  }
  return {};
}

}  // namespace photopic
