// SPDX-License-Identifier: MIT
// Choice of shader, parameters and recording of the single pass.
#include "meter/single_pass.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
#include <thread>

#include "display/output_formats.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "gpu/passes/device_needs.h"
#include "meter/passes.h"
#include "settings/variants.h"

namespace photopic {
namespace {

// Workgroups of a dispatch, for a device of 132 multiprocessors. Each goes over several tiles, and its sums are added
// to those of the others. Six run at once on a multiprocessor. The portable implementation has more to add, so it has
// fewer. A fused pass takes twice as many for each doubling of the picture's side.
constexpr std::uint32_t kWorkgroupsInt64 = 792;
constexpr std::uint32_t kWorkgroupsPortable = 528;
// Colours: one workgroup on each multiprocessor, beside those of the meter.
constexpr std::uint32_t kWorkgroupsColors = 132;
constexpr std::uint32_t kMaxArrivals = 0xffff;  // of MeterParams::arrivals
// Texels that a workgroup sees at least before it adds its histogram.
constexpr std::uint32_t kTexelsPerHistogram = 4 * PHOTOPIC_METER_TILE_SIDE * PHOTOPIC_METER_TILE_SIDE;
// On a CPU a workgroup is a task of one thread, and its end costs as much as 20,000 texels. It goes along rows of
// tiles: each row of texels is on other pages of memory.
constexpr std::uint32_t kWorkgroupsOfCpu = 8;  // logical processor
constexpr std::uint32_t kMaxWorkgroupsCpu = 64;
// The sums of a histogram or of weights are kept in pieces that hold this many texels at the highest weight.
constexpr std::uint64_t kMaxSplitTexels = std::uint64_t{1} << 28;
constexpr std::uint64_t kMaxTexels = std::uint64_t{1} << 31;

static_assert(offsetof(gpu::MeterAccumulators, finished_bins) == PHOTOPIC_METER_ZEROED_BYTES);

/// Two numbers below 2^16 in one word.
std::uint32_t packed(std::uint32_t low, std::uint32_t high) { return low | high << 16; }

std::uint32_t product(VkExtent2D extent) { return extent.width * extent.height; }

constexpr VkExtent2D kTile = {PHOTOPIC_METER_TILE_SIDE, PHOTOPIC_STEP_SIDE};  // of its upper steps
VkExtent2D tiles_of(VkExtent2D extent) {
  return {divide_up(extent.width, kTile.width), divide_up(extent.height, PHOTOPIC_METER_TILE_SIDE)};
}

constexpr VkExtent2D kBand = {PHOTOPIC_METER_BAND_WIDTH, PHOTOPIC_METER_BAND_ROWS};
VkExtent2D bands_of(VkExtent2D extent) {
  constexpr std::uint32_t kBandsOfTile = PHOTOPIC_STEP_SIDE / PHOTOPIC_METER_BAND_ROWS;
  const std::uint32_t rest = divide_up(extent.height % PHOTOPIC_METER_TILE_SIDE, PHOTOPIC_METER_BAND_ROWS);
  return {divide_up(extent.width, PHOTOPIC_METER_BAND_WIDTH),
          extent.height / PHOTOPIC_METER_TILE_SIDE * kBandsOfTile + std::min(rest, kBandsOfTile)};
}

std::uint32_t usual_fused_workgroups(VkExtent2D tiles) {
  std::uint32_t workgroups = kWorkgroupsInt64;
  for (std::uint32_t share = product(tiles) / kWorkgroupsInt64; share >= 4; share /= 4) workgroups *= 2;
  return workgroups;
}

bool is_int64(const Gpu& gpu, const MadeFor& info) {
  const bool has_code = info.weights == 0 && info.hdr_samples == 1;
  return gpu.device.shader_buffer_int64_atomics && gpu.has_subgroup_arithmetic() && has_code && !has_small_groups(gpu);
}

const PassDesc& meter_pass(const Gpu& gpu, const MadeFor& info) {
  if (has_arrays(info)) {
    if (is_int64(gpu, info)) return passes::single_pass_int64_layers;
    return info.weights != 0 ? passes::single_pass_weighted_layers : passes::single_pass_portable_layers;
  }
  if (info.hdr_samples > 1) {
    return info.weights != 0 ? passes::single_pass_weighted_samples : passes::single_pass_portable_samples;
  }
  if (is_int64(gpu, info)) return passes::single_pass_int64;
  return info.weights != 0 ? passes::single_pass_weighted : passes::single_pass_portable;
}

const PassDesc& fused_pass(const Gpu& gpu, const MadeFor& info) {
  const std::uint32_t row = output_format_row(info.ldr_format);
  if (is_int64(gpu, info)) return *passes::single_pass_int64_to[row];
  return info.weights != 0 ? *passes::single_pass_weighted_to[row] : *passes::single_pass_portable_to[row];
}

/// Of that sum in stops, with its sign.
std::uint32_t meter_whole_bits(const MeterSettings& settings, std::uint32_t texels) {
  const float magnitude = std::max(std::abs(settings.min_log2_luminance), std::abs(settings.max_log2_luminance));
  const auto stops = static_cast<std::uint32_t>(std::ceil(magnitude));
  return static_cast<std::uint32_t>(std::bit_width(stops) + std::bit_width(texels)) + 1;
}

std::uint64_t texels_of(const VkRect2D& region) { return std::uint64_t{region.extent.width} * region.extent.height; }

}  // namespace

std::uint32_t meter_sum_bits(const MeterSettings& settings, std::uint32_t texels) noexcept {
  const std::uint32_t whole_bits = meter_whole_bits(settings, texels);
  return whole_bits +
         std::min<std::uint32_t>(PHOTOPIC_METER_MAX_SUM_BITS - whole_bits, PHOTOPIC_METER_MAX_FRACTION_BITS);
}

VkExtent2D balanced_workgroups(VkExtent2D tiles, std::uint32_t limit) noexcept {
  constexpr std::uint32_t kMaxColumns = 16;  // of tiles for one workgroup; more, where the limit asks for it
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

VkExtent2D row_workgroups(VkExtent2D tiles, std::uint32_t limit) noexcept {
  const std::uint32_t rows = divide_up(tiles.height, divide_up(tiles.height, limit));
  return {std::min(tiles.width, limit / rows), rows};
}

std::uint64_t metered_texels(const MadeFor& info, const MeterFrame& frame) noexcept {
  std::uint64_t texels = texels_of(frame.region);
  for (std::uint32_t i = 0; i < frame.more_source_count; ++i) texels += texels_of(frame.more_sources[i].region);
  return texels * info.hdr_samples * (measurement_count(frame) > 1 ? 1 : frame.layer_count);
}

std::uint64_t max_metered_texels(const MadeFor& info) noexcept {
  return info.weights != 0 || info.histogram ? kMaxSplitTexels : kMaxTexels;
}

Status SinglePass::create_accumulators(DeviceBuffer* out) noexcept {
  constexpr VkBufferUsageFlags kUsage =
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  return out->create_zeroed(sizeof(gpu::MeterAccumulators), kUsage, PHOTOPIC_METER_ZEROED_BYTES);
}

Status SinglePass::create(const MadeFor& info) noexcept {
  info_ = info;
  cpu_workgroups_ =
      std::clamp(kWorkgroupsOfCpu * std::thread::hardware_concurrency(), kWorkgroupsOfCpu, kMaxWorkgroupsCpu);
  Status status = meter_.create(meter_pass(gpu_, info));
  if (status == Status::ok && info.auto_white_balance) status = colors_.create(info);
  const Specialization colors[] = {{PHOTOPIC_SPEC_CONVERT_INPUT, info.convert_input ? 1u : 0u},
                                   {PHOTOPIC_SPEC_WHITE_BALANCE, info.auto_white_balance ? 1u : 0u}};
  if (status == Status::ok) status = create_variants(meter_, 0, colors);
  if (status == Status::ok && builds_grid(info)) {
    status = local_.create(is_int64(gpu_, info) ? passes::single_pass_int64_local : passes::single_pass_portable_local);
    if (status == Status::ok) status = create_variants(local_, 0, colors);
  }
  if (status == Status::ok && (info.steps & kFusedStep) != 0) {
    PHOTOPIC_TRY(fused_.create(fused_pass(gpu_, info)));
    MadeFor without_looks = info;  // which frames are recorded in two passes
    without_looks.exact_looks = false;
    status = for_each_finish_variant(without_looks, [&](FinishVariant variant) {
      return create_variants(fused_, variant.index(), finish_constants(gpu_, info, info.ldr_format, variant));
    });
  }
  if (status == Status::ok && is_weighted() && (info.weights & kWeightClasses) == 0) {
    status = no_classes_.create(VK_FORMAT_R8_UINT, has_arrays(info));
  }
  if (status == Status::ok && is_weighted() && info.hdr_samples > 1) status = no_image_.create(VK_FORMAT_R8_UNORM);
  return status;
}

Status SinglePass::create_variants(ComputePass& pass, std::uint32_t finish,
                                   std::span<const Specialization> constants) noexcept {
  Status status = Status::ok;
  for (std::uint32_t bits = 0; bits < kVariantCount && status == Status::ok; ++bits) {
    const Variant variant = {.is_full = (bits & 1u) != 0, .has_border = (bits & 2u) != 0, .dither = bits / 4};
    const bool is_meter = &pass != &fused_;
    if (&pass == &local_ && !variant.has_border) continue;
    if (is_meter ? variant.dither != PHOTOPIC_DITHER_OFF : !has_dither(info_, variant.dither)) continue;
    // What is rare takes the code for all borders; on a CPU device that is as fast, with a histogram alone faster.
    if (!variant.has_border && (variant.is_full || gpu_.is_cpu || (is_meter && info_.histogram))) continue;
    if (!is_meter && !variant.is_full && is_full_when_fused()) continue;
    // The mean alone waits for memory: having no branches costs it nothing, and is less code.
    const bool is_branchless = gpu_.is_cpu || (is_meter && !info_.histogram);
    constexpr std::size_t kOwn = 10;
    std::array<Specialization, kOwn + kFinishConstantCount> all = {
        {{PHOTOPIC_SPEC_HISTOGRAM, info_.histogram ? 1u : 0u},
         {PHOTOPIC_SPEC_HIGHLIGHTS_AND_BLACK, info_.highlights_and_black ? 1u : 0u},
         {PHOTOPIC_SPEC_WEIGHTS, info_.weights},
         {PHOTOPIC_SPEC_EXTREMA, measures_extrema() ? 1u : 0u},
         {PHOTOPIC_SPEC_BRANCHLESS, is_branchless ? 1u : 0u},
         {PHOTOPIC_SPEC_ADAPTATION, variant.is_full ? 1u : 0u},
         {PHOTOPIC_SPEC_BORDER, variant.has_border ? 1u : 0u},
         {PHOTOPIC_SPEC_RECEPTORS, info_.dark_adaptation ? 1u : 0u},
         {PHOTOPIC_SPEC_SAMPLES, info_.hdr_samples},  // of one, it names nothing
         {PHOTOPIC_SPEC_DITHER, variant.dither}}};    // unfused, it names nothing
    std::copy(constants.begin(), constants.end(), all.begin() + kOwn);
    status = pass.add_variant(variant.index(finish), std::span(all).first(kOwn + constants.size()));
  }
  return status;
}

SinglePass::Variant SinglePass::variant_of(const VkRect2D& metered, VkExtent2D frame, VkExtent2D steps,
                                           const Adapting& adapting, bool is_fused) const noexcept {
  const float widest = std::max(-adapting.params.min_log2, adapting.params.max_log2);
  const bool is_full = (is_fused && is_full_when_fused()) || adapting.is_full ||
                       widest > static_cast<float>(PHOTOPIC_METER_MAX_PRODUCT_LOG2);
  const std::uint32_t rest = frame.height % PHOTOPIC_METER_TILE_SIDE;
  const bool is_fitting = frame.width % steps.width == 0 && (rest >= PHOTOPIC_STEP_SIDE || rest % steps.height == 0);
  const bool is_all_metered = metered.offset.x == 0 && metered.offset.y == 0 && metered.extent.width == frame.width &&
                              metered.extent.height == frame.height;
  return {.is_full = is_full, .has_border = !is_fitting || !is_all_metered || is_full || gpu_.is_cpu};
}

void SinglePass::record_prepare(VkCommandBuffer command_buffer) const noexcept {
  if (info_.auto_white_balance) colors_.record_prepare(command_buffer);
  no_classes_.record_begin(command_buffer);
  no_image_.record_begin(command_buffer);
  if (accumulators_.is_zeroed()) return;  // each measurement leaves zeros behind
  // Producer: the last measurement. Consumer: the fill. Then: producer: the fill. Consumer: this measurement.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite, kTransferWrite);
  gpu_.vk.vkCmdFillBuffer(command_buffer, accumulators_.handle(), 0, PHOTOPIC_METER_ZEROED_BYTES, 0);
  memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
}

std::uint32_t SinglePass::max_workgroups(const MeterSettings& settings, std::uint32_t texels,
                                         std::uint32_t usual) const noexcept {
  std::uint32_t limit = info_.max_workgroups != 0 ? info_.max_workgroups : gpu_.is_cpu ? cpu_workgroups_ : usual;
  if (!is_int64(gpu_, info_)) return std::min<std::uint32_t>(limit, PHOTOPIC_METER_MAX_PARTIALS - ends());
  const std::uint32_t arrival_bits = 63 - meter_sum_bits(settings, texels);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, (std::uint64_t{1} << arrival_bits) - 1 - ends()));
}

