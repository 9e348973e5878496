// SPDX-License-Identifier: MIT
// Tiles of strips, and sums that go on from strip to strip.
#include "metrics/strips.h"

#include <bit>
#include <new>

namespace photopic {
namespace {

std::uint32_t tiles_in(VkExtent2D extent) {
  return divide_up(extent.width, PHOTOPIC_METRICS_TILE) * divide_up(extent.height, PHOTOPIC_METRICS_TILE);
}

}  // namespace

std::uint32_t tile_groups(VkExtent2D extent) noexcept {
  const std::uint32_t tiles = tiles_in(extent);
  return std::max(std::min<std::uint32_t>(tiles, PHOTOPIC_METRICS_GROUPS),
                  divide_up(tiles, PHOTOPIC_METRICS_TILES_PER_GROUP));
}

TileRange::TileRange(VkExtent2D plane, Rows rows) noexcept : groups_(tile_groups(plane)) {
  const std::uint32_t columns = divide_up(plane.width, PHOTOPIC_METRICS_TILE);
  first_ = rows.first / PHOTOPIC_METRICS_TILE * columns;
  end_ = divide_up(rows.end, PHOTOPIC_METRICS_TILE) * columns;
}

std::uint32_t TileRange::most(VkExtent2D max_extent, std::uint32_t rows) noexcept {
  return std::min(tile_groups(max_extent), tiles_in({max_extent.width, rows}));
}

Status GroupSums::create(std::uint32_t groups) noexcept {
  sums_.reset(new (std::nothrow) float[groups]);
  return sums_ != nullptr ? Status::ok : Status::out_of_memory;
}

void GroupSums::take(const TileRange& range, const std::uint32_t* words, std::uint32_t stride) noexcept {
  for (std::uint32_t i = 0; i < range.dispatch_groups(); ++i) {
    sums_[range.group(i)] = std::bit_cast<float>(words[std::size_t{i} * stride]);
  }
}

double GroupSums::sum(std::uint32_t groups) const noexcept {
  double sum = 0.0;
  for (std::uint32_t i = 0; i < groups; ++i) sum += double{sums_[i]};
  return sum;
}

}  // namespace photopic
