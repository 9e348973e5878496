// SPDX-License-Identifier: MIT
#include "single_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "tone_map.h"

namespace photopic {
namespace {

// Eight workgroups of 256 invocations on each of 132 multiprocessors, the most that were measured; others are kept busy
// by a part of them.
constexpr std::uint32_t kDefaultWorkgroups = 1056;
// The sums of a histogram or of weights are kept in pieces that hold this many texels at the highest weight.
constexpr std::uint64_t kMaxSplitTexels = std::uint64_t{1} << 28;
constexpr std::uint64_t kMaxTexels = std::uint64_t{1} << 31;

static_assert(offsetof(gpu::MeterAccumulators, finished_bins) == POSTFX_METER_ZEROED_BYTES);

/// Two numbers below 2^16 in one word.
std::uint32_t packed(std::uint32_t low, std::uint32_t high) { return low | high << 16; }

std::uint32_t packed_percentiles(const MeterSettings& settings) {
  const auto unit = [](float percent) { return static_cast<std::uint32_t>(std::lround(percent / 100.0f * 65535.0f)); };
  return packed(unit(settings.low_percentile), unit(settings.high_percentile));
}

std::uint32_t tile_count(VkExtent2D extent) {
  const auto tiles = [](std::uint32_t side) { return (side + POSTFX_METER_TILE_SIDE - 1) / POSTFX_METER_TILE_SIDE; };
  return tiles(extent.width) * tiles(extent.height);
}

bool is_int64(const Gpu& gpu, const CreateInfo& info) {
  return gpu.device.enabled.shader_buffer_int64_atomics && info.weights == 0 && !info.histogram && !info.extrema;
}

const PassDesc& meter_pass(const Gpu& gpu, const CreateInfo& info) {
  if (is_int64(gpu, info)) return passes::meter_int64;
  return info.weights != 0 ? passes::meter_weighted : passes::meter_portable;
}

const PassDesc& fused_pass(const Gpu& gpu, const CreateInfo& info) {
  const bool is_rgba8 = info.ldr_format == VK_FORMAT_R8G8B8A8_UNORM;
  if (is_int64(gpu, info)) return is_rgba8 ? passes::meter_int64_rgba8 : passes::meter_int64_rgba16f;
  if (info.weights != 0) return is_rgba8 ? passes::meter_weighted_rgba8 : passes::meter_weighted_rgba16f;
  return is_rgba8 ? passes::meter_portable_rgba8 : passes::meter_portable_rgba16f;
}

MeterSource first_source(const MeterFrame& frame) {
  return {frame.hdr, frame.region, frame.mask, frame.depth, frame.classes};
}

std::uint64_t texels_of(const VkRect2D& region) { return std::uint64_t{region.extent.width} * region.extent.height; }

}  // namespace

std::uint64_t metered_texels(const MeterFrame& frame) noexcept {
  std::uint64_t texels = texels_of(frame.region);
  for (std::uint32_t i = 0; i < frame.more_source_count; ++i) texels += texels_of(frame.more_sources[i].region);
  return texels;
}

std::uint64_t max_metered_texels(const CreateInfo& info) noexcept {
  return info.weights != 0 || info.histogram ? kMaxSplitTexels : kMaxTexels;
}

Status SinglePass::create(const CreateInfo& info) noexcept {
  info_ = info;
  constexpr VkBufferUsageFlags kUsage =
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  Status status = accumulators_.create_zeroed(sizeof(gpu::MeterAccumulators), kUsage, POSTFX_METER_ZEROED_BYTES);
  const Specialization constants[] = {{POSTFX_SPEC_HISTOGRAM, info.histogram ? 1u : 0u},
                                      {POSTFX_SPEC_WEIGHTS, info.weights}};
  if (status == Status::ok) status = meter_.create(meter_pass(gpu_, info));
  if (status == Status::ok) status = meter_.add_variant(0, constants);
  if (status == Status::ok && (info.steps & kFusedStep) != 0) {
    status = fused_.create(fused_pass(gpu_, info));
    for (std::uint32_t i = 0; i < kToneMapperCount && status == Status::ok; ++i) {
      if ((info.tone_mappers >> i & 1u) == 0) continue;
      const Specialization fused_constants[] = {constants[0], constants[1], {POSTFX_SPEC_TONE_MAPPER, i}};
      status = fused_.add_variant(i, fused_constants);
    }
  }
  if (status == Status::ok && is_weighted() && (info.weights & kWeightClasses) == 0) {
    status = no_classes_.create({1, 1}, VK_FORMAT_R8_UINT, VK_IMAGE_USAGE_SAMPLED_BIT);
  }
  return status;
}

void SinglePass::record_prepare(VkCommandBuffer command_buffer) const noexcept {
  if (no_classes_.handle() != VK_NULL_HANDLE) {
    layout_barrier(gpu_, command_buffer, no_classes_.handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                   kComputeRead, kComputeRead);
  }
  if (accumulators_.is_zeroed()) return;  // each measurement leaves zeros behind
  // Producer: the last measurement. Consumer: the fill. Then: producer: the fill. Consumer: this measurement.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite, kTransferWrite);
  gpu_.vk.vkCmdFillBuffer(command_buffer, accumulators_.handle(), 0, POSTFX_METER_ZEROED_BYTES, 0);
  memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
}

std::uint32_t SinglePass::workgroups(VkExtent2D extent, std::uint32_t source_count) const noexcept {
  const std::uint32_t limit = info_.max_workgroups != 0 ? info_.max_workgroups : kDefaultWorkgroups;
  return std::min(tile_count(extent), std::max(limit / source_count, 1u));
}

gpu::MeterParams SinglePass::meter_params(const VkRect2D& region, const MeterSettings& settings,
                                          const gpu::AdaptParams& adapt) const noexcept {
  gpu::MeterParams params = {};
  params.adapt = adapt;
  params.origin = packed(static_cast<std::uint32_t>(region.offset.x), static_cast<std::uint32_t>(region.offset.y));
  params.extent = packed(region.extent.width, region.extent.height);
  params.min_log2 = settings.min_log2_luminance;
  params.max_log2 = settings.max_log2_luminance;
  params.percentiles = packed_percentiles(settings);
  params.median_blend = settings.median_blend;
  return params;
}

struct SinglePass::Bindings {
  std::array<Binding, kMaxBindings> list;
  std::uint32_t count = 0;
  void add(const Binding& binding) { list[count++] = binding; }
  std::span<const Binding> span() const { return {list.data(), count}; }
};

SinglePass::Bindings SinglePass::bindings(const MeterSource& source, const Binding& state,
                                          const Binding& tables) const noexcept {
  constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  Bindings result;
  result.add(image_binding(source.hdr, kRead));
  result.add(buffer_binding(accumulators_.handle(), 0, sizeof(gpu::MeterAccumulators)));
  result.add(state);
  result.add(tables);
  if (!is_weighted()) return result;
  // What isn't asked for isn't read, but something must be bound.
  result.add(image_binding((info_.weights & kWeightMask) != 0 ? source.mask : source.hdr, kRead));
  result.add(image_binding((info_.weights & kWeightDepth) != 0 ? source.depth : source.hdr, kRead));
  result.add((info_.weights & kWeightClasses) != 0 ? image_binding(source.classes, kRead)
                                                   : image_binding(no_classes_.level(0), VK_IMAGE_LAYOUT_GENERAL));
  return result;
}

void SinglePass::record(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                        const gpu::AdaptParams& params, const Binding& state, const Binding& tables) const noexcept {
  record_prepare(command_buffer);
  const std::uint32_t source_count = 1 + frame.more_source_count;
  const auto source_at = [&](std::uint32_t i) { return i == 0 ? first_source(frame) : frame.more_sources[i - 1]; };
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < source_count; ++i) total += workgroups(source_at(i).region.extent, source_count);
  // No barrier between the dispatches: they only add, and whichever workgroup arrives last of all ends the measurement.
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < source_count; ++i) {
    const MeterSource source = source_at(i);
    const std::uint32_t count = workgroups(source.region.extent, source_count);
    gpu::MeterParams meter = meter_params(source.region, settings, params);
    meter.arrivals = packed(total, before);
    meter_.dispatch(command_buffer, 0, {count, 1}, meter, bindings(source, state, tables).span());
    before += count;
  }
}

void SinglePass::record_fused(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                              const gpu::AdaptParams& params, const Binding& state, const Binding& tables,
                              const ToneMapFrame& tone_map, const ToneMapSettings& tone_map_settings) const noexcept {
  record_prepare(command_buffer);
  const std::uint32_t count = workgroups(tone_map.region.extent, 1);
  gpu::FusedParams fused = {};
  fused.meter = meter_params(frame.region, settings, params);
  fused.meter.arrivals = packed(count, 0);
  if (tone_map_settings.dither) fused.meter.adapt.flags |= POSTFX_FUSED_DITHER;
  fused.frame_extent = packed(tone_map.region.extent.width, tone_map.region.extent.height);
  fused.dither_seed = tone_map_settings.dither_seed;
  fused.white = tone_map_white(tone_map_settings);
  Bindings list = bindings(first_source(frame), state, tables);
  list.add(image_binding(tone_map.ldr, VK_IMAGE_LAYOUT_GENERAL));
  fused_.dispatch(command_buffer, static_cast<std::uint32_t>(tone_map_settings.tone_mapper), {count, 1}, fused,
                  list.span());
}

}  // namespace photopic
