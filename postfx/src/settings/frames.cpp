// SPDX-License-Identifier: MIT
// Frames as what each step reads of them.
#include "settings/made_for.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace photopic {
namespace {

VkImageLayout layout_of(const Image& image) {
  return image.layout != VK_IMAGE_LAYOUT_UNDEFINED ? image.layout : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
}
float pre_exposure_of(const Frame& frame) { return frame.pre_exposure != 0.0f ? frame.pre_exposure : 1.0f; }

void take_source(const Image& hdr, const VkRect2D& region, const WeightImages& weights, MeterSource* out) {
  *out = {.hdr = hdr.view,
          .region = region,
          .mask = weights.mask.view,
          .depth = weights.depth.view,
          .classes = weights.classes.view,
          .hdr_layout = layout_of(hdr),
          .mask_layout = layout_of(weights.mask),
          .depth_layout = layout_of(weights.depth),
          .classes_layout = layout_of(weights.classes)};
}

/// Both ends 0: the range from 0 to 1.
void fill_range(const float (&min)[3], float (&max)[3]) {
  const auto is_zero = [](float value) { return value == 0.0f; };
  if (std::all_of(std::begin(min), std::end(min), is_zero) && std::all_of(std::begin(max), std::end(max), is_zero)) {
    std::fill(std::begin(max), std::end(max), 1.0f);
  }
}
void fill_ranges(LookTable* table) {
  fill_range(table->curve_min, table->curve_max);
  fill_range(table->cube_min, table->cube_max);
}

}  // namespace

MeterSource source_of(const photopic_source& source) noexcept {
  MeterSource made;
  take_source(source.hdr, source.region, source.weights, &made);
  return made;
}

MeterFrame meter_frame_of(const Frame& frame) noexcept {
  MeterFrame made;
  const bool is_part = frame.metered.extent.width != 0 || frame.metered.extent.height != 0;
  take_source(frame.hdr, is_part ? frame.metered : VkRect2D{frame.offset, frame.extent}, frame.weights, &made);
  made.delta_time_s = frame.delta_time_s;
  made.reset_history = frame.cut != 0;
  made.view = frame.view;
  made.more_sources = frame.more_sources;
  made.more_source_count = frame.more_source_count;
  made.pre_exposure = pre_exposure_of(frame);
  return made;
}

std::uint32_t layer_at(const MeterFrame& frame, std::uint32_t i) noexcept {
  if (frame.view_mask == 0) return frame.layer + i;
  std::uint32_t left = frame.view_mask;
  for (; i != 0; --i) left &= left - 1;
  return static_cast<std::uint32_t>(std::countr_zero(left));
}

MeterSource source_at(const MeterFrame& frame, std::uint32_t i) noexcept {
  const std::uint32_t image = i / frame.layer_count;
  MeterSource source = image == 0 ? MeterSource(frame) : source_of(frame.more_sources[image - 1]);
  source.layer = layer_at(frame, i % frame.layer_count);
  return source;
}

MeterFrame measurement_at(const MeterFrame& frame, std::uint32_t i) noexcept {
  if (frame.exposure_stride_bytes == 0) return frame;
  MeterFrame one = frame;
  one.layer = layer_at(frame, i);
  one.view += one.layer;
  one.layer_count = 1;
  one.view_mask = 0;
  return one;
}

ToneMapFrame tone_map_frame_of(const Frame& frame) noexcept {
  return {.hdr = frame.hdr.view,
          .ldr = frame.ldr.view,
          .region = {frame.offset, frame.extent},
          .ldr_offset = frame.ldr_offset,
          .ldr_extent = frame.ldr_extent.width != 0 || frame.ldr_extent.height != 0 ? frame.ldr_extent : frame.extent,
          .picture = frame.picture,
          .exposure = frame.exposure.buffer,
          .exposure_offset_bytes = frame.exposure.offset_bytes,
          .view = frame.view,
          .exposure_stride_bytes = frame.exposure_stride_bytes,
          .ui = frame.ui.view,
          .content_light = frame.content_light.buffer,
          .content_light_offset_bytes = frame.content_light.offset_bytes,
          .tables = frame.tables,
          .delta_time_s = frame.delta_time_s,
          .reset_history = frame.cut != 0,
          .pre_exposure = pre_exposure_of(frame),
          .hdr_layout = layout_of(frame.hdr),
          .ui_layout = layout_of(frame.ui)};
}

LookTables with_defaults(const LookTables& tables) noexcept {
  LookTables made = tables;
  for (LookTable* table : {&made.scene, &made.tone_mapper, &made.display}) fill_ranges(table);
  const auto value_or = [](auto* value, auto otherwise) {
    if (*value == decltype(otherwise){}) *value = otherwise;
  };
  value_or(&made.scene_curve, TableCurve::acescct);
  value_or(&made.scene_primaries, Primaries::ap1);
  value_or(&made.tone_mapper_curve, TableCurve::linlog_sdr);
  value_or(&made.tone_mapper_primaries, Primaries::bt709);
  value_or(&made.tone_mapper_encoding, OutputEncoding::srgb);
  value_or(&made.floats_per_node, 3u);
  return made;
}

}  // namespace photopic
