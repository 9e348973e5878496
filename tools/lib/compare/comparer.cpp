// SPDX-License-Identifier: MIT
// Upload of two pictures, and their metrics and maps.
#include "compare/comparer.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "arguments/errors.h"
#include "compare/perceived_pixels.h"
#include "compare/pictures/exact_errors.h"
#include "compare/pictures/map_picture.h"
#include "compare/rules/scores.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "image_io/image_file.h"

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

void add_note(std::string& note, const std::string& words) { note += (note.empty() ? "" : "; ") + words; }

/// Bytes that the limits leave beside both pictures and the maps.
std::uint64_t memory_left(const Frame& reference, const Frame& test, const Comparison& comparison) {
  const std::uint64_t limit = image_io::read_limits().memory_bytes;
  const std::uint64_t used =
      bytes_of(reference) + bytes_of(test) + comparison.maps.size() * pixel_count(reference) * sizeof(float);
  return limit - std::min(limit, used);
}

/// Reserves the maps that the verdict needs, then those of `maps` that memory has room for, and notes the others.
std::uint32_t make_maps(const Frame& reference, const Frame& test, std::uint32_t needed, std::uint32_t maps,
                        Comparison& comparison) {
  std::uint32_t made = 0;
  std::string missing;
  for (const MetricMap map : kMaps) {
    if (((needed | maps) & map) == 0) continue;
    const bool has_room = pixel_count(reference) * sizeof(float) <= memory_left(reference, test, comparison);
    if (!has_room && (needed & map) == 0) {
      missing += (missing.empty() ? "" : ", ") + name_of(map);
      continue;
    }
    comparison.maps[map].reserve(pixel_count(reference));
    made |= map;
  }
  if (missing.empty()) return made;
  add_note(comparison.note, "no map of " + missing + ": pictures and maps would take more than " +
                                std::to_string(image_io::read_limits().memory_bytes >> 20) + " MiB, see --memory-mib");
  return made;
}

/// Rows of a plane that go into an image, starting at `first_row`. An image that is narrower than the plane has the
/// rest of each row further down.
struct StripPlane {
  std::span<const std::byte> texels;
  VkExtent2D extent;  ///< of the plane
  VkFormat format;
  std::uint32_t first_row;
  VkExtent2D image_extent;
};

void upload(const engine::Context& context, const StripPlane& plane, engine::Image& image) {
  const VkExtent2D part = plane.image_extent;
  const bool fits =
      image.format() == plane.format && image.extent().width == part.width && image.extent().height == part.height;
  if (!fits) {
    image = {};  // before the new one needs its memory
    image = engine::Image(context, part, plane.format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  }
  const std::size_t texel_bytes = engine::texel_bytes(plane.format);
  const std::size_t width = plane.extent.width;
  const std::size_t pieces = (width + part.width - 1) / part.width, rows = part.height / pieces;
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* to) {
    for (std::size_t row = first_row; row < first_row + row_count; ++row, to += part.width * texel_bytes) {
      const std::size_t x = row / rows * part.width, y = plane.first_row + row % rows;
      std::memcpy(to, plane.texels.data() + (y * width + x) * texel_bytes,
                  std::min<std::size_t>(part.width, width - x) * texel_bytes);
    }
  });
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
  if (settings.metrics == 0) return comparison;
  const bool has_alpha = (reference.has_alpha || test.has_alpha) && (settings.metrics & photopic::kMetricErrors) != 0;
  // Only the device's map tells which colours are equal for being anti-aliased.
  const std::uint32_t needed = has_alpha && settings.ignores_antialiasing ? std::uint32_t{photopic::kMapAbsolute} : 0;
  settings.maps = make_maps(reference, test, needed, options.maps & maps_of(settings.metrics), comparison);
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
      const Options counting = {.settings = options.settings, .max_delta = distance.threshold};
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
  prepare(reference, settings, !mask.empty(), memory_left(reference, test, comparison));
  photopic::MetricsPair pair;
  pair.extent = reference.extent;
  for (std::uint32_t row = 0; row < pair.extent.height; row += pair.strip.rows) {
    pair.strip = metrics_.strip(pair.extent, row);
    upload(reference, pair.strip, reference_);
    upload(test, pair.strip, test_);
    if (!mask.empty()) upload_mask(pair.extent, mask, pair.strip);
    for (std::size_t i = 0; i < 3; ++i) {
      pair.reference[i] = reference_.planes[i].view();
      pair.test[i] = test_.planes[i].view();
    }
    if (!mask.empty()) pair.mask = mask_.view();
    engine::submit_and_wait(context(), [&](VkCommandBuffer commands) {
      arguments::require(context(), metrics_.record(commands, pair, settings));
    });
    context().check(metrics_.finish(settings.slot, &comparison.result));
    for (auto& [map, values] : comparison.maps) read_map(map, pair.extent, pair.strip, values);
  }
}

