// SPDX-License-Identifier: MIT
// Passes of local exposure: their data, their memory, their recording.
#include <gpu/interface.h>
#include <spirv/local_build.h>
#include <spirv/local_solve_rgba16f.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <span>

#include "display/display.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/instance_number.h"
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "local_exposure/local_exposure.h"

namespace photopic {
namespace passes {
namespace {

using enum BindingKind;
// HDR image, columns, veil, its tables, exposure
constexpr BindingKind kLocalBuild[] = {sampled_image, storage_buffer, sampled_image, storage_buffer, storage_buffer};
// columns, exposure, nodes, curves
constexpr BindingKind kLocalSolve[] = {storage_buffer, storage_buffer, storage_buffer, storage_image};

}  // namespace

PHOTOPIC_PASS(local_build, kLocalBuild, LocalBuildParams)
PHOTOPIC_PASS(local_solve_rgba16f, kLocalSolve, LocalSolveParams)

}  // namespace passes

namespace local_exposure {
namespace {

// Of the build, which on a CPU goes through them one after the other, and has no use for branches.
constexpr std::uint32_t kLanes = 256;
constexpr std::uint32_t kLanesCpu = 64;

VkExtent2D tiles_of(VkExtent2D extent) { return divide_up(extent, PHOTOPIC_LOCAL_TILE_SIDE); }
VkExtent2D nodes_of(VkExtent2D extent) {
  const VkExtent2D tiles = tiles_of(extent);
  return {tiles.width + 1, tiles.height + 1};
}

}  // namespace

Status Passes::create(const MadeFor& info, std::uint32_t sample_side) noexcept {
  view_count_ = info.view_count;
  const std::uint64_t number = instance_number(this);
  instance_ = static_cast<std::uint32_t>(number) | 1u;  // fresh memory is often 0
  resets_.reset(new (std::nothrow) std::uint32_t[view_count_]);
  if (resets_ == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  std::fill_n(resets_.get(), view_count_, static_cast<std::uint32_t>(number >> 32));
  const std::uint32_t lanes = gpu_.is_cpu ? kLanesCpu : kLanes;
  const Specialization constants[] = {{PHOTOPIC_SPEC_LOCAL_SIDE, sample_side},
                                      {PHOTOPIC_SPEC_LOCAL_LANES, lanes},
                                      {PHOTOPIC_SPEC_GROUP, lanes},
                                      {PHOTOPIC_SPEC_BRANCHLESS, gpu_.is_cpu ? 1u : 0u},
                                      {PHOTOPIC_SPEC_CONVERT_INPUT, info.convert_input ? 1u : 0u},
                                      {PHOTOPIC_SPEC_LOCAL_VEIL, 1u}};
  Status status = build_.create(passes::local_build);
  if (status == Status::ok) status = build_.add_variant(0, std::span(constants).first(std::size(constants) - 1));
  if (status == Status::ok && (info.effects & kEffectGlare) != 0) status = build_.add_variant(1, constants);
  if (status == Status::ok) status = solve_.create(passes::local_solve_rgba16f);
  if (status == Status::ok) status = solve_.add_variant(0, {});
  return status == Status::ok ? make_sized(info.max_extent) : status;
}

Status Passes::Grid::create(VkExtent2D max_extent, std::uint32_t view_count) noexcept {
  constexpr VkDeviceSize kColumnBytes = 2 * sizeof(float) * PHOTOPIC_LOCAL_COLUMN_PAIRS;
  pitch = nodes_of(max_extent);
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu.limits.minStorageBufferOffsetAlignment, 1);
  const VkDeviceSize nodes_bytes =
      sizeof(gpu::LocalGrid) + area(pitch) * PHOTOPIC_LOCAL_NODE_WORDS * sizeof(std::uint32_t);
  nodes_stride_bytes = (nodes_bytes + alignment - 1) / alignment * alignment;
  Status status = columns.create(area(tiles_of(max_extent)) * PHOTOPIC_LOCAL_CORNERS * kColumnBytes,
                                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status == Status::ok) {
    status = nodes.create(nodes_stride_bytes * view_count,
                          VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  }
  if (status != Status::ok) return status;
  return curves.create({pitch.width, pitch.height * PHOTOPIC_LOCAL_INTERVALS}, VK_FORMAT_R16G16B16A16_SFLOAT,
                       VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT);
}

Status Passes::make_sized(VkExtent2D max_extent) noexcept {
  return grid_.make([&](Grid& grid) {
    if (grid_) grid.number = grid_->number + 1;
    return grid.create(max_extent, view_count_);
  });
}

gpu::LocalSolveParams Passes::solve_params(const EffectFrame& frame, const Settings& settings) const noexcept {
  const LocalExposureSettings& local = settings.local_exposure;
  const VkExtent2D extent = frame.region.extent;
  const VkExtent2D tiles = tiles_of(extent);
  const float time_constants =
      local.local_time_constant_s > 0.0f ? frame.delta_time_s / local.local_time_constant_s : 0.0f;
  return {.tiles_x = tiles.width,
          .tiles_y = tiles.height,
          .pitch_x = grid_->pitch.width,
          .pitch_y = grid_->pitch.height,
          .origin_x = static_cast<std::uint32_t>(frame.region.offset.x),
          .origin_y = static_cast<std::uint32_t>(frame.region.offset.y),
          .has_state = frame.has_state ? 1u : 0u,
          .anchor_of_ev100 = local.middle_grey_bias_ev - std::log2(100.0f / settings.exposure.calibration_k),
          .highlight_contrast = local.highlight_contrast,
          .shadow_contrast = local.shadow_contrast,
          .detail = local.detail,
          .blurred_luminance_blend = local.blurred_luminance_blend,
          .highlight_threshold_ev = local.highlight_threshold_ev,
          .shadow_threshold_ev = local.shadow_threshold_ev,
          .max_ev = local.local_max_ev,
          .step = local.local_time_constant_s > 0.0f ? -std::expm1(-time_constants) : 1.0f,
          .instance = instance_,
          .reset = resets_[frame.view] + grid_->number,  // new memory may hold what an earlier grid left there
          .extent = extent.width | extent.height << 16};
}

void Passes::record_build(VkCommandBuffer command_buffer, const EffectFrame& frame,
                          const Settings& settings) const noexcept {
  const std::array<float, 3> row = luminance_row(settings.input);
  const gpu::LocalBuildParams params = {.origin_x = static_cast<std::uint32_t>(frame.region.offset.x),
                                        .origin_y = static_cast<std::uint32_t>(frame.region.offset.y),
                                        .width = frame.region.extent.width,
                                        .height = frame.region.extent.height,
                                        .has_totals = reads_totals(settings) ? 1u : 0u,
                                        .luminance_of_red = row[0],
                                        .luminance_of_green = row[1],
                                        .luminance_of_blue = row[2],
                                        .inverse_pre_exposure = 1.0f / frame.pre_exposure};
  const bool has_veil = frame.has_veil() && reads_veil(settings);
  // Without a veil nothing is read of the exposure, whose state glare's tail writes meanwhile.
  const Binding bindings[] = {frame.hdr, columns(), has_veil ? frame.veil : frame.hdr,
                              has_veil ? frame.veil_tables : columns(), has_veil ? frame.exposure : columns()};
  build_.dispatch(command_buffer, has_veil ? 1 : 0, tiles_of(frame.region.extent), params, bindings);
}

void Passes::prepare(VkCommandBuffer command_buffer, EffectFrame&, const Settings&) noexcept {
  // Producer: earlier frames, which read the image. Consumer: the solve. Nothing of its content is needed.
  layout_barrier(gpu_, command_buffer, grid_->curves.handle(), 0, grid_->curves.level_count(),
                 VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, kComputeRead, kComputeWrite);
}

bool Passes::record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept {
  if (frame.has_columns || reads_veil(settings)) return false;
  record_build(command_buffer, frame, settings);
  return true;
}

bool Passes::record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings& settings) noexcept {
  if (frame.reset_history) ++resets_[frame.view];
  const gpu::LocalSolveParams solve = solve_params(frame, settings);
  if (!frame.has_columns && reads_veil(settings)) {
    // Producer: glare. Consumer: the build.
    memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
    record_build(command_buffer, frame, settings);
    // Producer: the build. Consumer: the solve.
    memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
  }
  const Binding bindings[] = {columns(), frame.exposure, nodes(frame.view),
                              image_binding(grid_->curves.level(0), VK_IMAGE_LAYOUT_GENERAL)};
  const VkExtent2D node_count = nodes_of(frame.region.extent);
  solve_.dispatch(command_buffer, 0, divide_up(node_count, PHOTOPIC_LOCAL_SOLVE_SIDE), solve, bindings);
  return true;
}

void Passes::show(gpu::LocalExposureParams* params) const noexcept {
  params->pitch_x = grid_->pitch.width;
  params->pitch_y = grid_->pitch.height;
  params->origin_x = static_cast<std::uint32_t>(origin_.x);
  params->origin_y = static_cast<std::uint32_t>(origin_.y);
}

Binding Passes::nodes(std::uint32_t view) const noexcept {
  return buffer_binding(grid_->nodes.handle(), view * grid_->nodes_stride_bytes, grid_->nodes_stride_bytes);
}

}  // namespace local_exposure
}  // namespace photopic
