// SPDX-License-Identifier: MIT
// Checks of settings, frames and objects against their ranges.
#include "settings/validation.h"

#include <photopic/exposure.h>
#include <photopic/overlay_interface.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>

#include "adapt/adaptation.h"
#include "display/display.h"
#include "gpu/host/checker.h"
#include "lut/look_params.h"
#include "meter/single_pass.h"
#include "settings/rows.h"
#include "settings/table.h"
#include "settings/variants.h"

namespace photopic {
namespace {

constexpr float kMinSOverP = 0.2f;  // below, mesopic photometry has no single solution

constexpr double kMaxPictureSide = 1 << 20;  // of one put together from regions; texels are exact in float
constexpr std::uint32_t kMaxSources = 64;

/// Whether `is_it` is true of an encoding that the object is made for.
template <class Predicate>
bool is_any_encoding(const CreateInfo& info, Predicate is_it) {
  for (std::uint32_t i = 0; i < kOutputEncodingCount; ++i) {
    if ((info.encodings >> i & 1u) != 0 && is_it(static_cast<OutputEncoding>(i))) return true;
  }
  return false;
}

/// What an object is made for, as bits of SettingInfo::needs.
std::uint32_t needs_met(const CreateInfo& info) {
  return (info.steps & kMeterStep ? kNeedsMeter : 0) | (info.steps & (kToneMapStep | kDrawStep) ? kNeedsToneMap : 0) |
         (info.histogram ? kNeedsHistogram : 0) | (info.highlights_and_black ? kNeedsHighlightsAndBlack : 0) |
         info.weights << kNeedsWeightShift;
}

std::uint32_t balance_needs_met(const CreateInfo& info) { return info.auto_white_balance ? kNeedsAutoWhiteBalance : 0; }

constexpr double kMaxCdPerUnit = 1e9;
constexpr const char* kNeedsCdPerUnit =
    "needs cd_m2_per_unit, the luminance that 1 in the HDR image stands for: what an eye does depends on it";

double value_of(const SettingInfo& row, const Settings& settings) {
  if (row.type == SettingType::number) return static_cast<double>(setting_value<float>(row, settings));
  return setting_value<std::uint32_t>(row, settings);
}

/// One setting against its row.
void check_setting(Checker& checker, const SettingInfo& row, const Settings& settings) {
  switch (row.type) {
    case SettingType::flag:
      return;
    case SettingType::curve:
      checker.curve(row.name, setting_ref<Curve>(row, settings), row.min, row.max);
      return;
    case SettingType::number:
    case SettingType::count:
    case SettingType::choice:
      break;
  }
  double min = row.excludes_min ? row.min + kAboveZero : row.min;
  const SettingInfo* const at_least = at_least_row(row);
  if (at_least != nullptr) min = std::max(min, value_of(*at_least, settings));
  checker.range(row.name, value_of(row, settings), min, row.max);
}

/// Settings that count for an object that meets the needs `met`.
void check_rows(Checker& checker, const SettingTable& rows, const Settings& settings, std::uint32_t met) {
  for (const SettingInfo& row : rows) {
    if ((row.needs & ~met) == 0) check_setting(checker, row, settings);
  }
}

void check_hues(Checker& checker, const GradeSettings& grade) {
  const auto check = [&](const char* name, const Curve& curve) {
    constexpr float kTurn = 360.0f;
    checker.require(curve.count == 0 || (curve.points[0].x >= 0.0f && curve.points[curve.count - 1].x < kTurn), name,
                    "x of the points must be degrees from 0 to below 360");
  };
  check("hue_vs_hue", grade.hue_vs_hue);
  check("hue_vs_saturation", grade.hue_vs_saturation);
  check("hue_vs_luminance", grade.hue_vs_luminance);
}

bool has_nodes(const LookTable& table) { return table.curve_size != 0 || table.cube_size != 0; }

void check_table(Checker& checker, const char* name, const LookTable& table) {
  checker
      .require(table.curve_size == 0 || (table.curve_size >= 2 && table.curve_size <= kMaxTableCurveSize), name,
               "curve_size must be 0 or from 2 to 65536")
      .require(table.cube_size == 0 || (table.cube_size >= 2 && table.cube_size <= kMaxTableCubeSize), name,
               "cube_size must be 0 or from 2 to 256");
  // first_node + all nodes stay far below what 32 bits count in floats.
  checker.require(table.first_node <= 1u << 27, name, "first_node must be at most 2^27");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto rises = [](float min, float max) { return std::isfinite(min) && std::isfinite(max) && min < max; };
    checker.require(rises(table.curve_min[i], table.curve_max[i]) && rises(table.cube_min[i], table.cube_max[i]), name,
                    "what the last node stands for must be above what the first does, both finite");
  }
}

void check_tables(Checker& checker, const LookTables& tables) {
  check_table(checker, "tables.scene", tables.scene);
  check_table(checker, "tables.tone_mapper", tables.tone_mapper);
  check_table(checker, "tables.display", tables.display);
  const auto has_name = [](Primaries primaries) {
    return primaries > Primaries::automatic && primaries < Primaries::custom;
  };
  const auto is_curve = [](TableCurve curve) { return curve <= TableCurve::linlog_hdr; };
  const auto encoding = static_cast<std::uint32_t>(tables.tone_mapper_encoding);
  checker
      .require(tables.floats_per_node == 3 || tables.floats_per_node == 4, "tables.floats_per_node", "must be 3 or 4")
      .require(tables.floats_per_node != 4 || tables.offset_bytes % 16 == 0, "tables.offset_bytes",
               "must be a multiple of 16 with 4 floats a node");
  checker.require(has_name(tables.scene_primaries), "tables.scene_primaries", "must be named ones")
      .require(has_name(tables.tone_mapper_primaries), "tables.tone_mapper_primaries", "must be named ones")
      .require(is_curve(tables.scene_curve), "tables.scene_curve", "is no TableCurve")
      .require(is_curve(tables.tone_mapper_curve), "tables.tone_mapper_curve", "is no TableCurve")
      .require(encoding != PHOTOPIC_ENCODING_AUTOMATIC && encoding < kOutputEncodingCount,
               "tables.tone_mapper_encoding", "must be that of the table");
}

}  // namespace

