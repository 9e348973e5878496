// SPDX-License-Identifier: MIT
// Recording of the pyramid's passes.
#include "meter/pyramid.h"

#include "display/display.h"
#include "gpu/barriers/barriers.h"
#include "gpu/memory/extent.h"

namespace photopic {

Status Pyramid::create_passes() noexcept {
  Status status = Status::ok;
  if (is_fused()) {
    const Specialization constants[] = {{PHOTOPIC_SPEC_WORKGROUP_SIDE, options_.workgroup_side},
                                        {PHOTOPIC_SPEC_STORE_LEVEL_0, options_.level_0 ? 1u : 0u},
                                        {PHOTOPIC_SPEC_CONVERT_INPUT, options_.convert_input ? 1u : 0u}};
    status = reduce_hdr_.create(*options_.level_passes.pyramid_hdr);
    if (status == Status::ok) status = reduce_hdr_.add_variant(0, constants);
  } else {
    status = base_.create_log_luminance(*options_.level_passes.log_luminance, options_.convert_input);
  }
  if (status != Status::ok) return status;
  const Specialization constants[] = {{PHOTOPIC_SPEC_WORKGROUP_SIDE, options_.workgroup_side}};
  status = reduce_.create(*options_.level_passes.pyramid, PHOTOPIC_REDUCE_MAX_PASSES, options_.filter);
  return status == Status::ok ? reduce_.add_variant(0, constants) : status;
}

Status Pyramid::create(const PyramidOptions& options) noexcept {
  options_ = options;
  const bool is_filtered = options.filter == VK_FILTER_LINEAR;
  Status status = create_passes();
  if (status == Status::ok) {
    status =
        base_.create(options.level_passes.format, is_filtered ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT : 0);
  }
  return status == Status::ok ? make_sized(options.max_extent) : status;
}

Status Pyramid::make_sized(VkExtent2D max_extent) noexcept {
  const bool has_level_0 = !is_fused() || options_.level_0 || mip_levels(max_extent) == 1;
  return base_.make_sized(max_extent, has_level_0 ? 0 : 1, 0);
}

float Pyramid::factor_numerator(const ReductionPlan& plan, VkExtent2D extent) const noexcept {
  // By counts, the last level is the mean already, but for invalid texels.
  return is_fused() ? static_cast<float>(area(extent)) : options_.factor(plan, extent, block_side());
}

void Pyramid::record_reduce_hdr(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                                const MeterSettings& settings, const InputSettings& input,
                                const ReductionPlan& plan) const noexcept {
  const ReducePass& pass = plan.passes[0];
  const std::array<float, 3> row = luminance_row(input);
  const gpu::ReduceHdrParams params = {.origin_x = static_cast<std::uint32_t>(region.offset.x),
                                       .origin_y = static_cast<std::uint32_t>(region.offset.y),
                                       .width = region.extent.width,
                                       .height = region.extent.height,
                                       .min_log2 = settings.min_log2_luminance,
                                       .max_log2 = settings.max_log2_luminance,
                                       .is_last = plan.count == 1 ? 1u : 0u,
                                       .factor_numerator = factor_numerator(plan, region.extent),
                                       .luminance_of_red = row[0],
                                       .luminance_of_green = row[1],
                                       .luminance_of_blue = row[2]};
  // Without level 0, its binding needs a valid image, too; the shader leaves it unwritten.
  const VkImageView level_0 = options_.level_0 ? base_.level(0) : base_.level(pass.target_level);
  const Binding bindings[] = {hdr, image_binding(base_.level(pass.target_level), VK_IMAGE_LAYOUT_GENERAL),
                              image_binding(level_0, VK_IMAGE_LAYOUT_GENERAL), base_.stats()};
  reduce_hdr_.dispatch(command_buffer, 0, pass.target, params, bindings);
}

VkImageView Pyramid::record(VkCommandBuffer command_buffer, const Binding& hdr, const VkRect2D& region,
                            const MeterSettings& settings, const InputSettings& input) const noexcept {
  base_.record_begin(command_buffer);
  const ReductionPlan plan = plan_reduction(base_.max_extent(), region.extent, block_side(), is_fused());
  if (is_fused()) {
    record_reduce_hdr(command_buffer, hdr, region, settings, input, plan);
  } else {
    base_.record_log_luminance(command_buffer, hdr, region, settings, input);
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
    const Binding bindings[] = {image_binding(base_.level(pass.source_level), VK_IMAGE_LAYOUT_GENERAL),
                                image_binding(base_.level(pass.target_level), VK_IMAGE_LAYOUT_GENERAL), base_.stats()};
    // Producer: the pass before (level, stats). Consumer: this reduce.
    memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
    reduce_.dispatch(command_buffer, 0, pass.target, params, bindings);
  }
  // Producer: the last pass. Consumer: adapt, which reads the mean and the stats.
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
  return base_.levels().level(base_.levels().level_count() - 1);
}

VkExtent2D Pyramid::used_extent(std::uint32_t index, VkExtent2D region) const noexcept {
  const std::uint32_t level = index + base_.first_level();
  if (level == 0) return region;
  const ReductionPlan plan = plan_reduction(base_.max_extent(), region, block_side(), is_fused());
  for (std::uint32_t i = 0; i < plan.count; ++i) {
    if (plan.passes[i].target_level == level) return plan.passes[i].target;
  }
  return {};
}

}  // namespace photopic
