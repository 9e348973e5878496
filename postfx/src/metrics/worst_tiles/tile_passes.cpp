// SPDX-License-Identifier: MIT
// Sums of cells, then of tiles of two sizes.
#include "metrics/worst_tiles/tile_passes.h"

#include <spirv/metrics_cells.h>
#include <spirv/metrics_tiles.h>

#include "metrics/bindings.h"

namespace photopic {
namespace passes {

extern const PassDesc metrics_cells;
extern const PassDesc metrics_tiles;
constexpr PassDesc metrics_cells = {"metrics_cells", spirv::metrics_cells, kPairAndMap,
                                    sizeof(gpu::MetricsCellsParams)};
constexpr PassDesc metrics_tiles = {"metrics_tiles", spirv::metrics_tiles, kBuffers, sizeof(gpu::MetricsTilesParams)};

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

/// Of one size: as many as the small ones, which are more, need.
std::uint32_t groups_of(VkExtent2D extent) {
  const VkExtent2D cells = cells_of(extent);
  const std::uint64_t tiles =
      std::uint64_t{tiles_along(cells.width, kTileSizes[0])} * tiles_along(cells.height, kTileSizes[0]);
  return static_cast<std::uint32_t>((tiles + PHOTOPIC_METRICS_INVOCATIONS - 1) / PHOTOPIC_METRICS_INVOCATIONS);
}

Binding whole_buffer(const DeviceBuffer& buffer) { return buffer_binding(buffer.handle(), 0, VK_WHOLE_SIZE); }

}  // namespace

Status TilePasses::create(MetricParts& parts, std::uint32_t source) noexcept {
  parts_ = &parts;
  const VkExtent2D extent = parts.info.max_extent;
  section_ = parts.sections.add(std::uint64_t{2} * groups_of(extent) * PHOTOPIC_METRICS_TILE_GROUP_WORDS);
  Status status = cells_.create(area(cells_of(extent)) * 2 * sizeof(std::uint32_t), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  if (status == Status::ok) status = cells_pass_.create(passes::metrics_cells);
  for (std::uint32_t i = 0; i < 4 && status == Status::ok; ++i) {
    const bool has_mask = i >= kEdgeVariants, ignores_edges = i % kEdgeVariants != 0;
    if ((has_mask && !parts.info.has_mask) || (ignores_edges && !can_ignore_edges(parts, source))) continue;
    std::array<Specialization, PHOTOPIC_METRICS_SPEC_COUNT + 1> constants;
    std::ranges::copy(parts.constants(has_mask, ignores_edges ? 1 : 0), constants.begin());
    constants.back() = {PHOTOPIC_METRICS_SPEC_TILE_SOURCE, source};
    status = cells_pass_.add_variant(i, constants);
  }
  if (status == Status::ok) status = tiles_pass_.create(passes::metrics_tiles);
  return status == Status::ok ? tiles_pass_.add_variant(0, {}) : status;
}

void TilePasses::record_cells(const MetricRecording& recording, const DeviceBuffer* map) const noexcept {
  const VkExtent2D extent = recording.pair.extent;
  PairBindings bindings(recording, whole_buffer(cells_));
  bindings.add(map != nullptr ? whole_buffer(*map) : parts_->binding(section_));
  const gpu::MetricsCellsParams params = {extent.width, extent.height, 0, recording.settings.shift_radius};
  const bool ignores_edges = map == nullptr && recording.settings.ignores_antialiasing;
  cells_pass_.dispatch(recording.command_buffer,
                       MetricParts::variant(recording.has_mask(), ignores_edges ? 1 : 0, kEdgeVariants),
                       square_groups(cells_of(extent)), params, bindings);
}

void TilePasses::record_tiles(const MetricRecording& recording) const noexcept {
  const VkExtent2D extent = recording.pair.extent;
  const VkExtent2D cells = cells_of(extent);
  const Binding bindings[] = {whole_buffer(cells_), parts_->binding(section_)};
  tiles_pass_.dispatch(recording.command_buffer, 0, {groups_of(extent), 2},
                       gpu::MetricsTilesParams{cells.width, cells.height}, bindings);
}

Section TilePasses::used(VkExtent2D extent) const noexcept {
  return {section_.offset_words, 2 * groups_of(extent) * PHOTOPIC_METRICS_TILE_GROUP_WORDS};
}

WorstTiles TilePasses::finish(VkExtent2D extent, const std::uint32_t* results) const noexcept {
  const std::uint32_t groups = groups_of(extent);
  const auto worst = [&](std::uint32_t size_index) {
    const TileSize size = kTileSizes[size_index];
    const std::uint32_t* const first =
        results + section_.offset_words + std::size_t{size_index} * groups * PHOTOPIC_METRICS_TILE_GROUP_WORDS;
    std::uint64_t sum = 0;
    std::uint32_t tile = first[2];
    for (std::uint32_t i = 0; i < groups; ++i) {
      const std::uint32_t* const group = first + std::size_t{i} * PHOTOPIC_METRICS_TILE_GROUP_WORDS;
      const std::uint64_t of_group = (std::uint64_t{group[0]} << 16) + group[1];
      if (of_group <= sum) continue;
      sum = of_group;
      tile = group[2];
    }
    const std::uint32_t side = size.side * PHOTOPIC_METRICS_TILE_CELL;
    const std::uint32_t columns = tiles_along(cells_of(extent).width, size);
    const std::uint32_t step = size.step * PHOTOPIC_METRICS_TILE_CELL;
    const double pixels = double(std::min(side, extent.width)) * std::min(side, extent.height);
    return WorstTile{double(sum) / pixels, tile % columns * step, tile / columns * step};
  };
  return {worst(0), worst(1)};
}

}  // namespace photopic
