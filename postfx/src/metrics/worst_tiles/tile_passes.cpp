// SPDX-License-Identifier: MIT
// Sums of cells, then of tiles of two sizes.
#include "metrics/worst_tiles/tile_passes.h"

#include <spirv/metrics_cells.h>
#include <spirv/metrics_tiles.h>

#include "metrics/bindings.h"

namespace photopic {
namespace passes {

PHOTOPIC_PASS(metrics_cells, kPairAndMap, MetricsCellsParams)
PHOTOPIC_PASS(metrics_tiles, kBuffers, MetricsTilesParams)

}  // namespace passes

namespace {

struct TileSize {
  std::uint32_t side, step;  // cells
};
constexpr TileSize kTileSizes[] = {{PHOTOPIC_METRICS_TILE_SMALL, PHOTOPIC_METRICS_TILE_SMALL_STEP},
                                   {PHOTOPIC_METRICS_TILE_LARGE, PHOTOPIC_METRICS_TILE_LARGE_STEP}};

constexpr std::uint32_t kEdgeVariants = 2;  // pixels of anti-aliased edges count; they are equal
bool can_ignore_edges(const MetricParts& parts, std::uint32_t source) {
  return parts.info.finds_antialiasing && source == PHOTOPIC_METRICS_TILE_ERRORS;
}

VkExtent2D cells_of(VkExtent2D extent) { return divide_up(extent, PHOTOPIC_METRICS_TILE_CELL); }

std::uint32_t tiles_along(std::uint32_t cells, TileSize size) {
  return divide_up(std::max(cells, size.side) - size.side, size.step) + 1;
}

/// Rows of tiles that lie in the rows of cells of a strip and those before, but not all in those before.
Rows tile_rows(VkExtent2D extent, Rows strip, TileSize size) {
  return made_by(strip, extent.height, tiles_along(cells_of(extent).height, size), [=](std::uint32_t row) {
    const std::uint32_t cells = row / PHOTOPIC_METRICS_TILE_CELL;
    return cells < size.side ? 0 : (cells - size.side) / size.step + 1;
  });
}

/// Numbers of those tiles, row by row.
Rows tiles_in(VkExtent2D extent, Rows strip, TileSize size) {
  const std::uint32_t columns = tiles_along(cells_of(extent).width, size);
  const Rows rows = tile_rows(extent, strip, size);
  return {rows.first * columns, rows.end * columns};
}

/// Of one size: as many as the small ones, which are more, need.
std::uint32_t groups_of(VkExtent2D extent, Rows strip) {
  return divide_up(tiles_in(extent, strip, kTileSizes[0]).count(), PHOTOPIC_METRICS_INVOCATIONS);
}

Binding whole_buffer(const DeviceBuffer& buffer) { return buffer_binding(buffer.handle(), 0, VK_WHOLE_SIZE); }

}  // namespace

void TilePasses::lay_out(MetricParts& parts, std::uint32_t source) noexcept {
  parts_ = &parts;
  source_ = source;
  const VkExtent2D most = parts.most_pixels();
  const TileSize small = kTileSizes[0];
  const std::uint64_t rows =
      std::min(tiles_along(cells_of(parts.info.max_extent).height, small), cells_of(most).height + small.side);
  const std::uint64_t tiles = rows * tiles_along(cells_of(most).width, small);
  const std::uint64_t groups = tiles / PHOTOPIC_METRICS_INVOCATIONS + 1;
  section_ = parts.sections.add(2 * groups * PHOTOPIC_METRICS_TILE_GROUP_WORDS);
  parts.add(cells_, VkDeviceSize{cells_of(most).width} * ring_rows() * 2 * sizeof(std::uint32_t));
}

Status TilePasses::create() noexcept {
  Status status = cells_pass_.create(passes::metrics_cells);
  for (std::uint32_t i = 0; i < 4 && status == Status::ok; ++i) {
    const bool has_mask = i >= kEdgeVariants, ignores_edges = i % kEdgeVariants != 0;
    if ((has_mask && !parts_->info.has_mask) || (ignores_edges && !can_ignore_edges(*parts_, source_))) continue;
    std::array<Specialization, PHOTOPIC_METRICS_SPEC_COUNT + 1> constants;
    std::ranges::copy(parts_->constants(has_mask, ignores_edges ? 1 : 0), constants.begin());
    constants.back() = {PHOTOPIC_METRICS_SPEC_TILE_SOURCE, source_};
    status = cells_pass_.add_variant(i, constants);
  }
  if (status == Status::ok) status = tiles_pass_.create(passes::metrics_tiles);
  const Specialization strips = parts_->strips_constant();
  return status == Status::ok ? tiles_pass_.add_variant(0, {&strips, 1}) : status;
}

std::uint32_t TilePasses::ring_rows() const noexcept {
  // Tiles that aren't complete yet begin less than a side and a step before the strip.
  constexpr std::uint32_t kWaiting = PHOTOPIC_METRICS_TILE_LARGE + PHOTOPIC_METRICS_TILE_LARGE_STEP;
  const std::uint32_t all = cells_of(parts_->info.max_extent).height;
  return parts_->has_strips() ? std::min(all, cells_of(parts_->most_pixels()).height + kWaiting) : all;
}

void TilePasses::record_cells(const MetricRecording& recording, const DeviceBuffer* map) const noexcept {
  const VkExtent2D extent = recording.pair.extent;
  PairBindings bindings(recording, whole_buffer(cells_));
  bindings.add(map != nullptr ? whole_buffer(*map) : parts_->binding(section_));
  const gpu::MetricsCellsParams params = {.source = parts_->source(recording.pair.strip),
                                          .width = extent.width,
                                          .height = extent.height,
                                          .channel = 0,
                                          .shift_radius = recording.settings.shift_radius,
                                          .end_row = recording.rows().end,
                                          .ring_rows = ring_rows()};
  const bool ignores_edges = map == nullptr && recording.settings.ignores_antialiasing;
  cells_pass_.dispatch(recording.command_buffer,
                       MetricParts::variant(recording.has_mask(), ignores_edges ? 1 : 0, kEdgeVariants),
                       square_groups(cells_of({extent.width, recording.rows().count()})), params, bindings);
}

void TilePasses::record_tiles(const MetricRecording& recording) const noexcept {
  const VkExtent2D extent = recording.pair.extent;
  const VkExtent2D cells = cells_of(extent);
  const Rows small = tiles_in(extent, recording.rows(), kTileSizes[0]);
  const Rows large = tiles_in(extent, recording.rows(), kTileSizes[1]);
  const Binding bindings[] = {whole_buffer(cells_), parts_->binding(section_)};
  const gpu::MetricsTilesParams params = {.columns = cells.width,
                                          .rows = cells.height,
                                          .ring_rows = ring_rows(),
                                          .first_small = small.first,
                                          .end_small = small.end,
                                          .first_large = large.first,
                                          .end_large = large.end};
  tiles_pass_.dispatch(recording.command_buffer, 0, {groups_of(extent, recording.rows()), 2}, params, bindings);
}

Section TilePasses::used(VkExtent2D extent, Rows rows) const noexcept {
  return {section_.offset_words, 2 * groups_of(extent, rows) * PHOTOPIC_METRICS_TILE_GROUP_WORDS};
}

void TilePasses::take(const MetricRecord& record, const std::uint32_t* results) noexcept {
  if (record.is_first()) worst_ = {};
  const std::uint32_t groups = groups_of(record.extent, record.rows());
  const std::uint32_t* group = results + section_.offset_words;
  for (Worst& worst : worst_) {
    for (std::uint32_t i = 0; i < groups; ++i, group += PHOTOPIC_METRICS_TILE_GROUP_WORDS) {
      const std::uint64_t sum = (std::uint64_t{group[0]} << 16) + group[1];
      if (sum > worst.sum) worst = {sum, group[2]};
    }
  }
}

WorstTiles TilePasses::finish(VkExtent2D extent) const noexcept {
  const auto worst = [&](std::uint32_t size_index) {
    const TileSize size = kTileSizes[size_index];
    const auto [sum, tile] = worst_[size_index];
    const std::uint32_t side = size.side * PHOTOPIC_METRICS_TILE_CELL;
    const std::uint32_t columns = tiles_along(cells_of(extent).width, size);
    const std::uint32_t step = size.step * PHOTOPIC_METRICS_TILE_CELL;
    const double pixels = double(std::min(side, extent.width)) * std::min(side, extent.height);
    return WorstTile{double(sum) / pixels, tile % columns * step, tile / columns * step};
  };
  return {worst(0), worst(1)};
}

}  // namespace photopic
