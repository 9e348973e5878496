// SPDX-License-Identifier: MIT
// Metric kMetricPsnr: exact sums over the pixels of Y, Cb and Cr.
#include <spirv/metrics_luma.h>

#include <algorithm>
#include <new>

#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/parts.h"
#include "metrics/psnr/interface.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_luma, kPair, MetricsLumaParams)

}  // namespace passes

namespace {

class PsnrPasses final : public MetricPasses {
 public:
  explicit PsnrPasses(const Gpu& gpu) : pass_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    section_ = parts.sections.add(words(TileRange::most(parts.info.max_extent, parts.most_rows())));
  }

  Status create() noexcept override {
    const Status status = pass_.create(passes::metrics_luma);
    return status == Status::ok ? parts_->add_variants(pass_, 1) : status;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    return recording.wants(kMetricPsnr) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t /*step*/) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const TileRange tiles(extent, recording.rows());
    const gpu::MetricsLumaParams params = {parts_->source(recording.pair.strip), tiles.params(0), extent.width,
                                           extent.height};
    pass_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1),
                   {tiles.dispatch_groups(), 1}, params, PairBindings(recording, parts_->binding(section_)));
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if ((record.settings.metrics & kMetricPsnr) == 0 || index != 0) return std::nullopt;
    return Section{section_.offset_words, words(TileRange(record.extent, record.rows()).dispatch_groups())};
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    if (record.is_first()) sums_ = {};
    const std::uint32_t groups = TileRange(record.extent, record.rows()).dispatch_groups();
    for (std::uint32_t i = 0; i < PHOTOPIC_METRICS_LUMA_SUMS; ++i) {
      sums_[i] += sum_of_halves(results + section_.offset_words + 2 * i, groups, PHOTOPIC_METRICS_LUMA_GROUP_WORDS);
    }
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    const auto sum = [&](std::uint32_t index) { return double(sums_[index]); };
    const double peak = parts_->format.peak();
    const double unit = double(1u << (parts_->format.bits - 8));
    const double cap_db = 6.0 * parts_->format.bits + 12.0;
    constexpr double kLeastMse = 1e-16;
    PsnrResult& psnrs = out->psnr;
    for (std::uint32_t plane = 0; plane < 3; ++plane) {
      const Chroma chroma = parts_->format.is_planes() ? parts_->info.chroma : Chroma::c444;
      psnrs.squared_error[plane] = sum(PHOTOPIC_METRICS_LUMA_SQUARED_ERROR + plane);
      psnrs.mse[plane] = psnrs.squared_error[plane] / double(area(plane_extent(record.extent, chroma, plane)));
      psnrs.db[plane] = std::min(psnr_db(std::max(psnrs.mse[plane], kLeastMse), peak), cap_db);
    }
    const double pixels = double(area(record.extent));
    const auto moments = [&](std::uint32_t image) -> std::array<double, 2> {
      return {sum(PHOTOPIC_METRICS_LUMA_SUM + image) / (pixels * unit),
              sum(PHOTOPIC_METRICS_LUMA_SQUARES + image) / (pixels * unit * unit)};
    };
    psnrs.reference_moments = moments(0);
    psnrs.test_moments = moments(1);
  }

 private:
  static std::uint32_t words(std::uint32_t groups) { return groups * PHOTOPIC_METRICS_LUMA_GROUP_WORDS; }

  const MetricParts* parts_ = nullptr;
  ComputePass pass_;
  Section section_;
  std::array<std::uint64_t, PHOTOPIC_METRICS_LUMA_SUMS> sums_ = {};
};

constexpr MetricNeeds kPsnrNeeds[] = {
    {.metric = kMetricPsnr, .name = "PSNR"},
};

}  // namespace

extern const MetricSet psnr_metrics;
constexpr MetricSet psnr_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) PsnrPasses(gpu); }, kPsnrNeeds};

}  // namespace photopic