std::uint32_t SinglePass::usual_workgroups(std::uint32_t texels) const noexcept {
  const std::uint32_t usual = is_int64(gpu_, info_) ? kWorkgroupsInt64 : kWorkgroupsPortable;
  return info_.histogram ? std::clamp(texels / kTexelsPerHistogram, 1u, usual) : usual;
}

VkExtent2D SinglePass::workgroups(VkExtent2D tiles, std::uint32_t limit) const noexcept {
  return gpu_.is_cpu ? row_workgroups(tiles, limit) : balanced_workgroups(tiles, limit);
}

gpu::MeterParams SinglePass::meter_params(const VkRect2D& region, const MeterSettings& settings,
                                          const Adapting& adapting) const noexcept {
  const gpu::AdaptParams& adapt = adapting.params;
  gpu::MeterParams params = {};
  params.adapt = adapt;
  params.pre_exposure_log2 = adapting.pre_exposure_log2;
  params.origin = packed(static_cast<std::uint32_t>(region.offset.x), static_cast<std::uint32_t>(region.offset.y));
  params.extent = packed(region.extent.width, region.extent.height);
  const std::uint32_t fraction_bits = meter_sum_bits(settings, adapt.texels) - meter_whole_bits(settings, adapt.texels);
  params.adapt.flags |= fraction_bits << PHOTOPIC_METER_FRACTION_SHIFT;
  params.min_luminance = std::exp2(settings.min_log2_luminance);
  params.max_luminance = std::exp2(settings.max_log2_luminance);
  return params;
}

