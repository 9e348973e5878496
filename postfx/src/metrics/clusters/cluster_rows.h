// SPDX-License-Identifier: MIT
// Largest cluster of marked pixels, joined row by row.
#ifndef PHOTOPIC_SRC_METRICS_CLUSTERS_CLUSTER_ROWS_H
#define PHOTOPIC_SRC_METRICS_CLUSTERS_CLUSTER_ROWS_H

#include <photopic/image_metrics.h>

#include <cstdint>
#include <memory>

namespace photopic {

/// Holds what the last row touches, so memory follows from the width, not from the height or the number of clusters.
class ClusterRows {
 public:
  /// For rows of up to `max_width` pixels. out_of_memory.
  Status create(std::uint32_t max_width) noexcept;
  /// Starts a new picture.
  void begin(std::uint32_t width) noexcept;
  /// The next row: a bit for each pixel, from the lowest bit of the first word on.
  void add(const std::uint32_t* words) noexcept;
  /// After the last row.
  ClusterResult end() noexcept;

 private:
  /// A cluster as far as the rows go.
  struct Cluster {
    std::uint64_t pixels = 0;
    std::uint64_t first = 0;  ///< index of its first pixel, by rows
    std::uint32_t left = 0, right = 0, bottom = 0;
  };
  /// A cluster of the last row or a run of the new one; joined ones lead to one that leads to itself.
  struct Node {
    Cluster cluster;
    std::uint32_t parent = 0;
    std::uint32_t number = 0;  ///< of the cluster in the new row; kNone: it isn't there
  };
  /// Neighbouring pixels [first, end) of a row.
  struct Run {
    std::uint32_t first = 0, end = 0;
    std::uint32_t cluster = 0;  ///< its node; of the last row, of clusters_
  };
  struct RunList {
    std::unique_ptr<Run[]> runs;
    std::uint32_t count = 0;
  };

  void find_runs(const std::uint32_t* words) noexcept;
  void join_rows() noexcept;
  void number_clusters() noexcept;
  std::uint32_t root_of(std::uint32_t node) noexcept;
  void join(std::uint32_t one, std::uint32_t other) noexcept;
  void conclude(const Cluster& cluster) noexcept;

  std::uint32_t width_ = 0, row_ = 0;
  RunList last_, next_;                  ///< runs of the last row and of the new one
  std::unique_ptr<Cluster[]> clusters_;  ///< of the last row
  std::uint32_t cluster_count_ = 0;
  std::unique_ptr<Node[]> nodes_;  ///< of the last row's clusters, then of the new one's runs
  Cluster largest_;
};

}  // namespace photopic

#endif