/// Keeps what is there if it will do.
void Comparer::prepare(const Frame& frame, const photopic::MetricsSettings& settings, bool has_mask,
                       std::uint64_t memory_bytes) {
  const float pixels_per_degree = needed_pixels_per_degree(settings);
  const bool is_same_kind =
      info_.metrics != 0 && info_.format == frame.format && info_.bits == frame.bits && info_.chroma == frame.chroma;
  const bool is_large_enough =
      info_.max_extent.width >= frame.extent.width && info_.max_extent.height >= frame.extent.height;
  const bool has_all = (settings.metrics & ~info_.metrics) == 0 && (settings.maps & ~info_.maps) == 0 &&
                       (!has_mask || info_.has_mask) && (!settings.ignores_antialiasing || info_.finds_antialiasing) &&
                       pixels_per_degree <= info_.max_pixels_per_degree;
  if (is_same_kind && is_large_enough && has_all) return;
  photopic::MetricsCreateInfo info = {
      .max_extent = is_same_kind ? common_extent(info_.max_extent, frame.extent) : frame.extent,
      .format = frame.format,
      .bits = frame.bits,
      .chroma = frame.chroma,
      .metrics = settings.metrics | (is_same_kind ? info_.metrics : 0),
      .maps = settings.maps | (is_same_kind ? info_.maps : 0),
      .has_mask = has_mask || (is_same_kind && info_.has_mask),
      .finds_antialiasing = settings.ignores_antialiasing || (is_same_kind && info_.finds_antialiasing),
      .max_pixels_per_degree =
          is_same_kind ? std::max(pixels_per_degree, info_.max_pixels_per_degree) : pixels_per_degree};
  // First the old one, whose memory the new one may need.
  metrics_ = {};
  info_ = {};
  photopic::Status status = create(memory_bytes, info);
  const bool is_for_others = info.max_extent.width > frame.extent.width || info.max_extent.height > frame.extent.height;
  if (status != photopic::Status::ok && is_for_others) {
    info.max_extent = frame.extent;  // both at once may be more than a device has
    status = create(memory_bytes, info);
  }
  arguments::require(context(), status);
  info_ = info;
}

/// In strips if need be: lower ones where the device hasn't as much memory.
photopic::Status Comparer::create(std::uint64_t memory_bytes, photopic::MetricsCreateInfo& info) {
  constexpr std::uint64_t kLeast = std::uint64_t{16} << 20;
  for (;; memory_bytes /= 2) {
    photopic::Status status = photopic::ImageMetrics::plan_strips(context().lend(), memory_bytes, &info);
    if (status == photopic::Status::ok) status = photopic::ImageMetrics::create(context().lend(), info, &metrics_);
    if (status != photopic::Status::out_of_memory || memory_bytes < kLeast) return status;
  }
}

void Comparer::upload(const Frame& frame, const photopic::MetricsStrip& strip, Images& images) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    engine::Image& image = images.planes[i];
    if (frame.planes[i].empty()) {
      image = {};
      continue;
    }
    compare::upload(context(),
                    {frame.planes[i], plane_extent(frame, i), frame.format,
                     strip.image_row / plane_step(frame, i).height, metrics_.image_extent(frame.extent, strip, i)},
                    image);
  }
}

void Comparer::upload_mask(VkExtent2D extent, std::span<const std::uint8_t> mask, const photopic::MetricsStrip& strip) {
  compare::upload(
      context(),
      {std::as_bytes(mask), extent, VK_FORMAT_R8_UNORM, strip.image_row, metrics_.image_extent(extent, strip)}, mask_);
}

void Comparer::read_map(MetricMap map, VkExtent2D extent, const photopic::MetricsStrip& strip,
                        std::vector<float>& values) {
  const std::vector<std::byte> bytes =
      engine::read_back(context(), metrics_.map_buffer(map), 0, std::size_t{extent.width} * strip.rows * sizeof(float));
  const std::size_t first = values.size();
  values.resize(first + bytes.size() / sizeof(float));
  std::memcpy(values.data() + first, bytes.data(), bytes.size());
}

}  // namespace compare
