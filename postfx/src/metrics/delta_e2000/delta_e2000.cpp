// SPDX-License-Identifier: MIT
// Pass and scores of CIEDE2000 with kL = kC = kH = 1 (kMetricDeltaE2000).
#include <spirv/metrics_delta_e2000.h>
#include <spirv/metrics_delta_e2000_float64.h>

#include <cmath>
#include <new>

#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/delta_e2000/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_delta_e2000;
extern const PassDesc metrics_delta_e2000_float64;
constexpr PassDesc metrics_delta_e2000 = {"metrics_delta_e2000", spirv::metrics_delta_e2000, kPair,
                                          sizeof(gpu::MetricsDeltaEParams)};
constexpr PassDesc metrics_delta_e2000_float64 = {"metrics_delta_e2000_float64", spirv::metrics_delta_e2000_float64,
                                                  kPair, sizeof(gpu::MetricsDeltaEParams)};

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

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    section_ = parts.sections.add(words(tile_groups(parts.info.max_extent)));
    const bool has_doubles = parts.gpu.device.shader_float64;
    const Status status = pass_.create(has_doubles ? passes::metrics_delta_e2000_float64 : passes::metrics_delta_e2000);
    return status == Status::ok ? parts.add_variants(pass_, 1) : status;
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
    const gpu::MetricsDeltaEParams params = {.width = extent.width,
                                             .height = extent.height,
                                             .unit_high = high,
                                             .unit_low = static_cast<float>(unit - double{high})};
    pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1), {tile_groups(extent), 1},
                   params, bindings);
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricDeltaE2000) == 0 || index != 0) return {};
    return {section_.offset_words, words(tile_groups(record.extent))};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    const std::uint32_t* bins = results + section_.offset_words;
    const std::uint32_t* groups = bins + PHOTOPIC_METRICS_DE_BINS;
    const std::uint32_t count = tile_groups(record.extent);
    const double pixels = double(area(record.extent));
    DeltaE2000Result& result = out->delta_e2000;
    result.mean = sum_of_floats(groups, count, PHOTOPIC_METRICS_DE_GROUP_WORDS) / pixels;
    result.max = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const float largest = std::bit_cast<float>(groups[i * PHOTOPIC_METRICS_DE_GROUP_WORDS + 1]);
      result.max = std::max(result.max, double{largest});
    }
    result.p95 = std::min(percentile_95(bins, area(record.extent)), result.max);
  }

 private:
  static std::uint32_t words(std::uint32_t groups) {
    return PHOTOPIC_METRICS_DE_BINS + groups * PHOTOPIC_METRICS_DE_GROUP_WORDS;
  }

  /// From above: the first 20th of the pixels is beyond it.
  static double percentile_95(const std::uint32_t* bins, std::uint64_t pixels) {
    const std::uint64_t beyond = pixels - (19 * pixels + 19) / 20;
    std::uint64_t seen = 0;
    for (std::uint32_t bin = PHOTOPIC_METRICS_DE_BINS - 1; bin > 0; --bin) {
      seen += bins[bin];
      if (seen > beyond) return value_of_bin(bin);
    }
    return 0.0;
  }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  Section section_;
};

constexpr MetricNeeds kDeltaENeeds[] = {
    {.metric = kMetricDeltaE2000, .name = "CIEDE2000 with factors of 1"},
};

}  // namespace

extern const MetricSet delta_e2000_metrics;
constexpr MetricSet delta_e2000_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) DeltaEPasses(gpu); }, kDeltaENeeds};

}  // namespace photopic
