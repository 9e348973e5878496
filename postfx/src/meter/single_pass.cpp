// SPDX-License-Identifier: MIT
// Choice of shader, parameters and recording of the single pass.
#include "meter/single_pass.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include "finish/output_formats.h"
#include "gpu/barriers.h"
#include "gpu/compute_pass.h"
#include "gpu/extent.h"
#include "meter/passes.h"

namespace photopic {
namespace {

// As many as run at once on the largest devices that were measured (six workgroups of 256 invocations on each of 132
// multiprocessors): each then goes over several tiles, and the sums of few have to be brought together. The portable
// implementation brings together more of each. A fused pass does more in each tile, and runs best with more of them. A
// workgroup with a histogram brings together so much that it must see some tiles first.
constexpr std::uint32_t kWorkgroupsInt64 = 792;
constexpr std::uint32_t kWorkgroupsPortable = 528;
constexpr std::uint32_t kWorkgroupsFused = 1360;
constexpr std::uint32_t kTexelsPerHistogram = 4 * PHOTOPIC_METER_TILE_SIDE * PHOTOPIC_METER_TILE_SIDE;
// On a CPU a workgroup is a task of one thread, and its end costs as much as a thousand texels.
constexpr std::uint32_t kWorkgroupsCpu = 64;
// The sums of a histogram or of weights are kept in pieces that hold this many texels at the highest weight.
constexpr std::uint64_t kMaxSplitTexels = std::uint64_t{1} << 28;
constexpr std::uint64_t kMaxTexels = std::uint64_t{1} << 31;

static_assert(offsetof(gpu::MeterAccumulators, finished_bins) == PHOTOPIC_METER_ZEROED_BYTES);

/// Two numbers below 2^16 in one word.
std::uint32_t packed(std::uint32_t low, std::uint32_t high) { return low | high << 16; }

std::uint32_t product(VkExtent2D extent) { return extent.width * extent.height; }

bool has_extrema(const CreateInfo& info) { return info.extrema || info.histogram || info.weights != 0; }

bool is_int64(const Gpu& gpu, const CreateInfo& info) {
  return gpu.device.enabled.shader_buffer_int64_atomics && gpu.has_subgroup_arithmetic && info.weights == 0;
}

const PassDesc& meter_pass(const Gpu& gpu, const CreateInfo& info) {
  if (is_int64(gpu, info)) return passes::single_pass_int64;
  return info.weights != 0 ? passes::single_pass_weighted : passes::single_pass_portable;
}

const PassDesc& fused_pass(const Gpu& gpu, const CreateInfo& info) {
  const std::uint32_t row = output_format_row(info.ldr_format);
  if (is_int64(gpu, info)) return *passes::single_pass_int64_to[row];
  return info.weights != 0 ? *passes::single_pass_weighted_to[row] : *passes::single_pass_portable_to[row];
}

MeterSource first_source(const MeterFrame& frame) {
  return {frame.hdr, frame.region, frame.mask, frame.depth, frame.classes};
}

std::uint64_t texels_of(const VkRect2D& region) { return std::uint64_t{region.extent.width} * region.extent.height; }

}  // namespace

std::uint32_t meter_sum_bits(const MeterSettings& settings, std::uint32_t texels) noexcept {
  const float magnitude = std::max(std::abs(settings.min_log2_luminance), std::abs(settings.max_log2_luminance));
  const auto stops = static_cast<std::uint32_t>(std::ceil(magnitude));
  const auto whole_bits = static_cast<std::uint32_t>(std::bit_width(stops) + std::bit_width(texels)) + 1;
  return whole_bits +
         std::min<std::uint32_t>(PHOTOPIC_METER_MAX_SUM_BITS - whole_bits, PHOTOPIC_METER_MAX_FRACTION_BITS);
}

VkExtent2D balanced_workgroups(VkExtent2D extent, std::uint32_t limit) noexcept {
  constexpr std::uint32_t kMaxColumns = 16;  // of tiles for one workgroup; more, where the limit asks for it
  const VkExtent2D tiles = {divide_up(extent.width, PHOTOPIC_METER_TILE_SIDE),
                            divide_up(extent.height, PHOTOPIC_METER_TILE_SIDE)};
  const std::uint32_t fewest = divide_up(tiles.width, limit);
  VkExtent2D best = {};
  std::uint32_t best_share = UINT32_MAX;  // tiles of the workgroup that has most
  for (std::uint32_t columns = fewest; columns <= std::min(fewest + kMaxColumns, tiles.width); ++columns) {
    const std::uint32_t width = divide_up(tiles.width, columns);
    const std::uint32_t rows = divide_up(tiles.height, limit / width);
    if (columns * rows >= best_share) continue;
    best_share = columns * rows;
    best = {width, divide_up(tiles.height, rows)};
  }
  return best;
}

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
  Status status = accumulators_.create_zeroed(sizeof(gpu::MeterAccumulators), kUsage, PHOTOPIC_METER_ZEROED_BYTES);
  if (status == Status::ok) status = meter_.create(meter_pass(gpu_, info));
  for (std::uint32_t full = 0; full < 2 && status == Status::ok; ++full) {
    const Specialization constants[] = {{PHOTOPIC_SPEC_HISTOGRAM, info.histogram ? 1u : 0u},
                                        {PHOTOPIC_SPEC_WEIGHTS, info.weights},
                                        {PHOTOPIC_SPEC_EXTREMA, has_extrema(info) ? 1u : 0u},
                                        {PHOTOPIC_SPEC_ADAPTATION, full}};
    status = meter_.add_variant(full, constants);
  }
  if (status == Status::ok && (info.steps & kFusedStep) != 0) status = create_fused();
  if (status == Status::ok && is_weighted() && (info.weights & kWeightClasses) == 0) {
    status = no_classes_.create({1, 1}, VK_FORMAT_R8_UINT, VK_IMAGE_USAGE_SAMPLED_BIT);
  }
  return status;
}

