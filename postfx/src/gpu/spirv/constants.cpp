// SPDX-License-Identifier: MIT
// Folding of SPIR-V's constants.
#include "gpu/spirv/constants.h"

#include <new>

#include "gpu/spirv/opcodes.h"

namespace photopic::spirv_code {
namespace {

/// An operation on known values; false: one that isn't folded.
bool fold(std::uint32_t op, std::uint32_t a, std::uint32_t b, std::uint32_t* value) {
  const auto is_less = [](std::uint32_t x, std::uint32_t y) { return (x ^ 0x80000000u) < (y ^ 0x80000000u); };
  switch (op) {
    case kIAdd:
      *value = a + b;
      return true;
    case kISub:
      *value = a - b;
      return true;
    case kIMul:
      *value = a * b;
      return true;
    case kUDiv:
      *value = b != 0 ? a / b : 0;
      return b != 0;
    case kUMod:
      *value = b != 0 ? a % b : 0;
      return b != 0;
    case kShiftRightLogical:
      *value = b < 32 ? a >> b : 0;
      return true;
    case kShiftLeftLogical:
      *value = b < 32 ? a << b : 0;
      return true;
    case kBitwiseOr:
      *value = a | b;
      return true;
    case kBitwiseAnd:
      *value = a & b;
      return true;
    case kLogicalEqual:
    case kIEqual:
      *value = a == b;
      return true;
    case kLogicalNotEqual:
    case kINotEqual:
      *value = a != b;
      return true;
    case kLogicalOr:
      *value = a | b;
      return true;
    case kLogicalAnd:
      *value = a & b;
      return true;
    case kUGreaterThan:
      *value = a > b;
      return true;
    case kSGreaterThan:
      *value = is_less(b, a);
      return true;
    case kUGreaterThanEqual:
      *value = a >= b;
      return true;
    case kSGreaterThanEqual:
      *value = !is_less(a, b);
      return true;
    case kULessThan:
      *value = a < b;
      return true;
    case kSLessThan:
      *value = is_less(a, b);
      return true;
    case kULessThanEqual:
      *value = a <= b;
      return true;
    case kSLessThanEqual:
      *value = !is_less(b, a);
      return true;
    default:
      return false;
  }
}

}  // namespace

bool Constants::init(std::uint32_t bound) {
  bound_ = bound;
  values_.reset(new (std::nothrow) Value[bound]);
  return values_ != nullptr;
}

void Constants::read(Instruction instruction) {
  switch (instruction.op()) {
    case kDecorate:
      if (instruction[2] == kDecorationSpecId) specialize(instruction[1], instruction[3]);
      break;
    case kConstantTrue:
    case kConstantFalse:
      know(instruction[2], instruction.op() == kConstantTrue);
      break;
    case kSpecConstantTrue:
    case kSpecConstantFalse:
      values_[instruction[2]].is_specialized = true;
      if (!values_[instruction[2]].is_known) know(instruction[2], instruction.op() == kSpecConstantTrue);
      break;
    case kSpecConstant:
      values_[instruction[2]].is_specialized = true;
      [[fallthrough]];
    case kConstant:
      if (instruction.count() == 4 && !values_[instruction[2]].is_known) know(instruction[2], instruction[3]);
      break;
    case kSpecConstantOp:
      values_[instruction[2]].is_specialized = true;
      evaluate(instruction[3], instruction[2], instruction.words + 4, instruction.count() - 4);
      break;
    default:
      break;
  }
}

void Constants::specialize(std::uint32_t id, std::uint32_t spec_id) {
  for (const Specialization& constant : constants_) {
    if (constant.id == spec_id) know(id, constant.value);
  }
}

void Constants::evaluate(std::uint32_t op, std::uint32_t result, const std::uint32_t* operands, std::uint32_t count) {
  const auto known = [this, operands](std::uint32_t i) {  // a literal may be no id
    return operands[i] < bound_ && values_[operands[i]].is_known;
  };
  const auto value = [this, operands](std::uint32_t i) { return values_[operands[i]].number; };
  if (op == kLogicalNot && count == 1 && known(0)) return know(result, !value(0));
  if (op == kSelect && count == 3 && known(0) && known(value(0) != 0 ? 1 : 2)) {
    return know(result, value(value(0) != 0 ? 1 : 2));
  }
  if (count != 2) return;
  std::uint32_t folded = 0;
  if (known(0) && known(1)) {
    if (fold(op, value(0), value(1), &folded)) know(result, folded);
    return;
  }
  for (std::uint32_t i = 0; i < 2; ++i) {  // one of them decides
    if (known(i) && (op == kLogicalAnd && value(i) == 0)) know(result, 0);
    if (known(i) && (op == kLogicalOr && value(i) != 0)) know(result, 1);
  }
}

}  // namespace photopic::spirv_code