struct SinglePass::Bindings {
  std::array<Binding, kMaxBindings> list;
  std::uint32_t count = 0;
  void add(const Binding& binding) { list[count++] = binding; }
  std::span<const Binding> span() const { return {list.data(), count}; }
};

SinglePass::Bindings SinglePass::bindings(const MeterSource& source, const Adapting& adapting) const noexcept {
  const Binding hdr = image_binding(source.hdr, source.hdr_layout);
  Bindings result;
  result.add(hdr);
  result.add(buffer_binding(accumulators_.handle(), 0, sizeof(gpu::MeterAccumulators)));
  result.add(adapting.state);
  result.add(adapting.tables);
  if (!is_weighted()) return result;
  // Unused bindings need a valid image, too; the shader leaves it unread.
  const Binding none = no_image_.is_made() ? no_image_.binding() : hdr;
  result.add((info_.weights & kWeightMask) != 0 ? image_binding(source.mask, source.mask_layout) : none);
  result.add((info_.weights & kWeightDepth) != 0 ? image_binding(source.depth, source.depth_layout) : none);
  result.add((info_.weights & kWeightClasses) != 0 ? image_binding(source.classes, source.classes_layout)
                                                   : no_classes_.binding());
  return result;
}

SinglePass::Colors SinglePass::record_colors(VkCommandBuffer command_buffer, const MeterFrame& frame,
                                             const MeterSettings& settings, const Adapting& adapting,
                                             bool is_fused) const noexcept {
  if (!info_.auto_white_balance) return {};
  // The end waits for the meter's dispatch where that tells it of cuts, or tone maps with the light of the frame
  // before.
  Colors colors = {.workgroups = 0, .has_end = is_fused || adapting.params.cut_high_ev > 0 || ends() != 0};
  const std::uint32_t count = source_count(frame);
  const std::uint32_t texels = adapting.params.texels;
  const std::uint32_t usual = info_.max_workgroups != 0 ? info_.max_workgroups
                              : gpu_.is_cpu             ? cpu_workgroups_
                                                        : kWorkgroupsColors;
  const std::uint32_t limit = std::max(std::min<std::uint32_t>(usual, PHOTOPIC_COLORS_MAX_PARTIALS - 1) / count, 1u);
  const auto workgroups_at = [&](std::uint32_t i) {
    return ColorMeter::workgroups(source_at(frame, i).region, texels, limit);
  };
  for (std::uint32_t i = 0; i < count; ++i) colors.workgroups += workgroups_at(i);
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const MeterSource source = source_at(frame, i);
    gpu::MeterParams params = meter_params(source.region, settings, adapting);
    params.arrivals = packed(colors.workgroups + (colors.has_end ? 1 : 0), before);
    params.frame_extent = source.layer;
    Bindings list = bindings(source, adapting);
    list.list[PHOTOPIC_COLORS_SUMS] = colors_.sums();
    colors_.dispatch(command_buffer, workgroups_at(i), params, list.span());
    before += workgroups_at(i);
  }
  return colors;
}

