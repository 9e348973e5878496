// SPDX-License-Identifier: MIT
// Metrics kMetricSsim, kMetricSsimAuto, kMetricMsSsim and kMetricSsimTiles, which share windows and pyramids.
#include <spirv/metrics_box.h>
#include <spirv/metrics_lowpass.h>
#include <spirv/metrics_lowpass_level.h>
#include <spirv/metrics_ssim.h>
#include <spirv/metrics_ssim_level.h>

#include <cmath>
#include <new>

#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/bindings.h"
#include "metrics/parts.h"
#include "metrics/ssim/interface.h"
#include "metrics/worst_tiles/tile_passes.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_ssim;
extern const PassDesc metrics_ssim_level;
extern const PassDesc metrics_box;
extern const PassDesc metrics_lowpass;
extern const PassDesc metrics_lowpass_level;
constexpr PassDesc metrics_ssim = {"metrics_ssim", spirv::metrics_ssim, kPairAndMap, sizeof(gpu::MetricsSsimParams)};
constexpr PassDesc metrics_ssim_level = {"metrics_ssim_level", spirv::metrics_ssim_level, kBuffers,
                                         sizeof(gpu::MetricsSsimParams)};
constexpr PassDesc metrics_box = {"metrics_box", spirv::metrics_box, kPair, sizeof(gpu::MetricsScaleParams)};
constexpr PassDesc metrics_lowpass = {"metrics_lowpass", spirv::metrics_lowpass, kPair,
                                      sizeof(gpu::MetricsScaleParams)};
constexpr PassDesc metrics_lowpass_level = {"metrics_lowpass_level", spirv::metrics_lowpass_level, kBuffers,
                                            sizeof(gpu::MetricsScaleParams)};

}  // namespace passes

namespace {

constexpr std::uint32_t kWindow = PHOTOPIC_METRICS_SSIM_WINDOW;  // pixels a side
constexpr std::uint32_t kScales = 5;
constexpr double kScaleExponents[kScales] = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};  // Wang et al. 2003

/// libvmaf's: the lower side over 256, rounded.
std::uint32_t automatic_scale(VkExtent2D extent) {
  const std::uint32_t side = std::min(extent.width, extent.height);
  return std::max(1u, (side + 128) / 256);
}

VkExtent2D box_extent(VkExtent2D extent, std::uint32_t scale) {
  return {extent.width / scale + (extent.width & 1), extent.height / scale + (extent.height & 1)};
}

VkExtent2D halved(VkExtent2D extent) {
  return {extent.width / 2 + (extent.width & 1), extent.height / 2 + (extent.height & 1)};
}

VkExtent2D level_extent(VkExtent2D extent, std::uint32_t level) {
  for (std::uint32_t i = 0; i < level; ++i) extent = halved(extent);
  return extent;
}

VkExtent2D windows_of(VkExtent2D extent) {
  constexpr std::uint32_t kLost = PHOTOPIC_METRICS_SSIM_WINDOW - 1;
  return {std::max(extent.width, kLost) - kLost, std::max(extent.height, kLost) - kLost};
}

/// For pictures of this size.
VkExtent2D ssim_groups(VkExtent2D extent) {
  const VkExtent2D windows = windows_of(extent);
  return {divide_up(windows.width, PHOTOPIC_METRICS_SIDE), divide_up(windows.height, PHOTOPIC_METRICS_SSIM_ROWS)};
}

std::uint64_t ssim_words(VkExtent2D extent) { return area(ssim_groups(extent)) * PHOTOPIC_METRICS_SSIM_GROUP_WORDS; }

/// The largest picture that an automatic scale above 1 makes of any up to `max_extent`.
VkExtent2D largest_box(VkExtent2D max_extent) {
  VkExtent2D largest = {};
  for (std::uint32_t scale = 2; scale <= automatic_scale(max_extent); ++scale) {
    const std::uint32_t low_side = 256 * scale + 127;  // what still has this scale
    const VkExtent2D wide = {max_extent.width, std::min(max_extent.height, low_side)};
    const VkExtent2D high = {std::min(max_extent.width, low_side), max_extent.height};
    for (const VkExtent2D extent : {wide, high}) {
      // One more than any even or odd size makes.
      const VkExtent2D box = {extent.width / scale + 1, extent.height / scale + 1};
      if (area(box) > area(largest)) largest = box;
    }
  }
  return largest;
}

