// SPDX-License-Identifier: MIT
#include "validation.h"

#include <photopic/exposure.h>

#include <algorithm>
#include <limits>

#include "report.h"

namespace photopic {
namespace {

constexpr double kMaxFloat = std::numeric_limits<float>::max();
constexpr double kAboveZero = std::numeric_limits<float>::denorm_min();
constexpr double kMaxStops = 64.0;     // of EV100 and log2 luminance: 2^64 and its inverse are still normal floats
constexpr double kMinWhite = 1e-3;     // its square, and Hable's curve of it, are far from underflow ...
constexpr double kMaxWhite = 65536.0;  // ... and overflow; the brightest input that operators see

constexpr std::uint32_t kMeterInvocations = POSTFX_LOG_LUMINANCE_GROUP_SIDE * POSTFX_LOG_LUMINANCE_GROUP_SIDE;

/// Reports the first argument that is out of range; later checks then do nothing.
class Checker {
 public:
  Checker(const Gpu& gpu, const char* function) : gpu_(gpu), function_(function) {}

  Checker& range(const char* name, double value, double min, double max) {
    // NaN fails both comparisons.
    if (status_ == Status::ok && !(value >= min && value <= max)) {
      status_ = report(gpu_.device, Status::invalid_argument, "%s: %s = %g: must be within [%g, %g]", function_, name,
                       value, min, max);
    }
    return *this;
  }

  Checker& require(bool condition, const char* name, const char* requirement) {
    if (status_ == Status::ok && !condition) {
      status_ = report(gpu_.device, Status::invalid_argument, "%s: %s: %s", function_, name, requirement);
    }
    return *this;
  }

  Checker& region(const VkRect2D& region, VkExtent2D max) {
    range("region.offset.x", region.offset.x, 0, gpu_.limits.maxImageDimension2D);
    range("region.offset.y", region.offset.y, 0, gpu_.limits.maxImageDimension2D);
    range("region.extent.width", region.extent.width, 1, max.width);
    return range("region.extent.height", region.extent.height, 1, max.height);
  }

  Status status() const { return status_; }

