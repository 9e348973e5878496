// SPDX-License-Identifier: MIT
// Metric kMetricErrorTiles.
#include <new>

#include "metrics/worst_tiles/tile_passes.h"

namespace photopic {
namespace {

class ErrorTilePasses final : public MetricPasses {
 public:
  explicit ErrorTilePasses(const Gpu& gpu) : tiles_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    channels_ = parts.format.is_planes() ? 1.0 : 3.0;
    tiles_.lay_out(parts, PHOTOPIC_METRICS_TILE_ERRORS);
  }
  Status create() noexcept override { return tiles_.create(); }
  Reach reach(VkExtent2D /*extent*/) const noexcept override { return kErrorReach; }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricErrorTiles) ? 2 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t step) const noexcept override {
    if (step == 0) return tiles_.record_cells(recording, nullptr);
    tiles_.record_tiles(recording);
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricErrorTiles) == 0 || index != 0) return std::nullopt;
    return tiles_.used(record.extent, record.rows());
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    tiles_.take(record, results);
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    out->error_tiles = tiles_.finish(record.extent);
    for (WorstTile* tile : {&out->error_tiles.small, &out->error_tiles.large}) tile->score /= channels_;
  }

 private:
  double channels_ = 3.0;
  TilePasses tiles_;
};

constexpr MetricNeeds kErrorTileNeeds[] = {{.metric = kMetricErrorTiles, .name = "worst tiles"}};

}  // namespace

extern const MetricSet worst_tiles_metrics;
constexpr MetricSet worst_tiles_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) ErrorTilePasses(gpu); }, kErrorTileNeeds};

}  // namespace photopic
