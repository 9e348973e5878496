// SPDX-License-Identifier: MIT
// Metrics kMetricFlip and kMetricFlipTiles: FLIP of codes, HDR-FLIP of floats.
#include <gpu/interface.h>
#include <spirv/metrics_flip_errors.h>
#include <spirv/metrics_flip_pool.h>
#include <spirv/metrics_flip_rows.h>

#include <cmath>
#include <new>

#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "gpu/passes/device_needs.h"
#include "metrics/bindings.h"
#include "metrics/flip/interface.h"
#include "metrics/flip/taps.h"
#include "metrics/parts.h"
#include "metrics/worst_tiles/tile_passes.h"

namespace photopic {
namespace passes {

constexpr BindingKind kPool[] = {BindingKind::storage_buffer, BindingKind::storage_buffer, BindingKind::sampled_image};

PHOTOPIC_PASS(metrics_flip_rows, kPairAndMap, MetricsFlipParams)
PHOTOPIC_PASS(metrics_flip_errors, kThreeBuffers, MetricsFlipParams)
PHOTOPIC_PASS(metrics_flip_pool, kPool, MetricsFlipPoolParams)

}  // namespace passes

namespace {

static_assert(PHOTOPIC_METRICS_FLIP_ACES == static_cast<std::uint32_t>(FlipToneMapper::aces) &&
              PHOTOPIC_METRICS_FLIP_HABLE == static_cast<std::uint32_t>(FlipToneMapper::hable) &&
              PHOTOPIC_METRICS_FLIP_REINHARD == static_cast<std::uint32_t>(FlipToneMapper::reinhard));
static_assert(PHOTOPIC_METRICS_FLIP_ERROR_WIDTH * PHOTOPIC_METRICS_FLIP_ERROR_RUNS == PHOTOPIC_METRICS_INVOCATIONS);
static_assert(PHOTOPIC_METRICS_FLIP_ROW_WIDTH * PHOTOPIC_METRICS_FLIP_ROW_HEIGHT ==
              PHOTOPIC_METRICS_FLIP_ROW_GROUP * PHOTOPIC_METRICS_FLIP_RUN);

constexpr std::uint32_t kRadii[] = {PHOTOPIC_METRICS_FLIP_RADIUS,
                                    PHOTOPIC_METRICS_FLIP_MAX_RADIUS};  // of filters that passes are made for

std::uint32_t radius_index(double pixels_per_degree) {
  return flip_radius(pixels_per_degree) > PHOTOPIC_METRICS_FLIP_RADIUS ? 1 : 0;
}

constexpr std::uint32_t kTexelWords = 4;

VkExtent2D flip_blocks(VkExtent2D extent) {
  return {divide_up(extent.width, PHOTOPIC_METRICS_FLIP_BLOCK_WIDTH),
          divide_up(extent.height, PHOTOPIC_METRICS_FLIP_BLOCK_HEIGHT)};
}

/// Of both pictures, the largest block filtered along x, with the rows around it.
VkDeviceSize rows_bytes(VkExtent2D extent, std::uint32_t max_radius) {
  const std::uint32_t width = std::min<std::uint32_t>(extent.width, PHOTOPIC_METRICS_FLIP_BLOCK_WIDTH);
  const std::uint32_t rows =
      std::min<std::uint32_t>(extent.height, PHOTOPIC_METRICS_FLIP_BLOCK_HEIGHT + 2 * max_radius);
  return VkDeviceSize{2 * PHOTOPIC_METRICS_FLIP_PLANES * kTexelWords * sizeof(float)} * width * rows;
}

std::uint32_t pool_groups(VkExtent2D extent) {
  const std::uint64_t groups =
      (area(extent) + PHOTOPIC_METRICS_FLIP_GROUP_PIXELS - 1) / PHOTOPIC_METRICS_FLIP_GROUP_PIXELS;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(groups, PHOTOPIC_METRICS_FLIP_GROUPS));
}

/// The picture is seen a block at a time, HDR at each exposure: item i is filtered along x in step i, and its errors
/// are made in step i + 1, while the next one is filtered. The last step is the pool's.
class FlipPasses final : public MetricPasses {
 public:
  explicit FlipPasses(const Gpu& gpu)
      : rows_pass_(gpu),
        errors_pass_(gpu),
        pool_pass_(gpu),
        rows_{DeviceBuffer(gpu, "FLIP rows"), DeviceBuffer(gpu, "FLIP rows")},
        taps_(gpu, "FLIP taps"),
        errors_(gpu, "FLIP errors"),
        tiles_(gpu) {}

