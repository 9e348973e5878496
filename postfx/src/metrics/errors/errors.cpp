// SPDX-License-Identifier: MIT
// Metric kMetricErrors: exact sums over the pixels.
#include <spirv/metrics_errors.h>

#include <cmath>
#include <new>

#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/errors/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_errors;
constexpr PassDesc metrics_errors = {"metrics_errors", spirv::metrics_errors, kPairAndMaps,
                                     sizeof(gpu::MetricsErrorsParams)};

}  // namespace passes

namespace {

constexpr std::uint32_t kVariants = 16;  // bits: absolute map, squared map, PHOTOPIC_METRICS_ERRORS_SHIFT, _EDGES

class ErrorPasses final : public MetricPasses {
 public:
  explicit ErrorPasses(const Gpu& gpu) : pass_(gpu) {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      const std::uint32_t groups = tile_groups(plane_extent(parts.info.max_extent, parts.info.chroma, plane));
      sections_[plane] = parts.sections.add(words(groups));
    }
    Status status = pass_.create(passes::metrics_errors, planes());
    for (std::uint32_t i = 0; i < 2 * kVariants && status == Status::ok; ++i) {
      const bool has_mask = i >= kVariants;
      if (has_mask && !parts.info.has_mask) break;
      const std::uint32_t wanted_maps = i & PHOTOPIC_METRICS_ERRORS_MAPS;
      const bool has_edges = (i & PHOTOPIC_METRICS_ERRORS_EDGES) != 0;
      if ((wanted_maps & ~map_bits(parts.info.maps)) != 0 || (has_edges && !parts.info.finds_antialiasing)) continue;
      status = pass_.add_variant(i, parts.constants(has_mask, i % kVariants));
    }
    return status;
  }

