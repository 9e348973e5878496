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
  nodes_.reset(new (std::nothrow) Node[2 * runs]);
  return last_.runs != nullptr && next_.runs != nullptr && nodes_ != nullptr ? Status::ok : Status::out_of_memory;
}

void ClusterRows::begin(std::uint32_t width) noexcept {
  width_ = width;
  row_ = 0;
  last_.count = 0;
  last_clusters_ = 0;
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
  for (std::uint32_t i = 0; i < last_clusters_; ++i) conclude(nodes_[i].cluster);
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
  for (std::uint32_t i = 0; i < last_clusters_; ++i) nodes_[i].parent = i;
  std::uint32_t above = 0;
  for (std::uint32_t i = 0; i < next_.count; ++i) {
    Run& run = next_.runs[i];
    const std::uint32_t node = last_clusters_ + i;
    run.cluster = node;
    nodes_[node].parent = node;
    nodes_[node].cluster = {run.end - run.first, std::uint64_t{row_} * width_ + run.first, run.first, run.end - 1, row_};
    while (above < last_.count && last_.runs[above].end < run.first) ++above;
    // The last one that touches may touch the next run, too.
    for (std::uint32_t j = above; j < last_.count && last_.runs[j].first <= run.end; ++j) {
      join(last_.runs[j].cluster, node);
    }
  }
}

/// Clusters that have no run in the new row are complete; the others become the first nodes.
void ClusterRows::number_clusters() noexcept {
  const std::uint32_t nodes = last_clusters_ + next_.count;
  for (std::uint32_t i = 0; i < nodes; ++i) nodes_[i].number = kNone;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < next_.count; ++i) {
    Run& run = next_.runs[i];
    Node& root = nodes_[root_of(run.cluster)];
    if (root.number == kNone) root.number = count++;
    run.cluster = root.number;
  }
  for (std::uint32_t i = 0; i < last_clusters_; ++i) {
    if (nodes_[i].parent == i && nodes_[i].number == kNone) conclude(nodes_[i].cluster);
  }
  // A root isn't behind its number: each cluster goes to a place that was read already, or its own.
  // Roots are the lowest nodes of their clusters, but numbers follow the runs: so they are put in order through the runs.
  for (std::uint32_t i = 0; i < nodes; ++i) {
    while (nodes_[i].parent == i && nodes_[i].number != kNone && nodes_[i].number != i) {
      std::swap(nodes_[i], nodes_[nodes_[i].number]);
    }
  }
  last_clusters_ = count;
}

}  // namespace photopic