  void lay_out(MetricParts& parts) noexcept override {
    parts_ = &parts;
    const VkExtent2D extent = parts.info.max_extent;
    radius_count_ = radius_index(parts.info.max_pixels_per_degree) + 1;
    state_ = pool_words(extent);
    const std::uint32_t state_words =
        pool_groups(extent) * PHOTOPIC_METRICS_INVOCATIONS * PHOTOPIC_METRICS_FLIP_STATE_WORDS;
    section_ = parts.sections.add(std::uint64_t{state_} + (parts.has_strips() ? state_words : 0));
    parts.add(taps_, sizeof(FlipTaps), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const std::uint32_t count = area(flip_blocks(parts.most_pixels())) > 1 || parts.format.is_float() ? 2 : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const VkExtent2D most = {extent.width, std::min(extent.height, parts.most_rows() + 2 * max_radius())};
      parts.add(rows_[i], rows_bytes(most, max_radius()));
    }
    if ((parts.info.maps & kMapFlip) == 0) parts.add(errors_, area(parts.most_pixels()) * sizeof(float));
    if (has_tiles()) tiles_.lay_out(parts, PHOTOPIC_METRICS_TILE_FLIP);
  }

  Status create() noexcept override {
    const Status status = create_passes();
    return status == Status::ok && has_tiles() ? tiles_.create() : status;
  }

  Reach reach(VkExtent2D /*extent*/) const noexcept override { return {max_radius(), max_radius()}; }

  std::uint32_t counters(const MetricRecord& record, std::uint32_t index) const noexcept override {
    return index == 0 && is_pooled(record) ? counter_words() : 0;
  }

  bool has_transfers() const noexcept override { return true; }
  void prepare(const MetricRecording& recording) const noexcept override {
    const FlipTaps taps = flip_taps(recording.settings.pixels_per_degree);
    parts_->gpu.vk.vkCmdUpdateBuffer(recording.command_buffer, taps_.handle(), 0, sizeof taps, &taps);
  }

  std::uint32_t steps(const MetricRecording& recording) const noexcept override {
    if (recording.wants(kMetricFlipTiles)) return items_of(recording) + 3;
    return recording.wants(kMetricFlip) ? items_of(recording) + 2 : 0;
  }

  void record(const MetricRecording& recording, std::uint32_t step) const noexcept override {
    const std::uint32_t items = items_of(recording);
    if (step == items + 1 && recording.wants(kMetricFlip)) record_pool(recording);
    if (step == items + 1 && recording.wants(kMetricFlipTiles)) tiles_.record_cells(recording, &errors());
    if (step == items + 2) tiles_.record_tiles(recording);
    if (step > items) return;
    if (step < items) record_rows(recording, step);
    if (step > 0) record_errors(recording, step - 1);
  }

  std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept override {
    if (is_pooled(record) && index == 0) return Section{section_.offset_words, pool_words(record.extent)};
    const bool is_tiles = index == (is_pooled(record) ? 1u : 0u);
    if (!is_tiles || (record.settings.metrics & kMetricFlipTiles) == 0) return std::nullopt;
    return tiles_.used(record.extent, record.rows());
  }

  void take(const MetricRecord& record, const std::uint32_t* results) noexcept override {
    if ((record.settings.metrics & kMetricFlipTiles) != 0) tiles_.take(record, results);
    if (!is_pooled(record)) return;
    if (record.is_first()) pool_ = {};
    const std::uint32_t* const bins = results + section_.offset_words;
    for (std::uint32_t i = 0; i < PHOTOPIC_METRICS_FLIP_BINS; ++i) {
      pool_.bins[i] += bins[i];
      if (parts_->info.has_mask) pool_.masked[i] += bins[PHOTOPIC_METRICS_FLIP_BINS + i];
    }
    // Sums go on from strip to strip: the last one's are all.
    pool_.sum = pool_.lowest = 0.0;
    const std::uint32_t* const groups = bins + counter_words();
    const std::uint32_t count = pool_groups(record.extent);
    add_floats(groups, count, PHOTOPIC_METRICS_FLIP_GROUP_WORDS, &pool_.sum);
    add_floats(groups + 1, count, PHOTOPIC_METRICS_FLIP_GROUP_WORDS, &pool_.lowest);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t* const group = groups + std::size_t{i} * PHOTOPIC_METRICS_FLIP_GROUP_WORDS;
      if (group[2] > group[3]) continue;  // a strip of which the group has no pixel
      pool_.min = std::min(pool_.min, std::bit_cast<float>(group[2]));
      pool_.max = std::max(pool_.max, std::bit_cast<float>(group[3]));
    }
  }

