// SPDX-License-Identifier: MIT
// Expectations of module_interface_test: members of the structs that C++ and GLSL share.
#ifndef PHOTOPIC_TESTS_UNIT_INTERFACE_STRUCTS_H
#define PHOTOPIC_TESTS_UNIT_INTERFACE_STRUCTS_H

#include <photopic/metrics_interface.h>
#include <photopic/overlay_interface.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace test {

namespace gpu = photopic::gpu;

struct Member {
  std::string name;
  std::string type;
  std::size_t offset;
  bool operator==(const Member&) const = default;
};
inline void PrintTo(const Member& member, std::ostream* out) {
  *out << member.type << " " << member.name << " at " << member.offset;
}
using Members = std::vector<Member>;

#define TEST_UINT(type, member) \
  { #member, "uint", offsetof(gpu::type, member) }
#define TEST_INT(type, member) \
  { #member, "int", offsetof(gpu::type, member) }
#define TEST_FLOAT(type, member) \
  { #member, "float", offsetof(gpu::type, member) }

#define TEST_ARRAY(type, member, element) \
  { #member, element "[" + std::to_string(std::size(gpu::type{}.member)) + "]", offsetof(gpu::type, member) }

inline const std::map<std::string, Members> kStructs = {
    {"LogLuminanceParams",
     {TEST_UINT(LogLuminanceParams, origin_x), TEST_UINT(LogLuminanceParams, origin_y),
      TEST_UINT(LogLuminanceParams, width), TEST_UINT(LogLuminanceParams, height),
      TEST_FLOAT(LogLuminanceParams, min_log2), TEST_FLOAT(LogLuminanceParams, max_log2)}},
    {"MeterStats",
     {TEST_UINT(MeterStats, invalid_texels), TEST_UINT(MeterStats, max_luminance_bits),
      TEST_UINT(MeterStats, inverted_min_luminance_bits), TEST_UINT(MeterStats, reserved)}},
    {"ReduceHdrParams",
     {TEST_UINT(ReduceHdrParams, origin_x), TEST_UINT(ReduceHdrParams, origin_y), TEST_UINT(ReduceHdrParams, width),
      TEST_UINT(ReduceHdrParams, height), TEST_FLOAT(ReduceHdrParams, min_log2), TEST_FLOAT(ReduceHdrParams, max_log2),
      TEST_UINT(ReduceHdrParams, is_last), TEST_FLOAT(ReduceHdrParams, factor_numerator)}},
    {"ReduceParams",
     {TEST_UINT(ReduceParams, source_width), TEST_UINT(ReduceParams, source_height),
      TEST_FLOAT(ReduceParams, factor_numerator), TEST_UINT(ReduceParams, factor_texels),
      TEST_FLOAT(ReduceParams, edge_x), TEST_FLOAT(ReduceParams, edge_y)}},
    {"AdaptParams",
     {TEST_UINT(AdaptParams, texels),
      TEST_UINT(AdaptParams, flags),
      TEST_UINT(AdaptParams, epoch_instance),
      TEST_UINT(AdaptParams, epoch_reset),
      TEST_FLOAT(AdaptParams, delta_time_s),
      TEST_FLOAT(AdaptParams, min_ev100),
      TEST_FLOAT(AdaptParams, max_ev100),
      TEST_FLOAT(AdaptParams, compensation_ev),
      TEST_FLOAT(AdaptParams, ev100_of_luminance_one),
      TEST_FLOAT(AdaptParams, black_log2),
      TEST_FLOAT(AdaptParams, to_bright_ev_per_s),
      TEST_FLOAT(AdaptParams, to_dark_ev_per_s),
      TEST_FLOAT(AdaptParams, to_bright_rate_per_s),
      TEST_FLOAT(AdaptParams, to_dark_rate_per_s),
      TEST_FLOAT(AdaptParams, to_bright_transition_ev),
      TEST_FLOAT(AdaptParams, to_dark_transition_ev),
      TEST_FLOAT(AdaptParams, slow_rate_ratio),
      TEST_FLOAT(AdaptParams, dead_band_ev),
      TEST_FLOAT(AdaptParams, max_ev_per_s),
      TEST_FLOAT(AdaptParams, min_reversal_s),
      TEST_FLOAT(AdaptParams, cut_low_ev),
      TEST_FLOAT(AdaptParams, cut_high_ev),
      TEST_FLOAT(AdaptParams, min_log2),
      TEST_FLOAT(AdaptParams, max_log2)}},
    {"ExposureState",
     {TEST_FLOAT(ExposureState, exposure),
      TEST_FLOAT(ExposureState, previous_exposure),
      TEST_FLOAT(ExposureState, adapted_ev100),
      TEST_FLOAT(ExposureState, adapted_ev100_low),
      TEST_FLOAT(ExposureState, target_ev100),
      TEST_FLOAT(ExposureState, scene_ev100),
      TEST_FLOAT(ExposureState, mean_log2_luminance),
      TEST_FLOAT(ExposureState, min_luminance),
      TEST_FLOAT(ExposureState, max_luminance),
      TEST_UINT(ExposureState, invalid_texels),
      TEST_UINT(ExposureState, valid_texels),
      TEST_UINT(ExposureState, frames),
      TEST_UINT(ExposureState, epoch_instance),
      TEST_UINT(ExposureState, epoch_reset),
      TEST_FLOAT(ExposureState, metered_log2_luminance),
      TEST_FLOAT(ExposureState, weight_sum),
      TEST_FLOAT(ExposureState, adapted_luminance),
      TEST_FLOAT(ExposureState, previous_exposure_ratio),
      TEST_FLOAT(ExposureState, dlss_exposure),
      TEST_FLOAT(ExposureState, slow_offset_ev100),
      TEST_FLOAT(ExposureState, slow_offset_ev100_low),
      TEST_FLOAT(ExposureState, direction),
      TEST_FLOAT(ExposureState, reversal_age_s),
      TEST_FLOAT(ExposureState, low_percentile_log2),
      TEST_FLOAT(ExposureState, median_log2),
      TEST_FLOAT(ExposureState, high_percentile_log2),
      TEST_UINT(ExposureState, under_texels),
      TEST_UINT(ExposureState, over_texels),
      TEST_UINT(ExposureState, serial),
      TEST_UINT(ExposureState, checksum),
      TEST_UINT(ExposureState, reserved0),
      TEST_UINT(ExposureState, reserved1)}},
    {"CurveTable",
     {TEST_UINT(CurveTable, count),
      {"points", "float[" + std::to_string(std::size(gpu::CurveTable{}.points)) + "]",
       offsetof(gpu::CurveTable, points)}}},
    {"MeterTables",
     {{"curves", "CurveTable[" + std::to_string(std::size(gpu::MeterTables{}.curves)) + "]",
       offsetof(gpu::MeterTables, curves)},
      TEST_ARRAY(MeterTables, weight_parameters, "float"),
      {"classes", "uint[" + std::to_string(std::size(gpu::MeterTables{}.classes)) + "]",
       offsetof(gpu::MeterTables, classes)},
      TEST_UINT(MeterTables, percentiles),
      TEST_FLOAT(MeterTables, median_blend)}},
    {"MeterParams",
     {{"adapt", "AdaptParams", offsetof(gpu::MeterParams, adapt)},
      TEST_UINT(MeterParams, origin),
      TEST_UINT(MeterParams, extent),
      TEST_UINT(MeterParams, arrivals),
      TEST_FLOAT(MeterParams, min_luminance),
      TEST_FLOAT(MeterParams, max_luminance),
      TEST_UINT(MeterParams, frame_extent),
      TEST_UINT(MeterParams, dither_seed)}},
    {"MeterPartial",
     {TEST_UINT(MeterPartial, sum_low), TEST_UINT(MeterPartial, sum_high), TEST_UINT(MeterPartial, weight_low),
      TEST_UINT(MeterPartial, weight_high), TEST_UINT(MeterPartial, invalid_texels),
      TEST_UINT(MeterPartial, max_luminance_bits), TEST_UINT(MeterPartial, inverted_min_luminance_bits),
      TEST_UINT(MeterPartial, under_texels), TEST_UINT(MeterPartial, over_texels), TEST_UINT(MeterPartial, reserved0),
      TEST_UINT(MeterPartial, reserved1), TEST_UINT(MeterPartial, reserved2)}},
    {"MeterAccumulators",
     {TEST_UINT(MeterAccumulators, total_low),
      TEST_UINT(MeterAccumulators, total_high),
      TEST_UINT(MeterAccumulators, arrivals),
      TEST_UINT(MeterAccumulators, invalid_texels),
      TEST_UINT(MeterAccumulators, max_luminance_bits),
      TEST_UINT(MeterAccumulators, inverted_min_luminance_bits),
      TEST_UINT(MeterAccumulators, under_texels),
      TEST_UINT(MeterAccumulators, over_texels),
      {"bin_weight_low", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_weight_low)) + "]",
       offsetof(gpu::MeterAccumulators, bin_weight_low)},
      {"bin_weight_high", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_weight_high)) + "]",
       offsetof(gpu::MeterAccumulators, bin_weight_high)},
      {"bin_offset_low", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_offset_low)) + "]",
       offsetof(gpu::MeterAccumulators, bin_offset_low)},
      {"bin_offset_high", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_offset_high)) + "]",
       offsetof(gpu::MeterAccumulators, bin_offset_high)},
      {"finished_bins", "float[" + std::to_string(std::size(gpu::MeterAccumulators{}.finished_bins)) + "]",
       offsetof(gpu::MeterAccumulators, finished_bins)},
      {"partials", "MeterPartial[" + std::to_string(std::size(gpu::MeterAccumulators{}.partials)) + "]",
       offsetof(gpu::MeterAccumulators, partials)}}},
    {"ToneMapParams",
     {TEST_UINT(ToneMapParams, source_x), TEST_UINT(ToneMapParams, source_y), TEST_UINT(ToneMapParams, target_x),
      TEST_UINT(ToneMapParams, target_y), TEST_UINT(ToneMapParams, width), TEST_UINT(ToneMapParams, height),
      TEST_UINT(ToneMapParams, dither_seed), TEST_INT(ToneMapParams, picture_x), TEST_INT(ToneMapParams, picture_y),
      TEST_UINT(ToneMapParams, picture_width), TEST_UINT(ToneMapParams, picture_height)}},
    {"OverlayPanel",
     {TEST_UINT(OverlayPanel, x), TEST_UINT(OverlayPanel, y), TEST_UINT(OverlayPanel, width),
      TEST_UINT(OverlayPanel, height), TEST_UINT(OverlayPanel, first_line), TEST_UINT(OverlayPanel, line_count),
      TEST_UINT(OverlayPanel, plot_y), TEST_UINT(OverlayPanel, plot_height)}},
    {"OverlayField", {TEST_UINT(OverlayField, place), TEST_UINT(OverlayField, value)}},
    {"OverlayParams",
     {TEST_UINT(OverlayParams, meter_x),
      TEST_UINT(OverlayParams, meter_y),
      TEST_UINT(OverlayParams, meter_width),
      TEST_UINT(OverlayParams, meter_height),
      TEST_FLOAT(OverlayParams, min_log2),
      TEST_FLOAT(OverlayParams, max_log2),
      TEST_FLOAT(OverlayParams, low_share),
      TEST_FLOAT(OverlayParams, high_share),
      TEST_FLOAT(OverlayParams, ev100_of_luminance_one),
      TEST_FLOAT(OverlayParams, min_ev100),
      TEST_FLOAT(OverlayParams, max_ev100),
      TEST_FLOAT(OverlayParams, compensation_ev),
      TEST_FLOAT(OverlayParams, false_color_min_ev100),
      TEST_FLOAT(OverlayParams, false_color_max_ev100),
      TEST_FLOAT(OverlayParams, zebra_over),
      TEST_FLOAT(OverlayParams, zebra_under),
      TEST_FLOAT(OverlayParams, split),
      TEST_UINT(OverlayParams, tone_mapper),
      TEST_UINT(OverlayParams, effects),
      TEST_UINT(OverlayParams, weights),
      TEST_UINT(OverlayParams, level_width),
      TEST_UINT(OverlayParams, level_height),
      TEST_UINT(OverlayParams, level_used_width),
      TEST_UINT(OverlayParams, level_used_height),
      TEST_UINT(OverlayParams, history_owner),
      TEST_FLOAT(OverlayParams, blit_zero_share),
      TEST_FLOAT(OverlayParams, blit_max_weight),
      TEST_UINT(OverlayParams, field_count),
      TEST_ARRAY(OverlayParams, panels, "OverlayPanel"),
      TEST_ARRAY(OverlayParams, fields, "OverlayField"),
      TEST_ARRAY(OverlayParams, text, "uint"),
      TEST_ARRAY(OverlayParams, font, "uint"),
      {"tables", "MeterTables", offsetof(gpu::OverlayParams, tables)},
      {"finish", "FinishTables", offsetof(gpu::OverlayParams, finish)}}},
    {"OverlaySample",
     {TEST_FLOAT(OverlaySample, scene_ev100), TEST_FLOAT(OverlaySample, target_ev100),
      TEST_FLOAT(OverlaySample, adapted_ev100), TEST_UINT(OverlaySample, is_first)}},
    {"OverlayData",
     {{"params", "OverlayParams", offsetof(gpu::OverlayData, params)},
      TEST_ARRAY(OverlayData, counts, "uint"),
      TEST_UINT(OverlayData, largest_count),
      TEST_UINT(OverlayData, invalid_texels),
      TEST_UINT(OverlayData, under_texels),
      TEST_UINT(OverlayData, over_texels),
      TEST_ARRAY(OverlayData, values, "float"),
      TEST_ARRAY(OverlayData, partial_sum, "float"),
      TEST_ARRAY(OverlayData, partial_weight, "float"),
      TEST_UINT(OverlayData, history_owner),
      TEST_UINT(OverlayData, history_frames),
      TEST_ARRAY(OverlayData, history, "OverlaySample")}},
    {"OverlayPush",
     {TEST_UINT(OverlayPush, views), TEST_UINT(OverlayPush, width), TEST_UINT(OverlayPush, height),
      TEST_UINT(OverlayPush, scale), TEST_UINT(OverlayPush, shows_previous)}},
    {"MetricsWordsParams", {TEST_UINT(MetricsWordsParams, words), TEST_UINT(MetricsWordsParams, counters)}},
    {"MetricsErrorsParams",
     {TEST_UINT(MetricsErrorsParams, width), TEST_UINT(MetricsErrorsParams, height),
      TEST_UINT(MetricsErrorsParams, channel), TEST_UINT(MetricsErrorsParams, shift_radius),
      TEST_FLOAT(MetricsErrorsParams, threshold)}},
    {"MetricsLumaParams", {TEST_UINT(MetricsLumaParams, width), TEST_UINT(MetricsLumaParams, height)}},
    {"MetricsSsimParams",
     {TEST_UINT(MetricsSsimParams, width), TEST_UINT(MetricsSsimParams, height), TEST_UINT(MetricsSsimParams, test)}},
    {"MetricsScaleParams",
     {TEST_UINT(MetricsScaleParams, width), TEST_UINT(MetricsScaleParams, height),
      TEST_UINT(MetricsScaleParams, target_width), TEST_UINT(MetricsScaleParams, target_height),
      TEST_UINT(MetricsScaleParams, scale), TEST_UINT(MetricsScaleParams, group_rows)}},
    {"MetricsCiedeParams", {TEST_UINT(MetricsCiedeParams, width), TEST_UINT(MetricsCiedeParams, height)}},
    {"MetricsHvsParams",
     {TEST_UINT(MetricsHvsParams, blocks_x), TEST_UINT(MetricsHvsParams, blocks_y),
      TEST_UINT(MetricsHvsParams, plane)}},
    {"MetricsFlipParams",
     {TEST_UINT(MetricsFlipParams, width), TEST_UINT(MetricsFlipParams, height), TEST_UINT(MetricsFlipParams, block_x),
      TEST_UINT(MetricsFlipParams, block_y), TEST_UINT(MetricsFlipParams, block_width),
      TEST_UINT(MetricsFlipParams, block_height), TEST_UINT(MetricsFlipParams, first_row),
      TEST_UINT(MetricsFlipParams, rows), TEST_UINT(MetricsFlipParams, group_rows),
      TEST_FLOAT(MetricsFlipParams, exposure_root), TEST_UINT(MetricsFlipParams, tone_mapper),
      TEST_UINT(MetricsFlipParams, keeps_larger)}},
    {"MetricsFlipPoolParams", {TEST_UINT(MetricsFlipPoolParams, pixels)}},
};