void SinglePass::record_colors_end(VkCommandBuffer command_buffer, const Colors& colors, const MeterFrame& frame,
                                   const MeterSettings& settings, const Adapting& adapting) const noexcept {
  if (!colors.has_end) return;
  // Producers: the dispatches that read colours, and the meter's, which also reads the state. Consumer: the end.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite, kComputeReadWrite);
  gpu::MeterParams params = meter_params({}, settings, adapting);
  params.arrivals = packed(colors.workgroups + 1, colors.workgroups);
  Bindings list = bindings(source_at(frame, 0), adapting);
  list.list[PHOTOPIC_COLORS_SUMS] = colors_.sums();
  colors_.dispatch(command_buffer, 1, params, list.span());
}

void SinglePass::dispatch_and_end(VkCommandBuffer command_buffer, const ComputePass& pass, std::uint32_t variant,
                                  VkExtent2D groups, gpu::MeterParams params,
                                  std::span<const Binding> bindings) const noexcept {
  const std::uint32_t count = product(groups);
  params.arrivals = packed(count + ends(), 0);
  pass.dispatch(command_buffer, variant, groups, params, bindings);
  record_end(command_buffer, pass, variant, count, params, bindings);
}

void SinglePass::record_end(VkCommandBuffer command_buffer, const ComputePass& pass, std::uint32_t variant,
                            std::uint32_t workgroups, gpu::MeterParams params,
                            std::span<const Binding> bindings) const noexcept {
  if (ends() == 0) return;
  // Producers: the workgroups of the measurement. Consumer: one that reads no texel, and arrives last.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite, kComputeReadWrite);
  params.extent = params.frame_extent = 0;
  params.arrivals = packed(workgroups + 1, workgroups);
  pass.dispatch(command_buffer, variant, VkExtent2D{1, 1}, params, bindings);
}