class SsimPasses final : public MetricPasses {
 public:
  explicit SsimPasses(const Gpu& gpu)
      : ssim_(gpu),
        ssim_level_(gpu),
        box_(gpu),
        lowpass_(gpu),
        lowpass_level_(gpu),
        levels_(gpu, "SSIM levels"),
        map_(gpu, "SSIM of tiles"),
        tiles_(gpu) {}

  Status create(MetricParts& parts) noexcept override {
    parts_ = &parts;
    const VkExtent2D extent = parts.info.max_extent;
    Sections levels;
    if (has(kOfSource)) scales_[0] = parts.sections.add(ssim_words(extent));
    if (has(kMetricMsSsim)) {
      for (std::uint32_t i = 1; i < kScales; ++i) {
        scales_[i] = parts.sections.add(ssim_words(level_extent(extent, i)));
        levels_at_[i] = levels.add(2 * area(level_extent(extent, i)));
      }
    }
    if (has(kMetricSsimAuto) && automatic_scale(extent) > 1) {
      const VkExtent2D box = largest_box(extent);
      // Groups of any box: rows and columns that are begun, too.
      scales_[kBox] = parts.sections.add((area(box) / (PHOTOPIC_METRICS_SIDE * PHOTOPIC_METRICS_SIDE) +
                                          (box.width + box.height) / PHOTOPIC_METRICS_SIDE + 1) *
                                         PHOTOPIC_METRICS_SSIM_GROUP_WORDS);
      levels_at_[kBox] = levels.add(2 * area(box));
    }
    Status status = create_passes(levels.end_words());
    if (!has(kMetricSsimTiles) || status != Status::ok) return status;
    if ((parts.info.maps & kMapSsim) == 0) {
      status = map_.create(area(extent) * sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    }
    return status == Status::ok ? tiles_.create(parts, PHOTOPIC_METRICS_TILE_SSIM) : status;
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    if (recording.wants(kMetricMsSsim)) return kScales;
    if (recording.wants(kMetricSsimTiles)) return 3;
    if (uses_box(recording.settings.metrics, recording.pair.extent)) return 2;
    return recording.wants(kMetricSsim | kMetricSsimAuto) ? 1 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t step) const noexcept override {
    const VkExtent2D extent = recording.pair.extent;
    const bool uses_levels = recording.wants(kMetricMsSsim);
    const bool has_box = uses_box(recording.settings.metrics, extent);
    if (step == 0) {
      if (uses_source(recording.settings.metrics, extent)) record_source(recording);
      const std::uint32_t scale = automatic_scale(extent);
      if (has_box) record_scale(recording, box_, extent, box_extent(extent, scale), scale, kBox);
      if (uses_levels) record_scale(recording, lowpass_, extent, halved(extent), 2, 1);
      return;
    }
    if (recording.wants(kMetricSsimTiles) && step == 1) tiles_.record_cells(recording, &map());
    if (recording.wants(kMetricSsimTiles) && step == 2) tiles_.record_tiles(recording);
    if (step == 1 && has_box) record_level(recording, box_extent(extent, automatic_scale(extent)), kBox);
    if (!uses_levels) return;
    const VkExtent2D level = level_extent(extent, step);
    record_level(recording, level, step);
    if (step + 1 < kScales) record_halving(recording, level, step);
  }

  Section used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    // Parts in the order of scales_, those that weren't recorded left out.
    for (std::uint32_t i = 0; i < scales_.size(); ++i) {
      const VkExtent2D extent = recorded_extent(record, i);
      if (extent.width == 0 || index-- != 0) continue;
      return {scales_[i].offset_words, static_cast<std::uint32_t>(ssim_words(extent))};
    }
    if ((record.settings.metrics & kMetricSsimTiles) != 0 && index == 0) return tiles_.used(record.extent);
    return {};
  }