Status SinglePass::create_fused() noexcept {
  Status status = fused_.create(fused_pass(gpu_, info_));
  for (std::uint32_t i = 0; i < 2 * kToneMapperCount && status == Status::ok; ++i) {
    const std::uint32_t tone_mapper = i / 2;
    if ((info_.tone_mappers >> tone_mapper & 1u) == 0) continue;
    const Specialization constants[] = {{PHOTOPIC_SPEC_HISTOGRAM, info_.histogram ? 1u : 0u},
                                        {PHOTOPIC_SPEC_WEIGHTS, info_.weights},
                                        {PHOTOPIC_SPEC_EXTREMA, has_extrema(info_) ? 1u : 0u},
                                        {PHOTOPIC_SPEC_ADAPTATION, i % 2},
                                        {PHOTOPIC_SPEC_TONE_MAPPER, tone_mapper},
                                        {PHOTOPIC_SPEC_EFFECTS, info_.effects},
                                        {PHOTOPIC_SPEC_DITHER, info_.dither ? 1u : 0u}};
    status = fused_.add_variant(i, constants);
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
  gpu_.vk.vkCmdFillBuffer(command_buffer, accumulators_.handle(), 0, PHOTOPIC_METER_ZEROED_BYTES, 0);
  memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
}

std::uint32_t SinglePass::max_workgroups(const MeterSettings& settings, std::uint32_t texels,
                                         bool is_fused) const noexcept {
  const bool int64 = is_int64(gpu_, info_);
  std::uint32_t limit = info_.max_workgroups;
  if (limit == 0 && gpu_.is_cpu) limit = kWorkgroupsCpu;
  if (limit == 0 && is_fused) limit = kWorkgroupsFused;
  if (limit == 0) {
    limit = int64 ? kWorkgroupsInt64 : kWorkgroupsPortable;
    if (info_.histogram) limit = std::clamp(texels / kTexelsPerHistogram, 1u, limit);
  }
  if (!int64) return limit;
  const std::uint32_t arrival_bits = 63 - meter_sum_bits(settings, texels);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, (std::uint64_t{1} << arrival_bits) - 1));
}

