// SPDX-License-Identifier: MIT
// Blocks of a SPIR-V function, and which branches decide whether a block is reached.
#ifndef PHOTOPIC_TESTS_PORTABILITY_CONTROL_FLOW_H
#define PHOTOPIC_TESTS_PORTABILITY_CONTROL_FLOW_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gpu/spirv/instruction.h"

namespace portability {

/// Blocks by index, successors of each.
using Edges = std::vector<std::vector<std::size_t>>;

/// Blocks in the order of the code. add_block() and end_block() in turn, finish() at last.
class ControlFlow {
 public:
  void add_block(std::uint32_t label);
  /// `end`: the block's last instruction.
  void end_block(photopic::spirv_code::Instruction end);
  void finish();

  const Edges& successors() const { return successors_; }
  std::size_t index_of(std::uint32_t label) const { return indices_.at(label); }

 private:
  std::map<std::uint32_t, std::size_t> indices_;
  std::vector<std::vector<std::uint32_t>> labels_;  // of successors
  Edges successors_;
};

/// Regions of branches: the blocks between a branch and the first block that all of its ways lead to, which may be the
/// function's end.
class Regions {
 public:
  /// Block 0 is the first. Each block has a successor or ends the function.
  explicit Regions(const Edges& successors);

  bool is_reached(std::size_t block) const { return is_reached_[block]; }
  bool decides(std::size_t branch, std::size_t block) const { return regions_[branch][block]; }

 private:
  std::vector<bool> is_reached_;
  std::vector<std::vector<bool>> regions_;  // empty but for branches: all false
};

}  // namespace portability

#endif