  void finish(const MetricRecord& record, const std::uint32_t* results, MetricsResult* out) const noexcept override {
    std::array<SsimResult, kBox + 1> scores = {};
    for (std::uint32_t i = 0; i < scores.size(); ++i) {
      const VkExtent2D extent = recorded_extent(record, i);
      if (extent.width != 0) scores[i] = score_of(extent, results + scales_[i].offset_words);
    }
    if ((record.settings.metrics & kMetricSsim) != 0) out->ssim = scores[0];
    if ((record.settings.metrics & kMetricSsimAuto) != 0) {
      out->ssim_auto = scores[uses_box(record.settings.metrics, record.extent) ? kBox : 0];
      out->ssim_auto.scale = automatic_scale(record.extent);
    }
    if ((record.settings.metrics & kMetricSsimTiles) != 0) {
      out->ssim_tiles = tiles_.finish(record.extent, results);
      for (WorstTile* tile : {&out->ssim_tiles.small, &out->ssim_tiles.large}) {
        tile->score = 1.0 - tile->score / PHOTOPIC_METRICS_TILE_FIXED;
      }
    }
    if ((record.settings.metrics & kMetricMsSsim) == 0) return;
    double product = std::pow(scores[kScales - 1].means.luminance, kScaleExponents[kScales - 1]);
    for (std::uint32_t i = 0; i < kScales; ++i) {
      const SsimMeans& means = out->ms_ssim.scales[i] = scores[i].means;
      product *= std::pow(means.contrast, kScaleExponents[i]) * std::pow(means.structure, kScaleExponents[i]);
    }
    out->ms_ssim.score = product;
  }

 private:
  static constexpr std::uint32_t kBox = kScales;  // of scales_ and levels_at_, after those of MS-SSIM

  static constexpr std::uint32_t kOfSource = kMetricSsim | kMetricSsimAuto | kMetricMsSsim | kMetricSsimTiles;

  bool has(std::uint32_t metrics) const { return (parts_->info.metrics & metrics) != 0; }
  static bool uses_box(std::uint32_t metrics, VkExtent2D extent) {
    return (metrics & kMetricSsimAuto) != 0 && automatic_scale(extent) > 1;
  }
  static bool uses_source(std::uint32_t metrics, VkExtent2D extent) {
    return (metrics & (kMetricSsim | kMetricMsSsim | kMetricSsimTiles)) != 0 ||
           ((metrics & kMetricSsimAuto) != 0 && !uses_box(metrics, extent));
  }

  /// Of the pictures whose windows went to scales_[index]; 0 x 0 if none did.
  static VkExtent2D recorded_extent(const MetricRecord& record, std::uint32_t index) {
    const std::uint32_t metrics = record.settings.metrics;
    if (index == 0) return uses_source(metrics, record.extent) ? record.extent : VkExtent2D{};
    if (index == kBox) {
      return uses_box(metrics, record.extent) ? box_extent(record.extent, automatic_scale(record.extent))
                                              : VkExtent2D{};
    }
    return (metrics & kMetricMsSsim) != 0 ? level_extent(record.extent, index) : VkExtent2D{};
  }