void SinglePass::record_with_grid(VkCommandBuffer command_buffer, const MeterFrame& frame,
                                  const MeterSettings& settings, const Adapting& adapting,
                                  const GridTarget& grid) const noexcept {
  // One for each tile: that of a grid takes long enough.
  const VkExtent2D tiles = divide_up(frame.region.extent, PHOTOPIC_LOCAL_TILE_SIDE);
  const std::uint32_t usual = std::min<std::uint32_t>(product(tiles), kMaxArrivals - 1);
  const VkExtent2D groups = workgroups(tiles, max_workgroups(settings, adapting.params.texels, usual));
  gpu::MeterParams meter = meter_params(frame.region, settings, adapting);
  meter.frame_extent = grid.has_totals ? 1u : 0u;
  Bindings list = bindings(source_at(frame, 0), adapting);
  list.add(grid.columns);
  Variant variant = variant_of({{0, 0}, frame.region.extent}, frame.region.extent, kTile, adapting, false);
  variant.has_border = true;
  dispatch_and_end(command_buffer, local_, variant.index(), groups, meter, list.span());
}

void SinglePass::record(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                        const Adapting& adapting, const GridTarget& grid) const noexcept {
  record_prepare(command_buffer);
  const Colors colors = record_colors(command_buffer, frame, settings, adapting, false);
  if (grid.is_there()) {
    record_with_grid(command_buffer, frame, settings, adapting, grid);
    record_colors_end(command_buffer, colors, frame, settings, adapting);
    return;
  }
  const std::uint32_t count = source_count(frame);
  const std::uint32_t texels = adapting.params.texels;
  const std::uint32_t limit = std::max(max_workgroups(settings, texels, usual_workgroups(texels)) / count, 1u);
  std::uint32_t total = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    total += product(workgroups(tiles_of(source_at(frame, i).region.extent), limit));
  }
  // No barrier between the dispatches: they only add, and whichever workgroup arrives last of all ends the measurement.
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const MeterSource source = source_at(frame, i);
    const VkExtent2D extent = source.region.extent;
    const VkExtent2D groups = workgroups(tiles_of(extent), limit);
    gpu::MeterParams meter = meter_params(source.region, settings, adapting);
    meter.arrivals = packed(total + ends(), before);
    meter.frame_extent = source.layer;
    Variant variant = variant_of({{0, 0}, extent}, extent, kTile, adapting, false);
    variant.has_border |= info_.histogram;
    const Bindings list = bindings(source, adapting);
    meter_.dispatch(command_buffer, variant.index(), groups, meter, list.span());
    before += product(groups);
    if (i + 1 == count) record_end(command_buffer, meter_, variant.index(), total, meter, list.span());
  }
  record_colors_end(command_buffer, colors, frame, settings, adapting);
}

