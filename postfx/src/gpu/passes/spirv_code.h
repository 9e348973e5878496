// SPDX-License-Identifier: MIT
// Rules by which SPIR-V is shortened before it is packed, for the program of the build that does it and for the module
// that undoes it: ids are written as distances from the result that was made last, so that a
// variant, all of whose ids are others, has the same text. The rules name what saves bytes; any code survives them.
#ifndef PHOTOPIC_SRC_GPU_SPIRV_CODE_H
#define PHOTOPIC_SRC_GPU_SPIRV_CODE_H

#include <cstddef>
#include <cstdint>

#include "gpu/spirv/opcodes.h"

namespace photopic::spirv_code {

/// Whether operand `index` (1, 2, ...) of an instruction is written as a distance.
constexpr bool is_distance(std::uint32_t op, std::uint32_t index) {
  switch (op) {
    case kSource:
    case kExtInstImport:
    case kMemoryModel:
    case kEntryPoint:
    case kExecutionMode:
    case kCapability:
      return false;
    case kName:
    case kMemberName:
    case kDecorate:
    case kMemberDecorate:
      return index == 1;  // what they are of
    case kConstant:
    case kSpecConstant:
      return index == 2;  // the result; then the value
    case kCompositeExtract:
    case kCompositeInsert:
      return index == 2 || index == 3;  // then places
    case kExtInst:
      return index == 2 || index > 4;  // 3 and 4 are the set and its function
    case kStore:
    case kLabel:
    case kBranch:
    case kBranchConditional:
      return true;
    default:
      return index != 1;  // mostly a type
  }
}

/// What ids behind an instruction of `count` words are distances from. `words`: the instruction.
constexpr std::uint32_t reference_after(std::uint32_t op, std::uint32_t count, const std::uint32_t* words,
                                        std::uint32_t bound, std::uint32_t reference) {
  switch (op) {
    case kName:
    case kMemberName:
    case kDecorate:
    case kMemberDecorate:
    case kLabel:
      return words[1];
    case kStore:
    case kLoopMerge:
    case kSelectionMerge:
    case kBranchConditional:
      return reference;
    default:
      return count > 2 && words[2] < bound ? words[2] : reference;
  }
}

/// Small for small differences of either sign; and back.
constexpr std::uint32_t folded(std::uint32_t difference) { return difference << 1 ^ (0u - (difference >> 31)); }
constexpr std::uint32_t unfolded(std::uint32_t number) { return number >> 1 ^ (0u - (number & 1u)); }

/// FNV-1a, of words.
constexpr std::uint64_t hash_of(const std::uint32_t* words, std::size_t count) {
  std::uint64_t hash = 14695981039346656037u;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ words[i]) * 1099511628211u;
  return hash;
}

}  // namespace photopic::spirv_code

#endif
