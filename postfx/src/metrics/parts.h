// SPDX-License-Identifier: MIT
// Parts that the metrics of one ImageMetrics share, and the interface of each metric.
#ifndef PHOTOPIC_SRC_METRICS_PARTS_H
#define PHOTOPIC_SRC_METRICS_PARTS_H

#include <photopic/image_metrics.h>
#include <photopic/metrics_interface.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

#include "gpu/host/gpu.h"
#include "gpu/memory/extent.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"
#include "metrics/strips.h"

namespace photopic {

/// How texels of a format are read.
struct PixelFormat {
  std::uint32_t kind = PHOTOPIC_METRICS_KIND_RGB;
  std::uint32_t bits = 8;         ///< of a code
  std::uint32_t view_peak = 255;  ///< the code that the view shows as 1

  bool is_planes() const { return kind == PHOTOPIC_METRICS_KIND_PLANES; }
  bool is_float() const { return kind == PHOTOPIC_METRICS_KIND_FLOAT; }
  double peak() const { return is_float() ? 1.0 : double((1u << bits) - 1u); }
};
/// False, and `*out` untouched, for a format that can't be compared or that hasn't as many bits.
bool describe(VkFormat format, std::uint32_t bits, PixelFormat* out) noexcept;

inline constexpr std::uint32_t kMaxSlots = 8;                                    // of an object
inline constexpr std::uint32_t kMaxShift = 4;                                    // of MetricsSettings::shift_radius
inline constexpr std::uint32_t kMinStripColumns = 16, kMaxStripColumns = 32768;  // of MetricsStrips::columns
/// Reach of exact errors: anti-aliased edges reach less far than shifts.
inline constexpr Reach kErrorReach = {kMaxShift, kMaxShift};
/// Of an exposure of HDR-FLIP: beyond, floats are all black or white.
inline constexpr double kMaxFlipEv = 300.0;

/// Of PHOTOPIC_METRICS_SIDE pixels a side.
constexpr VkExtent2D square_groups(VkExtent2D extent) {
  return {divide_up(extent.width, PHOTOPIC_METRICS_SIDE), divide_up(extent.height, PHOTOPIC_METRICS_SIDE)};
}
/// A pass's own part of the results. Parts begin where descriptors can.
struct Section {
  std::uint32_t offset_words = 0;
  std::uint32_t words = 0;  ///< of the largest pictures
};
inline constexpr std::uint32_t kSectionAlignment_words = 64;

/// Hands out parts of a buffer.
class Sections {
 public:
  Section add(std::uint64_t words) {
    const Section section = {end_words_, std::max(1u, static_cast<std::uint32_t>(words))};  // descriptors have a range
    end_words_ += divide_up(section.words, kSectionAlignment_words) * kSectionAlignment_words;
    return section;
  }
  std::uint32_t end_words() const { return end_words_; }

 private:
  std::uint32_t end_words_ = 0;
};

/// A buffer that metrics write for themselves.
struct Scratch {
  DeviceBuffer* buffer = nullptr;
  VkDeviceSize bytes = 0;
  VkBufferUsageFlags usage = 0;  ///< beside that as a storage buffer
};

/// Of one ImageMetrics.
class MetricParts {
 public:
  explicit MetricParts(const Gpu& on)
      : gpu(on),
        results(on, "metric results"),
        maps{DeviceBuffer(on, "map of absolute errors"), DeviceBuffer(on, "map of squared errors"),
             DeviceBuffer(on, "map of SSIM"), DeviceBuffer(on, "map of CIEDE2000"), DeviceBuffer(on, "map of FLIP")} {}

  const Gpu& gpu;
  MetricsCreateInfo info;
  PixelFormat format;
  Sections sections;  ///< of the results
  DeviceBuffer results;
  std::array<DeviceBuffer, 5> maps;  ///< by bit of MetricMap

