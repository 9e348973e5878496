// SPDX-License-Identifier: MIT
// Parts of pictures that a recording compares, and what passes do with them.
#ifndef PHOTOPIC_SRC_METRICS_STRIPS_H
#define PHOTOPIC_SRC_METRICS_STRIPS_H

#include <photopic/image_metrics.h>
#include <photopic/metrics_interface.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "gpu/memory/extent.h"

namespace photopic {

/// Rows [first, end) of pictures, planes or levels, or of groups over them.
struct Rows {
  std::uint32_t first = 0;
  std::uint32_t end = 0;

  std::uint32_t count() const { return end - first; }
};

inline Rows rows_of(const MetricsStrip& strip) { return {strip.first_row, strip.first_row + strip.rows}; }
inline MetricsStrip whole_strip(VkExtent2D extent) { return {0, extent.height, 0, extent.height}; }

/// Rows of something with `count` rows that `rows` of a picture complete, where `made(row)` rows are complete once the
/// picture's rows before `row` are there. The rows of all strips add up to `count`.
template <class Made>
Rows made_by(Rows rows, std::uint32_t height, std::uint32_t count, const Made& made) {
  const auto until = [&](std::uint32_t row) {
    return row == height ? count : std::min<std::uint32_t>(made(row), count);
  };
  return {until(rows.first), until(rows.end)};
}

/// log2 of luma samples per chroma sample, along x and y.
constexpr VkExtent2D chroma_shift(Chroma chroma) {
  return {chroma == Chroma::c444 ? 0u : chroma == Chroma::c411 ? 2u : 1u, chroma == Chroma::c420 ? 1u : 0u};
}
/// The last sample of a row or column may stand for fewer pixels than the others.
constexpr VkExtent2D plane_extent(VkExtent2D extent, Chroma chroma, std::uint32_t plane) {
  const VkExtent2D shift = plane == 0 ? VkExtent2D{0, 0} : chroma_shift(chroma);
  return {divide_up(extent.width, 1u << shift.width), divide_up(extent.height, 1u << shift.height)};
}
/// Rows of a plane. Strips begin at whole samples.
constexpr Rows plane_rows(Rows rows, Chroma chroma, std::uint32_t plane) {
  const std::uint32_t shift = plane == 0 ? 0 : chroma_shift(chroma).height;
  return {rows.first >> shift, divide_up(rows.end, 1u << shift)};
}

/// Rows that a metric reads above and below a strip.
struct Reach {
  std::uint32_t above = 0;
  std::uint32_t below = 0;

  void include(Reach other) {
    above = std::max(above, other.above);
    below = std::max(below, other.below);
  }
};

// ---- passes that go over tiles ----

/// Groups of passes that go over all tiles of a plane.
std::uint32_t tile_groups(VkExtent2D extent) noexcept;

/// Tiles of `rows` in the groups that go over all tiles of a plane: group i of the dispatch is the all's number
/// group(i).
class TileRange {
 public:
  TileRange(VkExtent2D plane, Rows rows) noexcept;

  std::uint32_t dispatch_groups() const { return std::min(groups_, end_ - first_); }
  std::uint32_t group(std::uint32_t dispatched) const { return (first_ + dispatched) % groups_; }
  /// `state`: word of the results at which sums begin that go on.
  gpu::MetricsTileRange params(std::uint32_t state) const { return {first_, end_, groups_, state}; }

  /// The most groups of a dispatch for pictures up to this size in strips of that many rows.
  static std::uint32_t most(VkExtent2D max_extent, std::uint32_t rows) noexcept;

 private:
  std::uint32_t first_, end_, groups_;
};

/// Sums of floats of groups. A group's sum goes on from strip to strip, so the last one that it wrote is the picture's.
class GroupSums {
 public:
  /// For as many groups. out_of_memory.
  Status create(std::uint32_t groups) noexcept;
  /// Takes the sums of the groups of `range`, which lie `stride` words apart.
  void take(const TileRange& range, const std::uint32_t* words, std::uint32_t stride) noexcept;
  /// In double, in the order of the groups.
  double sum(std::uint32_t groups) const noexcept;

 private:
  std::unique_ptr<float[]> sums_;
};

}  // namespace photopic

#endif