#undef TEST_UINT
#undef TEST_INT
#undef TEST_FLOAT
#undef TEST_ARRAY

/// Of the push constants.
inline const std::map<std::string, std::size_t> kPushSizes = {
    {"LogLuminanceParams", sizeof(gpu::LogLuminanceParams)},
    {"ReduceHdrParams", sizeof(gpu::ReduceHdrParams)},
    {"ReduceParams", sizeof(gpu::ReduceParams)},
    {"AdaptParams", sizeof(gpu::AdaptParams)},
    {"MeterParams", sizeof(gpu::MeterParams)},
    {"ToneMapParams", sizeof(gpu::ToneMapParams)},
    {"OverlayPush", sizeof(gpu::OverlayPush)},
    {"MetricsWordsParams", sizeof(gpu::MetricsWordsParams)},
    {"MetricsErrorsParams", sizeof(gpu::MetricsErrorsParams)},
    {"MetricsLumaParams", sizeof(gpu::MetricsLumaParams)},
    {"MetricsSsimParams", sizeof(gpu::MetricsSsimParams)},
    {"MetricsScaleParams", sizeof(gpu::MetricsScaleParams)},
    {"MetricsCiedeParams", sizeof(gpu::MetricsCiedeParams)},
    {"MetricsHvsParams", sizeof(gpu::MetricsHvsParams)},
    {"MetricsFlipParams", sizeof(gpu::MetricsFlipParams)},
    {"MetricsFlipPoolParams", sizeof(gpu::MetricsFlipPoolParams)}};

}  // namespace test

#endif
