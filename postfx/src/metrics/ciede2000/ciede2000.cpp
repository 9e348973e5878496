// SPDX-License-Identifier: MIT
// Metric kMetricCiede2000.
#include <spirv/metrics_ciede2000.h>
#include <spirv/metrics_ciede2000_float64.h>

#include <cmath>
#include <new>

#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/ciede2000/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_ciede2000;
extern const PassDesc metrics_ciede2000_float64;
constexpr PassDesc metrics_ciede2000 = {"metrics_ciede2000", spirv::metrics_ciede2000, kPairAndMap,
                                        sizeof(gpu::MetricsCiedeParams)};
constexpr PassDesc metrics_ciede2000_float64 = {"metrics_ciede2000_float64", spirv::metrics_ciede2000_float64,
                                                kPairAndMap, sizeof(gpu::MetricsCiedeParams)};

}  // namespace passes

namespace {

constexpr std::uint32_t kMapVariants = 2;

class CiedePasses final : public MetricPasses {
 public:
  explicit CiedePasses(const Gpu& gpu) : pass_(gpu) {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    section_ = parts.sections.add(tile_groups(parts.info.max_extent));
    const bool has_doubles = parts.gpu.device.shader_float64;
    const Status status = pass_.create(has_doubles ? passes::metrics_ciede2000_float64 : passes::metrics_ciede2000);
    return status == Status::ok ? parts.add_variants(pass_, kMapVariants) : status;
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
    const gpu::MetricsCiedeParams params = {extent.width, extent.height};
    pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), has_map ? 1 : 0, kMapVariants),
                   {tile_groups(extent), 1}, params, bindings);
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricCiede2000) == 0 || index != 0) return {};
    return {section_.offset_words, tile_groups(record.extent)};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    const double sum = sum_of_floats(results + section_.offset_words, tile_groups(record.extent), 1);
    out->ciede2000.mean_de = sum / double(area(record.extent));
    out->ciede2000.score = 45.0 - 20.0 * std::log10(out->ciede2000.mean_de);
  }

 private:
  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  Section section_;
};

constexpr MetricNeeds kCiedeNeeds[] = {
    {.metric = kMetricCiede2000, .name = "CIEDE2000"},
};

}  // namespace

extern const MetricSet ciede2000_metrics;
constexpr MetricSet ciede2000_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) CiedePasses(gpu); }, kCiedeNeeds};

}  // namespace photopic
