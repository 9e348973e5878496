// SPDX-License-Identifier: MIT
// Metric kMetricCluster.
#include <spirv/metrics_clusters.h>
#include <spirv/metrics_mark.h>

#include <new>

#include "metrics/bindings.h"
#include "metrics/clusters/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_mark;
extern const PassDesc metrics_clusters;
constexpr PassDesc metrics_mark = {"metrics_mark", spirv::metrics_mark, kPairAndMap,
                                   sizeof(gpu::MetricsClustersParams)};
constexpr PassDesc metrics_clusters = {"metrics_clusters", spirv::metrics_clusters, kThreeBuffers,
                                       sizeof(gpu::MetricsClustersParams)};

}  // namespace passes

namespace {

class ClusterPasses final : public MetricPasses {
 public:
  explicit ClusterPasses(const Gpu& gpu) : mark_(gpu), clusters_(gpu), labels_(gpu, "labels of clusters") {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    section_ = parts.sections.add(PHOTOPIC_METRICS_CLUSTER_WORDS);
    tiles_ = parts.sections.add(area(tiles_of(parts.info.max_extent)));
    Status status =
        labels_.create(area(parts.info.max_extent) * sizeof(std::uint32_t), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    if (status == Status::ok) status = mark_.create(passes::metrics_mark);
    if (status == Status::ok) status = parts.add_variants(mark_, edge_variants());
    if (status == Status::ok) status = clusters_.create(passes::metrics_clusters);
    for (std::uint32_t i = 0; i < PHOTOPIC_METRICS_CLUSTER_PASSES && status == Status::ok; ++i) {
      const Specialization pass = {PHOTOPIC_METRICS_SPEC_CLUSTER_PASS, i};
      status = clusters_.add_variant(i, {&pass, 1});
    }
    return status;
  }

  std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept override {
    return PHOTOPIC_METRICS_CLUSTER_WORDS;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricCluster) ? 1 + PHOTOPIC_METRICS_CLUSTER_PASSES : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t step) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const gpu::MetricsClustersParams params = {.width = extent.width,
                                               .height = extent.height,
                                               .channel = 0,
                                               .shift_radius = recording.settings.shift_radius,
                                               .threshold = recording.settings.cluster_threshold};
    const Binding labels = buffer_binding(labels_.handle(), 0, VK_WHOLE_SIZE), tiles = parts_->binding(tiles_);
    if (step == 0) {
      PairBindings bindings(recording, labels);
      bindings.add(tiles);
      mark_.dispatch(
          recording.command_buffer,
          MetricParts::variant(recording.has_mask(), recording.settings.ignores_antialiasing ? 1 : 0, edge_variants()),
          tiles_of(extent), params, bindings);
      return;
    }
    const Binding bindings[] = {labels, tiles, parts_->binding(section_)};
    clusters_.dispatch(recording.command_buffer, step - 1, tiles_of(extent), params, bindings);
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricCluster) == 0 || index != 0) return {};
    return {section_.offset_words, PHOTOPIC_METRICS_CLUSTER_WORDS};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    const std::uint32_t* const words = results + section_.offset_words;
    ClusterResult& cluster = out->cluster;
    cluster = {};
    cluster.pixels = words[PHOTOPIC_METRICS_CLUSTER_PIXELS];
    if (cluster.pixels == 0) return;
    cluster.x = ~words[PHOTOPIC_METRICS_CLUSTER_NOT_LEFT];
    cluster.y = ~words[PHOTOPIC_METRICS_CLUSTER_NOT_FIRST] / record.extent.width;
    cluster.width = words[PHOTOPIC_METRICS_CLUSTER_RIGHT] - cluster.x + 1;
    cluster.height = words[PHOTOPIC_METRICS_CLUSTER_BOTTOM] - cluster.y + 1;
  }

 private:
  /// Pixels of anti-aliased edges count; they are equal.
  std::uint32_t edge_variants() const { return parts_->info.finds_antialiasing ? 2 : 1; }
  static VkExtent2D tiles_of(VkExtent2D extent) { return divide_up(extent, PHOTOPIC_METRICS_TILE); }

  const MetricParts* parts_ = nullptr;
  ComputePass mark_, clusters_;
  DeviceBuffer labels_;
  Section section_, tiles_;
};

constexpr MetricNeeds kClusterNeeds[] = {{.metric = kMetricCluster, .name = "clusters", .keeps_pixels = true}};

}  // namespace

extern const MetricSet clusters_metrics;
constexpr MetricSet clusters_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) ClusterPasses(gpu); }, kClusterNeeds};

}  // namespace photopic