  const DeviceBuffer& map(MetricMap bit) const { return maps[std::uint32_t(std::countr_zero(std::uint32_t{bit}))]; }
  Binding binding(Section section) const {
    return buffer_binding(results.handle(), section.offset_words * sizeof(std::uint32_t),
                          section.words * sizeof(std::uint32_t));
  }

  bool has_strips() const { return info.strips.rows != 0; }
  /// Rows of the largest part of pictures that is compared at once.
  std::uint32_t most_rows() const {
    return has_strips() ? std::min(info.strips.rows, info.max_extent.height) : info.max_extent.height;
  }
  /// Pixels of that part.
  VkExtent2D most_pixels() const { return {info.max_extent.width, most_rows()}; }
  VkDeviceSize map_bytes() const { return area(most_pixels()) * sizeof(float); }
  /// Place of the pair's pixels in its images, for shaders.
  gpu::MetricsSource source(const MetricsStrip& strip) const noexcept;

  /// To be made by create_buffers(). Nothing of 0 bytes.
  void add(DeviceBuffer& buffer, VkDeviceSize bytes, VkBufferUsageFlags usage = 0) {
    if (bytes != 0) scratches_[scratch_count_++] = {&buffer, bytes, usage};
  }
  std::span<const Scratch> scratches() const { return {scratches_.data(), scratch_count_}; }
  Status create_scratches() const noexcept;
  /// For another layout.
  void clear_layout() {
    sections = {};
    scratch_count_ = 0;
  }

  /// Specialisation constants of a pass that reads the pair. `map_bits`: PHOTOPIC_METRICS_SPEC_HAS_MAP.
  std::array<Specialization, PHOTOPIC_METRICS_SPEC_COUNT> constants(bool has_mask,
                                                                    std::uint32_t map_bits) const noexcept;
  /// The one of a pass that doesn't.
  Specialization strips_constant() const { return {PHOTOPIC_METRICS_SPEC_STRIPS, has_strips() ? 1u : 0u}; }
  /// Variants of a pass from 0: without mask, then with one if pairs may have it; each with map bits from 0.
  Status add_variants(ComputePass& pass, std::uint32_t map_variants) const noexcept;
  static std::uint32_t variant(bool has_mask, std::uint32_t map_bits, std::uint32_t map_variants) {
    return (has_mask ? map_variants : 0) + map_bits;
  }

 private:
  std::array<Scratch, 24> scratches_;
  std::uint32_t scratch_count_ = 0;
};

/// One comparison, while it is recorded.
struct MetricRecording {
  VkCommandBuffer command_buffer;
  const MetricsPair& pair;          ///< with the strip resolved
  const MetricsSettings& settings;  ///< with metrics and maps resolved

  bool wants(std::uint32_t metrics) const { return (settings.metrics & metrics) != 0; }
  bool wants_map(MetricMap map) const { return (settings.maps & map) != 0; }
  bool has_mask() const { return pair.mask != VK_NULL_HANDLE; }
  Rows rows() const { return rows_of(pair.strip); }
};

/// Bindings of a pass that reads the pair: PHOTOPIC_METRICS_REFERENCE to PHOTOPIC_METRICS_RESULTS, then its outputs.
class PairBindings {
 public:
  PairBindings(const MetricRecording& recording, Binding results) noexcept;
  void add(Binding output) { bindings_[count_++] = output; }
  operator std::span<const Binding>() const { return {bindings_.data(), count_}; }

 private:
  std::array<Binding, kMaxBindings> bindings_;
  std::uint32_t count_ = 0;
};

/// What was recorded for a slot, as finish() needs it.
struct MetricRecord {
  VkExtent2D extent = {};  ///< of the pictures
  MetricsSettings settings;
  MetricsStrip strip;

