// SPDX-License-Identifier: MIT
// Passes that find the worst tiles of a picture; part of each metric that has such tiles.
#ifndef PHOTOPIC_SRC_METRICS_WORST_TILES_TILE_PASSES_H
#define PHOTOPIC_SRC_METRICS_WORST_TILES_TILE_PASSES_H

#include "metrics/parts.h"
#include "metrics/worst_tiles/interface.h"

namespace photopic {

class TilePasses {
 public:
  explicit TilePasses(const Gpu& gpu) : cells_pass_(gpu), tiles_pass_(gpu), cells_(gpu, "sums of cells") {}

  /// `source`: PHOTOPIC_METRICS_TILE_ERRORS ...
  void lay_out(MetricParts& parts, std::uint32_t source) noexcept;
  Status create() noexcept;
  /// After the step that writes `map`; of errors, there is none to write, and `map` is null.
  void record_cells(const MetricRecording& recording, const DeviceBuffer* map) const noexcept;
  /// In the step after that.
  void record_tiles(const MetricRecording& recording) const noexcept;
  Section used(VkExtent2D extent, Rows rows) const noexcept;
  void take(const MetricRecord& record, const std::uint32_t* results) noexcept;
  /// Means over the tiles' pixels of what the source sums, of all channels together.
  WorstTiles finish(VkExtent2D extent) const noexcept;

 private:
  /// Worst tile of one size.
  struct Worst {
    std::uint64_t sum = 0;
    std::uint32_t tile = 0;
  };

  /// Rows of the buffer of cells.
  std::uint32_t ring_rows() const noexcept;

  const MetricParts* parts_ = nullptr;
  std::uint32_t source_ = 0;
  ComputePass cells_pass_, tiles_pass_;
  DeviceBuffer cells_;
  Section section_;
  std::array<Worst, 2> worst_ = {};
};

}  // namespace photopic

#endif