  std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept override {
    return PHOTOPIC_METRICS_ERRORS_COUNTERS;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricErrors) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      const VkExtent2D extent = plane_extent(recording.pair.extent, parts_->info.chroma, plane);
      const Binding results = parts_->binding(sections_[plane]);
      const auto map = [&](MetricMap bit) {
        const bool is_written = plane == 0 && recording.wants_map(bit);
        return is_written ? buffer_binding(parts_->map(bit).handle(), 0, VK_WHOLE_SIZE) : results;
      };
      PairBindings bindings(recording, results);
      bindings.add(map(kMapAbsolute));
      bindings.add(map(kMapSquared));
      const std::uint32_t bits = variant_bits(recording.settings);
      // The absolute value: -0 is in the threshold's range, and the shader compares bits.
      const gpu::MetricsErrorsParams params = {.width = extent.width,
                                               .height = extent.height,
                                               .channel = plane,
                                               .shift_radius = recording.settings.shift_radius,
                                               .threshold = std::fabs(recording.settings.error_threshold)};
      pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), bits, kVariants),
                     {tile_groups(extent), 1}, params, bindings);
    }
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricErrors) == 0 || index >= planes()) return {};
    const VkExtent2D extent = plane_extent(record.extent, parts_->info.chroma, index);
    return {sections_[index].offset_words, words(tile_groups(extent))};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    ErrorResult& errors = out->errors;
    errors = {};
    double samples = 0.0;
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      const VkExtent2D extent = plane_extent(record.extent, parts_->info.chroma, plane);
      samples += finish_plane(extent, plane, results + sections_[plane].offset_words, &errors);
    }
    for (const ChannelErrors& channel : errors.channels) errors.squared_error += channel.squared_error;
    errors.mse = samples == 0.0 ? 0.0 : errors.squared_error / samples;
    errors.psnr_db = psnr_db(errors.mse, parts_->format.peak());
  }

 private:
  std::uint32_t planes() const { return parts_->format.is_planes() ? 3 : 1; }
  static std::uint32_t map_bits(std::uint32_t maps) {
    return ((maps & kMapAbsolute) != 0 ? 1u : 0u) | ((maps & kMapSquared) != 0 ? 2u : 0u);
  }
  static std::uint32_t variant_bits(const MetricsSettings& settings) {
    return map_bits(settings.maps) | (settings.shift_radius != 0 ? PHOTOPIC_METRICS_ERRORS_SHIFT : 0u) |
           (settings.ignores_antialiasing ? PHOTOPIC_METRICS_ERRORS_EDGES : 0u);
  }
  static std::uint32_t words(std::uint32_t groups) {
    return PHOTOPIC_METRICS_ERRORS_COUNTERS + groups * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS;
  }

  /// Returns how many samples of a channel were compared, times the channels.
  double finish_plane(VkExtent2D extent, std::uint32_t plane, const std::uint32_t* words, ErrorResult* errors) const {
    const std::uint64_t masked = words[PHOTOPIC_METRICS_ERRORS_MASKED];
    const std::uint64_t pixels = area(extent) - masked - words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE];
    const std::uint32_t channels = parts_->format.is_planes() ? 1 : 3;
    for (std::uint32_t i = 0; i < channels; ++i) {
      ChannelErrors& channel = errors->channels[plane + i];
      channel.squared_error = squared_error(words, tile_groups(extent), i);
      channel.mse = pixels == 0 ? 0.0 : channel.squared_error / double(pixels);
    }
    add_histogram(words + PHOTOPIC_METRICS_ERRORS_HISTOGRAM, pixels, &errors->histogram);
    add_largest(words + PHOTOPIC_METRICS_ERRORS_COUNTERS, tile_groups(extent), errors);
    errors->pixels += pixels;
    errors->masked_pixels += masked;
    errors->differing_pixels = errors->pixels - errors->histogram[0];
    errors->pixels_above += words[PHOTOPIC_METRICS_ERRORS_ABOVE];
    errors->not_finite_reference += words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_REFERENCE];
    errors->not_finite_test += words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_TEST];
    return double(pixels) * channels;
  }

  /// The GPU counts pixels that differ; the others are the rest.
  static void add_histogram(const std::uint32_t* bins, std::uint64_t pixels, ErrorHistogram* histogram) {
    std::uint64_t rest = pixels;
    for (std::uint32_t i = 1; i < PHOTOPIC_METRICS_BINS; ++i) {
      (*histogram)[i] += bins[i];
      rest -= bins[i];
    }
    (*histogram)[0] += rest;
  }

  double squared_error(const std::uint32_t* words, std::uint32_t groups, std::uint32_t channel) const {
    const std::uint32_t* sums = words + PHOTOPIC_METRICS_ERRORS_COUNTERS + 2 + 2 * channel;
    if (parts_->format.is_float()) return sum_of_floats(sums, groups, PHOTOPIC_METRICS_ERRORS_GROUP_WORDS);
    if (parts_->format.bits != 8) return double(sum_of_halves(sums, groups, PHOTOPIC_METRICS_ERRORS_GROUP_WORDS));
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < groups; ++i) sum += sums[std::size_t{i} * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS];
    return double(sum);
  }

  void add_largest(const std::uint32_t* groups, std::uint32_t count, ErrorResult* errors) const {
    std::uint32_t largest = 0, place = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t* group = groups + std::size_t{i} * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS;
      if (group[0] > largest || (group[0] == largest && largest != 0 && group[1] < place)) {
        largest = group[0];
        place = group[1];
      }
    }
    const double error = parts_->format.is_float() ? double{std::bit_cast<float>(largest)} : double(largest);
    if (error <= errors->max_error) return;
    errors->max_error = error;
    errors->max_x = place & 0xffffu;
    errors->max_y = place >> 16;
  }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  std::array<Section, 3> sections_ = {};
};

constexpr MetricNeeds kErrorNeeds[] = {
    {.metric = kMetricErrors, .name = "errors", .takes_floats = true},
};

}  // namespace

extern const MetricSet errors_metrics;
constexpr MetricSet errors_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) ErrorPasses(gpu); }, kErrorNeeds};

}  // namespace photopic
