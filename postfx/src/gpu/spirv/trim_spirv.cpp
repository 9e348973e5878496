// SPDX-License-Identifier: MIT
// Cut of SPIR-V: constants folded, blocks that are reached found, the rest left out.
#include "gpu/spirv/trim_spirv.h"

#include <cstring>
#include <memory>
#include <new>

#include "gpu/spirv/constants.h"
#include "gpu/spirv/instruction.h"
#include "gpu/spirv/opcodes.h"

namespace photopic {
namespace {

using namespace spirv_code;

/// Facts about an id that is a function or a block.
struct Id {
  std::uint32_t function = 0;  ///< of a function: the word that it begins at
  std::uint32_t only = 0;      ///< of a block whose condition is known: where it goes
  bool is_met = false;         ///< of a block: was walked past
  bool is_live = false;        ///< of a block or function: is reached
  bool is_merge = false;       ///< of a block: where a construct that stays ends
  bool is_cut = false;         ///< its definition is left out
};

class Trimming {
 public:
  Trimming(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants)
      : words_(words), end_(words + count), bound_(words[kBoundWord]), known_(constants) {}

  bool init() {
    ids_.reset(new (std::nothrow) Id[bound_]);
    queue_.reset(new (std::nothrow) std::uint32_t[bound_]);
    return ids_ != nullptr && queue_ != nullptr && known_.init(bound_);
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

  void call(std::uint32_t function) {
    if (ids_[function].is_live) return;
    ids_[function].is_live = true;
    queue_[queued_++] = function;
  }

  void read_globals() {
    visit(words_ + kHeaderWords, [this](Instruction instruction) {
      known_.read(instruction);
      if (instruction.op() == kEntryPoint) call(instruction[2]);
      if (instruction.op() == kFunction) {
        ids_[instruction[2]].function = static_cast<std::uint32_t>(instruction.words - words_);
      }
      return true;
    });
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
          known_.evaluate(op, instruction[2], instruction.words + 3, instruction.count() - 3);
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
    const Constants::Value& condition = known_[instruction[1]];
    const bool leads_back = ids_[instruction[2]].is_met || ids_[instruction[3]].is_met;
    if (!condition.is_known || leads_back) {
      return enter_merge() && enter(instruction[2]) && enter(instruction[3]);
    }
    const std::uint32_t target = instruction[condition.number != 0 ? 2 : 3];
    ids_[block_].only = target;
    const bool is_selection = merge_.words != nullptr && merge_.op() == kSelectionMerge;
    return (is_selection || enter_merge()) && enter(target);
  }

  bool choose(Instruction instruction) {
    if (!enter_merge()) return false;
    const Constants::Value& selector = known_[instruction[1]];
    if (!selector.is_known) {
      bool is_ordered = enter(instruction[2]);
      for (std::uint32_t i = 4; i < instruction.count(); i += 2) is_ordered = enter(instruction[i]) && is_ordered;
      return is_ordered;
    }
    std::uint32_t target = instruction[2];
    for (std::uint32_t i = 3; i + 1 < instruction.count(); i += 2) {
      if (instruction[i] == selector.number) target = instruction[i + 1];
    }
    ids_[block_].only = target;
    return enter(target);
  }

  bool leads(std::uint32_t from, std::uint32_t to) const {
    return ids_[from].is_live && (ids_[from].only == 0 || ids_[from].only == to);
  }

  /// The value where all ways that are left bring the same.
  void join(Instruction instruction) {
    const Constants::Value* same = nullptr;
    for (std::uint32_t i = 3; i + 1 < instruction.count(); i += 2) {
      if (!ids_[instruction[i + 1]].is_met) return;
      if (!leads(instruction[i + 1], block_)) continue;
      const Constants::Value& value = known_[instruction[i]];
      if (!value.is_known || (same != nullptr && same->number != value.number)) return;
      same = &value;
    }
    if (same != nullptr) known_.know(instruction[2], same->number);
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
  const std::uint32_t bound_;
  Constants known_;
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
