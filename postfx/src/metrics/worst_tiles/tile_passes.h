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
  Status create(MetricParts& parts, std::uint32_t source) noexcept;
  /// After the step that writes `map`; of errors, there is none to write, and `map` is null.
  void record_cells(const MetricRecording& recording, const DeviceBuffer* map) const noexcept;
  /// In the step after that.
  void record_tiles(const MetricRecording& recording) const noexcept;
  Section used(VkExtent2D extent) const noexcept;
  /// Means over the tiles' pixels of what the source sums, of all channels together.
  WorstTiles finish(VkExtent2D extent, const std::uint32_t* results) const noexcept;

 private:
  const MetricParts* parts_ = nullptr;
  ComputePass cells_pass_, tiles_pass_;
  DeviceBuffer cells_;
  Section section_;
};

}  // namespace photopic

#endif