  void finish(const MetricRecord& record, MetricsResult* out) const noexcept override {
    if ((record.settings.metrics & kMetricFlipTiles) != 0) {
      out->flip_tiles = tiles_.finish(record.extent);
      for (WorstTile* tile : {&out->flip_tiles.small, &out->flip_tiles.large}) {
        tile->score /= PHOTOPIC_METRICS_TILE_FIXED;
      }
    }
    if (!is_pooled(record)) return;
    FlipResult& flip = out->flip;
    flip.mean = pool_.sum / double(area(record.extent));
    flip.min = double{pool_.min};
    flip.max = double{pool_.max};
    flip.weighted_first_quartile = quantile(0.25, flip);
    flip.weighted_median = quantile(0.5, flip);
    flip.weighted_third_quartile = quantile(0.75, flip);
    flip.p99 = percentile(area(record.extent), 0.99, flip);
    flip.p999 = percentile(area(record.extent), 0.999, flip);
  }

 private:
  static bool is_pooled(const MetricRecord& record) { return (record.settings.metrics & kMetricFlip) != 0; }
  std::uint32_t counter_words() const { return PHOTOPIC_METRICS_FLIP_BINS * (parts_->info.has_mask ? 2u : 1u); }
  std::uint32_t pool_words(VkExtent2D extent) const {
    return counter_words() + pool_groups(extent) * PHOTOPIC_METRICS_FLIP_GROUP_WORDS;
  }
  std::uint32_t max_radius() const { return kRadii[radius_count_ - 1]; }
  bool has_tiles() const { return (parts_->info.metrics & kMetricFlipTiles) != 0; }

  Status create_passes() noexcept {
    Status status = rows_pass_.create(passes::metrics_flip_rows, 2);
    if (status == Status::ok) status = errors_pass_.create(passes::metrics_flip_errors, 2);
    if (status == Status::ok) status = pool_pass_.create(passes::metrics_flip_pool);
    for (std::uint32_t i = 0; i < radius_count_ && status == Status::ok; ++i) {
      const Specialization radius = {PHOTOPIC_METRICS_SPEC_FLIP_RADIUS, kRadii[i]};
      status = errors_pass_.add_variant(i, std::array{radius, parts_->strips_constant()});
      if (status == Status::ok) status = add_rows_variant(false, i, radius);
      if (status == Status::ok && parts_->info.has_mask) status = add_rows_variant(true, i, radius);
    }
    for (std::uint32_t i = 0; i < (parts_->info.has_mask ? 2u : 1u) && status == Status::ok; ++i) {
      const Specialization has_mask = {PHOTOPIC_METRICS_SPEC_FLIP_POOL_HAS_MASK, i};
      status = pool_pass_.add_variant(i, std::array{has_mask, parts_->strips_constant()});
    }
    return status;
  }

  Status add_rows_variant(bool has_mask, std::uint32_t radius_index, Specialization radius) noexcept {
    std::array<Specialization, PHOTOPIC_METRICS_SPEC_COUNT + 1> constants;
    std::ranges::copy(parts_->constants(has_mask, 0), constants.begin());
    constants.back() = radius;
    return rows_pass_.add_variant(MetricParts::variant(has_mask, radius_index, radius_count_), constants);
  }

  std::uint32_t exposures_of(const MetricRecording& recording) const {
    return parts_->format.is_float() ? recording.settings.flip_exposures.count : 1;
  }
  /// Blocks of the strip.
  static VkExtent2D blocks_of(const MetricRecording& recording) {
    return flip_blocks({recording.pair.extent.width, recording.rows().count()});
  }
  std::uint32_t items_of(const MetricRecording& recording) const {
    return exposures_of(recording) * static_cast<std::uint32_t>(area(blocks_of(recording)));
  }

