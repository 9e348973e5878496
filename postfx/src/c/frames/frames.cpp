// SPDX-License-Identifier: MIT
// Frames of the C interface as those of C++.
#include "c/frames/frames.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>

#include "c/common/structs.h"

namespace photopic::c {
namespace {

VkImageLayout layout_of(VkImageLayout given) { return value_or(given, kReadLayout); }

float pre_exposure_of(float given) { return value_or(given, 1.0f); }

MeterSource source_of(const photopic_meter_source& given, const photopic_meter_frame& frame) {
  return {.hdr = given.hdr,
          .region = given.region,
          .mask = given.mask,
          .depth = given.depth,
          .classes = given.classes,
          .hdr_layout = layout_of(frame.hdr_layout),
          .mask_layout = layout_of(frame.mask_layout),
          .depth_layout = layout_of(frame.depth_layout),
          .classes_layout = layout_of(frame.classes_layout)};
}

void set_range(const float (&min)[3], const float (&max)[3], float (&out_min)[3], float (&out_max)[3]) {
  const auto is_zero = [](float value) { return value == 0.0f; };
  if (std::all_of(min, min + 3, is_zero) && std::all_of(max, max + 3, is_zero)) return;  // 0 to 1
  std::copy(min, min + 3, out_min);
  std::copy(max, max + 3, out_max);
}

LookTable table_of(const photopic_look_table& given) {
  LookTable table;
  table.first_node = given.first_node;
  table.curve_size = given.curve_size;
  table.cube_size = given.cube_size;
  set_range(given.curve_min, given.curve_max, table.curve_min, table.curve_max);
  set_range(given.cube_min, given.cube_max, table.cube_min, table.cube_max);
  return table;
}

static_assert(PHOTOPIC_CURVE_LINEAR == static_cast<int>(TableCurve::linear) + 1 &&
              PHOTOPIC_CURVE_ACESCCT == static_cast<int>(TableCurve::acescct) + 1 &&
              PHOTOPIC_CURVE_LOGC3 == static_cast<int>(TableCurve::logc3) + 1 &&
              PHOTOPIC_CURVE_LINLOG_SDR == static_cast<int>(TableCurve::linlog_sdr) + 1 &&
              PHOTOPIC_CURVE_LINLOG_HDR == static_cast<int>(TableCurve::linlog_hdr) + 1);
static_assert(PHOTOPIC_PRIMARIES_BT709 == static_cast<int>(Primaries::bt709) &&
              PHOTOPIC_PRIMARIES_P3 == static_cast<int>(Primaries::p3) &&
              PHOTOPIC_PRIMARIES_BT2020 == static_cast<int>(Primaries::bt2020) &&
              PHOTOPIC_PRIMARIES_AP1 == static_cast<int>(Primaries::ap1) &&
              PHOTOPIC_PRIMARIES_AP0 == static_cast<int>(Primaries::ap0));

TableCurve curve_of(std::uint32_t given, TableCurve otherwise) {
  return given == PHOTOPIC_CURVE_BY_DEFAULT ? otherwise : static_cast<TableCurve>(given - 1);
}

Primaries primaries_of(std::uint32_t given, Primaries otherwise) {
  return given == PHOTOPIC_PRIMARIES_DEFAULT ? otherwise : static_cast<Primaries>(given);
}

ImageState state_of(const photopic_image_state& given) {
  return {.stages = given.stages,
          .access = given.access,
          .layout = given.layout,
          .queue_family = given.changes_family != 0 ? given.queue_family : VK_QUEUE_FAMILY_IGNORED};
}

ImageTransition transition_of(const photopic_image_transition& given) {
  ImageTransition transition;
  transition.image = given.image;
  const VkImageSubresourceRange& range = given.range;
  const bool is_given = range.aspectMask != 0 || range.baseMipLevel != 0 || range.levelCount != 0 ||
                        range.baseArrayLayer != 0 || range.layerCount != 0;
  if (is_given) transition.range = range;
  transition.before = state_of(given.before);
  transition.after = state_of(given.after);
  return transition;
}

photopic_result barriers_of(const char* function, const photopic_image_barriers* given, ImageBarriers* out) noexcept {
  photopic_image_barriers barriers;
  PHOTOPIC_TRY(take(function, "frame->barriers", given, &barriers));
  for (const photopic_image_transition* transition : {&barriers.hdr, &barriers.ldr}) {
    if (transition->reserved == 0) continue;
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: frame->barriers->%s.reserved = %u: must be 0", function,
                transition == &barriers.hdr ? "hdr" : "ldr", transition->reserved);
  }
  out->hdr = transition_of(barriers.hdr);
  out->ldr = transition_of(barriers.ldr);
  return PHOTOPIC_OK;
}

/// What a frame points to: tables and barriers.
template <class Given>
photopic_result pointees_of(const char* function, const Given& frame, FramePointees* parts) noexcept {
  if (frame.tables != nullptr) {
    PHOTOPIC_TRY(tables_of(function, "frame->tables", frame.tables, &parts->tables));
  }
  if (frame.barriers != nullptr) {
    PHOTOPIC_TRY(barriers_of(function, frame.barriers, &parts->barriers));
  }
  return PHOTOPIC_OK;
}

}  // namespace

