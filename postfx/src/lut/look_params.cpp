// SPDX-License-Identifier: MIT
// Parameters of grades and of the host's tables.
#include "lut/look_params.h"

#include <algorithm>
#include <cstring>

#include "display/display.h"
#include "display/primaries.h"
#include "lut/hue_spline.h"

namespace photopic {
namespace {

void copy_matrix(const Matrix3& matrix, float (*to)[9]) {
  for (std::size_t i = 0; i < 9; ++i) (*to)[i] = static_cast<float>(matrix[i / 3][i % 3]);
}

/// The three members of a grade that are named NAME_red, NAME_green, NAME_blue.
#define PHOTOPIC_GRADE_COLOR(grade, name) \
  { (grade).name##_red, (grade).name##_green, (grade).name##_blue }

bool is_everywhere(std::array<float, 3> color, float value) {
  return std::all_of(color.begin(), color.end(), [=](float channel) { return channel == value; });
}

bool has_nodes(const LookTable& table) { return table.curve_size != 0 || table.cube_size != 0; }

std::uint64_t node_count(const LookTable& table) {
  return table.curve_size + std::uint64_t{table.cube_size} * table.cube_size * table.cube_size;
}

void set_color(std::array<float, 3> color, float (*to)[3]) { std::copy(color.begin(), color.end(), *to); }

void set_grade(const GradeSettings& grade, gpu::LookParams* params) {
  set_color(PHOTOPIC_GRADE_COLOR(grade, cdl_slope), &params->cdl_slope);
  set_color(PHOTOPIC_GRADE_COLOR(grade, cdl_offset), &params->cdl_offset);
  set_color(PHOTOPIC_GRADE_COLOR(grade, cdl_power), &params->cdl_power);
  params->cdl_saturation = grade.cdl_saturation;
  params->contrast = grade.contrast;
  params->contrast_pivot = grade.contrast_pivot;
  params->saturation = grade.saturation;
  params->vibrance = grade.vibrance;
  set_color(PHOTOPIC_GRADE_COLOR(grade, shadows), &params->shadows);
  set_color(PHOTOPIC_GRADE_COLOR(grade, midtones), &params->midtones);
  set_color(PHOTOPIC_GRADE_COLOR(grade, highlights), &params->highlights);
  params->shadows_start = grade.shadows_start;
  params->shadows_end = grade.shadows_end;
  params->highlights_start = grade.highlights_start;
  params->highlights_end = grade.highlights_end;
  set_color(PHOTOPIC_GRADE_COLOR(grade, lift), &params->lift);
  set_color({1.0f / grade.gamma_red, 1.0f / grade.gamma_green, 1.0f / grade.gamma_blue}, &params->inverse_gamma);
  set_color(PHOTOPIC_GRADE_COLOR(grade, gain), &params->gain);
  const Curve* const curves[] = {&grade.hue_vs_hue, &grade.hue_vs_saturation, &grade.hue_vs_luminance};
  static_assert(std::size(curves) == PHOTOPIC_HUE_CURVES);
  for (std::size_t i = 0; i < std::size(curves); ++i) {
    const Curve& curve = *curves[i];
    const auto slopes = hue_slopes(curve);
    params->hue_count[i] = curve.count;
    for (std::size_t point = 0; point < curve.count; ++point) {
      const std::size_t at = PHOTOPIC_HUE_CURVE_POINTS * i + point;
      params->hue_x[at] = curve.points[point].x;
      params->hue_y[at] = curve.points[point].y;
      params->hue_slope[at] = static_cast<float>(slopes[point]);
    }
  }
}

/// What brings `min` to node 0 and `max` to the last of `size`.
void set_place(const float (&min)[3], const float (&max)[3], std::uint32_t size, float (*scale)[3],
               float (*offset)[3]) {
  if (size == 0) return;
  for (std::size_t i = 0; i < 3; ++i) {
    const double low = static_cast<double>(min[i]), high = static_cast<double>(max[i]);
    const double nodes = static_cast<double>(size - 1) / (high - low);
    (*scale)[i] = static_cast<float>(nodes);
    (*offset)[i] = static_cast<float>(-low * nodes);
  }
}

gpu::LookTableParams params_of(const LookTable& table) {
  gpu::LookTableParams params = {};
  params.first_node = table.first_node;
  params.curve_size = table.curve_size;
  params.cube_size = table.cube_size;
  set_place(table.curve_min, table.curve_max, table.curve_size, &params.curve_scale, &params.curve_offset);
  set_place(table.cube_min, table.cube_max, table.cube_size, &params.cube_scale, &params.cube_offset);
  return params;
}

/// What shaders call it: PHOTOPIC_TABLE_*. By TableCurve, 0 is the default of hosts, which isn't left here.
std::uint32_t curve_number(TableCurve curve) {
  constexpr auto kLinear = static_cast<std::uint32_t>(TableCurve::linear);
  static_assert(static_cast<std::uint32_t>(TableCurve::acescct) - kLinear == PHOTOPIC_TABLE_ACESCCT &&
                static_cast<std::uint32_t>(TableCurve::logc3) - kLinear == PHOTOPIC_TABLE_LOGC3 &&
                static_cast<std::uint32_t>(TableCurve::linlog_sdr) - kLinear == PHOTOPIC_TABLE_LINLOG_SDR &&
                static_cast<std::uint32_t>(TableCurve::linlog_hdr) - kLinear == PHOTOPIC_TABLE_LINLOG_HDR);
  return static_cast<std::uint32_t>(curve) - kLinear;
}

void set_tables(const LookTables& tables, LimitPrimaries limit, gpu::LookParams* params) {
  const Chromaticities bt709 = chromaticities_of(Primaries::bt709);
  const Chromaticities limiting = chromaticities_of(limit);
  if (has_nodes(tables.scene)) params->stages |= PHOTOPIC_STAGE_SCENE_TABLE;
  if (has_nodes(tables.display)) params->stages |= PHOTOPIC_STAGE_DISPLAY_TABLE;
  params->floats_per_node = tables.floats_per_node;
  params->scene = params_of(tables.scene);
  params->tone_mapper = params_of(tables.tone_mapper);
  params->display = params_of(tables.display);
  params->scene_curve = curve_number(tables.scene_curve);
  params->tone_mapper_curve = curve_number(tables.tone_mapper_curve);
  params->tone_mapper_encoding = static_cast<std::uint32_t>(tables.tone_mapper_encoding);
  copy_matrix(rgb_to_rgb(bt709, chromaticities_of(tables.scene_primaries)), &params->bt709_to_scene);
  copy_matrix(rgb_to_rgb(chromaticities_of(tables.scene_primaries), bt709), &params->scene_to_bt709);
  copy_matrix(rgb_to_rgb(bt709, chromaticities_of(tables.tone_mapper_primaries)), &params->bt709_to_tone_mapper);
  copy_matrix(rgb_to_rgb(container_primaries(tables.tone_mapper_encoding), limiting), &params->tone_mapper_to_limit);
  copy_matrix(rgb_to_rgb(limiting, bt709), &params->limit_to_bt709);
  copy_matrix(rgb_to_rgb(bt709, limiting), &params->bt709_to_limit);
  params->content_low = static_cast<std::uint32_t>(tables.content);
  params->content_high = static_cast<std::uint32_t>(tables.content >> 32);
}

bool same(const LookTable& a, const LookTable& b) {
  static_assert(sizeof(LookTable) == 15 * 4, "padding would be compared");
  return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same(const LookTables& a, const LookTables& b) {
  return a.nodes == b.nodes && a.offset_bytes == b.offset_bytes && a.content == b.content &&
         a.floats_per_node == b.floats_per_node && same(a.scene, b.scene) && a.scene_curve == b.scene_curve &&
         a.scene_primaries == b.scene_primaries && same(a.tone_mapper, b.tone_mapper) &&
         a.tone_mapper_curve == b.tone_mapper_curve && a.tone_mapper_primaries == b.tone_mapper_primaries &&
         a.tone_mapper_encoding == b.tone_mapper_encoding && same(a.display, b.display);
}

}  // namespace

std::uint32_t stages_of(const GradeSettings& grade) noexcept {
  const auto stage = [](std::uint32_t bit, bool is_on) { return is_on ? bit : 0u; };
  const auto is_color = [](std::array<float, 3> color, float value) { return is_everywhere(color, value); };
  const bool has_cdl = !is_color(PHOTOPIC_GRADE_COLOR(grade, cdl_slope), 1.0f) ||
                       !is_color(PHOTOPIC_GRADE_COLOR(grade, cdl_offset), 0.0f) ||
                       !is_color(PHOTOPIC_GRADE_COLOR(grade, cdl_power), 1.0f) || grade.cdl_saturation != 1.0f;
  const bool has_wheels = !is_color(PHOTOPIC_GRADE_COLOR(grade, shadows), 1.0f) ||
                          !is_color(PHOTOPIC_GRADE_COLOR(grade, midtones), 1.0f) ||
                          !is_color(PHOTOPIC_GRADE_COLOR(grade, highlights), 1.0f);
  const bool has_hue_curves =
      grade.hue_vs_hue.count + grade.hue_vs_saturation.count + grade.hue_vs_luminance.count != 0;
  const bool has_lift = !is_color(PHOTOPIC_GRADE_COLOR(grade, lift), 0.0f) ||
                        !is_color(PHOTOPIC_GRADE_COLOR(grade, gamma), 1.0f) ||
                        !is_color(PHOTOPIC_GRADE_COLOR(grade, gain), 1.0f);
  return stage(PHOTOPIC_STAGE_CDL, has_cdl) | stage(PHOTOPIC_STAGE_CONTRAST, grade.contrast != 1.0f) |
         stage(PHOTOPIC_STAGE_SATURATION, grade.saturation != 1.0f) |
         stage(PHOTOPIC_STAGE_VIBRANCE, grade.vibrance != 0.0f) | stage(PHOTOPIC_STAGE_WHEELS, has_wheels) |
         stage(PHOTOPIC_STAGE_HUE_CURVES, has_hue_curves) | stage(PHOTOPIC_STAGE_LIFT_GAMMA_GAIN, has_lift);
}

bool is_graded(const GradeSettings& grade) noexcept { return stages_of(grade) != 0; }

gpu::LookParams look_params(const Settings& settings, const LookTables* tables, OutputEncoding encoding) noexcept {
  gpu::LookParams params = {};
  params.stages = stages_of(settings.grade);
  params.cube_interpolation = static_cast<std::uint32_t>(settings.grade.cube_interpolation);
  set_grade(settings.grade, &params);
  if (tables != nullptr) set_tables(*tables, shown_primaries(settings.display, encoding), &params);
  return params;
}

const gpu::LookParams& LookParamsMemo::of(const Settings& settings, const LookTables* tables,
                                          OutputEncoding encoding) noexcept {
  static_assert(alignof(GradeSettings) == 4, "of scalars of 4 bytes only: no padding is compared");
  const LookTables given = tables != nullptr ? *tables : LookTables();
  const Key key = {tables != nullptr, settings.display.limit_primaries, encoding, settings.grade};
  const bool is_same = is_made_ && key.has_tables == key_.has_tables && key.limit_primaries == key_.limit_primaries &&
                       key.encoding == key_.encoding && std::memcmp(&key.grade, &key_.grade, sizeof key.grade) == 0 &&
                       same(given, tables_);
  if (!is_same) {
    params_ = look_params(settings, tables, encoding);
    tables_ = given;
    key_ = key;
    is_made_ = true;
  }
  return params_;
}

VkDeviceSize table_bytes(const LookTables& tables) noexcept {
  const VkDeviceSize node_bytes = tables.floats_per_node * sizeof(float);
  std::uint64_t end = 0;
  for (const LookTable* table : {&tables.scene, &tables.tone_mapper, &tables.display}) {
    if (has_nodes(*table)) end = std::max(end, table->first_node + node_count(*table));
  }
  return end * node_bytes;
}

}  // namespace photopic
