// SPDX-License-Identifier: MIT
// Pass and scores of CIEDE2000 with kL = kC = kH = 1 (kMetricDeltaE2000).
#include <spirv/metrics_delta_e2000.h>
#include <spirv/metrics_delta_e2000_float64.h>

#include <cmath>
#include <new>

#include "gpu/host/report.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/delta_e2000/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_delta_e2000, kPair, MetricsDeltaEParams)
PHOTOPIC_PASS(metrics_delta_e2000_float64, kPair, MetricsDeltaEParams)

}  // namespace passes

namespace {

/// The middle of a bin; of the first, where equal pixels are, 0.
double value_of_bin(std::uint32_t bin) {
  if (bin == 0) return 0.0;
  constexpr std::uint32_t kBinsOfOctave = 1u << PHOTOPIC_METRICS_DE_BITS;
  const double mantissa = 1.0 + (double((bin - 1) % kBinsOfOctave) + 0.5) / kBinsOfOctave;
  return std::ldexp(mantissa, PHOTOPIC_METRICS_DE_MIN_LOG2 + int((bin - 1) / kBinsOfOctave));
}

class DeltaEPasses final : public MetricPasses {
 public:
  explicit DeltaEPasses(const Gpu& gpu) : pass_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    state_ = words(TileRange::most(parts.info.max_extent, parts.most_rows()));
    section_ = parts.sections.add(state_ + (parts.has_strips()
                                                ? std::uint64_t{tile_groups(parts.info.max_extent)} *
                                                      PHOTOPIC_METRICS_INVOCATIONS * PHOTOPIC_METRICS_DE_STATE_WORDS
                                                : 0));
  }

  Status create() noexcept override {
    const bool has_doubles = parts_->gpu.device.shader_float64;
    PHOTOPIC_TRY(pass_.create(has_doubles ? passes::metrics_delta_e2000_float64 : passes::metrics_delta_e2000));
    PHOTOPIC_TRY(sums_.create(tile_groups(parts_->info.max_extent)));
    return parts_->add_variants(pass_, 1);
  }

  std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept override {
    return PHOTOPIC_METRICS_DE_BINS;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricDeltaE2000) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const PairBindings bindings(recording, parts_->binding(section_));
    const double unit = 1.0 / parts_->format.peak();
    const float high = static_cast<float>(unit);
    const TileRange tiles(extent, recording.rows());
    const gpu::MetricsDeltaEParams params = {.source = parts_->source(recording.pair.strip),
                                             .range = tiles.params(state_),
                                             .width = extent.width,
                                             .height = extent.height,
                                             .unit_high = high,
                                             .unit_low = static_cast<float>(unit - double{high})};
    pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1),
                   {tiles.dispatch_groups(), 1}, params, bindings);
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricDeltaE2000) == 0 || index != 0) return std::nullopt;
    return Section{section_.offset_words, words(TileRange(record.extent, record.rows()).dispatch_groups())};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    if (record.is_first()) {
      bins_ = {};
      largest_ = 0.0f;
    }
    const std::uint32_t* const bins = results + section_.offset_words;
    const std::uint32_t* const groups = bins + PHOTOPIC_METRICS_DE_BINS;
    for (std::uint32_t i = 0; i < PHOTOPIC_METRICS_DE_BINS; ++i) bins_[i] += bins[i];
    const TileRange tiles(record.extent, record.rows());
    sums_.take(tiles, groups, PHOTOPIC_METRICS_DE_GROUP_WORDS);
    for (std::uint32_t i = 0; i < tiles.dispatch_groups(); ++i) {
      largest_ = std::max(largest_, std::bit_cast<float>(groups[i * PHOTOPIC_METRICS_DE_GROUP_WORDS + 1]));
    }
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    DeltaE2000Result& result = out->delta_e2000;
    result.mean = sums_.sum(tile_groups(record.extent)) / double(area(record.extent));
    result.max = double{largest_};
    result.p95 = std::min(percentile_95(area(record.extent)), result.max);
  }

 private:
  static std::uint32_t words(std::uint32_t groups) {
    return PHOTOPIC_METRICS_DE_BINS + groups * PHOTOPIC_METRICS_DE_GROUP_WORDS;
  }

  /// From above: the first 20th of the pixels is beyond it.
  double percentile_95(std::uint64_t pixels) const {
    const std::uint64_t beyond = pixels - (19 * pixels + 19) / 20;
    std::uint64_t seen = 0;
    for (std::uint32_t bin = PHOTOPIC_METRICS_DE_BINS - 1; bin > 0; --bin) {
      seen += bins_[bin];
      if (seen > beyond) return value_of_bin(bin);
    }
    return 0.0;
  }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  Section section_;
  std::uint32_t state_ = 0;  ///< word of the section where sums go on
  GroupSums sums_;
  std::array<std::uint64_t, PHOTOPIC_METRICS_DE_BINS> bins_ = {};
  float largest_ = 0.0f;
};

constexpr MetricNeeds kDeltaENeeds[] = {
    {.metric = kMetricDeltaE2000, .name = "CIEDE2000 with factors of 1"},
};

}  // namespace

extern const MetricSet delta_e2000_metrics;
constexpr MetricSet delta_e2000_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) DeltaEPasses(gpu); }, kDeltaENeeds};

}  // namespace photopic