 private:
  const Gpu& gpu_;
  const char* function_;
  Status status_ = Status::ok;
};

}  // namespace

Status validate_extent(const Gpu& gpu, const char* function, VkExtent2D max_extent) noexcept {
  const double limit = std::min(gpu.limits.maxImageDimension2D, (1u << kMaxLevels) - 1);
  return Checker(gpu, function)
      .range("max_extent.width", max_extent.width, 1, limit)
      .range("max_extent.height", max_extent.height, 1, limit)
      .status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info) noexcept {
  const Status status = validate_extent(gpu, function, info.max_extent);
  if (status != Status::ok) return status;
  Checker checker(gpu, function);
  checker.range("view_count", info.view_count, 1, 1024)
      .range("steps", info.steps, kMeterStep, kAllSteps)
      .range("meter_method", static_cast<double>(info.meter_method), 0, 2)
      .range("level_format", static_cast<double>(info.level_format), 0, 1)
      .range("pyramid_tap", static_cast<double>(info.pyramid_tap), 0, 1)
      .range("pyramid_factor", static_cast<double>(info.pyramid_factor), 0, 1)
      .require(info.workgroup_side == 8 || info.workgroup_side == 16, "workgroup_side", "must be 8 or 16")
      .require((info.steps & kMeterStep) == 0 || gpu.limits.maxComputeWorkGroupInvocations >= kMeterInvocations,
               "steps", "metering needs maxComputeWorkGroupInvocations of at least 256");
  if (info.steps & kToneMapStep) {
    checker
        .require(info.ldr_format == VK_FORMAT_R8G8B8A8_UNORM || info.ldr_format == VK_FORMAT_R16G16B16A16_SFLOAT,
                 "ldr_format", "must be R8G8B8A8_UNORM or R16G16B16A16_SFLOAT")
        .range("tone_mappers", info.tone_mappers, 1, (1u << kToneMapperCount) - 1);
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, VkCommandBuffer command_buffer) noexcept {
  return Checker(gpu, function)
      .require(command_buffer != VK_NULL_HANDLE, "command_buffer", "is VK_NULL_HANDLE")
      .status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const Frame& frame) noexcept {
  const VkRect2D& metered = frame.metered_region;
  return Checker(gpu, function)
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
  return Checker(gpu, function)
      .require(info.steps & kMeterStep, "steps", "the object was created without kMeterStep")
      .require(frame.hdr != VK_NULL_HANDLE, "hdr", "is VK_NULL_HANDLE")
      .region(frame.region, info.max_extent)
      .range("delta_time_s", frame.delta_time_s, 0, kMaxFloat)
      .range("view", frame.view, 0, info.view_count - 1.0)
      .status();
}

Status validate(const Gpu& gpu, const char* function, const CreateInfo& info, const ToneMapFrame& frame) noexcept {
  Checker checker(gpu, function);
  checker.require(info.steps & kToneMapStep, "steps", "the object was created without kToneMapStep")
      .require(frame.hdr != VK_NULL_HANDLE, "hdr", "is VK_NULL_HANDLE")
      .require(frame.ldr != VK_NULL_HANDLE, "ldr", "is VK_NULL_HANDLE")
      .region(frame.region, info.max_extent)
      .range("ldr_offset.x", frame.ldr_offset.x, 0, gpu.limits.maxImageDimension2D)
      .range("ldr_offset.y", frame.ldr_offset.y, 0, gpu.limits.maxImageDimension2D);
  if (frame.exposure == VK_NULL_HANDLE) {
    checker
        .require(info.steps & kMeterStep, "exposure",
                 "is VK_NULL_HANDLE, and the object was created without kMeterStep")
        .range("view", frame.view, 0, info.view_count - 1.0);
  } else {
    checker.require(frame.exposure_offset_bytes % gpu.limits.minStorageBufferOffsetAlignment == 0,
                    "exposure_offset_bytes", "must be a multiple of minStorageBufferOffsetAlignment");
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const MeterSettings& settings) noexcept {
  return Checker(gpu, function)
      .range("min_log2_luminance", settings.min_log2_luminance, -kMaxStops, kMaxStops)
      .range("max_log2_luminance", settings.max_log2_luminance, -kMaxStops, kMaxStops)
      .require(settings.min_log2_luminance < settings.max_log2_luminance, "max_log2_luminance",
               "must be above min_log2_luminance")
      .status();
}

Status validate(const Gpu& gpu, const char* function, const ExposureSettings& settings) noexcept {
  Checker checker(gpu, function);
  checker.range("mode", static_cast<double>(settings.mode), 0, 2)
      .range("compensation_ev", settings.compensation_ev, -32, 32)
      .range("min_ev100", settings.min_ev100, -kMaxStops, kMaxStops)
      .range("max_ev100", settings.max_ev100, settings.min_ev100, kMaxStops)
      .range("manual_ev100", settings.manual_ev100, -kMaxStops, kMaxStops)
      .range("aperture_f_number", settings.aperture_f_number, kAboveZero, kMaxFloat)
      .range("shutter_s", settings.shutter_s, kAboveZero, kMaxFloat)
      .range("sensitivity_iso", settings.sensitivity_iso, kAboveZero, kMaxFloat)
      .range("curve", static_cast<double>(settings.curve), 0, 1)
      .range("to_bright_ev_per_s", settings.to_bright_ev_per_s, 0, kMaxFloat)
      .range("to_dark_ev_per_s", settings.to_dark_ev_per_s, 0, kMaxFloat)
      .range("transition_ev", settings.transition_ev, 0, kMaxFloat)
      .range("to_bright_time_constant_s", settings.to_bright_time_constant_s, 0, kMaxFloat)
      .range("to_dark_time_constant_s", settings.to_dark_time_constant_s, 0, kMaxFloat);
  if (settings.mode == ExposureMode::camera) {
    checker.range("EV100 of aperture_f_number, shutter_s and sensitivity_iso",
                  ev100_from_camera(settings.aperture_f_number, settings.shutter_s, settings.sensitivity_iso),
                  -kMaxStops, kMaxStops);
  }
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const ToneMapSettings& settings) noexcept {
  return Checker(gpu, function)
      .range("tone_mapper", static_cast<double>(settings.tone_mapper), 0, kToneMapperCount - 1.0)
      .range("reinhard_white", settings.reinhard_white, kMinWhite, kMaxWhite)
      .range("hable_white", settings.hable_white, kMinWhite, kMaxWhite)
      .status();
}

}  // namespace photopic
