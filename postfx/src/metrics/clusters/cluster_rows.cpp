// SPDX-License-Identifier: MIT
// Union-find over the runs of two rows.
#include "metrics/clusters/cluster_rows.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <utility>

namespace photopic {
namespace {

constexpr std::uint32_t kWordBits = 32;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Status ClusterRows::create(std::uint32_t max_width) noexcept {
  const std::size_t runs = max_width / 2 + 1;
  last_.runs.reset(new (std::nothrow) Run[runs]);
  next_.runs.reset(new (std::nothrow) Run[runs]);
  clusters_.reset(new (std::nothrow) Cluster[runs]);
  nodes_.reset(new (std::nothrow) Node[2 * runs]);
  const bool has_all = last_.runs != nullptr && next_.runs != nullptr && clusters_ != nullptr && nodes_ != nullptr;
  return has_all ? Status::ok : Status::out_of_memory;
}

void ClusterRows::begin(std::uint32_t width) noexcept {
  width_ = width;
  row_ = 0;
  last_.count = 0;
  cluster_count_ = 0;
  largest_ = {};
}

void ClusterRows::add(const std::uint32_t* words) noexcept {
  find_runs(words);
  if (last_.count != 0 || next_.count != 0) {
    join_rows();
    number_clusters();
  }
  std::swap(last_, next_);
  ++row_;
}

ClusterResult ClusterRows::end() noexcept {
  for (std::uint32_t i = 0; i < cluster_count_; ++i) conclude(clusters_[i]);
  ClusterResult result;
  if (largest_.pixels == 0) return result;
  result.pixels = static_cast<std::uint32_t>(largest_.pixels);
  result.x = largest_.left;
  result.y = static_cast<std::uint32_t>(largest_.first / width_);
  result.width = largest_.right - result.x + 1;
  result.height = largest_.bottom - result.y + 1;
  return result;
}

/// Bits beyond the width are 0.
void ClusterRows::find_runs(const std::uint32_t* words) noexcept {
  next_.count = 0;
  for (std::uint32_t x = 0; x < width_;) {
    const std::uint32_t rest = words[x / kWordBits] >> x % kWordBits;
    if (rest == 0) {
      x = (x / kWordBits + 1) * kWordBits;
      continue;
    }
    x += std::uint32_t(std::countr_zero(rest));
    Run& run = next_.runs[next_.count++];
    run.first = x;
    while (x < width_) {
      const std::uint32_t ones = std::uint32_t(std::countr_one(words[x / kWordBits] >> x % kWordBits));
      x += ones;
      if (ones == 0 || x % kWordBits != 0) break;
    }
    run.end = x;
  }
}

/// Runs become nodes after those of the last row's clusters, and join what they touch there, at corners too.
void ClusterRows::join_rows() noexcept {
  for (std::uint32_t i = 0; i < cluster_count_; ++i) nodes_[i] = {clusters_[i], i, kNone};
  std::uint32_t above = 0;
  for (std::uint32_t i = 0; i < next_.count; ++i) {
    Run& run = next_.runs[i];
    run.cluster = cluster_count_ + i;
    const std::uint64_t first = std::uint64_t{row_} * width_ + run.first;
    nodes_[run.cluster] = {{run.end - run.first, first, run.first, run.end - 1, row_}, run.cluster, kNone};
    while (above < last_.count && last_.runs[above].end < run.first) ++above;
    // The last one that touches may touch the next run, too.
    for (std::uint32_t j = above; j < last_.count && last_.runs[j].first <= run.end; ++j) {
      join(last_.runs[j].cluster, run.cluster);
    }
  }
}

/// Clusters that have no run in the new row are complete.
void ClusterRows::number_clusters() noexcept {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < next_.count; ++i) {
    Node& root = nodes_[root_of(next_.runs[i].cluster)];
    if (root.number == kNone) {
      clusters_[count] = root.cluster;
      root.number = count++;
    }
    next_.runs[i].cluster = root.number;
  }
  for (std::uint32_t i = 0; i < cluster_count_; ++i) {
    if (nodes_[i].parent == i && nodes_[i].number == kNone) conclude(nodes_[i].cluster);
  }
  cluster_count_ = count;
}

/// Halves the way for those that ask later.
std::uint32_t ClusterRows::root_of(std::uint32_t node) noexcept {
  while (nodes_[node].parent != node) node = nodes_[node].parent = nodes_[nodes_[node].parent].parent;
  return node;
}

void ClusterRows::join(std::uint32_t one, std::uint32_t other) noexcept {
  one = root_of(one);
  other = root_of(other);
  if (one == other) return;
  nodes_[other].parent = one;
  Cluster& joined = nodes_[one].cluster;
  const Cluster& added = nodes_[other].cluster;
  joined.pixels += added.pixels;
  joined.first = std::min(joined.first, added.first);
  joined.left = std::min(joined.left, added.left);
  joined.right = std::max(joined.right, added.right);
  joined.bottom = std::max(joined.bottom, added.bottom);
}

void ClusterRows::conclude(const Cluster& cluster) noexcept {
  const bool is_earlier = cluster.pixels == largest_.pixels && cluster.first < largest_.first;
  if (cluster.pixels > largest_.pixels || is_earlier) largest_ = cluster;
}

}  // namespace photopic