  Rows rows() const { return rows_of(strip); }
  bool is_first() const { return strip.first_row == 0; }
  bool is_last() const { return rows().end == extent.height; }
};

/// One metric, or several that share passes.
class MetricPasses {
 public:
  virtual ~MetricPasses() = default;
  /// Takes its sections and says what buffers it needs; makes nothing.
  virtual void lay_out(MetricParts& parts) noexcept = 0;
  /// Makes pipelines, and memory of the CPU's. After lay_out().
  virtual Status create() noexcept = 0;
  /// Rows that passes read around a strip of pictures of this size.
  virtual Reach reach(VkExtent2D /*extent*/) const noexcept { return {}; }
  /// How many words at the start of used() part `index` must be zero before step 0, and are made so afterwards.
  virtual std::uint32_t counters(const MetricRecord& /*record*/, std::uint32_t /*index*/) const noexcept { return 0; }
  /// Writes what its steps read, at TRANSFER, before step 0. has_transfers(): whether it does.
  virtual bool has_transfers() const noexcept { return false; }
  virtual void prepare(const MetricRecording& /*recording*/) const noexcept {}
  /// Of this recording: 0 if none of its metrics is wanted.
  virtual std::uint32_t steps(const MetricRecording& recording) const noexcept = 0;
  /// Steps of one number need nothing of each other; a barrier for all of COMPUTE_SHADER is between two numbers.
  virtual void record(const MetricRecording& recording, std::uint32_t step) const noexcept = 0;
  /// The words that the CPU needs of a recorded pair: part `index` of its sections, which may be empty; none after the
  /// last.
  virtual std::optional<Section> used(const MetricRecord& record, std::uint32_t index) const noexcept = 0;
  /// Adds a recording's results. `words`: the results at their offsets, only those of used(). A first strip begins
  /// anew.
  virtual void take(const MetricRecord& record, const std::uint32_t* words) noexcept = 0;
  /// Writes the result of all that was taken.
  virtual void finish(const MetricRecord& record, MetricsResult* out) const noexcept = 0;
};

/// Adds `count` floats that lie `stride` words apart, in double and one by one.
void add_floats(const std::uint32_t* words, std::uint32_t count, std::uint32_t stride, double* sum) noexcept;
/// Sum of 16-bit halves: low at words[0], high at words[1].
std::uint64_t sum_of_halves(const std::uint32_t* words, std::uint32_t count, std::uint32_t stride) noexcept;

/// What a metric needs of the pictures.
struct MetricNeeds {
  Metric metric;
  const char* name;            ///< in messages
  std::uint32_t min_side = 1;  ///< pixels
  bool in_each_plane = false;  ///< min_side holds for chroma planes, too
  bool takes_floats = false;
  bool takes_planes = true;
  std::uint32_t max_bits = 16;
};

/// Metrics that share passes. A folder defines its own as NAME_metrics.
struct MetricSet {
  MetricPasses* (*make)(const Gpu& gpu) noexcept;  ///< null when there is no memory
  std::span<const MetricNeeds> needs;              ///< one for each metric

  std::uint32_t metrics() const noexcept {
    std::uint32_t bits = 0;
    for (const MetricNeeds& need : needs) bits |= need.metric;
    return bits;
  }
};
/// All of them. Of each step of a recording, the passes of all sets are recorded in this order, in which none needs
/// another's.
std::span<const MetricSet* const> metric_sets() noexcept;

/// Of `metrics`, bits Metric, that of the lowest bit for which `is_refused` is true; or null.
template <class Predicate>
const MetricNeeds* first_need(std::uint32_t metrics, const Predicate& is_refused) noexcept {
  const MetricNeeds* first = nullptr;
  for (const MetricSet* set : metric_sets()) {
    for (const MetricNeeds& need : set->needs) {
      const bool is_lower = first == nullptr || need.metric < first->metric;
      if (is_lower && (metrics & need.metric) != 0 && is_refused(need)) first = &need;
    }
  }
  return first;
}

/// 10 log10(peak^2 / mse).
double psnr_db(double mse, double peak) noexcept;

}  // namespace photopic

#endif