Status validate(const Gpu& gpu, const char* function, VkCommandBuffer command_buffer) noexcept {
  ++gpu.recording;
  return Checker(gpu, function)
      .require(command_buffer != VK_NULL_HANDLE, "command_buffer", "is VK_NULL_HANDLE")
      .status();
}

Status validate_recording(const Gpu& gpu, const char* function, VkCommandBuffer command_buffer) noexcept {
  const Status status = validate(gpu, function, command_buffer);
  const std::uint32_t left = gpu.batch.left();
  if (status != Status::ok || left == 0) return status;
  return report(gpu.device, Status::invalid_argument, "%s: pipelines: %u are left for prepare() to make", function,
                static_cast<unsigned>(left));
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const Frame& frame) noexcept {
  const VkRect2D& metered = frame.metered_region;
  return Checker(gpu, function)
      .require(layer_count(info) == 1, "layers",
               "are metered one by one, by record_meter(), and finished by record_finish()")
      .range("extent.width", frame.extent.width, 1, info.max_extent.width)
      .range("extent.height", frame.extent.height, 1, info.max_extent.height)
      .range("metered_region.offset.x", metered.offset.x, 0, frame.extent.width)
      .range("metered_region.offset.y", metered.offset.y, 0, frame.extent.height)
      .range("metered_region.extent.width", metered.extent.width, 0, double(frame.extent.width) - metered.offset.x)
      .range("metered_region.extent.height", metered.extent.height, 0, double(frame.extent.height) - metered.offset.y)
      .require((metered.extent.width == 0) == (metered.extent.height == 0), "metered_region.extent",
               "one side is 0 and the other isn't")
      .status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const MeterFrame& frame) noexcept {
  const bool is_single_pass = info.meter_method == MeterMethod::single_pass;
  Checker checker(gpu, function);
  checker.require(info.steps & kMeterStep, "steps", "the object was created without kMeterStep")
      .source(info, {frame.hdr, frame.region, frame.mask, frame.depth, frame.classes, frame.hdr_layout,
                     frame.mask_layout, frame.depth_layout, frame.classes_layout})
      .range("delta_time_s", frame.delta_time_s, 0, kMaxFloat)
      .pre_exposure(frame.pre_exposure)
      .range("view", frame.view, 0, info.view_count - 1.0)
      .range("more_source_count", frame.more_source_count, 0, kMaxSources - 1)
      .require(frame.more_source_count == 0 || is_single_pass, "more_sources", "need meter_method = single_pass")
      .require(frame.more_source_count == 0 || frame.more_sources != nullptr, "more_sources", "is null");
  if (checker.status() != Status::ok) return checker.status();
  for (std::uint32_t i = 0; i < frame.more_source_count; ++i) checker.source(info, frame.more_sources[i]);
  if (is_single_pass) {
    const std::uint64_t limit = max_metered_texels(info);
    checker.range(info.hdr_samples > 1 ? "samples of all regions" : "texels of all regions",
                  static_cast<double>(metered_texels(info, frame)), 1, static_cast<double>(limit));
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const ToneMapFrame& frame,
                Steps step) noexcept {
  Checker checker(gpu, function);
  const bool is_drawn = step == kDrawStep;
  checker
      .require(info.steps & step, "steps",
               is_drawn ? "the object was created without kDrawStep" : "the object was created without kToneMapStep")
      .require(frame.hdr != VK_NULL_HANDLE, "hdr", "is VK_NULL_HANDLE")
      .require(is_drawn || frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .require(!is_drawn || frame.ldr == VK_NULL_HANDLE, "ldr",
               "must be VK_NULL_HANDLE: pictures are drawn in CreateInfo::render_target")
      .require(!is_drawn || frame.barriers == nullptr, "barriers",
               "must be null: those around a render pass are the host's")
      .require(frame.ldr != frame.hdr || info.hdr_samples == 1, "ldr",
               "is the same view as hdr, which has several samples")
      .require(frame.ldr != frame.hdr || frame.hdr_layout == VK_IMAGE_LAYOUT_GENERAL, "ldr",
               "is the same view as hdr, which hdr_layout must say is in GENERAL then")
      .region(frame.region, info.max_extent)
      .range("ldr_offset.x", frame.ldr_offset.x, 0, gpu.limits.maxImageDimension2D)
      .range("ldr_offset.y", frame.ldr_offset.y, 0, gpu.limits.maxImageDimension2D)
      .range("picture.extent.width", frame.picture.extent.width, 0, kMaxPictureSide)
      .range("picture.extent.height", frame.picture.extent.height, 0, kMaxPictureSide)
      .range("picture.offset.x", frame.picture.offset.x, -kMaxPictureSide, kMaxPictureSide)
      .range("picture.offset.y", frame.picture.offset.y, -kMaxPictureSide, kMaxPictureSide)
      .require((frame.picture.extent.width == 0) == (frame.picture.extent.height == 0), "picture.extent",
               "one side is 0 and the other isn't");
  const std::uint32_t layers = layer_count(info);
  checker.pre_exposure(frame.pre_exposure)
      .layout("hdr_layout", frame.hdr_layout)
      .layout("ui_layout", frame.ui_layout)
      .require(frame.ui == VK_NULL_HANDLE || info.ui, "ui", "needs CreateInfo::ui")
      .require(frame.ui == VK_NULL_HANDLE || frame.ui != frame.ldr, "ui", "is the same view as ldr")
      .require(frame.content_light == VK_NULL_HANDLE || info.content_light, "content_light",
               "needs CreateInfo::content_light")
      .require(frame.exposure_stride_bytes == 0 || layers > 1, "exposure_stride_bytes",
               "must be 0 without CreateInfo::layers or a view_mask")
      .require(frame.exposure_stride_bytes % sizeof(float) == 0, "exposure_stride_bytes", "must be a multiple of 4")
      .require(frame.exposure_stride_bytes <= gpu.limits.maxStorageBufferRange / layers - sizeof(gpu::ExposureState),
               "exposure_stride_bytes", "must be such that all exposures lie within maxStorageBufferRange")
      .require(frame.content_light_offset_bytes % gpu.limits.minStorageBufferOffsetAlignment == 0,
               "content_light_offset_bytes", "must be a multiple of minStorageBufferOffsetAlignment");
  if (frame.ldr == frame.hdr) {
    checker.require(frame.ldr_offset.x == frame.region.offset.x && frame.ldr_offset.y == frame.region.offset.y,
                    "ldr_offset", "must be that of the region, since ldr is the same view as hdr");
  }
  if (frame.exposure == VK_NULL_HANDLE) {
    checker
        .require(info.steps & kMeterStep, "exposure",
                 "is VK_NULL_HANDLE, and the object was created without kMeterStep")
        .range("view", frame.view, 0, info.view_count - 1.0)
        .require(frame.exposure_stride_bytes == 0 || frame.exposure_stride_bytes == state_stride_bytes(gpu),
                 "exposure_stride_bytes", "must be 0 or state_stride_bytes(): the exposures are this object's own")
        .require(frame.exposure_stride_bytes == 0 || frame.view + layers <= info.view_count, "view",
                 "and those of the other layers must be below view_count");
  } else {
    checker.require(frame.exposure_offset_bytes % gpu.limits.minStorageBufferOffsetAlignment == 0,
                    "exposure_offset_bytes", "must be a multiple of minStorageBufferOffsetAlignment");
  }
  return checker.status();
}

Status validate_whole_picture(const Gpu& gpu, const char* function, const ToneMapFrame& frame) noexcept {
  const VkRect2D& picture = frame.picture;
  const VkRect2D& region = frame.region;
  const bool is_whole = picture.extent.width == 0 ||
                        (picture.offset.x == region.offset.x && picture.offset.y == region.offset.y &&
                         picture.extent.width == region.extent.width && picture.extent.height == region.extent.height);
  return Checker(gpu, function)
      .require(is_whole, "region", "must be the whole picture for effects that look around")
      .range("delta_time_s", frame.delta_time_s, 0, kMaxFloat)
      .status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const MeterSettings& settings) noexcept {
  constexpr float kMinPercentiles = 0.1f;  // percent between them; still thousands of texels of a frame
  Checker checker(gpu, function);
  check_rows(checker, meter_rows(), settings_of(settings), needs_met(info));
  checker.require(settings.min_log2_luminance < settings.max_log2_luminance, "max_log2_luminance",
                  "must be above min_log2_luminance");
  if (!info.highlights_and_black) {
    constexpr const char* kNeeded = "needs CreateInfo::highlights_and_black";
    const MeterSettings defaults;
    checker.require(settings.highlight_stops == defaults.highlight_stops, "highlight_stops", kNeeded)
        .require(settings.black_stops == defaults.black_stops, "black_stops", kNeeded);
  }
  if (info.histogram) {
    checker.require(settings.high_percentile >= settings.low_percentile + kMinPercentiles, "high_percentile",
                    "must be at least 0.1 above low_percentile");
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const ExposureSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, exposure_rows(), settings_of(settings), kNeedsMeter);
  checker.require(settings.cut_high_ev == 0.0f || settings.cut_low_ev < settings.cut_high_ev, "cut_high_ev",
                  "must be 0 or above cut_low_ev");
  if (settings.mode == ExposureMode::camera) {
    checker.range("EV100 of aperture_f_number, shutter_s and sensitivity_iso",
                  ev100_from_camera(settings.aperture_f_number, settings.shutter_s, settings.sensitivity_iso),
                  -kMaxStops, kMaxStops);
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const InputSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, input_rows(), settings_of(settings), 0);
  return checker
      .require(info.convert_input || !needs_conversion(settings), "primaries", "need CreateInfo::convert_input")
      .require(has_usable_primaries(settings), "primaries",
               "red, green and blue must go round the white point counterclockwise")
      .status();
}

Status validate_white_balance(const Gpu& gpu, const char* function, const CreateInfo& info,
                              const WhiteBalanceSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings_of(settings), balance_needs_met(info));
  return checker.status();
}

Status validate_dark_adaptation(const Gpu& gpu, const char* function, const CreateInfo& info,
                                const Settings& settings) noexcept {
  const NightSettings& night = settings.night;
  const bool is_known = settings.view.cd_m2_per_unit > 0.0f;
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings, info.dark_adaptation ? kNeedsDarkAdaptation : 0);
  return checker
      .require(info.dark_adaptation || night.dark_adaptation == DarkAdaptation::off, "dark_adaptation",
               "needs CreateInfo::dark_adaptation")
      .require(info.dark_adaptation || !night.pupil, "pupil", "needs CreateInfo::dark_adaptation")
      .range("cd_m2_per_unit", settings.view.cd_m2_per_unit, 0, kMaxCdPerUnit)
      .range("observer_age_years", settings.view.observer_age_years, kAgeRange.min, kAgeRange.max)
      .require(is_known || night.dark_adaptation == DarkAdaptation::off, "dark_adaptation", kNeedsCdPerUnit)
      .require(is_known || !night.pupil, "pupil", kNeedsCdPerUnit)
      .status();
}