  gpu::MetricsFlipParams params_of(const MetricRecording& recording, std::uint32_t item) const {
    const VkExtent2D extent = recording.pair.extent;
    const VkExtent2D blocks = blocks_of(recording);
    const Rows strip = recording.rows();
    const auto block = item % static_cast<std::uint32_t>(area(blocks));
    const std::uint32_t exposure = item / static_cast<std::uint32_t>(area(blocks));
    gpu::MetricsFlipParams params = {};
    params.width = extent.width;
    params.height = extent.height;
    params.block_x = block % blocks.width * PHOTOPIC_METRICS_FLIP_BLOCK_WIDTH;
    params.block_y = strip.first + block / blocks.width * PHOTOPIC_METRICS_FLIP_BLOCK_HEIGHT;
    params.block_width = std::min(extent.width - params.block_x, std::uint32_t{PHOTOPIC_METRICS_FLIP_BLOCK_WIDTH});
    params.block_height = std::min(strip.end - params.block_y, std::uint32_t{PHOTOPIC_METRICS_FLIP_BLOCK_HEIGHT});
    const std::uint32_t radius = kRadii[radius_index(recording.settings.pixels_per_degree)];
    params.first_row = std::max(params.block_y, radius) - radius;
    params.rows = std::min(params.block_y + params.block_height + radius, extent.height) - params.first_row;
    params.group_rows = divide_up(params.rows, PHOTOPIC_METRICS_FLIP_ROW_HEIGHT);
    params.exposure_root = exposure_root(recording.settings.flip_exposures, exposure);
    params.tone_mapper = static_cast<std::uint32_t>(recording.settings.flip_tone_mapper);
    params.keeps_larger = exposure > 0 ? 1 : 0;
    params.source = parts_->source(recording.pair.strip);
    return params;
  }

  static float exposure_root(const FlipExposures& exposures, std::uint32_t index) {
    constexpr double kMost = 252.0;  // twice what floats have: all of them are black or white there
    const double range = double{exposures.stop_ev} - exposures.start_ev;
    const double ev = exposures.start_ev + index * range / std::max(exposures.count - 1.0, 1.0);
    return static_cast<float>(std::exp2(0.5 * std::clamp(ev, -kMost, kMost)));
  }

  static Binding whole(const DeviceBuffer& buffer) { return buffer_binding(buffer.handle(), 0, VK_WHOLE_SIZE); }
  /// Of item `item`: the one before is still read.
  const DeviceBuffer& rows(std::uint32_t item) const { return rows_[item % 2]; }
  const DeviceBuffer& errors() const { return (parts_->info.maps & kMapFlip) != 0 ? parts_->map(kMapFlip) : errors_; }

  void record_rows(const MetricRecording& recording, std::uint32_t item) const {
    const gpu::MetricsFlipParams params = params_of(recording, item);
    PairBindings bindings(recording, whole(rows(item)));
    bindings.add(whole(taps_));
    rows_pass_.dispatch(
        recording.command_buffer,
        MetricParts::variant(recording.has_mask(), radius_index(recording.settings.pixels_per_degree), radius_count_),
        {divide_up(params.block_width, PHOTOPIC_METRICS_FLIP_ROW_WIDTH), 2 * params.group_rows}, params, bindings);
  }

  void record_errors(const MetricRecording& recording, std::uint32_t item) const {
    const gpu::MetricsFlipParams params = params_of(recording, item);
    const Binding bindings[] = {whole(rows(item)), whole(taps_), whole(errors())};
    const std::uint32_t runs = has_small_groups(parts_->gpu) ? PHOTOPIC_SMALL_GROUP / PHOTOPIC_METRICS_FLIP_ERROR_WIDTH
                                                             : PHOTOPIC_METRICS_FLIP_ERROR_RUNS;
    errors_pass_.dispatch(recording.command_buffer, radius_index(recording.settings.pixels_per_degree),
                          {divide_up(params.block_width, PHOTOPIC_METRICS_FLIP_ERROR_WIDTH),
                           divide_up(params.block_height, runs * PHOTOPIC_METRICS_FLIP_RUN)},
                          params, bindings);
  }