photopic_result tables_of(const char* function, const char* name, const photopic_look_tables* given,
                          LookTables* out) noexcept {
  photopic_look_tables tables;
  PHOTOPIC_TRY(take(function, name, given, &tables));
  const LookTables defaults;
  out->nodes = tables.nodes;
  out->offset_bytes = tables.offset_bytes;
  out->content = tables.content;
  out->floats_per_node = value_or(tables.floats_per_node, defaults.floats_per_node);
  out->scene = table_of(tables.scene);
  out->tone_mapper = table_of(tables.tone_mapper);
  out->display = table_of(tables.display);
  out->scene_curve = curve_of(tables.scene_curve, defaults.scene_curve);
  out->scene_primaries = primaries_of(tables.scene_primaries, defaults.scene_primaries);
  out->tone_mapper_curve = curve_of(tables.tone_mapper_curve, defaults.tone_mapper_curve);
  out->tone_mapper_primaries = primaries_of(tables.tone_mapper_primaries, defaults.tone_mapper_primaries);
  char member[48];
  std::snprintf(member, sizeof member, "%s->tone_mapper_encoding", name);
  return encoding_of(function, member, tables.tone_mapper_encoding, defaults.tone_mapper_encoding,
                     &out->tone_mapper_encoding);
}

photopic_result encoding_of(const char* function, const char* name, std::uint32_t bit, OutputEncoding otherwise,
                            OutputEncoding* out) noexcept {
  if (bit != 0 && (!std::has_single_bit(bit) || bit > kAllEncodings)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s = %u: must be one photopic_encoding_bit()", function, name, bit);
  }
  *out = bit == 0 ? otherwise : static_cast<OutputEncoding>(std::countr_zero(bit));
  return PHOTOPIC_OK;
}

photopic_result frame_of(const char* function, const photopic_frame* given, FramePointees* parts, Frame* out) noexcept {
  photopic_frame frame;
  PHOTOPIC_TRY(take(function, "frame", given, &frame));
  PHOTOPIC_TRY(pointees_of(function, frame, parts));
  *out = {.hdr = frame.hdr,
          .ldr = frame.ldr,
          .extent = frame.extent,
          .metered_region = frame.metered_region,
          .mask = frame.mask,
          .depth = frame.depth,
          .classes = frame.classes,
          .delta_time_s = frame.delta_time_s,
          .reset_history = frame.reset_history != 0,
          .view = frame.view,
          .ui = frame.ui,
          .content_light = frame.content_light,
          .content_light_offset_bytes = frame.content_light_offset_bytes,
          .tables = frame.tables != nullptr ? &parts->tables : nullptr,
          .pre_exposure = pre_exposure_of(frame.pre_exposure),
          .hdr_layout = layout_of(frame.hdr_layout),
          .mask_layout = layout_of(frame.mask_layout),
          .depth_layout = layout_of(frame.depth_layout),
          .classes_layout = layout_of(frame.classes_layout),
          .ui_layout = layout_of(frame.ui_layout),
          .barriers = frame.barriers != nullptr ? &parts->barriers : nullptr};
  return PHOTOPIC_OK;
}

photopic_result frame_of(const char* function, const photopic_tone_map_frame* given, FramePointees* parts,
                         ToneMapFrame* out) noexcept {
  photopic_tone_map_frame frame;
  PHOTOPIC_TRY(take(function, "frame", given, &frame));
  PHOTOPIC_TRY(pointees_of(function, frame, parts));
  *out = {.hdr = frame.hdr,
          .ldr = frame.ldr,
          .region = frame.region,
          .ldr_offset = frame.ldr_offset,
          .picture = frame.picture,
          .exposure = frame.exposure,
          .exposure_offset_bytes = frame.exposure_offset_bytes,
          .view = frame.view,
          .exposure_stride_bytes = frame.exposure_stride_bytes,
          .ui = frame.ui,
          .content_light = frame.content_light,
          .content_light_offset_bytes = frame.content_light_offset_bytes,
          .tables = frame.tables != nullptr ? &parts->tables : nullptr,
          .delta_time_s = frame.delta_time_s,
          .reset_history = frame.reset_history != 0,
          .pre_exposure = pre_exposure_of(frame.pre_exposure),
          .hdr_layout = layout_of(frame.hdr_layout),
          .ui_layout = layout_of(frame.ui_layout),
          .barriers = frame.barriers != nullptr ? &parts->barriers : nullptr};
  return PHOTOPIC_OK;
}

photopic_result frame_of(const char* function, const photopic_meter_frame* given, MeterFrameOfC* out) noexcept {
  photopic_meter_frame frame;
  PHOTOPIC_TRY(take(function, "frame", given, &frame));
  if (frame.more_source_count > MeterFrameOfC::kMaxMoreSources) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: frame->more_source_count = %u: must be within [0, %u]", function,
                frame.more_source_count, MeterFrameOfC::kMaxMoreSources);
  }
  if (frame.more_source_count > 0) {
    PHOTOPIC_TRY(require(frame.more_sources, function, "frame->more_sources"));
  }
  std::transform(frame.more_sources, frame.more_sources + frame.more_source_count, out->more,
                 [&](const photopic_meter_source& source) { return source_of(source, frame); });
  if (frame.barriers != nullptr) {
    PHOTOPIC_TRY(barriers_of(function, frame.barriers, &out->barriers));
  }
  const MeterSource first = source_of(frame.source, frame);
  out->frame = {.hdr = first.hdr,
                .region = first.region,
                .mask = first.mask,
                .depth = first.depth,
                .classes = first.classes,
                .delta_time_s = frame.delta_time_s,
                .reset_history = frame.reset_history != 0,
                .view = frame.view,
                .more_sources = frame.more_source_count > 0 ? out->more : nullptr,
                .more_source_count = frame.more_source_count,
                .pre_exposure = pre_exposure_of(frame.pre_exposure),
                .hdr_layout = first.hdr_layout,
                .mask_layout = first.mask_layout,
                .depth_layout = first.depth_layout,
                .classes_layout = first.classes_layout,
                .barriers = frame.barriers != nullptr ? &out->barriers : nullptr};
  return PHOTOPIC_OK;
}

}  // namespace photopic::c
