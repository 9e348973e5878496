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
#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "lut/look_params.h"
#include "meter/single_pass.h"
#include "settings/row_checks.h"
#include "settings/rows.h"
#include "settings/table.h"
#include "settings/variants.h"

namespace photopic {
namespace {

constexpr float kMinSOverP = 0.2f;  // below, mesopic photometry has no single solution

constexpr double kMaxPictureSide = 1 << 20;  // of one put together from regions; texels are exact in float
constexpr std::uint32_t kMaxSources = 64;
constexpr std::uint32_t kMaxShownSide = 32768;  // of attachments: shaders/finish/draw/scaled.glsl
constexpr const char* kOwnStrideRule = "must be 0 or state_stride_bytes(): the exposures are this object's own";
constexpr const char* kLayerViewsRule = "and those of the other layers must be below view_count";

std::uint32_t balance_needs_met(const MadeFor& info) { return info.auto_white_balance ? kNeedsAutoWhiteBalance : 0; }

constexpr double kMaxCdPerUnit = 1e9;
constexpr const char* kNeedsCdPerUnit =
    "needs cd_m2_per_unit, the luminance that 1 in the HDR image stands for: what an eye does depends on it";

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

Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const MeterFrame& frame,
                std::uint32_t asked) noexcept {
  const bool is_single_pass = info.meter_method == MeterMethod::single_pass;
  Checker checker(gpu, function);
  checker.source(info, asked, frame)
      .region(frame.region, info.max_extent)
      .range("delta_time_s", frame.delta_time_s, 0, kMaxFloat)
      .pre_exposure(frame.pre_exposure)
      .range("view", frame.view, 0, info.view_count - 1.0)
      .range("more_source_count", frame.more_source_count, 0, kMaxSources - 1)
      .require(frame.more_source_count == 0 || is_single_pass, "more_sources", "need meter_method = single_pass")
      .require(frame.more_source_count == 0 || frame.more_sources != nullptr, "more_sources", "is null");
  if (frame.exposure_stride_bytes != 0) {
    checker.require(frame.exposure_stride_bytes == state_stride_bytes(gpu), "exposure_stride_bytes", kOwnStrideRule)
        .require(frame.view + layer_count(info) <= info.view_count, "view", kLayerViewsRule);
  } else if (has_arrays(info)) {
    checker.range("layers of all sources", static_cast<double>(source_count(frame)), 1, kMaxSources);
  }
  if (checker.status() != Status::ok) return checker.status();
  for (std::uint32_t i = 0; i < frame.more_source_count; ++i) {
    const MeterSource source = source_of(frame.more_sources[i]);
    checker.of("more_sources[].").source(info, asked, source);
    checker.of("more_sources[].region.").region(source.region, info.max_extent);
  }
  checker.of("");
  if (is_single_pass) {
    const std::uint64_t limit = max_metered_texels(info);
    checker.range(info.hdr_samples > 1 ? "samples of all regions" : "texels of all regions",
                  static_cast<double>(metered_texels(info, frame)), 1, static_cast<double>(limit));
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const MadeFor& info, const ToneMapFrame& frame) noexcept {
  Checker checker(gpu, function);
  const bool is_drawn = (info.steps & kDrawStep) != 0;
  const bool is_scaled = !same(frame.ldr_extent, frame.region.extent);
  const double max_shown = std::min(gpu.limits.maxImageDimension2D, is_scaled ? kMaxShownSide : ~0u);
  checker.require(frame.hdr != VK_NULL_HANDLE, "hdr", "is VK_NULL_HANDLE")
      .require(is_drawn || frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .require(!is_drawn || frame.ldr == VK_NULL_HANDLE, "ldr",
               "must be null: pictures are drawn in CreateInfo::output")
      .require(is_drawn || !is_scaled, "ldr_extent", "must be 0 or that of extent: only a drawn picture is scaled")
      .require(info.scaled_draw || !is_scaled, "ldr_extent",
               "isn't that of extent, which needs CreateInfo::with = kWithScaledDraw")
      .require(frame.ldr != frame.hdr || info.hdr_samples == 1, "ldr",
               "is the same view as hdr, which has several samples")
      .require(frame.ldr != frame.hdr || frame.hdr_layout == VK_IMAGE_LAYOUT_GENERAL, "ldr",
               "is the same view as hdr, whose layout must be GENERAL then")
      .region(frame.region, info.max_extent)
      .range("ldr_extent.width", frame.ldr_extent.width, 1, max_shown)
      .range("ldr_extent.height", frame.ldr_extent.height, 1, max_shown)
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
      .layout("hdr.layout", frame.hdr_layout)
      .layout("ui.layout", frame.ui_layout)
      .require(frame.ui == VK_NULL_HANDLE || info.ui, "ui", "needs CreateInfo::with = kWithUi")
      .require(frame.ui == VK_NULL_HANDLE || frame.ui != frame.ldr, "ui", "is the same view as ldr")
      .require(frame.content_light == VK_NULL_HANDLE || info.content_light, "content_light",
               "needs CreateInfo::with = kWithContentLight")
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
    checker.require(info.steps & kMeterStep, "exposure", "is null, and the object was created without kMeter")
        .range("view", frame.view, 0, info.view_count - 1.0)
        .require(frame.exposure_stride_bytes == 0 || frame.exposure_stride_bytes == state_stride_bytes(gpu),
                 "exposure_stride_bytes", kOwnStrideRule)
        .require(frame.exposure_stride_bytes == 0 || frame.view + layers <= info.view_count, "view", kLayerViewsRule);
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

Status validate(const Gpu& gpu, const char* function, const InputSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, input_rows(), settings_of(settings), 0);
  return checker
      .require(has_usable_primaries(settings), "primaries",
               "red, green and blue must go round the white point counterclockwise")
      .status();
}

Status validate_white_balance(const Gpu& gpu, const char* function, const MadeFor& info,
                              const WhiteBalanceSettings& settings) noexcept {
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings_of(settings), balance_needs_met(info));
  return checker.status();
}

Status validate_dark_adaptation(const Gpu& gpu, const char* function, const MadeFor& info,
                                const Settings& settings) noexcept {
  const NightSettings& night = settings.night;
  const bool is_known = settings.view.cd_m2_per_unit > 0.0f;
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings, info.dark_adaptation ? kNeedsDarkAdaptation : 0);
  return checker.range("cd_m2_per_unit", settings.view.cd_m2_per_unit, 0, kMaxCdPerUnit)
      .range("observer_age_years", settings.view.observer_age_years, kAgeRange.min, kAgeRange.max)
      .require(is_known || night.dark_adaptation == DarkAdaptation::off, "dark_adaptation", kNeedsCdPerUnit)
      .require(is_known || !night.pupil, "pupil", kNeedsCdPerUnit)
      .status();
}

Status validate_metering(const Gpu& gpu, const char* function, const MadeFor& info, const Settings& settings) noexcept {
  PHOTOPIC_TRY(validate(gpu, function, info, settings.meter));
  PHOTOPIC_TRY(validate(gpu, function, settings.exposure));
  PHOTOPIC_TRY(validate(gpu, function, settings.input));
  PHOTOPIC_TRY(validate_white_balance(gpu, function, info, settings.white_balance));
  return validate_dark_adaptation(gpu, function, info, settings);
}

Status validate_finish(const Gpu& gpu, const char* function, const MadeFor& info, const Settings& settings) noexcept {
  Status status = validate(gpu, function, settings.input);
  if (status != Status::ok) return status;
  Checker checker(gpu, function);
  check_rows(checker, finish_rows(), settings,
             kNeedsToneMap | balance_needs_met(info) | info.effects << kNeedsEffectShift);
  const WhiteBalanceSettings& balance = settings.white_balance;
  checker
      .require(settings.night.night_strength == 0.0f || settings.view.cd_m2_per_unit > 0.0f, "night_strength",
               kNeedsCdPerUnit)
      .require(settings.acuity.acuity_loss == 0.0f || settings.view.cd_m2_per_unit > 0.0f, "acuity_loss",
               kNeedsCdPerUnit)
      .require(settings.night.scene_s_over_p == 0.0f || settings.night.scene_s_over_p >= kMinSOverP, "scene_s_over_p",
               "must be 0 or from 0.2 to 4");
  checker
      .require(balance.white_balance != WhiteBalance::daylight || balance.temperature_k >= kMinDaylightK,
               "temperature_k", "must be at least 4000 for white_balance = daylight")
      .require(has_neutral(balance), "duv",
               "the light of temperature_k and duv has no blue that could be made neutral");
  const OutputEncoding encoding = compiled_encoding(info.ldr_format, settings.display.encoding);
  const bool is_baked = settings.display.transform == DisplayTransform::baked;
  return checker
      .require(is_baked || !is_baked_gamut_map(settings.display.gamut_map), "gamut_map",
               "perceptual, relative and reach need transform = baked")
      .require(settings.tone_map.tone_mapper != ToneMapper::gt7 || !is_hdr(encoding) ||
                   settings.display.peak_nits >= kGt7MinPeakNits,
               "peak_nits", "must be at least 250 for tone_mapper = gt7")
      .status();
}

Status validate_look(const Gpu& gpu, const char* function, const Settings& settings,
                     const LookTables* tables) noexcept {
  Checker checker(gpu, function);
  check_hues(checker, settings.grade);
  const bool is_custom = settings.tone_map.tone_mapper == ToneMapper::custom;
  checker.require(!is_custom || (tables != nullptr && has_nodes(tables->tone_mapper)), "tables.tone_mapper",
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

Status validate_metered(const Gpu& gpu, const char* function, VkExtent2D max_extent, const Frame& frame) noexcept {
  const VkRect2D& metered = frame.metered;
  if (metered.extent.width == 0 && metered.extent.height == 0) return Status::ok;
  return Checker(gpu, function)
      .require(metered.extent.width != 0 && metered.extent.height != 0, "metered.extent",
               "one side is 0 and the other isn't")
      .range("metered.offset.x", metered.offset.x, 0, max_image_side(gpu))
      .range("metered.offset.y", metered.offset.y, 0, max_image_side(gpu))
      .range("metered.extent.width", metered.extent.width, 1, max_extent.width)
      .range("metered.extent.height", metered.extent.height, 1, max_extent.height)
      .status();
}

Status validate_choices(const Gpu& gpu, const char* function, const Settings& settings) noexcept {
  return Checker(gpu, function)
      .range("tone_mapper", static_cast<double>(settings.tone_map.tone_mapper), 0, kToneMapperCount - 1)
      .range("encoding", static_cast<double>(settings.display.encoding), 0, kOutputEncodingCount - 1)
      .status();
}

Status validate_fused(const Gpu& gpu, const char* function, const MadeFor& info, const Frame& frame) noexcept {
  const VkRect2D& metered = frame.metered;
  return Checker(gpu, function)
      .require(info.steps & kFusedStep, "with", "the object was created without kWithFused")
      .require(frame.offset.x == 0 && frame.offset.y == 0, "offset", "must be 0")
      .range("metered.offset.x", metered.offset.x, 0, frame.extent.width)
      .range("metered.offset.y", metered.offset.y, 0, frame.extent.height)
      .range("metered.extent.width", metered.extent.width, 0, double(frame.extent.width) - metered.offset.x)
      .range("metered.extent.height", metered.extent.height, 0, double(frame.extent.height) - metered.offset.y)
      .require(frame.ui.view == VK_NULL_HANDLE, "ui", "isn't drawn by the fused pass: use record()")
      .require(frame.content_light.buffer == VK_NULL_HANDLE, "content_light",
               "isn't measured by the fused pass: use record()")
      .status();
}

Status validate_view(const Gpu& gpu, const char* function, const MadeFor& info, std::uint32_t view) noexcept {
  return Checker(gpu, function)
      .require(info.steps & kMeterStep, "steps", "the object was created without kMeter")
      .range("view", view, 0, info.view_count - 1.0)
      .status();
}

Status validate_copy(const Gpu& gpu, const char* function, const char* name, const Buffer& buffer) noexcept {
  return Checker(gpu, function)
      .require(buffer.buffer != VK_NULL_HANDLE, name, "is null")
      .require(buffer.offset_bytes % 4 == 0, "offset_bytes", "must be a multiple of 4")
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
