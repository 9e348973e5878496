// SPDX-License-Identifier: MIT
// kMetricPsnrHvs.
#include <cmath>
#include <new>

#include "metric_parts.h"

namespace photopic {
namespace {

constexpr std::uint32_t kPlanes = 3;
constexpr double kWeights[kPlanes] = {0.8, 0.1, 0.1};  // of Y, Cb, Cr

/// Blocks that lie within the plane.
VkExtent2D hvs_blocks(VkExtent2D extent) {
  const auto along = [](std::uint32_t size) {
    return size < METRICS_HVS_SIDE ? 0 : (size - METRICS_HVS_SIDE) / METRICS_HVS_STEP + 1;
  };
  return {along(extent.width), along(extent.height)};
}

std::uint32_t groups_of(VkExtent2D extent) {
  const auto blocks = static_cast<std::uint32_t>(area(hvs_blocks(extent)));
  return std::min<std::uint32_t>(divide_up(blocks, METRICS_HVS_BLOCKS), METRICS_HVS_GROUPS);
}

double decibels(double error) { return -10.0 * std::log10(error); }

class HvsPasses final : public MetricPasses {
 public:
  explicit HvsPasses(const Gpu& gpu) : pass_(gpu) {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    for (std::uint32_t i = 0; i < dispatches(); ++i) {
      // Some words even for pictures without a block, which record() refuses: no buffer is empty.
      sections_[i] = parts.sections.add(words(plane_extent(parts.info.max_extent, parts.info.chroma, i)));
    }
    const Status status = pass_.create(passes::metrics_psnr_hvs);
    return status == Status::ok ? parts.add_variants(pass_, 1) : status;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricPsnrHvs) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    for (std::uint32_t i = 0; i < dispatches(); ++i) {
      const VkExtent2D extent = plane_extent(recording.pair.extent, parts_->info.chroma, i);
      const VkExtent2D blocks = hvs_blocks(extent);
      const gpu::MetricsHvsParams params = {.blocks_x = blocks.width,
                                            .blocks = blocks.width * blocks.height,
                                            .plane = i,
                                            .plane_count = planes_of_dispatch()};
      pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1), {groups_of(extent), 1},
                     params, PairBindings(recording, parts_->binding(sections_[i])));
    }
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricPsnrHvs) == 0 || index >= dispatches()) return {};
    return {sections_[index].offset_words, words(plane_extent(record.extent, parts_->info.chroma, index))};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    constexpr double kCoefficients = METRICS_HVS_SIDE * METRICS_HVS_SIDE;
    const double peak = parts_->format.peak();
    double combined = 0.0;
    for (std::uint32_t plane = 0; plane < kPlanes; ++plane) {
      const std::uint32_t dispatch = plane % dispatches();
      const VkExtent2D extent = plane_extent(record.extent, parts_->info.chroma, dispatch);
      const std::uint32_t* const sums = results + sections_[dispatch].offset_words + plane / dispatches();
      const double sum = sum_of_floats(sums, groups_of(extent), planes_of_dispatch());
      const double error = sum / (kCoefficients * double(area(hvs_blocks(extent)))) / (peak * peak);
      out->psnr_hvs.db[plane] = decibels(error);
      combined += kWeights[plane] * error;
    }
    out->psnr_hvs.combined_db = decibels(combined);
  }

 private:
  /// Planes of RGB are as large as each other, and come from the same texels.
  std::uint32_t dispatches() const { return parts_->format.is_planes() ? kPlanes : 1; }
  std::uint32_t planes_of_dispatch() const { return kPlanes / dispatches(); }
  std::uint32_t words(VkExtent2D extent) const { return groups_of(extent) * planes_of_dispatch(); }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  std::array<Section, kPlanes> sections_ = {};
};

}  // namespace

MetricPasses* make_psnr_hvs_metric(const Gpu& gpu) noexcept { return new (std::nothrow) HvsPasses(gpu); }

}  // namespace photopic
