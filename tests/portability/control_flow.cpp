// SPDX-License-Identifier: MIT
// Post-dominators of a function's blocks, and the regions of its branches that follow from them.
#include "portability/control_flow.h"

#include <algorithm>

#include "gpu/spirv/opcodes.h"

namespace portability {
namespace {

using namespace photopic::spirv_code;

constexpr std::size_t kNone = ~std::size_t{0};

/// Blocks from which `first` leads on, in the order in which a depth-first walk leaves them.
std::vector<std::size_t> left_in_order(const Edges& edges, std::size_t first) {
  std::vector<std::size_t> order;
  std::vector<bool> is_seen(edges.size());
  std::vector<std::pair<std::size_t, std::size_t>> path = {{first, 0}};  // block, next of its edges
  is_seen[first] = true;
  while (!path.empty()) {
    const std::size_t block = path.back().first;
    if (path.back().second == edges[block].size()) {
      order.push_back(block);
      path.pop_back();
      continue;
    }
    const std::size_t next = edges[block][path.back().second++];
    if (is_seen[next]) continue;
    is_seen[next] = true;
    path.push_back({next, 0});
  }
  return order;
}

/// Of each block, the next one that every way to the function's end passes; the end is the block edges.size(), and of
/// blocks that don't lead there. "A Simple, Fast Dominance Algorithm", Cooper, Harvey and Kennedy 2001.
std::vector<std::size_t> post_dominators(const Edges& successors, const std::vector<bool>& is_reached) {
  const std::size_t end = successors.size();
  Edges before(end + 1), after = successors;  // reversed edges, and edges to the end
  for (std::size_t block = 0; block < end; ++block) {
    if (!is_reached[block]) continue;
    if (after[block].empty()) after[block] = {end};
    for (const std::size_t next : after[block]) before[next].push_back(block);
  }
  const std::vector<std::size_t> order = left_in_order(before, end);
  std::vector<std::size_t> rank(end + 1, kNone), of(end + 1, kNone);
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  of[end] = end;
  const auto common = [&](std::size_t a, std::size_t b) {
    while (a != b) {
      while (rank[a] < rank[b]) a = of[a];
      while (rank[b] < rank[a]) b = of[b];
    }
    return a;
  };
  for (bool has_news = true; has_news;) {
    has_news = false;
    for (std::size_t i = order.size() - 1; i-- > 0;) {
      std::size_t found = kNone;
      for (const std::size_t next : after[order[i]]) {
        if (of[next] == kNone) continue;
        found = found == kNone ? next : common(found, next);
      }
      has_news |= of[order[i]] != found;
      of[order[i]] = found;
    }
  }
  std::replace(of.begin(), of.end(), kNone, end);
  return of;
}

}  // namespace

void ControlFlow::add_block(std::uint32_t label) { indices_[label] = labels_.size(); }

void ControlFlow::end_block(Instruction end) {
  std::vector<std::uint32_t> labels;
  if (end.op() == kBranch) labels = {end[1]};
  if (end.op() == kBranchConditional) labels = {end[2], end[3]};
  if (end.op() == kSwitch) {
    for (std::uint32_t i = 2; i < end.count(); i += 2) labels.push_back(end[i]);
  }
  labels_.push_back(labels);
}

void ControlFlow::finish() {
  for (const std::vector<std::uint32_t>& labels : labels_) {
    std::vector<std::size_t> blocks;
    for (const std::uint32_t label : labels) {
      const std::size_t block = indices_.at(label);
      if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) blocks.push_back(block);
    }
    successors_.push_back(blocks);
  }
}

Regions::Regions(const Edges& successors) : is_reached_(successors.size()), regions_(successors.size()) {
  for (const std::size_t block : left_in_order(successors, 0)) is_reached_[block] = true;
  const std::vector<std::size_t> ends = post_dominators(successors, is_reached_);
  for (std::size_t branch = 0; branch < successors.size(); ++branch) {
    regions_[branch].assign(successors.size(), false);
    if (!is_reached_[branch] || successors[branch].size() < 2) continue;
    std::vector<std::size_t> open = successors[branch];
    while (!open.empty()) {
      const std::size_t block = open.back();
      open.pop_back();
      if (block == ends[branch] || regions_[branch][block]) continue;
      regions_[branch][block] = true;
      open.insert(open.end(), successors[block].begin(), successors[block].end());
    }
  }
}

}  // namespace portability