  void record_pool(const MetricRecording& recording) const {
    const VkExtent2D extent = recording.pair.extent;
    const VkImageView mask = recording.has_mask() ? recording.pair.mask : recording.pair.reference[0];
    const Binding bindings[] = {whole(errors()), parts_->binding(section_),
                                image_binding(mask, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)};
    const Rows strip = recording.rows();
    const std::uint64_t invocations = std::uint64_t{pool_groups(extent)} * PHOTOPIC_METRICS_INVOCATIONS;
    const gpu::MetricsFlipPoolParams params = {
        .source = parts_->source(recording.pair.strip),
        .pixels = extent.width * strip.count(),
        .width = extent.width,
        .counters = counter_words(),
        .phase = static_cast<std::uint32_t>(std::uint64_t{extent.width} * strip.first % invocations),
        .state = state_};
    pool_pass_.dispatch(recording.command_buffer, recording.has_mask() ? 1 : 0, {pool_groups(extent), 1}, params,
                        bindings);
  }

  /// Counts and sums over the pixels of all strips.
  struct Pool {
    using Bins = std::array<std::uint64_t, PHOTOPIC_METRICS_FLIP_BINS>;
    Bins bins = {}, masked = {};     ///< those that the mask leaves out: all of them in the first
    double sum = 0.0, lowest = 0.0;  ///< of errors; of those in bin 0
    float min = 1.0f, max = 0.0f;
  };

  static double middle(std::uint32_t bin) { return (bin + 0.5) / PHOTOPIC_METRICS_FLIP_BINS; }

  /// Of the pixels that the mask doesn't leave out: the middle of the bin with the least error that no more than the
  /// rest exceed.
  double percentile(std::uint64_t pixels, double share, const FlipResult& flip) const {
    pixels -= pool_.masked[0];
    const double rest = std::floor(double(pixels) * (1.0 - share) + 1e-6);  // 1 - 0.99 isn't a hundredth
    const auto counted = [&](std::uint32_t bin) { return double(pool_.bins[bin] - pool_.masked[bin]); };
    double above = 0.0;
    std::uint32_t bin = PHOTOPIC_METRICS_FLIP_BINS - 1;
    while (bin > 0 && above + counted(bin) <= rest) above += counted(bin--);
    return bin == 0 ? flip.min : std::clamp(middle(bin), flip.min, flip.max);
  }

  /// Weighted. Of bin 0 there is the sum of its errors; those of another bin count as its middle, which is less than
  /// 2e-4 from any.
  double quantile(double share, const FlipResult& flip) const {
    const auto& bins = pool_.bins;
    double total = pool_.lowest;
    for (std::uint32_t bin = 1; bin < PHOTOPIC_METRICS_FLIP_BINS; ++bin) total += double(bins[bin]) * middle(bin);
    double running = pool_.lowest;
    std::uint32_t bin = 0;
    while (running <= share * total && bin + 1 < PHOTOPIC_METRICS_FLIP_BINS) {
      ++bin;
      running += double(bins[bin]) * middle(bin);
    }
    return std::clamp(middle(bin), flip.min, flip.max);
  }

  const MetricParts* parts_ = nullptr;
  ComputePass rows_pass_, errors_pass_, pool_pass_;
  std::array<DeviceBuffer, 2> rows_;  ///< of blocks in turn, filtered along x
  DeviceBuffer taps_;
  DeviceBuffer errors_;  ///< where no map was created
  Section section_;
  std::uint32_t state_ = 0;  ///< word of the section where sums go on
  Pool pool_;
  TilePasses tiles_;
  std::uint32_t radius_count_ = 0;  ///< of kRadii, those that recordings may need
};

constexpr MetricNeeds kFlipNeeds[] = {
    {.metric = kMetricFlip, .name = "FLIP", .takes_floats = true, .takes_planes = false},
    {.metric = kMetricFlipTiles, .name = "FLIP", .takes_floats = true, .takes_planes = false},
};

}  // namespace

extern const MetricSet flip_metrics;
constexpr MetricSet flip_metrics = {
    [](const Gpu& gpu) noexcept -> MetricPasses* { return new (std::nothrow) FlipPasses(gpu); }, kFlipNeeds};

}  // namespace photopic
