// SPDX-License-Identifier: MIT
// Metric kMetricPsnrHvs.
#include <spirv/metrics_psnr_hvs.h>

#include <cmath>
#include <new>

#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/parts.h"
#include "metrics/psnr_hvs/interface.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_psnr_hvs;
constexpr PassDesc metrics_psnr_hvs = {"metrics_psnr_hvs", spirv::metrics_psnr_hvs, kPair,
                                       sizeof(gpu::MetricsHvsParams)};

}  // namespace passes

namespace {

constexpr std::uint32_t kPlanes = 3;
constexpr double kWeights[kPlanes] = {0.8, 0.1, 0.1};  // of Y, Cb, Cr

/// Blocks that lie within the plane.
VkExtent2D hvs_blocks(VkExtent2D extent) {
  const auto along = [](std::uint32_t size) {
    return size < PHOTOPIC_METRICS_HVS_SIDE ? 0 : (size - PHOTOPIC_METRICS_HVS_SIDE) / PHOTOPIC_METRICS_HVS_STEP + 1;
  };
  return {along(extent.width), along(extent.height)};
}

VkExtent2D groups_of(VkExtent2D extent) {
  const VkExtent2D blocks = hvs_blocks(extent);
  return {divide_up(blocks.width, PHOTOPIC_METRICS_SIDE), divide_up(blocks.height, PHOTOPIC_METRICS_SIDE)};
}

double decibels(double error) { return -10.0 * std::log10(error); }

class HvsPasses final : public MetricPasses {
 public:
  explicit HvsPasses(const Gpu& gpu) : pass_(gpu) {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      // A word even for pictures without a block, which record() refuses: no buffer is empty.
      sections_[i] = parts.sections.add(area(groups_of(plane_extent(parts.info.max_extent, parts.info.chroma, i))));
    }
    const Status status = pass_.create(passes::metrics_psnr_hvs, kPlanes);
    return status == Status::ok ? parts.add_variants(pass_, 1) : status;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricPsnrHvs) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      const VkExtent2D extent = plane_extent(recording.pair.extent, parts_->info.chroma, i);
      const VkExtent2D blocks = hvs_blocks(extent), groups = groups_of(extent);
      const gpu::MetricsHvsParams params = {.blocks_x = blocks.width, .blocks_y = blocks.height, .plane = i};
      pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1),
                     {groups.width, groups.height}, params, PairBindings(recording, parts_->binding(sections_[i])));
    }
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricPsnrHvs) == 0 || index >= kPlanes) return {};
    const VkExtent2D groups = groups_of(plane_extent(record.extent, parts_->info.chroma, index));
    return {sections_[index].offset_words, groups.width * groups.height};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    constexpr double kCoefficients = PHOTOPIC_METRICS_HVS_SIDE * PHOTOPIC_METRICS_HVS_SIDE;
    const double peak = parts_->format.peak();
    double combined = 0.0;
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      const VkExtent2D extent = plane_extent(record.extent, parts_->info.chroma, i);
      const Section section = used(record, i);
      const double sum = sum_of_floats(results + section.offset_words, section.words, 1);
      const double error = sum / (kCoefficients * double(area(hvs_blocks(extent)))) / (peak * peak);
      out->psnr_hvs.db[i] = decibels(error);
      combined += kWeights[i] * error;
    }
    out->psnr_hvs.combined_db = decibels(combined);
  }

 private:
  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  std::array<Section, kPlanes> sections_ = {};
};

constexpr MetricNeeds kHvsNeeds[] = {
    {.metric = kMetricPsnrHvs, .name = "PSNR-HVS", .min_side = 8, .in_each_plane = true, .max_bits = 12},
};

}  // namespace

extern const MetricSet psnr_hvs_metrics;
constexpr MetricSet psnr_hvs_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) HvsPasses(gpu); }, kHvsNeeds};

}  // namespace photopic
