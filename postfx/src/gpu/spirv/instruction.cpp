// SPDX-License-Identifier: MIT
// Operands of SPIR-V's instructions, by opcode.
#include "gpu/spirv/instruction.h"

#include "gpu/spirv/opcodes.h"

namespace photopic::spirv_code {

std::uint32_t result_of(Instruction instruction) {
  switch (instruction.op()) {
    case kLabel:
      return instruction[1];
    case kStore:
    case kCopyMemory:
    case kImageWrite:
    case kControlBarrier:
    case kMemoryBarrier:
    case kAtomicStore:
    case kLoopMerge:
    case kSelectionMerge:
    case kLine:
      return 0;
    default:
      return instruction.count() > 2 && !is_end(instruction.op()) ? instruction[2] : 0;
  }
}

bool may_be_id(std::uint32_t op, std::uint32_t index) {
  switch (op) {
    case kLine:
      return false;
    case kSelectionMerge:
    case kLoopMerge:
      return index == 1;
    case kStore:
      return index < 3;
    case kLoad:
    case kCompositeExtract:
      return index < 4;
    case kVariable:
      return index != 3;
    case kExtInst:
      return index != 4;
    case kCompositeInsert:
    case kVectorShuffle:
      return index < 5;
    case kSwitch:
      return index < 3 || index % 2 == 0;
    default:
      return true;
  }
}

}  // namespace photopic::spirv_code
