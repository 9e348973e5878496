// SPDX-License-Identifier: MIT
// Upload of two pictures, and their metrics and maps.
#include "compare/comparer.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "arguments/errors.h"
#include "compare/perceived/perceived_pixels.h"
#include "compare/pictures/exact_errors.h"
#include "compare/rules/scores.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"

namespace compare {
namespace {

using photopic::MetricMap;

constexpr MetricMap kMaps[] = {photopic::kMapAbsolute, photopic::kMapSquared, photopic::kMapSsim,
                               photopic::kMapCiede2000, photopic::kMapFlip};

/// Without the metric there is no map.
struct MapsOfMetric {
  photopic::Metric metric;
  std::uint32_t maps;  ///< bits photopic::MetricMap
};
constexpr MapsOfMetric kMapsOfMetrics[] = {{photopic::kMetricErrors, photopic::kMapAbsolute | photopic::kMapSquared},
                                           {photopic::kMetricSsim, photopic::kMapSsim},
                                           {photopic::kMetricCiede2000, photopic::kMapCiede2000},
                                           {photopic::kMetricFlip, photopic::kMapFlip}};

std::uint32_t maps_of(std::uint32_t metrics) {
  std::uint32_t maps = 0;
  for (const MapsOfMetric& row : kMapsOfMetrics) maps |= (metrics & row.metric) != 0 ? row.maps : 0;
  return maps;
}

std::vector<float> luminances_of(const Frame& frame) {
  std::vector<float> luminances(frame.planes[0].size() / sizeof(float[4]));
  for (std::size_t i = 0; i < luminances.size(); ++i) {
    float rgba[4];
    std::memcpy(rgba, frame.planes[0].data() + i * sizeof rgba, sizeof rgba);
    luminances[i] = 0.2126f * rgba[0] + 0.7152f * rgba[1] + 0.0722f * rgba[2];
  }
  return luminances;
}

/// Why such pictures can't have a metric that available_metrics() lacks.
std::string obstacle(const Frame& frame, std::uint32_t metric) {
  if ((photopic::supported_metrics(frame.format, frame.bits) & metric) == 0) {
    if (metric == photopic::kMetricFlip || metric == photopic::kMetricFlipTiles)
      return "it is of RGB alone, and these are YUV";
    return frame.is_float() ? "it is of codes alone, and these are floats"
                            : "it is of up to 12 bits, and these have " + std::to_string(frame.bits);
  }
  return std::string("it is of pictures with at least ") + metric_size(metric);
}

std::string refusal(std::uint32_t metric, const std::string& reason) {
  return std::string(metric_name(metric)) + " can't be measured: " + reason;
}

bool are_plain_errors(std::uint32_t metrics, std::uint32_t maps, const photopic::MetricsSettings& settings) {
  return metrics == photopic::kMetricErrors && maps == 0 && settings.shift_radius == 0 &&
         !settings.ignores_antialiasing;
}

/// Large enough for both, unless that is much more than either needs.
VkExtent2D common_extent(VkExtent2D old, VkExtent2D wanted) {
  const auto area = [](VkExtent2D extent) { return std::uint64_t{extent.width} * extent.height; };
  const VkExtent2D both = {std::max(old.width, wanted.width), std::max(old.height, wanted.height)};
  return area(both) <= 2 * std::max(area(old), area(wanted)) ? both : wanted;
}

}  // namespace

bool needs_device(const Options& options) {
  return !are_plain_errors(options.metrics | options.required, options.maps, options.settings);
}

std::uint32_t metrics_with_maps() {
  std::uint32_t metrics = 0;
  for (const MapsOfMetric& row : kMapsOfMetrics) metrics |= row.metric;
  return metrics;
}

std::uint32_t available_metrics(const Frame& frame) {
  return photopic::supported_metrics(frame.format, frame.bits) & photopic::metrics_for(frame.extent, frame.chroma);
}

void require_metrics(const Frame& frame, std::uint32_t metrics) {
  const std::uint32_t missing = metrics & ~available_metrics(frame);
  const std::uint32_t first = missing & (~missing + 1);
  if (missing == 0) return;
  throw arguments::UsageError(refusal(first, obstacle(frame, first)) + " (" + description_of(frame) + ")");
}

Comparison Comparer::compare(const Frame& reference, const Frame& test, const Options& options,
                             std::span<const std::uint8_t> mask) {
  check_alike(reference, test);
  require_metrics(reference, options.required);
  if (options.settings.ignores_antialiasing && (!reference.is_rgb() || reference.is_float())) {
    throw arguments::UsageError("anti-aliased edges are found in RGB codes alone (" + description_of(reference) + ")");
  }
  Comparison comparison;
  photopic::MetricsSettings settings = options.settings;
  settings.slot = 0;
  settings.cluster_threshold = std::uint32_t(options.cluster_delta * reference.peak() / 255.0);
  if (options.max_delta) settings.error_threshold = float(*options.max_delta * code_of(reference));
  settings.metrics = options.metrics & available_metrics(reference);
  constexpr std::uint32_t kFlips = photopic::kMetricFlip | photopic::kMetricFlipTiles;
  if (reference.is_float() && (settings.metrics & kFlips) != 0) {
    std::vector<float> luminances = luminances_of(reference);
    const photopic::Status status = photopic::flip_exposures(luminances.data(), luminances.size(),
                                                             settings.flip_tone_mapper, &settings.flip_exposures);
    if (status != photopic::Status::ok) {
      comparison.note = refusal(photopic::kMetricFlip, "the reference has no luminance above 0");
      if ((options.required & kFlips) != 0) throw arguments::UsageError(comparison.note);
      settings.metrics &= ~kFlips;
    }
  }
  settings.maps = options.maps & maps_of(settings.metrics);
  if (settings.metrics == 0) return comparison;
  const bool has_alpha = (reference.has_alpha || test.has_alpha) && (settings.metrics & photopic::kMetricErrors) != 0;
  // Only the device's map tells which colours are equal for being anti-aliased.
  if (has_alpha && settings.ignores_antialiasing) settings.maps |= photopic::kMapAbsolute;
  if (is_for_cpu(settings)) {
    if (!(settings.error_threshold >= 0.0f)) throw arguments::UsageError("error_threshold is negative");
    comparison.result.metrics = photopic::kMetricErrors;
    comparison.result.errors = exact_errors(reference, test, settings.error_threshold, mask);
  } else {
    measure(reference, test, settings, mask, comparison);
  }
  if (has_alpha) {
    const auto map = comparison.maps.find(photopic::kMapAbsolute);
    comparison.alpha = add_alpha_errors(reference, test, settings, mask, comparison.result.errors,
                                        map == comparison.maps.end() ? std::span<float>() : map->second);
    if ((options.maps & photopic::kMapAbsolute) == 0) comparison.maps.erase(photopic::kMapAbsolute);
  }
  count_above(reference, test, options, mask, comparison);
  return comparison;
}

/// Codes of 8 bits have a bin each in the histogram. Deeper ones are compared again for each threshold.
void Comparer::count_above(const Frame& reference, const Frame& test, const Options& options,
                           std::span<const std::uint8_t> mask, Comparison& comparison) {
  for (const PixelDistance& distance : options.distances) {
    std::uint64_t& count = comparison.pixels_above[distance];
    if (distance.kind != PixelDistance::Kind::codes) {
      count = perceived_pixels(reference, test, distance, mask);
    } else if (reference.bits == 8 || distance.threshold == 0.0) {
      const photopic::ErrorHistogram& histogram = comparison.result.errors.histogram;
      const auto first = histogram.begin() + std::ptrdiff_t(std::min(distance.threshold, 255.0)) + 1;
      count = std::accumulate(first, histogram.end(), std::uint64_t{0});
    } else {
      Options counting;
      counting.settings = options.settings;
      counting.max_delta = distance.threshold;
      count = compare(reference, test, counting, mask).result.errors.pixels_above;
    }
  }
}

bool Comparer::is_for_cpu(const photopic::MetricsSettings& settings) const {
  const bool is_device_cheap = context_ != nullptr && context_->properties().deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
  return are_plain_errors(settings.metrics, settings.maps, settings) && !is_device_required_ && !is_device_cheap;
}

engine::Context& Comparer::context() {
  if (context_ == nullptr) context_ = &open_();
  return *context_;
}

void Comparer::measure(const Frame& reference, const Frame& test, const photopic::MetricsSettings& settings,
                       std::span<const std::uint8_t> mask, Comparison& comparison) {
  prepare(reference, settings, !mask.empty());
  upload(reference, reference_);
  upload(test, test_);
  if (!mask.empty()) upload_mask(reference.extent, mask);

  photopic::MetricsPair pair;
  pair.extent = reference.extent;
  for (std::size_t i = 0; i < 3; ++i) {
    pair.reference[i] = reference_.planes[i].view();
    pair.test[i] = test_.planes[i].view();
  }
  if (!mask.empty()) pair.mask = mask_.view();
  engine::submit_and_wait(context(), [&](VkCommandBuffer commands) {
    arguments::require(context(), metrics_.record(commands, pair, settings));
  });
  context().check(metrics_.finish(settings.slot, &comparison.result));
  for (const MetricMap map : kMaps) {
    if ((settings.maps & map) != 0) comparison.maps.emplace(map, read_map(map, pair.extent));
  }
}

/// Keeps what is there if it will do.
void Comparer::prepare(const Frame& frame, const photopic::MetricsSettings& settings, bool has_mask) {
  const float pixels_per_degree = needed_pixels_per_degree(settings);
  const bool is_same_kind =
      info_.metrics != 0 && info_.format == frame.format && info_.bits == frame.bits && info_.chroma == frame.chroma;
  const bool is_large_enough =
      info_.max_extent.width >= frame.extent.width && info_.max_extent.height >= frame.extent.height;
  const bool has_all = (settings.metrics & ~info_.metrics) == 0 && (settings.maps & ~info_.maps) == 0 &&
                       (!has_mask || info_.has_mask) && (!settings.ignores_antialiasing || info_.finds_antialiasing) &&
                       pixels_per_degree <= info_.max_pixels_per_degree;
  if (is_same_kind && is_large_enough && has_all) return;
  photopic::MetricsCreateInfo info;
  info.max_extent = is_same_kind ? common_extent(info_.max_extent, frame.extent) : frame.extent;
  info.format = frame.format;
  info.bits = frame.bits;
  info.chroma = frame.chroma;
  info.metrics = settings.metrics | (is_same_kind ? info_.metrics : 0);
  info.maps = settings.maps | (is_same_kind ? info_.maps : 0);
  info.has_mask = has_mask || (is_same_kind && info_.has_mask);
  info.finds_antialiasing = settings.ignores_antialiasing || (is_same_kind && info_.finds_antialiasing);
  info.max_pixels_per_degree =
      is_same_kind ? std::max(pixels_per_degree, info_.max_pixels_per_degree) : pixels_per_degree;
  // First the old one, whose memory the new one may need.
  metrics_ = {};
  info_ = {};
  const auto create = [&] { return photopic::ImageMetrics::create(context().lend(), info, &metrics_); };
  photopic::Status status = create();
  const bool is_for_others = info.max_extent.width > frame.extent.width || info.max_extent.height > frame.extent.height;
  if (status != photopic::Status::ok && is_for_others) {
    info.max_extent = frame.extent;  // both at once may be more than a device has
    status = create();
  }
  arguments::require(context(), status);
  info_ = info;
}

void Comparer::upload(const Frame& frame, Images& images) {
  for (std::size_t i = 0; i < 3; ++i) {
    engine::Image& image = images.planes[i];
    if (frame.planes[i].empty()) {
      image = {};
      continue;
    }
    const VkExtent2D extent = plane_extent(frame, i);
    const bool fits = image.format() == frame.format && image.extent().width == extent.width &&
                      image.extent().height == extent.height;
    if (!fits) {
      image =
          engine::Image(context(), extent, frame.format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    }
    engine::upload(context(), image, frame.planes[i]);
  }
}

void Comparer::upload_mask(VkExtent2D extent, std::span<const std::uint8_t> mask) {
  if (mask_.extent().width != extent.width || mask_.extent().height != extent.height) {
    mask_ = engine::Image(context(), extent, VK_FORMAT_R8_UNORM,
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  }
  engine::upload(context(), mask_, std::as_bytes(mask));
}

std::vector<float> Comparer::read_map(MetricMap map, VkExtent2D extent) {
  std::vector<float> values(std::size_t{extent.width} * extent.height);
  const std::vector<std::byte> bytes =
      engine::read_back(context(), metrics_.map_buffer(map), 0, values.size() * sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace compare
