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
#include "metrics/ssim/levels.h"
#include "metrics/worst_tiles/tile_passes.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_ssim, kPairAndMap, MetricsSsimParams)
PHOTOPIC_PASS(metrics_ssim_level, kBuffers, MetricsSsimParams)
PHOTOPIC_PASS(metrics_box, kPair, MetricsScaleParams)
PHOTOPIC_PASS(metrics_lowpass, kPair, MetricsScaleParams)
PHOTOPIC_PASS(metrics_lowpass_level, kBuffers, MetricsScaleParams)

}  // namespace passes

namespace {

constexpr std::uint32_t kWindow = PHOTOPIC_METRICS_SSIM_WINDOW;  // pixels a side
constexpr std::uint32_t kScales = kSsimScales;
constexpr double kScaleExponents[kScales] = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};  // Wang et al. 2003

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

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    const VkExtent2D extent = parts.info.max_extent;
    const std::uint32_t rows = parts.most_rows();
    const auto add_scale = [&](std::uint64_t groups) {
      return parts.sections.add(groups * PHOTOPIC_METRICS_SSIM_GROUP_WORDS);
    };
    if (has(kOfSource)) scales_[0] = add_scale(most_groups(extent, rows + PHOTOPIC_METRICS_SSIM_ROWS));
    Sections levels;
    if (has(kMetricMsSsim)) {
      for (std::uint32_t i = 1; i < kScales; ++i) {
        const VkExtent2D level = level_extent(extent, i);
        scales_[i] = add_scale(most_groups(level, ring_rows(rows, 1u << i)));
        levels_at_[i] = levels.add(2 * std::uint64_t{level.width} * level_rows(level, 1u << i));
      }
    }
    if (has(kMetricSsimAuto) && automatic_scale(extent) > 1) {
      scales_[kBox] = add_scale(most_box_groups(extent, rows));
      levels_at_[kBox] = levels.add(2 * most_box_samples(extent, rows));
    }
    has_levels_ = levels.end_words() != 0;
    parts.add(levels_, VkDeviceSize{levels.end_words()} * sizeof(float));
    if (!has(kMetricSsimTiles)) return;
    if ((parts.info.maps & kMapSsim) == 0) parts.add(map_, area(parts.most_pixels()) * sizeof(float));
    tiles_.lay_out(parts, PHOTOPIC_METRICS_TILE_SSIM);
  }

  Status create() noexcept override {
    const Status status = create_passes();
    return status == Status::ok && has(kMetricSsimTiles) ? tiles_.create() : status;
  }

  Reach reach(VkExtent2D extent) const noexcept override {
    // The map of the first rows is of windows that begin above them, in a group of their own.
    const bool has_map = has(kMetricSsimTiles) || (parts_->info.maps & kMapSsim) != 0;
    Reach reach = {has_map ? std::uint32_t{PHOTOPIC_METRICS_SSIM_ROWS} : kLowpassReach, kWindow - 1};
    if (has(kMetricSsimAuto)) reach.include({0, automatic_scale(extent) - 1});
    return reach;
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
    const std::uint32_t scale = automatic_scale(extent);
    const LevelRows box = box_rows(extent, scale, recording.rows());
    const std::array<LevelRows, kScales> levels = levels_rows(extent, recording.rows());
    if (step == 0) {
      if (uses_source(recording.settings.metrics, extent)) record_source(recording);
      if (has_box) record_scale(recording, box_, {extent, box_extent(extent, scale), scale, kBox, box.rows});
      if (uses_levels) record_scale(recording, lowpass_, {extent, level_extent(extent, 1), 2, 1, levels[1].rows});
      return;
    }
    if (recording.wants(kMetricSsimTiles) && step == 1) tiles_.record_cells(recording, &map());
    if (recording.wants(kMetricSsimTiles) && step == 2) tiles_.record_tiles(recording);
    if (step == 1 && has_box) record_level(recording, box_extent(extent, scale), kBox, box.groups);
    if (!uses_levels) return;
    const VkExtent2D level = level_extent(extent, step);
    record_level(recording, level, step, levels[step].groups);
    if (step + 1 < kScales) {
      record_halving(recording, {level, level_extent(extent, step + 1), 2, step + 1, levels[step + 1].rows});
    }
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if (index < scales_.size()) {
      const VkExtent2D extent = recorded_extent(record, index);
      const std::uint32_t groups = extent.width == 0 ? 0 : ssim_groups(extent).width * groups_of(record, index).count();
      return Section{scales_[index].offset_words, groups * PHOTOPIC_METRICS_SSIM_GROUP_WORDS};
    }
    if (index == scales_.size() && (record.settings.metrics & kMetricSsimTiles) != 0) {
      return tiles_.used(record.extent, record.rows());
    }
    return std::nullopt;
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    for (std::uint32_t i = 0; i < scales_.size(); ++i) {
      if (record.is_first()) sums_[i] = {};
      const VkExtent2D extent = recorded_extent(record, i);
      if (extent.width == 0) continue;
      // Groups above the strip's are for the map.
      const Rows groups = groups_of(record, i);
      const std::uint32_t above = i == 0 ? source_groups(extent, record.rows()).first - groups.first : 0;
      const std::uint32_t width = ssim_groups(extent).width;
      const std::uint32_t* const words =
          results + scales_[i].offset_words + std::size_t{above} * width * PHOTOPIC_METRICS_SSIM_GROUP_WORDS;
      for (std::uint32_t j = 0; j < sums_[i].size(); ++j) {
        add_floats(words + j, (groups.count() - above) * width, PHOTOPIC_METRICS_SSIM_GROUP_WORDS, &sums_[i][j]);
      }
    }
    if ((record.settings.metrics & kMetricSsimTiles) != 0) tiles_.take(record, results);
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    std::array<SsimResult, kBox + 1> scores = {};
    for (std::uint32_t i = 0; i < scores.size(); ++i) {
      const VkExtent2D extent = recorded_extent(record, i);
      if (extent.width != 0) scores[i] = score_of(extent, sums_[i]);
    }
    if ((record.settings.metrics & kMetricSsim) != 0) out->ssim = scores[0];
    if ((record.settings.metrics & kMetricSsimAuto) != 0) {
      out->ssim_auto = scores[uses_box(record.settings.metrics, record.extent) ? kBox : 0];
      out->ssim_auto.scale = automatic_scale(record.extent);
    }
    if ((record.settings.metrics & kMetricSsimTiles) != 0) {
      out->ssim_tiles = tiles_.finish(record.extent);
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

  /// Rows of groups that a recording has: of the picture, one more above a strip whose map's first rows need it.
  Rows groups_of(const MetricRecord& record, std::uint32_t index) const {
    if (index == kBox) return box_rows(record.extent, automatic_scale(record.extent), record.rows()).groups;
    if (index != 0) return levels_rows(record.extent, record.rows())[index].groups;
    Rows groups = source_groups(record.extent, record.rows());
    if (makes_map(record.settings) && groups.first != 0) --groups.first;
    return groups;
  }
  static bool makes_map(const MetricsSettings& settings) {
    return (settings.maps & kMapSsim) != 0 || (settings.metrics & kMetricSsimTiles) != 0;
  }

  /// Groups over a picture of which so many rows of windows are recorded at once.
  static std::uint64_t most_groups(VkExtent2D extent, std::uint32_t rows) {
    const VkExtent2D groups = ssim_groups(extent);
    return std::uint64_t{groups.width} * std::min(groups.height, rows / PHOTOPIC_METRICS_SSIM_ROWS + 1);
  }
  /// Rows of a level's buffer; of the picture's pixels, a row has `scale`.
  std::uint32_t level_rows(VkExtent2D level, std::uint32_t scale) const {
    return parts_->has_strips() ? std::min(level.height, ring_rows(parts_->most_rows(), scale)) : level.height;
  }

  Status create_passes() noexcept {
    Status status = ssim_.create(passes::metrics_ssim);
    if (status == Status::ok) status = parts_->add_variants(ssim_, 2);
    if (!has_levels_ || status != Status::ok) return status;
    const auto create = [&](ComputePass& pass, const PassDesc& desc, std::uint32_t dispatches = 1) {
      if (status == Status::ok) status = pass.create(desc, dispatches);
    };
    create(ssim_level_, passes::metrics_ssim_level, kScales);
    create(box_, passes::metrics_box);
    create(lowpass_, passes::metrics_lowpass);
    create(lowpass_level_, passes::metrics_lowpass_level, kScales);
    const Specialization strips = parts_->strips_constant();
    if (status == Status::ok) status = ssim_level_.add_variant(0, {&strips, 1});
    if (status == Status::ok) status = lowpass_level_.add_variant(0, {&strips, 1});
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
    const bool has_map = makes_map(recording.settings);
    const Rows groups = groups_of({extent, recording.settings, recording.pair.strip}, 0);
    if (groups.count() == 0) return;
    const Binding results = parts_->binding(scales_[0]);
    PairBindings bindings(recording, results);
    bindings.add(has_map ? buffer_binding(map().handle(), 0, VK_WHOLE_SIZE) : results);
    const gpu::MetricsSsimParams params = {.source = parts_->source(recording.pair.strip),
                                           .width = extent.width,
                                           .height = extent.height,
                                           .test = 0,
                                           .first_group = groups.first,
                                           .ring_rows = 0,
                                           .end_row = recording.rows().end};
    ssim_.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), has_map ? 1 : 0, 2),
                   {ssim_groups(extent).width, groups.count()}, params, bindings);
  }

  void record_level(const MetricRecording& recording, VkExtent2D extent, std::uint32_t index, Rows groups) const {
    if (groups.count() == 0) return;
    const Binding bindings[] = {level_binding(index), parts_->binding(scales_[index])};
    const std::uint32_t rows = level_rows(extent, scale_of(recording.pair.extent, index));
    const gpu::MetricsSsimParams params = {.source = {},
                                           .width = extent.width,
                                           .height = extent.height,
                                           .test = extent.width * rows,
                                           .first_group = groups.first,
                                           .ring_rows = rows,
                                           .end_row = 0};
    ssim_level_.dispatch(recording.command_buffer, 0, {ssim_groups(extent).width, groups.count()}, params, bindings);
  }

  /// Side of a level's pixel, in pixels of the picture.
  static std::uint32_t scale_of(VkExtent2D picture, std::uint32_t index) {
    return index == kBox ? automatic_scale(picture) : 1u << index;
  }

  /// A smaller picture of another one.
  struct Smaller {
    VkExtent2D source, target;
    std::uint32_t scale;
    std::uint32_t index;  ///< of scales_
    Rows rows;            ///< of the target that are made
  };

  gpu::MetricsScaleParams scale_params(const MetricRecording& recording, const Smaller& smaller) const {
    const VkExtent2D picture = recording.pair.extent;
    gpu::MetricsScaleParams params = {};
    params.width = smaller.source.width;
    params.height = smaller.source.height;
    params.target_width = smaller.target.width;
    params.target_height = smaller.rows.end;
    params.scale = smaller.scale;
    params.group_rows = divide_up(smaller.rows.count(), PHOTOPIC_METRICS_SIDE);
    params.first_target = smaller.rows.first;
    params.source_ring = level_rows(smaller.source, scale_of(picture, smaller.index) / 2);
    params.target_ring = level_rows(smaller.target, scale_of(picture, smaller.index));
    params.source = parts_->source(recording.pair.strip);
    return params;
  }
  /// Both images', one above the other.
  static VkExtent2D scale_groups(const Smaller& smaller) {
    return {divide_up(smaller.target.width, PHOTOPIC_METRICS_SIDE),
            2 * divide_up(smaller.rows.count(), PHOTOPIC_METRICS_SIDE)};
  }

  void record_scale(const MetricRecording& recording, const ComputePass& pass, const Smaller& smaller) const {
    if (smaller.rows.count() == 0) return;
    pass.dispatch(recording.command_buffer, MetricParts::variant(recording.has_mask(), 0, 1), scale_groups(smaller),
                  scale_params(recording, smaller), PairBindings(recording, level_binding(smaller.index)));
  }

  void record_halving(const MetricRecording& recording, const Smaller& smaller) const {
    if (smaller.rows.count() == 0) return;
    const Binding bindings[] = {level_binding(smaller.index - 1), level_binding(smaller.index)};
    lowpass_level_.dispatch(recording.command_buffer, 0, scale_groups(smaller), scale_params(recording, smaller),
                            bindings);
  }

  using Sums = std::array<double, 4>;  ///< l * c * s, l, c, s

  static SsimResult score_of(VkExtent2D extent, const Sums& sums) {
    const auto windows = double(area(ssim_windows(extent)));
    return {.score = sums[0] / windows, .means = {sums[1] / windows, sums[2] / windows, sums[3] / windows}};
  }

  const MetricParts* parts_ = nullptr;
  ComputePass ssim_, ssim_level_, box_, lowpass_, lowpass_level_;
  DeviceBuffer levels_;
  DeviceBuffer map_;  ///< of tiles, where no map was created
  TilePasses tiles_;
  std::array<Section, kScales + 1> scales_ = {};     ///< sums of windows: of the pair, of each level, of the box
  std::array<Section, kScales + 1> levels_at_ = {};  ///< of levels_, both images; of the pair there is none
  std::array<Sums, kScales + 1> sums_ = {};          ///< of scales_
  bool has_levels_ = false;
};

constexpr MetricNeeds kSsimNeeds[] = {
    {.metric = kMetricSsim, .name = "SSIM", .min_side = kWindow},
    {.metric = kMetricSsimAuto, .name = "SSIM", .min_side = kWindow},
    {.metric = kMetricSsimTiles, .name = "SSIM", .min_side = kWindow},
    // Halved four times, 176 pixels are a window.
    {.metric = kMetricMsSsim, .name = "MS-SSIM", .min_side = 176},
};

}  // namespace

extern const MetricSet ssim_metrics;
constexpr MetricSet ssim_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) SsimPasses(gpu); }, kSsimNeeds};

}  // namespace photopic