Status validate_metering(const Gpu& gpu, const char* function, const CreateInfo& info,
                         const Settings& settings) noexcept {
  Status status = validate(gpu, function, info, settings.meter);
  if (status == Status::ok) status = validate(gpu, function, settings.exposure);
  if (status == Status::ok) status = validate(gpu, function, info, settings.input);
  if (status == Status::ok) status = validate_white_balance(gpu, function, info, settings.white_balance);
  return status == Status::ok ? validate_dark_adaptation(gpu, function, info, settings) : status;
}

Status validate_finish(const Gpu& gpu, const char* function, const CreateInfo& info,
                       const Settings& settings) noexcept {
  Status status = validate(gpu, function, info, settings.input);
  if (status != Status::ok) return status;
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings,
             kNeedsToneMap | balance_needs_met(info) | info.effects << kNeedsEffectShift);
  const std::uint32_t missing = effects_of(settings) & ~info.effects;
  for (const SettingInfo& row : finish_rows()) {
    // The group has the effect's name.
    checker.require((row.needs >> kNeedsEffectShift & missing) == 0, row.group,
                    "is turned on, and CreateInfo::effects doesn't name it");
  }
  const WhiteBalanceSettings& balance = settings.white_balance;
  checker
      .require(settings.night.night_strength == 0.0f || settings.view.cd_m2_per_unit > 0.0f, "night_strength",
               kNeedsCdPerUnit)
      .require(settings.acuity.acuity_loss == 0.0f || settings.view.cd_m2_per_unit > 0.0f, "acuity_loss",
               kNeedsCdPerUnit)
      .require(settings.night.scene_s_over_p == 0.0f || settings.night.scene_s_over_p >= kMinSOverP, "scene_s_over_p",
               "must be 0 or from 0.2 to 4");
  checker
      .require(info.convert_input || settings.input.scene_gamut == SceneGamut::unbounded, "scene_gamut",
               "needs CreateInfo::convert_input")
      .require(info.convert_input || !needs_input_conversion(settings_of(balance)), "white_balance",
               "needs CreateInfo::convert_input")
      .require(info.auto_white_balance || balance.white_balance != WhiteBalance::automatic, "white_balance",
               "automatic needs CreateInfo::auto_white_balance")
      .require(balance.white_balance != WhiteBalance::daylight || balance.temperature_k >= kMinDaylightK,
               "temperature_k", "must be at least 4000 for white_balance = daylight")
      .require(has_neutral(balance), "duv",
               "the light of temperature_k and duv has no blue that could be made neutral");
  const OutputEncoding encoding = compiled_encoding(info.ldr_format, settings.display.encoding);
  const bool has_encoding =
      is_any_encoding(info, [&](OutputEncoding made) { return compiled_encoding(info.ldr_format, made) == encoding; });
  const bool is_baked = settings.display.transform == DisplayTransform::baked;
  checker.require(info.dither || !settings.tone_map.dither, "dither", "the object was created without it")
      .require(!settings.tone_map.dither || settings.tone_map.dither_noise == DitherNoise::hash || info.blue_noise,
               "dither_noise", "blue needs CreateInfo::blue_noise")
      .require(info.lut_size != 0 || !is_baked, "transform", "baked needs CreateInfo::lut_size")
      .require(info.exact || is_baked, "transform", "exact needs CreateInfo::exact")
      .require(is_baked || !is_baked_gamut_map(settings.display.gamut_map), "gamut_map",
               "perceptual, relative and reach need transform = baked")
      .require(settings.display.gamut_map != GamutMap::reach ||
                   (info.tone_mappers & tone_mapper_bit(ToneMapper::aces2)) != 0,
               "gamut_map", "reach needs aces2 among CreateInfo::tone_mappers")
      .require(has_encoding, "encoding", "not among the encodings of create")
      .require(settings.tone_map.tone_mapper != ToneMapper::gt7 || !is_hdr(encoding) ||
                   settings.display.peak_nits >= kGt7MinPeakNits,
               "peak_nits", "must be at least 250 for tone_mapper = gt7");
  if (checker.status() != Status::ok) return checker.status();
  if ((info.tone_mappers & tone_mapper_bit(settings.tone_map.tone_mapper)) != 0) return Status::ok;
  return report(gpu.device, Status::invalid_argument, "%s: tone_mapper = %s: not among the tone_mappers of create",
                function, tone_mapper_name(settings.tone_map.tone_mapper));
}

