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

PHOTOPIC_PASS(metrics_errors, kPairAndMaps, MetricsErrorsParams)

}  // namespace passes

namespace {

constexpr std::uint32_t kVariants = 16;  // bits: absolute map, squared map, PHOTOPIC_METRICS_ERRORS_SHIFT, _EDGES

class ErrorPasses final : public MetricPasses {
 public:
  explicit ErrorPasses(const Gpu& gpu) : pass_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    const Rows all = {0, parts.most_rows()};
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      const VkExtent2D extent = plane_extent(parts.info.max_extent, parts.info.chroma, plane);
      const std::uint32_t used = words(TileRange::most(extent, plane_rows(all, parts.info.chroma, plane).end));
      const bool goes_on = parts.has_strips() && parts.format.is_float();
      state_[plane] = used;
      sections_[plane] =
          parts.sections.add(used + (goes_on ? std::uint64_t{tile_groups(extent)} * PHOTOPIC_METRICS_INVOCATIONS *
                                                   PHOTOPIC_METRICS_ERRORS_STATE_WORDS
                                             : 0));
    }
  }

  Status create() noexcept override {
    Status status = pass_.create(passes::metrics_errors, planes());
    const MetricsCreateInfo& info = parts_->info;
    for (std::uint32_t i = 0; i < 2 * kVariants && status == Status::ok; ++i) {
      const bool has_mask = i >= kVariants;
      if (has_mask && !info.has_mask) break;
      const std::uint32_t wanted_maps = i & PHOTOPIC_METRICS_ERRORS_MAPS;
      const bool has_edges = (i & PHOTOPIC_METRICS_ERRORS_EDGES) != 0;
      if ((wanted_maps & ~map_bits(info.maps)) != 0 || (has_edges && !info.finds_antialiasing)) continue;
      status = pass_.add_variant(i, parts_->constants(has_mask, i % kVariants));
    }
    if (!parts_->format.is_float()) return status;
    for (GroupSums& sums : float_sums_) {
      if (status == Status::ok) status = sums.create(tile_groups(info.max_extent));
    }
    return status;
  }

  Reach reach(VkExtent2D /*extent*/) const noexcept override { return kErrorReach; }

  std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept override {
    return PHOTOPIC_METRICS_ERRORS_COUNTERS;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricErrors) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      const VkExtent2D extent = plane_extent(recording.pair.extent, parts_->info.chroma, plane);
      const TileRange tiles = tiles_of(recording.pair.extent, recording.rows(), plane);
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
      const gpu::MetricsErrorsParams params = {.source = parts_->source(recording.pair.strip),
                                               .range = tiles.params(state_[plane]),
                                               .width = extent.width,
                                               .height = extent.height,
                                               .channel = plane,
                                               .shift_radius = recording.settings.shift_radius,
                                               .threshold = std::fabs(recording.settings.error_threshold)};
      pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), bits, kVariants),
                     {tiles.dispatch_groups(), 1}, params, bindings);
    }
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricErrors) == 0 || index >= planes()) return std::nullopt;
    const TileRange tiles = tiles_of(record.extent, record.rows(), index);
    return Section{sections_[index].offset_words, words(tiles.dispatch_groups())};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      if (record.is_first()) totals_[plane] = {};
      take_plane(tiles_of(record.extent, record.rows(), plane), results + sections_[plane].offset_words,
                 &totals_[plane]);
    }
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    ErrorResult& errors = out->errors;
    errors = {};
    double samples = 0.0;
    for (std::uint32_t plane = 0; plane < planes(); ++plane) {
      samples += finish_plane(plane_extent(record.extent, parts_->info.chroma, plane), plane, &errors);
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

  TileRange tiles_of(VkExtent2D extent, Rows rows, std::uint32_t plane) const {
    const Chroma chroma = parts_->info.chroma;
    return {plane_extent(extent, chroma, plane), plane_rows(rows, chroma, plane)};
  }
  std::uint32_t channels() const { return parts_->format.is_planes() ? 1 : 3; }

  /// Sums of one plane, or of RGB.
  struct Totals {
    std::array<std::uint64_t, 3> squared_error = {};  ///< of codes
    std::uint64_t masked = 0, not_finite = 0, not_finite_reference = 0, not_finite_test = 0, above = 0;
    ErrorHistogram histogram = {};  ///< of pixels that differ
    std::uint32_t largest = 0, place = 0;
  };

  void take_plane(const TileRange& tiles, const std::uint32_t* words, Totals* totals) {
    totals->masked += words[PHOTOPIC_METRICS_ERRORS_MASKED];
    totals->not_finite += words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE];
    totals->not_finite_reference += words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_REFERENCE];
    totals->not_finite_test += words[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_TEST];
    totals->above += words[PHOTOPIC_METRICS_ERRORS_ABOVE];
    for (std::uint32_t i = 1; i < PHOTOPIC_METRICS_BINS; ++i) {
      totals->histogram[i] += words[PHOTOPIC_METRICS_ERRORS_HISTOGRAM + i];
    }
    const std::uint32_t* const groups = words + PHOTOPIC_METRICS_ERRORS_COUNTERS;
    take_largest(groups, tiles.dispatch_groups(), totals);
    for (std::uint32_t i = 0; i < channels(); ++i) {
      const std::uint32_t* const sums = groups + 2 + 2 * i;
      if (parts_->format.is_float()) {
        float_sums_[i].take(tiles, sums, PHOTOPIC_METRICS_ERRORS_GROUP_WORDS);
      } else {
        totals->squared_error[i] += squared_error(sums, tiles.dispatch_groups());
      }
    }
  }

  std::uint64_t squared_error(const std::uint32_t* sums, std::uint32_t groups) const {
    if (parts_->format.bits != 8) return sum_of_halves(sums, groups, PHOTOPIC_METRICS_ERRORS_GROUP_WORDS);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < groups; ++i) sum += sums[std::size_t{i} * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS];
    return sum;
  }

  static void take_largest(const std::uint32_t* groups, std::uint32_t count, Totals* totals) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t* group = groups + std::size_t{i} * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS;
      const bool is_earlier = group[0] == totals->largest && totals->largest != 0 && group[1] < totals->place;
      if (group[0] <= totals->largest && !is_earlier) continue;
      totals->largest = group[0];
      totals->place = group[1];
    }
  }

  /// Returns how many samples of a channel were compared, times the channels.
  double finish_plane(VkExtent2D extent, std::uint32_t plane, ErrorResult* errors) const {
    const Totals& totals = totals_[plane];
    const std::uint64_t pixels = area(extent) - totals.masked - totals.not_finite;
    for (std::uint32_t i = 0; i < channels(); ++i) {
      ChannelErrors& channel = errors->channels[plane + i];
      channel.squared_error =
          parts_->format.is_float() ? float_sums_[i].sum(tile_groups(extent)) : double(totals.squared_error[i]);
      channel.mse = pixels == 0 ? 0.0 : channel.squared_error / double(pixels);
    }
    add_histogram(totals.histogram, pixels, &errors->histogram);
    add_largest(totals, errors);
    errors->pixels += pixels;
    errors->masked_pixels += totals.masked;
    errors->differing_pixels = errors->pixels - errors->histogram[0];
    errors->pixels_above += totals.above;
    errors->not_finite_reference += totals.not_finite_reference;
    errors->not_finite_test += totals.not_finite_test;
    return double(pixels) * channels();
  }

  /// The GPU counts pixels that differ; the others are the rest.
  static void add_histogram(const ErrorHistogram& bins, std::uint64_t pixels, ErrorHistogram* histogram) {
    std::uint64_t rest = pixels;
    for (std::uint32_t i = 1; i < PHOTOPIC_METRICS_BINS; ++i) {
      (*histogram)[i] += bins[i];
      rest -= bins[i];
    }
    (*histogram)[0] += rest;
  }

  void add_largest(const Totals& totals, ErrorResult* errors) const {
    const double error =
        parts_->format.is_float() ? double{std::bit_cast<float>(totals.largest)} : double(totals.largest);
    if (error <= errors->max_error) return;
    errors->max_error = error;
    errors->max_x = totals.place & 0xffffu;
    errors->max_y = totals.place >> 16;
  }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  std::array<Section, 3> sections_ = {};
  std::array<std::uint32_t, 3> state_ = {};  ///< of each section, where sums go on
  std::array<Totals, 3> totals_ = {};
  std::array<GroupSums, 3> float_sums_;  ///< of channels
};

constexpr MetricNeeds kErrorNeeds[] = {
    {.metric = kMetricErrors, .name = "errors", .takes_floats = true},
};

}  // namespace

extern const MetricSet errors_metrics;
constexpr MetricSet errors_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) ErrorPasses(gpu); }, kErrorNeeds};

}  // namespace photopic
