// SPDX-License-Identifier: MIT
// Argument checks of ImageMetrics.
#include "settings/validation.h"

#include <bit>

#include "gpu/host/checker.h"
#include "metrics/parts.h"

namespace photopic {
namespace {

constexpr double kMinPixelsPerDegree = 4.0;    // FLIP's filters are a pixel wide there ...
constexpr double kMaxPixelsPerDegree = 110.0;  // ... and PHOTOPIC_METRICS_FLIP_MAX_RADIUS here

/// Metrics without which a map can't be made.
constexpr struct {
  MetricMap map;
  Metric metric;
} kMapMetrics[] = {{kMapAbsolute, kMetricErrors},
                   {kMapSquared, kMetricErrors},
                   {kMapSsim, kMetricSsim},
                   {kMapCiede2000, kMetricCiede2000},
                   {kMapFlip, kMetricFlip}};

bool has_metrics_of(std::uint32_t maps, std::uint32_t metrics) {
  for (const auto& needed : kMapMetrics) {
    if ((maps & needed.map) != 0 && (metrics & needed.metric) == 0) return false;
  }
  return true;
}

Checker& check_maps(Checker& checker, std::uint32_t maps, std::uint32_t metrics) {
  return checker.require(has_metrics_of(maps, metrics), "maps", "has one whose metric isn't among metrics");
}

Checker& check_views(Checker& checker, const MetricsCreateInfo& info, const std::array<VkImageView, 3>& views,
                     const char* name) {
  PixelFormat format;
  describe(info.format, info.bits, &format);
  const bool has_planes = views[1] != VK_NULL_HANDLE && views[2] != VK_NULL_HANDLE;
  return checker.require(views[0] != VK_NULL_HANDLE, name, "is VK_NULL_HANDLE")
      .require(!format.is_planes() || has_planes, name, "a plane is VK_NULL_HANDLE");
}

}  // namespace

Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info) noexcept {
  constexpr double kMaxSide = 0xffff;
  const MetricsStrips& strips = info.strips;
  const double max_side = strips.rows == 0 ? max_image_side(gpu) : kMaxSide;
  PixelFormat format;
  Checker checker(gpu, function);
  checker.range("max_extent.width", info.max_extent.width, 1, max_side)
      .range("max_extent.height", info.max_extent.height, 1, max_side)
      .require(strips.rows % kMetricsStripRows == 0 && strips.rows <= kMaxSide + 1, "strips.rows",
               "isn't a multiple of kMetricsStripRows up to 65536")
      .require(strips.columns == 0 || (strips.rows != 0 && std::has_single_bit(strips.columns)), "strips.columns",
               "isn't a power of two, or strips.rows is 0");
  if (strips.columns != 0) checker.range("strips.columns", strips.columns, kMinStripColumns, kMaxStripColumns);
  checker.range("chroma", static_cast<double>(info.chroma), 0, 3)
      .range("slots", info.slots, 1, kMaxSlots)
      .range("metrics", info.metrics, 1, kAllMetrics)
      .range("maps", info.maps, 0, kAllMaps)
      .require(describe(info.format, info.bits, &format), "format", "can't be compared, or hasn't as many bits");
  if (checker.status() != Status::ok) return checker.status();
  check_maps(checker, info.maps, info.metrics)
      .require(format.is_planes() || info.chroma == Chroma::c444, "chroma", "isn't 4:4:4, and the format isn't planes")
      .require(format.kind == PHOTOPIC_METRICS_KIND_RGB || !info.finds_antialiasing, "finds_antialiasing",
               "is of RGB codes alone")
      .require((info.metrics & ~supported_metrics(info.format, info.bits)) == 0, "metrics",
               "has one that the format doesn't have");
  if ((info.metrics & (kMetricFlip | kMetricFlipTiles)) != 0) {
    checker.range("max_pixels_per_degree", double{info.max_pixels_per_degree}, kMinPixelsPerDegree,
                  kMaxPixelsPerDegree);
  }
  if (checker.status() != Status::ok) return checker.status();
  if ((gpu.optimal_features(info.format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) == 0) {
    return report(gpu.device, Status::unsupported, "%s: the device can't sample format %d", function, info.format);
  }
  return Status::ok;
}

Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info, const MetricsPair& pair) noexcept {
  Checker checker(gpu, function);
  checker.range("extent.width", pair.extent.width, 1, info.max_extent.width)
      .range("extent.height", pair.extent.height, 1, info.max_extent.height)
      .require(info.has_mask || pair.mask == VK_NULL_HANDLE, "mask", "is given, and has_mask of create isn't set");
  check_views(checker, info, pair.reference, "reference");
  check_views(checker, info, pair.test, "test");
  return checker.status();
}

Status validate(const Gpu& gpu, const char* function, const MetricsCreateInfo& info, VkExtent2D extent,
                const MetricsSettings& settings) noexcept {
  Checker checker(gpu, function);
  const auto is_wanted = [&](std::uint32_t metrics) { return (settings.metrics & metrics) != 0; };
  const std::uint32_t too_large = settings.metrics & ~metrics_for(extent, info.chroma);
  checker.require((settings.metrics & ~info.metrics) == 0, "metrics", "has one that wasn't created")
      .require((settings.maps & ~info.maps) == 0, "maps", "has one that wasn't created")
      .range("slot", settings.slot, 0, info.slots - 1.0)
      .range("error_threshold", double{settings.error_threshold}, 0, kMaxFloat)
      .range("shift_radius", settings.shift_radius, 0, double{kMaxShift})
      .require(info.finds_antialiasing || !settings.ignores_antialiasing, "ignores_antialiasing",
               "is set, and finds_antialiasing of create isn't");
  const MetricNeeds* unmet = first_need(too_large, [](const MetricNeeds&) { return true; });
  if (checker.status() == Status::ok && unmet != nullptr) {
    return report(gpu.device, Status::invalid_argument, "%s: extent: %s needs at least %u x %u %s", function,
                  unmet->name, unmet->min_side, unmet->min_side,
                  unmet->in_each_plane ? "samples in each plane" : "pixels");
  }
  check_maps(checker, settings.maps, settings.metrics);
  if (!is_wanted(kMetricFlip | kMetricFlipTiles)) return checker.status();
  PixelFormat format;
  describe(info.format, info.bits, &format);
  checker
      .range("pixels_per_degree", double{settings.pixels_per_degree}, kMinPixelsPerDegree,
             double{info.max_pixels_per_degree})
      .range("flip_tone_mapper", static_cast<double>(settings.flip_tone_mapper), 0, 2);
  if (!format.is_float()) return checker.status();
  const FlipExposures& exposures = settings.flip_exposures;
  return checker.range("flip_exposures.count", exposures.count, 2, kMaxFlipExposures)
      .range("flip_exposures.start_ev", double{exposures.start_ev}, -kMaxFlipEv, kMaxFlipEv)
      .range("flip_exposures.stop_ev", double{exposures.stop_ev}, double{exposures.start_ev}, kMaxFlipEv)
      .status();
}

}  // namespace photopic
