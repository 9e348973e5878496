// SPDX-License-Identifier: MIT
// Cut of SPIR-V: constants folded, blocks that are reached found, the rest left out.
#include "gpu/spirv/trim_spirv.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "gpu/spirv/instruction.h"
#include "gpu/spirv/opcodes.h"

namespace photopic {
namespace {

using namespace spirv_code;

/// What is known of an id.
struct Id {
  std::uint32_t value = 0;     ///< of a known constant
  std::uint32_t function = 0;  ///< of a function: the word that it begins at
  std::uint32_t only = 0;      ///< of a block whose condition is known: where it goes
  bool is_known = false;
  bool is_met = false;    ///< of a block: was walked past
  bool is_live = false;   ///< of a block or function: is reached
  bool is_merge = false;  ///< of a block: where a construct that stays ends
  bool is_cut = false;    ///< its definition is left out
};

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

class Trimming {
 public:
  Trimming(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants)
      : words_(words), end_(words + count), constants_(constants), bound_(words[kBoundWord]) {}

  bool init() {
    ids_.reset(new (std::nothrow) Id[bound_]);
    queue_.reset(new (std::nothrow) std::uint32_t[bound_]);
    return ids_ != nullptr && queue_ != nullptr;
  }

  std::size_t run() {
    read_globals();
    for (std::uint32_t i = 0; i < queued_; ++i) walk_function(queue_[i]);
    mark_cut();
    return write();
  }

 private:
  template <class Visit>
  std::uint32_t* visit(std::uint32_t* at, Visit&& take) const {
    while (at != end_) {
      const Instruction instruction = {at};
      at += instruction.count();
      if (!take(instruction)) break;
    }
    return at;
  }

  void know(std::uint32_t id, std::uint32_t value) {
    ids_[id].is_known = true;
    ids_[id].value = value;
  }

  void call(std::uint32_t function) {
    if (ids_[function].is_live) return;
    ids_[function].is_live = true;
    queue_[queued_++] = function;
  }

  // ---- constants ----------------------------------------------------------------------------------------------------
  void read_globals() {
    visit(words_ + kHeaderWords, [this](Instruction instruction) {
      switch (instruction.op()) {
        case kEntryPoint:
          call(instruction[2]);
          break;
        case kDecorate:
          if (instruction[2] == kDecorationSpecId) specialize(instruction[1], instruction[3]);
          break;
        case kConstantTrue:
        case kConstantFalse:
          know(instruction[2], instruction.op() == kConstantTrue);
          break;
        case kSpecConstantTrue:
        case kSpecConstantFalse:
          if (!ids_[instruction[2]].is_known) know(instruction[2], instruction.op() == kSpecConstantTrue);
          break;
        case kConstant:
        case kSpecConstant:
          if (instruction.count() == 4 && !ids_[instruction[2]].is_known) know(instruction[2], instruction[3]);
          break;
        case kSpecConstantOp:
          evaluate(instruction[3], instruction[2], instruction.words + 4, instruction.count() - 4);
          break;
        case kFunction:
          ids_[instruction[2]].function = static_cast<std::uint32_t>(instruction.words - words_);
          break;
        default:
          break;
      }
      return true;
    });
  }

  void specialize(std::uint32_t id, std::uint32_t spec_id) {
    for (const Specialization& constant : constants_) {
      if (constant.id == spec_id) know(id, constant.value);
    }
  }

  void evaluate(std::uint32_t op, std::uint32_t result, const std::uint32_t* operands, std::uint32_t count) {
    const auto known = [this, operands](std::uint32_t i) {  // a literal may be no id
      return operands[i] < bound_ && ids_[operands[i]].is_known;
    };
    const auto value = [this, operands](std::uint32_t i) { return ids_[operands[i]].value; };
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

  // ---- functions ----------------------------------------------------------------------------------------------------
  /// Finds the blocks that are reached. In SPIR-V a block stands behind those that dominate it; here behind all that
  /// lead to it, but for loops: where not, all blocks stay.
  void walk_function(std::uint32_t function) {
    std::uint32_t* const first = words_ + ids_[function].function;
    block_ = 0;
    merge_ = {nullptr};
    bool is_ordered = true;
    visit(first, [this, &is_ordered](Instruction instruction) {
      if (instruction.op() == kFunctionEnd) return false;
      is_ordered = walk(instruction) && is_ordered;
      return true;
    });
    if (is_ordered && !needs_cut_values(first)) return;
    visit(first, [this](Instruction instruction) {
      if (instruction.op() == kFunctionEnd) return false;
      if (instruction.op() == kLabel) {
        ids_[instruction[1]].is_live = true;
        ids_[instruction[1]].only = 0;
      } else if (instruction.op() == kFunctionCall) {
        call(instruction[3]);
      }
      return true;
    });
  }

  /// False where a block behind it leads to one that was left out.
  bool walk(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kLabel) {
      const bool is_first = block_ == 0;
      block_ = instruction[1];
      ids_[block_].is_met = true;
      if (is_first) ids_[block_].is_live = true;
      merge_ = {nullptr};
      return true;
    }
    if (block_ == 0 || !ids_[block_].is_live) return true;
    switch (op) {
      case kFunctionCall:
        call(instruction[3]);
        return true;
      case kLoopMerge:
      case kSelectionMerge:
        merge_ = instruction;
        return true;
      case kBranch:
        return enter_merge() && enter(instruction[1]);
      case kBranchConditional:
        return branch(instruction);
      case kSwitch:
        return choose(instruction);
      case kPhi:
        join(instruction);
        return true;
      default:
        if (instruction.count() > 3 && !is_end(op)) {
          evaluate(op, instruction[2], instruction.words + 3, instruction.count() - 3);
        }
        return true;
    }
  }