Status validate_look(const Gpu& gpu, const char* function, const CreateInfo& info, const Settings& settings,
                     const LookTables* tables) noexcept {
  Checker checker(gpu, function);
  check_hues(checker, settings.grade);
  const bool is_baked = settings.display.transform == DisplayTransform::baked;
  const bool is_custom = settings.tone_map.tone_mapper == ToneMapper::custom;
  const bool has_looks = is_baked || info.exact_looks;
  checker.require(has_looks || !is_custom, "tone_mapper", "custom needs transform = baked or CreateInfo::exact_looks")
      .require(has_looks || !is_graded(settings.grade), "grade", "needs transform = baked or CreateInfo::exact_looks")
      .require(has_looks || tables == nullptr, "tables", "need transform = baked or CreateInfo::exact_looks")
      .require(!is_custom || (tables != nullptr && has_nodes(tables->tone_mapper)), "tables.tone_mapper",
               "has no nodes, and tone_mapper = custom reads it");
  if (checker.status() != Status::ok || tables == nullptr) return checker.status();
  check_tables(checker, *tables);
  const VkDeviceSize bytes = table_bytes(*tables);
  return checker.require(bytes == 0 || tables->nodes != VK_NULL_HANDLE, "tables.nodes", "is VK_NULL_HANDLE")
      .require(bytes <= gpu.limits.maxStorageBufferRange, "tables.nodes", "take more than maxStorageBufferRange",
               Status::unsupported)
      .require(tables->offset_bytes % gpu.limits.minStorageBufferOffsetAlignment == 0, "tables.offset_bytes",
               "must be a multiple of minStorageBufferOffsetAlignment")
      .status();
}