gpu::MeterParams SinglePass::meter_params(const VkRect2D& region, const gpu::AdaptParams& adapt) const noexcept {
  gpu::MeterParams params = {};
  params.adapt = adapt;
  params.origin = packed(static_cast<std::uint32_t>(region.offset.x), static_cast<std::uint32_t>(region.offset.y));
  params.extent = packed(region.extent.width, region.extent.height);
  return params;
}

struct SinglePass::Bindings {
  std::array<Binding, kMaxBindings> list;
  std::uint32_t count = 0;
  void add(const Binding& binding) { list[count++] = binding; }
  std::span<const Binding> span() const { return {list.data(), count}; }
};

SinglePass::Bindings SinglePass::bindings(const MeterSource& source, const Adapting& adapting) const noexcept {
  constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  Bindings result;
  result.add(image_binding(source.hdr, kRead));
  result.add(buffer_binding(accumulators_.handle(), 0, sizeof(gpu::MeterAccumulators)));
  result.add(adapting.state);
  result.add(adapting.tables);
  if (!is_weighted()) return result;
  // Unused bindings need a valid image, too; the shader leaves it unread.
  result.add(image_binding((info_.weights & kWeightMask) != 0 ? source.mask : source.hdr, kRead));
  result.add(image_binding((info_.weights & kWeightDepth) != 0 ? source.depth : source.hdr, kRead));
  result.add((info_.weights & kWeightClasses) != 0 ? image_binding(source.classes, kRead)
                                                   : image_binding(no_classes_.level(0), VK_IMAGE_LAYOUT_GENERAL));
  return result;
}

void SinglePass::record(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                        const Adapting& adapting) const noexcept {
  record_prepare(command_buffer);
  const std::uint32_t source_count = 1 + frame.more_source_count;
  const auto source_at = [&](std::uint32_t i) { return i == 0 ? first_source(frame) : frame.more_sources[i - 1]; };
  const std::uint32_t limit = std::max(max_workgroups(settings, adapting.params.texels, false) / source_count, 1u);
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < source_count; ++i) {
    total += product(balanced_workgroups(source_at(i).region.extent, limit));
  }
  // No barrier between the dispatches: they only add, and whichever workgroup arrives last of all ends the measurement.
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < source_count; ++i) {
    const MeterSource source = source_at(i);
    const VkExtent2D groups = balanced_workgroups(source.region.extent, limit);
    gpu::MeterParams meter = meter_params(source.region, adapting.params);
    meter.arrivals = packed(total, before);
    meter_.dispatch(command_buffer, adapting.is_full ? 1 : 0, groups, meter, bindings(source, adapting).span());
    before += product(groups);
  }
}

void SinglePass::record_fused(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                              const Adapting& adapting, const ToneMapFrame& tone_map,
                              const ToneMapSettings& tone_map_settings, const Binding& finish) const noexcept {
  record_prepare(command_buffer);
  const std::uint32_t limit = max_workgroups(settings, adapting.params.texels, true);
  const VkExtent2D groups = balanced_workgroups(tone_map.region.extent, limit);
  gpu::MeterParams fused = meter_params(frame.region, adapting.params);
  fused.arrivals = packed(product(groups), 0);
  if (tone_map_settings.dither) fused.adapt.flags |= PHOTOPIC_FUSED_DITHER;
  fused.frame_extent = packed(tone_map.region.extent.width, tone_map.region.extent.height);
  fused.dither_seed = tone_map_settings.dither_seed;
  Bindings list = bindings(first_source(frame), adapting);
  list.add(image_binding(tone_map.ldr, VK_IMAGE_LAYOUT_GENERAL));
  list.add(finish);
  const std::uint32_t variant =
      2 * static_cast<std::uint32_t>(tone_map_settings.tone_mapper) + (adapting.is_full ? 1 : 0);
  fused_.dispatch(command_buffer, variant, groups, fused, list.span());
}

}  // namespace photopic
