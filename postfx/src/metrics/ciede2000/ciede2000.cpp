// SPDX-License-Identifier: MIT
// Metric kMetricCiede2000.
#include <spirv/metrics_ciede2000.h>
#include <spirv/metrics_ciede2000_float64.h>

#include <cmath>
#include <new>

#include "gpu/host/report.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/ciede2000/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_ciede2000, kPairAndMap, MetricsCiedeParams)
PHOTOPIC_PASS(metrics_ciede2000_float64, kPairAndMap, MetricsCiedeParams)

}  // namespace passes

namespace {

constexpr std::uint32_t kMapVariants = 2;

class CiedePasses final : public MetricPasses {
 public:
  explicit CiedePasses(const Gpu& gpu) : pass_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    state_ = TileRange::most(parts.info.max_extent, parts.most_rows());
    section_ = parts.sections.add(state_ + (parts.has_strips()
                                                ? std::uint64_t{tile_groups(parts.info.max_extent)} *
                                                      PHOTOPIC_METRICS_INVOCATIONS * PHOTOPIC_METRICS_CIEDE_STATE_WORDS
                                                : 0));
  }

  Status create() noexcept override {
    const bool has_doubles = parts_->gpu.device.shader_float64;
    PHOTOPIC_TRY(pass_.create(has_doubles ? passes::metrics_ciede2000_float64 : passes::metrics_ciede2000));
    PHOTOPIC_TRY(sums_.create(tile_groups(parts_->info.max_extent)));
    return parts_->add_variants(pass_, kMapVariants);
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricCiede2000) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const bool has_map = recording.wants_map(kMapCiede2000);
    const Binding results = parts_->binding(section_);
    PairBindings bindings(recording, results);
    bindings.add(has_map ? buffer_binding(parts_->map(kMapCiede2000).handle(), 0, VK_WHOLE_SIZE) : results);
    const TileRange tiles(extent, recording.rows());
    const gpu::MetricsCiedeParams params = {parts_->source(recording.pair.strip), tiles.params(state_), extent.width,
                                            extent.height};
    pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), has_map ? 1 : 0, kMapVariants),
                   {tiles.dispatch_groups(), 1}, params, bindings);
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricCiede2000) == 0 || index != 0) return std::nullopt;
    return Section{section_.offset_words, TileRange(record.extent, record.rows()).dispatch_groups()};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    sums_.take(TileRange(record.extent, record.rows()), results + section_.offset_words, 1);
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    out->ciede2000.mean_de = sums_.sum(tile_groups(record.extent)) / double(area(record.extent));
    out->ciede2000.score = 45.0 - 20.0 * std::log10(out->ciede2000.mean_de);
  }

 private:
  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  Section section_;
  std::uint32_t state_ = 0;  ///< word of the section where sums go on
  GroupSums sums_;
};

constexpr MetricNeeds kCiedeNeeds[] = {
    {.metric = kMetricCiede2000, .name = "CIEDE2000"},
};

}  // namespace

extern const MetricSet ciede2000_metrics;
constexpr MetricSet ciede2000_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) CiedePasses(gpu); }, kCiedeNeeds};

}  // namespace photopic