  bool enter(std::uint32_t block) {
    if (ids_[block].is_met) return ids_[block].is_live;
    ids_[block].is_live = true;
    return true;
  }

  /// The ends of the construct that this block begins, which stays one.
  bool enter_merge() {
    if (merge_.words == nullptr) return true;
    ids_[merge_[1]].is_merge = true;
    return merge_.op() != kLoopMerge || enter(merge_[2]);  // its continue target leads back, whatever is cut
  }

  bool branch(Instruction instruction) {
    const Id& condition = ids_[instruction[1]];
    const bool leads_back = ids_[instruction[2]].is_met || ids_[instruction[3]].is_met;
    if (!condition.is_known || leads_back) {
      return enter_merge() && enter(instruction[2]) && enter(instruction[3]);
    }
    const std::uint32_t target = instruction[condition.value != 0 ? 2 : 3];
    ids_[block_].only = target;
    const bool is_selection = merge_.words != nullptr && merge_.op() == kSelectionMerge;
    return (is_selection || enter_merge()) && enter(target);
  }

  bool choose(Instruction instruction) {
    if (!enter_merge()) return false;
    const Id& selector = ids_[instruction[1]];
    if (!selector.is_known) {
      bool is_ordered = enter(instruction[2]);
      for (std::uint32_t i = 4; i < instruction.count(); i += 2) is_ordered = enter(instruction[i]) && is_ordered;
      return is_ordered;
    }
    std::uint32_t target = instruction[2];
    for (std::uint32_t i = 3; i + 1 < instruction.count(); i += 2) {
      if (instruction[i] == selector.value) target = instruction[i + 1];
    }
    ids_[block_].only = target;
    return enter(target);
  }

  bool leads(std::uint32_t from, std::uint32_t to) const {
    return ids_[from].is_live && (ids_[from].only == 0 || ids_[from].only == to);
  }

  /// The value where all ways that are left bring the same.
  void join(Instruction instruction) {
    const Id* same = nullptr;
    for (std::uint32_t i = 3; i + 1 < instruction.count(); i += 2) {
      if (!ids_[instruction[i + 1]].is_met) return;
      if (!leads(instruction[i + 1], block_)) continue;
      const Id& value = ids_[instruction[i]];
      if (!value.is_known || (same != nullptr && same->value != value.value)) return;
      same = &value;
    }
    if (same != nullptr) know(instruction[2], same->value);
  }

  /// Whether a block that stays takes anything from one that doesn't.
  bool needs_cut_values(std::uint32_t* first) {
    const auto each = [this, first](auto&& take) {
      bool is_live = true;
      visit(first, [this, &is_live, &take](Instruction instruction) {
        if (instruction.op() == kFunctionEnd) return false;
        if (instruction.op() == kLabel) is_live = ids_[instruction[1]].is_live;
        take(instruction, is_live);
        return true;
      });
    };
    each([this](Instruction instruction, bool is_live) {
      const std::uint32_t result = result_of(instruction);
      if (!is_live && result != 0 && result < bound_) ids_[result].is_cut = instruction.op() != kLabel;
    });
    bool needs = false;
    std::uint32_t block = 0;
    each([this, &needs, &block](Instruction instruction, bool is_live) {
      if (instruction.op() == kLabel) block = instruction[1];
      if (!is_live) return;
      for (std::uint32_t i = 1; i < instruction.count(); ++i) {
        if (instruction.op() == kPhi && i > 2) {
          if (i % 2 == 0 || !leads(instruction[i + 1], block)) continue;  // a block, or a way that is cut
        }
        if (may_be_id(instruction.op(), i) && instruction[i] < bound_) needs |= ids_[instruction[i]].is_cut;
      }
    });
    each([this](Instruction instruction, bool) {
      const std::uint32_t result = result_of(instruction);
      if (result < bound_) ids_[result].is_cut = false;
    });
    return needs;
  }

