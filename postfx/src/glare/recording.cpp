// SPDX-License-Identifier: MIT
// Memory of the glare's levels, and recording of its passes.
#include <photopic/post_process.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>

#include "glare/glare.h"
#include "glare/levels.h"
#include "glare/up_rows.h"
#include "gpu/barriers/barriers.h"
#include "gpu/memory/extent.h"

namespace photopic::glare {

std::uint32_t stored_count(VkExtent2D extent) noexcept {
  constexpr std::uint32_t kSide = PHOTOPIC_GLARE_TAIL_SIDE;
  std::uint32_t level = 1;
  for (VkExtent2D e = level_extent(extent, 1); e.width > kSide || e.height > kSide; e = divide_up(e, 2)) ++level;
  return level;
}

VkExtent2D down_groups(VkExtent2D level) noexcept {
  return {divide_up(level.width, PHOTOPIC_GLARE_DOWN_WIDTH), divide_up(level.height, PHOTOPIC_GLARE_DOWN_HEIGHT)};
}

Status Passes::Levels::create(VkExtent2D max_extent, VkFormat format) noexcept {
  const VkExtent2D first = level_extent(max_extent, 1);
  const std::uint32_t multiple = 1u << (stored_count(max_extent) - 1);
  const VkExtent2D padded = {divide_up(first.width, multiple) * multiple, divide_up(first.height, multiple) * multiple};
  Status status = image.create_in(arena, padded, format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT);
  if (status == Status::ok) status = arena.bind();
  if (status != Status::ok) return status;
  second_light = static_cast<std::uint32_t>(area(down_groups(first)));
  const std::uint64_t count = second_light + area(down_groups(level_extent(max_extent, 2)));
  return light.create(count * sizeof(gpu::GlareLight), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

namespace {

/// Of the levels that are stored, the one that the final pass reads, counted from 1: the first that adds light. Level 1
/// for readers that know no other.
std::uint32_t shown_level_of(const EffectFrame& frame, std::uint32_t stored, const gpu::GlareTables& tables) {
  if (frame.wants_level_1) return 1;
  const std::uint32_t last = std::min(stored, most_steps(frame.region.extent));
  std::uint32_t level = 1;
  while (level < last && tables.weights[level - 1] == 0.0f) ++level;
  return level;
}

}  // namespace

void Passes::plan(const EffectFrame& frame, const Settings& settings) noexcept {
  const GlareSettings& glare = settings.glare;
  if (!table_settings_.are(settings) || !same(table_extent_, frame.region.extent)) {
    tables_of_settings_ = make_tables(settings, frame.region.extent, most_of(format_));
    table_settings_.keep(settings);
    table_extent_ = frame.region.extent;
  }
  gpu::GlareTables tables = tables_of_settings_;
  const std::uint32_t stored = stored_count(frame.region.extent);
  plan_ = {.extent = frame.region.extent,
           .stored = stored,
           .shown = shown_level_of(frame, stored, tables),
           .measures = glare.glare_source != GlareSource::all || glare.firefly_limit_ev > 0.0f ||
                       glare.glare_border != GlareBorder::fold,
           .kernel = kernel_bits(settings)};
  set_steps(tables, plan_.shown, frame.region.extent, plan_.kernel);
  tables_ = slots_.binding_of(tables);
  shown_.steps = tables.steps;
  shown_.scattered = tables.scattered;
  std::copy(std::begin(tables.up_rows), std::end(tables.up_rows), shown_.up_rows);
}

void Passes::prepare(VkCommandBuffer command_buffer, EffectFrame&, const Settings&) noexcept {
  if (!has_up_rows_) std::memcpy(up_rows_.mapped(), &up_rows(), sizeof(gpu::GlareUpRows));
  has_up_rows_ = true;
  // Producers: earlier passes and final passes, which read and write the levels. Consumer: the first pass.
  layout_barrier(gpu_, command_buffer, levels_->image.handle(), 0, levels_->image.level_count(),
                 VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, kComputeReadWrite, kComputeReadWrite);
}

bool Passes::record_first(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings&) noexcept {
  const Plan& plan = plan_;
  for (std::uint32_t i = 0; i < plan.stored; ++i) {
    const VkExtent2D source = level_extent(plan.extent, i);
    const VkExtent2D groups = down_groups(level_extent(plan.extent, i + 1));
    const VkExtent2D groups_below = down_groups(source);
    const gpu::GlareDownParams params = {.source_x = i == 0 ? static_cast<std::uint32_t>(frame.region.offset.x) : 0,
                                         .source_y = i == 0 ? static_cast<std::uint32_t>(frame.region.offset.y) : 0,
                                         .width = source.width,
                                         .height = source.height,
                                         .light_from = levels_->first_light(i + 1),
                                         .light_to = levels_->first_light(i),
                                         .groups_x = groups_below.width,
                                         .groups_y = groups_below.height,
                                         .kernel = plan.kernel,
                                         .inverse_pre_exposure = 1.0f / frame.pre_exposure};
    const Binding target = image_binding(levels_->image.level(i), VK_IMAGE_LAYOUT_GENERAL);
    if (i == 0) {
      const Binding bindings[] = {frame.hdr, target, tables_, levels_->light_binding(), frame.exposure};
      down_hdr_.dispatch(command_buffer, plan.measures ? 1 : 0, groups, params, bindings);
      continue;
    }
    // Producer: the pass before (level, light). Consumer: this one.
    memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
    const Binding bindings[] = {image_binding(levels_->image.level(i - 1), VK_IMAGE_LAYOUT_GENERAL), target, tables_,
                                levels_->light_binding()};
    down_.dispatch(command_buffer, 0, groups, params, bindings);
  }
  return true;
}

bool Passes::record_second(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings&) noexcept {
  const Plan& plan = plan_;
  const std::uint32_t index = plan.stored - 1;
  const VkExtent2D level = level_extent(plan.extent, plan.stored);
  const gpu::GlareTailParams params = {.width = level.width,
                                       .height = level.height,
                                       .level = index,
                                       .light_from = levels_->first_light(index),
                                       .groups = static_cast<std::uint32_t>(area(down_groups(level))),
                                       .measures = plan.measures ? 1u : 0u,
                                       .writes_state = frame.has_state ? 1u : 0u,
                                       .texels = static_cast<float>(area(plan.extent)),
                                       .kernel = plan.kernel};
  const Binding state =
      frame.has_state ? frame.exposure : buffer_binding(no_state_.handle(), 0, sizeof(gpu::ExposureState));
  const Binding bindings[] = {image_binding(levels_->image.level(index), VK_IMAGE_LAYOUT_GENERAL), tables_,
                              levels_->light_binding(), state};
  tail_.dispatch(command_buffer, 0, {1, 1}, params, bindings);
  return true;
}

bool Passes::record_last(VkCommandBuffer command_buffer, EffectFrame& frame, const Settings&) noexcept {
  const Plan& plan = plan_;
  for (std::uint32_t from = plan.stored; from > plan.shown;) {
    std::uint32_t to = from - 1;
    while (to > plan.shown && from - to < most_steps(level_extent(plan.extent, to - 1))) --to;
    const VkExtent2D extent = level_extent(plan.extent, to);
    const gpu::GlareUpParams params = {
        .width = extent.width, .height = extent.height, .level = to - 1, .steps = from - to, .kernel = plan.kernel};
    const Binding bindings[] = {level(std::min(to + 1, from)),
                                level(std::min(to + 2, from)),
                                level(from),
                                level(to),
                                tables_,
                                buffer_binding(up_rows_.handle(), 0, VK_WHOLE_SIZE)};
    const VkExtent2D groups = {divide_up(extent.width, PHOTOPIC_GLARE_UP_WIDTH),
                               divide_up(extent.height, PHOTOPIC_GLARE_UP_HEIGHT)};
    // Producer: the pass before. Consumer: this one.
    if (from != plan.stored) memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeReadWrite);
    up_.dispatch(command_buffer, 0, groups, params, bindings);
    from = to;
  }
  if (plan.shown == 1) {
    frame.veil = level(1);
    frame.veil_tables = tables_;
  }
  return plan.stored != plan.shown;
}

Binding Passes::level(std::uint32_t level) const noexcept {
  return image_binding(levels_->image.level(level - 1), VK_IMAGE_LAYOUT_GENERAL);
}

void Passes::bind(std::span<Binding> out) const noexcept {
  out[0] = level(plan_.shown);
  out[1] = tables_;
}

}  // namespace photopic::glare
