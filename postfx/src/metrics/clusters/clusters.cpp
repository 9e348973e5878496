// SPDX-License-Identifier: MIT
// Metric kMetricCluster.
#include <spirv/metrics_clusters.h>
#include <spirv/metrics_mark.h>

#include <new>

#include "metrics/bindings.h"
#include "metrics/clusters/cluster_rows.h"
#include "metrics/clusters/interface.h"
#include "metrics/parts.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_mark, kPairAndMap, MetricsClustersParams)
PHOTOPIC_PASS(metrics_clusters, kThreeBuffers, MetricsClustersParams)

}  // namespace passes

namespace {

class ClusterPasses final : public MetricPasses {
 public:
  explicit ClusterPasses(const Gpu& gpu) : mark_(gpu), clusters_(gpu), labels_(gpu, "labels of clusters") {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    const VkExtent2D tiles = tiles_of(parts.most_pixels());
    section_ =
        parts.sections.add(parts.has_strips() ? area(tiles) * PHOTOPIC_METRICS_TILE : PHOTOPIC_METRICS_CLUSTER_WORDS);
    if (parts.has_strips()) return;
    tiles_ = parts.sections.add(area(tiles));
    parts.add(labels_, area(parts.info.max_extent) * sizeof(std::uint32_t));
  }

  Status create() noexcept override {
    Status status = mark_.create(passes::metrics_mark);
    if (status == Status::ok) status = parts_->add_variants(mark_, edge_variants());
    if (parts_->has_strips()) return status == Status::ok ? rows_.create(parts_->info.max_extent.width) : status;
    if (status == Status::ok) status = clusters_.create(passes::metrics_clusters);
    for (std::uint32_t i = 0; i < PHOTOPIC_METRICS_CLUSTER_PASSES && status == Status::ok; ++i) {
      const Specialization pass = {PHOTOPIC_METRICS_SPEC_CLUSTER_PASS, i};
      status = clusters_.add_variant(i, {&pass, 1});
    }
    return status;
  }

  Reach reach(VkExtent2D /*extent*/) const noexcept override { return kErrorReach; }

  std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept override {
    return parts_->has_strips() ? 0 : PHOTOPIC_METRICS_CLUSTER_WORDS;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    if (!recording.wants(kMetricCluster)) return 0;
    return parts_->has_strips() ? 1 : 1 + PHOTOPIC_METRICS_CLUSTER_PASSES;
  }

  void record(const MetricRecording& recording, std::uint32_t step) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const gpu::MetricsClustersParams params = {.source = parts_->source(recording.pair.strip),
                                               .width = extent.width,
                                               .height = extent.height,
                                               .channel = 0,
                                               .shift_radius = recording.settings.shift_radius,
                                               .threshold = recording.settings.cluster_threshold};
    const Binding bits = parts_->binding(section_);
    const Binding labels = parts_->has_strips() ? bits : buffer_binding(labels_.handle(), 0, VK_WHOLE_SIZE);
    const Binding tiles = parts_->has_strips() ? bits : parts_->binding(tiles_);
    if (step == 0) {
      PairBindings bindings(recording, labels);
      bindings.add(tiles);
      mark_.dispatch(
          recording.command_buffer,
          MetricParts::variant(recording.has_mask(), recording.settings.ignores_antialiasing ? 1 : 0, edge_variants()),
          tiles_of({extent.width, recording.rows().count()}), params, bindings);
      return;
    }
    const Binding bindings[] = {labels, tiles, parts_->binding(section_)};
    clusters_.dispatch(recording.command_buffer, step - 1, tiles_of(extent), params, bindings);
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricCluster) == 0 || index != 0) return std::nullopt;
    if (!parts_->has_strips()) return Section{section_.offset_words, PHOTOPIC_METRICS_CLUSTER_WORDS};
    const VkExtent2D tiles = tiles_of({record.extent.width, record.rows().count()});
    return Section{section_.offset_words, tiles.width * tiles.height * PHOTOPIC_METRICS_TILE};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    const std::uint32_t* const words = results + section_.offset_words;
    if (!parts_->has_strips()) {
      largest_ = cluster_of(words, record.extent.width);
      return;
    }
    if (record.is_first()) rows_.begin(record.extent.width);
    const std::uint32_t row_words = tiles_of(record.extent).width;
    for (std::uint32_t row = 0; row < record.rows().count(); ++row) {
      rows_.add(words + std::size_t{row} * row_words);
    }
    if (record.is_last()) largest_ = rows_.end();
  }

  void finish(const MetricRecord& /*record*/, MetricsResult* out) const noexcept override { out->cluster = largest_; }

 private:
  static ClusterResult cluster_of(const std::uint32_t* words, std::uint32_t width) {
    ClusterResult cluster;
    cluster.pixels = words[PHOTOPIC_METRICS_CLUSTER_PIXELS];
    if (cluster.pixels == 0) return cluster;
    cluster.x = ~words[PHOTOPIC_METRICS_CLUSTER_NOT_LEFT];
    cluster.y = ~words[PHOTOPIC_METRICS_CLUSTER_NOT_FIRST] / width;
    cluster.width = words[PHOTOPIC_METRICS_CLUSTER_RIGHT] - cluster.x + 1;
    cluster.height = words[PHOTOPIC_METRICS_CLUSTER_BOTTOM] - cluster.y + 1;
    return cluster;
  }
  /// Pixels of anti-aliased edges count; they are equal.
  std::uint32_t edge_variants() const { return parts_->info.finds_antialiasing ? 2 : 1; }
  static VkExtent2D tiles_of(VkExtent2D extent) { return divide_up(extent, PHOTOPIC_METRICS_TILE); }

  const MetricParts* parts_ = nullptr;
  ComputePass mark_, clusters_;
  DeviceBuffer labels_;
  Section section_, tiles_;
  ClusterRows rows_;  ///< of strips
  ClusterResult largest_;
};

constexpr MetricNeeds kClusterNeeds[] = {{.metric = kMetricCluster, .name = "clusters"}};

}  // namespace

extern const MetricSet clusters_metrics;
constexpr MetricSet clusters_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) ClusterPasses(gpu); }, kClusterNeeds};

}  // namespace photopic