void SinglePass::record_fused(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& settings,
                              const Adapting& adapting, const ToneMapFrame& tone_map, const Settings& finish_settings,
                              FinishVariant finish_variant, const Binding& tables, const Binding& lut) const noexcept {
  record_prepare(command_buffer);
  const Colors colors = record_colors(command_buffer, frame, settings, adapting, true);
  const VkExtent2D extent = tone_map.region.extent;
  const VkExtent2D bands = bands_of(extent);
  const VkExtent2D groups =
      workgroups(bands, max_workgroups(settings, adapting.params.texels, usual_fused_workgroups(bands)));
  gpu::MeterParams fused = meter_params(frame.region, settings, adapting);
  fused.frame_extent = packed(extent.width, extent.height);
  fused.dither_seed = finish_settings.tone_map.dither_seed;
  Bindings list = bindings(source_at(frame, 0), adapting);
  list.add(image_binding(tone_map.ldr, VK_IMAGE_LAYOUT_GENERAL));
  list.list[PHOTOPIC_METER_TABLES] = tables;
  list.add(lut);
  Variant variant = variant_of(frame.region, extent, kBand, adapting, true);
  variant.dither = dither_of(finish_settings.tone_map);
  dispatch_and_end(command_buffer, fused_, variant.index(finish_variant.index()), groups, fused, list.span());
  record_colors_end(command_buffer, colors, frame, settings, adapting);
}

}  // namespace photopic
