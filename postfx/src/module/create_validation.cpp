// SPDX-License-Identifier: MIT
// Checks of what objects are made for.

#include <algorithm>
#include <bit>

#include "chain/chain.h"
#include "display/display.h"
#include "display/draw_formats.h"
#include "display/output_formats.h"
#include "gpu/host/checker.h"
#include "meter/single_pass.h"
#include "settings/validation.h"
#include "settings/variants.h"

namespace photopic {
namespace {

constexpr std::uint32_t kMaxStatisticsSlots = 64;

/// What messages call the members of an object's info.
struct OutputNames {
  const char* format;
  const char* packed_format;
  const char* encoding;
};
constexpr OutputNames kPostProcessNames = {"output.format", "tuning.packed_format", "display.encoding"};
constexpr OutputNames kOverlayNames = {"ldr_format", "packed_format", "encoding"};

/// An output format, which the device can store texels of.
void check_output(Checker& checker, const Gpu& gpu, const OutputNames& names, VkFormat format, VkFormat packed_format,
                  std::uint32_t encodings) {
  const OutputFormat* const row = output_format(format);
  constexpr std::uint32_t kSigned = encoding_bit(OutputEncoding::linear) | encoding_bit(OutputEncoding::scrgb);
  checker.require(row != nullptr, names.format, kOutputFormatRule);
  if (row == nullptr) return;
  checker
      .require(!row->is_extended || gpu.device.shader_storage_image_extended_formats, names.format, kExtendedFormatRule,
               Status::unsupported)
      .require(packing_of(packed_format) < PHOTOPIC_PACKING_COUNT, names.packed_format,
               "must be one of A2B10G10R10_UNORM_PACK32 A2R10G10B10_UNORM_PACK32 B8G8R8A8_UNORM")
      .bits(names.encoding, encodings, 1, kAllEncodings)
      .require(row->is_signed || (encodings & kSigned) == 0, names.encoding, kSignedFormatRule)
      .require((gpu.optimal_features(format) & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0, names.format,
               "can't be a storage image on this device", Status::unsupported);
}

/// Layers of arrays.
void check_layers(Checker& checker, const Gpu& gpu, const MadeFor& info) {
  const double limit = std::min(gpu.limits.maxImageArrayLayers, gpu.limits.maxComputeWorkGroupCount[2]);
  checker.range("layers", info.layers, 1, std::max(limit, 1.0))
      .require(!has_arrays(info) || (info.steps & kMeterStep) == 0 || info.meter_method == MeterMethod::single_pass,
               info.layers > 1 ? "layers" : "output.view_mask",
               "needs tuning.meter_method = single_pass: the pyramid reads 2D images");
  if (info.layers == 1) return;
  checker
      .require((info.steps & kToneMapStep) != 0, "layers",
               "are finished in one dispatch; what is drawn has output.view_mask")
      .require((info.steps & kFusedStep) == 0, "layers", "can't be fused: kWithFused reads one image")
      .require((info.effects & kApartEffects) == 0, "effects",
               "of those with layers, none may have passes or look around")
      .require(!info.content_light, "content_light", "isn't measured with layers");
}

/// HDR images of several samples.
void check_samples(Checker& checker, const Gpu& gpu, const MadeFor& info) {
  const std::uint32_t samples = static_cast<std::uint32_t>(info.hdr_samples);
  checker.require(std::has_single_bit(samples) && samples <= PHOTOPIC_MAX_HDR_SAMPLES, "samples",
                  "must be 1, 2, 4 or 8");
  checker.require(!info.resolve || (samples > 1 && (info.steps & kToneMapStep) != 0), "with",
                  "has kWithResolve, which is for several samples, in an object that finishes");
  if (samples == 1) return;
  checker
      .require((gpu.limits.sampledImageColorSampleCounts & samples) != 0, "samples",
               "aren't among the device's sampledImageColorSampleCounts", Status::unsupported)
      .require((info.steps & kMeterStep) == 0 || info.meter_method == MeterMethod::single_pass, "samples",
               "need tuning.meter_method = single_pass")
      .require((info.steps & kFusedStep) == 0, "samples", "can't be fused: kWithFused reads one sample of a texel")
      .require((info.steps & kDrawStep) == 0, "samples",
               "must be 1 for what is drawn, which reads one sample of a texel")
      .require(info.layers == 1, "samples", "must be 1 with layers")
      .require(info.resolve || (info.effects & kApartEffects) == 0, "effects",
               "of those with samples, none may have passes or look around without CreateInfo::with = kWithResolve")
      .require(!info.content_light, "content_light", "isn't measured with samples");
}

/// An attachment that the device can draw such pictures in.
void check_render_target(Checker& checker, const Gpu& gpu, const MadeFor& info) {
  const Output& target = info.render_target;
  const DrawFormat* const row = draw_format(info.ldr_format);
  const bool is_dynamic = target.render_pass == VK_NULL_HANDLE;
  constexpr std::uint32_t kSigned = encoding_bit(OutputEncoding::linear) | encoding_bit(OutputEncoding::scrgb);
  checker
      .require((info.steps & (kToneMapStep | kFusedStep)) == 0, "with",
               "has kWithFused, which draws nothing: output.is_drawn")
      .require((gpu.queue_flags & VK_QUEUE_GRAPHICS_BIT) != 0, "output.is_drawn",
               "needs a device.queue_family with graphics", Status::unsupported)
      .require(row != nullptr, "output.format",
               "must have red, green and blue of as many bits each, UNORM, SRGB or floats, to be drawn")
      .require((gpu.optimal_features(info.ldr_format) & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) != 0, "output.format",
               "can't be a colour attachment on this device", Status::unsupported)
      .bits("display.encoding", info.encodings, 1, kAllEncodings);
  if (checker.status() != Status::ok) return;
  const std::uint32_t samples = static_cast<std::uint32_t>(target.samples);
  checker
      .require(row->is_signed || (info.encodings & kSigned) == 0, "display.encoding",
               "linear and scrgb need R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT")
      .require(std::has_single_bit(samples) && (samples & gpu.limits.framebufferColorSampleCounts) == samples,
               "output.samples", "must be one of framebufferColorSampleCounts")
      .require(!is_dynamic || knows_dynamic_rendering(gpu.device, gpu.vk), "output.render_pass",
               "is VK_NULL_HANDLE, and the device has neither Vulkan 1.3 nor VK_KHR_dynamic_rendering",
               Status::unsupported)
      .require(!is_dynamic || target.subpass == 0, "output.subpass", "must be 0 without a render_pass")
      .require(is_dynamic || target.depth_format == VK_FORMAT_UNDEFINED, "output.depth_format",
               "is that of the render_pass")
      .require(is_dynamic || target.stencil_format == VK_FORMAT_UNDEFINED, "output.stencil_format",
               "is that of the render_pass")
      .require(target.view_mask == 0 || (info.effects & kApartEffects) == 0, "effects",
               "of those with a view_mask, none may have passes or look around")
      .require(!info.content_light, "content_light", "isn't measured of what is drawn");
}

}  // namespace

Status validate_extent(const Gpu& gpu, const char* function, VkExtent2D max_extent) noexcept {
  static_assert(0xffffu < 1u << kMaxLevels);
  const double limit = max_image_side(gpu);
  return Checker(gpu, function)
      .range("max_extent.width", max_extent.width, 1, limit)
      .range("max_extent.height", max_extent.height, 1, limit)
      .status();
}

Status validate(const Gpu& gpu, const char* function, const MadeFor& info) noexcept {
  const Status status = validate_extent(gpu, function, info.max_extent);
  if (status != Status::ok) return status;
  Checker checker(gpu, function);
  checker.range("view_count", info.view_count, 1, 1024)
      .range("steps", info.steps, kMeterStep, kMeterStep | kToneMapStep | kFusedStep | kDrawStep)
      .range("tuning.meter_method", static_cast<double>(info.meter_method), 0, 1)
      .range("tuning.pyramid_factor", static_cast<double>(info.pyramid_factor), 0, 1)
      .workgroup_side("tuning.workgroup_side", info.workgroup_side)
      .range("exposure_image", static_cast<double>(info.exposure_image), 0, 2)
      .range("statistics_slots", info.statistics_slots, 0, kMaxStatisticsSlots);
  const bool is_single_pass = info.meter_method == MeterMethod::single_pass;
  if (info.steps & kMeterStep) {
    checker.bits("weights", info.weights, 0, kAllWeights)
        .range("tuning.max_workgroups", info.max_workgroups, 0, PHOTOPIC_METER_MAX_PARTIALS)
        .require(is_single_pass || info.weights == 0, "weights", "need tuning.meter_method = single_pass")
        .require(is_single_pass || !info.histogram, "histogram", "needs tuning.meter_method = single_pass")
        .require(info.histogram || !info.highlights_and_black, "highlights_and_black", "needs histogram")
        .require(is_single_pass || !info.auto_white_balance, "white_balance.white_balance",
                 "needs tuning.meter_method = single_pass");
  }
  if (info.steps & kFusedStep) {
    checker
        .require((info.steps & kMeterStep) != 0 && (info.steps & kToneMapStep) != 0, "with",
                 "has kWithFused, which needs both steps")
        .require(is_single_pass, "with", "has kWithFused, which needs tuning.meter_method = single_pass");
  }
  checker.require(!info.scaled_draw || (info.steps & kDrawStep) != 0, "with",
                  "has kWithScaledDraw, which is for pictures that are drawn: output.is_drawn");
  if (info.steps & kDrawStep) check_render_target(checker, gpu, info);
  if (info.steps & kToneMapStep) {
    check_output(checker, gpu, kPostProcessNames, info.ldr_format, info.packed_format, info.encodings);
  }
  check_layers(checker, gpu, info);
  check_samples(checker, gpu, info);
  if (info.steps & (kToneMapStep | kDrawStep)) {
    checker.bits("tone_map.tone_mapper", info.tone_mappers, 1, kAllToneMappers)
        .bits("effects", info.effects, 0, kAllEffects)
        .require(info.lut_size == 0 || (info.lut_size >= kMinLutSize && info.lut_size <= kMaxLutSize),
                 "tuning.lut_size", "must be from 17 to 65")
        .require(info.exact || info.lut_size != 0, "exact", "may be false with a lut_size alone")
        .require(info.exact || !info.exact_looks, "exact_looks", "needs exact");
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const NaiveMeterInfo& info) noexcept {
  const Status status = validate_extent(gpu, function, info.max_extent);
  if (status != Status::ok) return status;
  return Checker(gpu, function)
      .range("method", static_cast<double>(info.method), 0, 2)
      .range("level_format", static_cast<double>(info.level_format), 0, 1)
      .range("pyramid_tap", static_cast<double>(info.pyramid_tap), 0, 1)
      .range("pyramid_factor", static_cast<double>(info.pyramid_factor), 0, 2)
      .workgroup_side("workgroup_side", info.workgroup_side)
      .status();
}

Status validate(const Gpu& gpu, const char* function, const OverlayCreateInfo& info) noexcept {
  const Status status = validate_extent(gpu, function, info.max_extent);
  if (status != Status::ok) return status;
  Checker checker(gpu, function);
  checker.range("encoding", static_cast<double>(info.encoding), 0, kOutputEncodingCount - 1)
      .range("source", static_cast<double>(info.source), 0, 1);
  if (checker.status() != Status::ok) return checker.status();
  check_output(checker, gpu, kOverlayNames, info.ldr_format, info.packed_format, encoding_bit(info.encoding));
  return checker.bits("tone_mappers", info.tone_mappers, 1, kAllToneMappers).status();
}

}  // namespace photopic