  Status create_passes(std::uint32_t level_words) noexcept {
    Status status = ssim_.create(passes::metrics_ssim);
    if (status == Status::ok) status = parts_->add_variants(ssim_, 2);
    if (level_words == 0 || status != Status::ok) return status;
    status = levels_.create(VkDeviceSize{level_words} * sizeof(float), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    const auto create = [&](ComputePass& pass, const PassDesc& desc, std::uint32_t dispatches = 1) {
      if (status == Status::ok) status = pass.create(desc, dispatches);
    };
    create(ssim_level_, passes::metrics_ssim_level, kScales);
    create(box_, passes::metrics_box);
    create(lowpass_, passes::metrics_lowpass);
    create(lowpass_level_, passes::metrics_lowpass_level, kScales);
    if (status == Status::ok) status = ssim_level_.add_variant(0, {});
    if (status == Status::ok) status = lowpass_level_.add_variant(0, {});
    if (status == Status::ok) status = parts_->add_variants(box_, 1);
    if (status == Status::ok) status = parts_->add_variants(lowpass_, 1);
    return status;
  }

  /// Which tiles read.
  const DeviceBuffer& map() const { return (parts_->info.maps & kMapSsim) != 0 ? parts_->map(kMapSsim) : map_; }

  Binding level_binding(std::uint32_t index) const {
    return buffer_binding(levels_.handle(), levels_at_[index].offset_words * sizeof(float),
                          levels_at_[index].words * sizeof(float));
  }

  void record_source(const MetricRecording& recording) const {
    const VkExtent2D extent = recording.pair.extent;
    const bool has_map = recording.wants_map(kMapSsim) || recording.wants(kMetricSsimTiles);
    const Binding results = parts_->binding(scales_[0]);
    PairBindings bindings(recording, results);
    bindings.add(has_map ? buffer_binding(map().handle(), 0, VK_WHOLE_SIZE) : results);
    const gpu::MetricsSsimParams params = {extent.width, extent.height, 0};
    ssim_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), has_map ? 1 : 0, 2),
                   ssim_groups(extent), params, bindings);
  }

  void record_level(const MetricRecording& recording, VkExtent2D extent, std::uint32_t index) const {
    const Binding bindings[] = {level_binding(index), parts_->binding(scales_[index])};
    const gpu::MetricsSsimParams params = {extent.width, extent.height, extent.width * extent.height};
    ssim_level_.dispatch(recording.command_buffer, 0, ssim_groups(extent), params, bindings);
  }

  static gpu::MetricsScaleParams scale_params(VkExtent2D source, VkExtent2D target, std::uint32_t scale) {
    return {source.width, source.height, target.width, target.height, scale, square_groups(target).height};
  }
  /// Both images', one above the other.
  static VkExtent2D scale_groups(VkExtent2D target) {
    return {square_groups(target).width, 2 * square_groups(target).height};
  }

  void record_scale(const MetricRecording& recording, const ComputePass& pass, VkExtent2D source, VkExtent2D target,
                    std::uint32_t scale, std::uint32_t index) const {
    pass.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1), scale_groups(target),
                  scale_params(source, target, scale), PairBindings(recording, level_binding(index)));
  }

  void record_halving(const MetricRecording& recording, VkExtent2D source, std::uint32_t index) const {
    const VkExtent2D target = halved(source);
    const Binding bindings[] = {level_binding(index), level_binding(index + 1)};
    lowpass_level_.dispatch(recording.command_buffer, 0, scale_groups(target), scale_params(source, target, 2),
                            bindings);
  }

  static SsimResult score_of(VkExtent2D extent, const std::uint32_t* words) {
    const VkExtent2D windows = windows_of(extent);
    const auto groups = static_cast<std::uint32_t>(area(ssim_groups(extent)));
    const auto mean = [&](std::uint32_t index) {
      return sum_of_floats(words + index, groups, PHOTOPIC_METRICS_SSIM_GROUP_WORDS) / double(area(windows));
    };
    SsimResult result;
    result.score = mean(0);
    result.means = {mean(1), mean(2), mean(3)};
    return result;
  }

  const MetricParts* parts_ = nullptr;
  ComputePass ssim_, ssim_level_, box_, lowpass_, lowpass_level_;
  DeviceBuffer levels_;
  DeviceBuffer map_;  ///< of tiles, where no map was created
  TilePasses tiles_;
  std::array<Section, kScales + 1> scales_ = {};     ///< sums of windows: of the pair, of each level, of the box
  std::array<Section, kScales + 1> levels_at_ = {};  ///< of levels_, both images; of the pair there is none
};

constexpr MetricNeeds kSsimNeeds[] = {
    {.metric = kMetricSsim, .name = "SSIM", .min_side = kWindow},
    {.metric = kMetricSsimAuto, .name = "SSIM", .min_side = kWindow, .keeps_pixels = true},
    {.metric = kMetricSsimTiles, .name = "SSIM", .min_side = kWindow, .keeps_pixels = true},
    // Halved four times, 176 pixels are a window.
    {.metric = kMetricMsSsim, .name = "MS-SSIM", .min_side = 176, .keeps_pixels = true},
};

}  // namespace

extern const MetricSet ssim_metrics;
constexpr MetricSet ssim_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) SsimPasses(gpu); }, kSsimNeeds};

}  // namespace photopic
