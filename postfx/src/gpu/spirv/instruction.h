// SPDX-License-Identifier: MIT
// Instructions of SPIR-V, and which of their words are ids.
#ifndef PHOTOPIC_SRC_GPU_INSTRUCTION_H
#define PHOTOPIC_SRC_GPU_INSTRUCTION_H

#include <cstdint>

namespace photopic::spirv_code {

/// One instruction.
struct Instruction {
  std::uint32_t* words;

  std::uint32_t op() const { return words[0] & 0xffffu; }
  std::uint32_t count() const { return words[0] >> 16; }
  std::uint32_t operator[](std::uint32_t index) const { return words[index]; }
};

/// Its result, or 0. For what functions have.
std::uint32_t result_of(Instruction instruction);

/// Whether operand `index` (1, 2, ...) may be an id: false for the literals of what functions have.
bool may_be_id(std::uint32_t op, std::uint32_t index);

}  // namespace photopic::spirv_code

#endif