  // ---- the code that is left ----------------------------------------------------------------------------------------
  /// Marks what is defined in blocks and functions that are left out.
  void mark_cut() {
    bool is_function_live = true;
    bool is_live = true;
    visit(words_ + kHeaderWords, [&](Instruction instruction) {
      const std::uint32_t op = instruction.op();
      if (op == kFunction) is_live = is_function_live = ids_[instruction[2]].is_live;
      if (op == kLabel && is_function_live) is_live = ids_[instruction[1]].is_live;
      const std::uint32_t result = is_live ? 0 : result_of(instruction);
      if (result != 0 && result < bound_) ids_[result].is_cut = !(op == kLabel && ids_[result].is_merge);
      if (op == kFunctionEnd) is_live = is_function_live = true;
      return true;
    });
  }

  std::size_t write() {
    out_ = words_ + kHeaderWords;
    bool is_function_live = true;
    bool is_live = true;
    visit(words_ + kHeaderWords, [&](Instruction instruction) {
      const std::uint32_t op = instruction.op();
      if (op == kFunction) is_live = is_function_live = ids_[instruction[2]].is_live;
      if (op == kLabel && is_function_live) {
        block_ = instruction[1];
        is_live = ids_[block_].is_live;
        if (!is_live && ids_[block_].is_merge) put(instruction);
      }
      if (!is_live && block_ != 0 && ids_[block_].is_merge && is_end(op)) *out_++ = 1u << 16 | kUnreachable;
      if (op == kFunctionEnd) is_live = is_function_live;
      const bool is_annotation = op == kName || op == kMemberName || op == kDecorate;
      if (is_live && !(is_annotation && ids_[instruction[1]].is_cut)) write(instruction);
      if (op == kFunctionEnd) {
        is_live = is_function_live = true;
        block_ = 0;
      }
      return true;
    });
    return static_cast<std::size_t>(out_ - words_);
  }

  void put(Instruction instruction) {
    const std::uint32_t count = instruction.count();
    std::memmove(out_, instruction.words, count * sizeof(std::uint32_t));
    out_ += count;
  }

  void write(Instruction instruction) {
    const std::uint32_t only = block_ != 0 ? ids_[block_].only : 0;
    const Instruction next = {instruction.words + instruction.count()};
    switch (instruction.op()) {
      case kSelectionMerge:
        if (only != 0 && next.op() == kBranchConditional) return;
        return put(instruction);
      case kBranchConditional:
        if (only == 0) return put(instruction);
        *out_++ = 2u << 16 | kBranch;
        *out_++ = only;
        return;
      case kSwitch: {  // stays one: what is within may leave it from inner constructs
        if (only == 0) return put(instruction);
        const std::uint32_t selector = instruction[1];
        *out_++ = 3u << 16 | kSwitch;
        *out_++ = selector;
        *out_++ = only;
        return;
      }
      case kPhi: {
        std::uint32_t* const begin = out_;
        const std::uint32_t count = instruction.count();
        std::uint32_t length = 3;
        *out_++ = 0;
        *out_++ = instruction[1];
        *out_++ = instruction[2];
        for (std::uint32_t i = 3; i + 1 < count; i += 2) {
          if (!leads(instruction[i + 1], block_)) continue;
          const std::uint32_t value = instruction[i];
          const std::uint32_t from = instruction[i + 1];
          *out_++ = value;
          *out_++ = from;
          length += 2;
        }
        begin[0] = length << 16 | kPhi;
        return;
      }
      default:
        return put(instruction);
    }
  }

  std::uint32_t* const words_;
  std::uint32_t* const end_;
  const std::span<const Specialization> constants_;
  const std::uint32_t bound_;
  std::unique_ptr<Id[]> ids_;
  std::unique_ptr<std::uint32_t[]> queue_;  // functions that are called
  std::uint32_t queued_ = 0;
  std::uint32_t block_ = 0;  // where the walk is
  Instruction merge_ = {nullptr};
  std::uint32_t* out_ = nullptr;
};

}  // namespace

std::size_t trim(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants) noexcept {
  Trimming trimming(words, count, constants);
  return trimming.init() ? trimming.run() : count;
}

}  // namespace photopic