Status validate_host_look(const Device& device, const char* function, const Settings& settings,
                          const LookTables* tables) noexcept {
  Gpu gpu;
  gpu.device = device;
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings, kNeedsToneMap);
  check_hues(checker, settings.grade);
  if (tables != nullptr && checker.status() == Status::ok) check_tables(checker, *tables);
  return checker.status();
}

Status validate_fused(const Gpu& gpu, const char* function, const CreateInfo& info, const Frame& frame) noexcept {
  return Checker(gpu, function)
      .require(info.steps & kFusedStep, "steps", "the object was created without kFusedStep")
      .require(frame.ui == VK_NULL_HANDLE, "ui", "isn't drawn by the fused pass: use record()")
      .require(frame.content_light == VK_NULL_HANDLE, "content_light", "isn't measured by the fused pass: use record()")
      .status();
}

Status validate_view(const Gpu& gpu, const char* function, const CreateInfo& info, std::uint32_t view) noexcept {
  return Checker(gpu, function)
      .require(info.steps & kMeterStep, "steps", "the object was created without kMeterStep")
      .range("view", view, 0, info.view_count - 1.0)
      .status();
}

Status validate_copy(const Gpu& gpu, const char* function, const char* name, VkBuffer buffer,
                     VkDeviceSize offset_bytes) noexcept {
  return Checker(gpu, function)
      .require(buffer != VK_NULL_HANDLE, name, "is VK_NULL_HANDLE")
      .require(offset_bytes % 4 == 0, "offset_bytes", "must be a multiple of 4")
      .status();
}

Status validate(const Gpu& gpu, const char* function, const OverlaySettings& settings) noexcept {
  return Checker(gpu, function)
      .range("views", settings.views, 0, kAllOverlayViews)
      .range("scale", settings.scale, 1, PHOTOPIC_OVERLAY_MAX_SCALE)
      .range("false_color_min_ev100", settings.false_color_min_ev100, -kMaxStops, kMaxStops)
      .range("false_color_max_ev100", settings.false_color_max_ev100, settings.false_color_min_ev100 + 1.0f, kMaxStops)
      .range("zebra_under", settings.zebra_under, 0.0, 1.0)
      .range("zebra_over", settings.zebra_over, 0.0, 1.0)
      .range("split", settings.split, 0.0, 1.0)
      .range("local_x", settings.local_x, 0.0, 1.0)
      .range("local_y", settings.local_y, 0.0, 1.0)
      .status();
}

}  // namespace photopic
