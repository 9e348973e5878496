// SPDX-License-Identifier: MIT
// Metric kMetricPsnrHvs.
#include <spirv/metrics_psnr_hvs.h>
#include <spirv/metrics_psnr_hvs_lanes.h>

#include <cmath>
#include <new>

#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/parts.h"
#include "metrics/psnr_hvs/interface.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_psnr_hvs, kPair, MetricsHvsParams)
PHOTOPIC_PASS(metrics_psnr_hvs_lanes, kPair, MetricsHvsParams)

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

constexpr std::uint32_t kGroupRows = PHOTOPIC_METRICS_SIDE * PHOTOPIC_METRICS_HVS_STEP;  // from group to group
/// Rows that a group reads below a strip, if it begins in the strip's last row.
constexpr std::uint32_t kGroupReach = kGroupRows + PHOTOPIC_METRICS_HVS_SIDE - PHOTOPIC_METRICS_HVS_STEP - 1;

/// Rows of groups that begin in these rows of a plane.
Rows group_rows(VkExtent2D plane, Rows rows) {
  return made_by(rows, plane.height, groups_of(plane).height,
                 [](std::uint32_t row) { return divide_up(row, kGroupRows); });
}

double decibels(double error) { return -10.0 * std::log10(error); }

class HvsPasses final : public MetricPasses {
 public:
  explicit HvsPasses(const Gpu& gpu) : gpu_(gpu), pass_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      const VkExtent2D groups = groups_of(plane_extent(parts.info.max_extent, parts.info.chroma, i));
      const std::uint32_t most = std::min(groups.height, parts.most_rows() / kGroupRows + 1);
      // A word even for pictures without a block, which record() refuses: no buffer is empty.
      sections_[i] = parts.sections.add(std::uint64_t{groups.width} * most);
    }
  }

  Status create() noexcept override {
    const PassDesc& pass = gpu_.is_cpu ? passes::metrics_psnr_hvs : passes::metrics_psnr_hvs_lanes;
    const Status status = pass_.create(pass, kPlanes);
    return status == Status::ok ? parts_->add_variants(pass_, 1) : status;
  }

  Reach reach(VkExtent2D /*extent*/) const noexcept override {
    return {0, kGroupReach << (parts_->format.is_planes() ? chroma_shift(parts_->info.chroma).height : 0)};
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricPsnrHvs) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      const VkExtent2D extent = plane_extent(recording.pair.extent, parts_->info.chroma, i);
      const VkExtent2D blocks = hvs_blocks(extent);
      const Rows groups = groups_in(recording.pair.extent, recording.rows(), i);
      if (groups.count() == 0) continue;
      const gpu::MetricsHvsParams params = {.source = parts_->source(recording.pair.strip),
                                            .blocks_x = blocks.width,
                                            .blocks_y = blocks.height,
                                            .plane = i,
                                            .first_block_y = groups.first * PHOTOPIC_METRICS_SIDE};
      pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1),
                     {groups_of(extent).width, groups.count()}, params,
                     PairBindings(recording, parts_->binding(sections_[i])));
    }
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricPsnrHvs) == 0 || index >= kPlanes) return std::nullopt;
    const VkExtent2D plane = plane_extent(record.extent, parts_->info.chroma, index);
    return Section{sections_[index].offset_words,
                   groups_of(plane).width * groups_in(record.extent, record.rows(), index).count()};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      if (record.is_first()) sums_[i] = 0.0;
      const Section section = *used(record, i);
      add_floats(results + section.offset_words, section.words, 1, &sums_[i]);
    }
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    constexpr double kCoefficients = PHOTOPIC_METRICS_HVS_SIDE * PHOTOPIC_METRICS_HVS_SIDE;
    const double peak = parts_->format.peak();
    double combined = 0.0;
    for (std::uint32_t i = 0; i < kPlanes; ++i) {
      const VkExtent2D extent = plane_extent(record.extent, parts_->info.chroma, i);
      const double error = sums_[i] / (kCoefficients * double(area(hvs_blocks(extent)))) / (peak * peak);
      out->psnr_hvs.db[i] = decibels(error);
      combined += kWeights[i] * error;
    }
    out->psnr_hvs.combined_db = decibels(combined);
  }

 private:
  Rows groups_in(VkExtent2D extent, Rows rows, std::uint32_t plane) const {
    const Chroma chroma = parts_->info.chroma;
    return group_rows(plane_extent(extent, chroma, plane), plane_rows(rows, chroma, plane));
  }

  const Gpu& gpu_;
  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  std::array<Section, kPlanes> sections_ = {};
  std::array<double, kPlanes> sums_ = {};
};

constexpr MetricNeeds kHvsNeeds[] = {
    {.metric = kMetricPsnrHvs, .name = "PSNR-HVS", .min_side = 8, .in_each_plane = true, .max_bits = 12},
};

}  // namespace

extern const MetricSet psnr_hvs_metrics;
constexpr MetricSet psnr_hvs_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) HvsPasses(gpu); }, kHvsNeeds};

}  // namespace photopic
