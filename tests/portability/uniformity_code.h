// SPDX-License-Identifier: MIT
// Declarations of a SPIR-V module for the data flow: types, decorations, constants, conditions and functions.
#ifndef PHOTOPIC_TESTS_PORTABILITY_UNIFORMITY_CODE_H
#define PHOTOPIC_TESTS_PORTABILITY_UNIFORMITY_CODE_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "portability/control_flow.h"
#include "portability/spirv_module.h"
#include "portability/spirv_numbers.h"
#include "portability/uniformity.h"

namespace portability {

using namespace photopic::spirv_code;
using Id = std::uint32_t;

inline Spread most(Spread a, Spread b) { return std::max(a, b); }
inline void raise(Spread& to, Spread spread) { to = most(to, spread); }

/// A condition on specialisation constants, as text: the same text has the same value. Empty: another condition.
struct Condition {
  std::string text;
  bool is_inverted = false;
};
using Assumptions = std::map<std::string, bool>;
inline std::string spec_text(std::uint32_t spec_id) { return "#" + std::to_string(spec_id); }

struct Function {
  std::string name;
  std::vector<Id> parameters;
  ControlFlow flow;
  std::vector<std::vector<Instruction>> blocks;  // as flow's
};

/// Types, decorations, constants and functions.
class Code {
 public:
  Code(std::vector<std::uint32_t>& words, const KnownFacts& facts) : facts_(facts) {
    for_each_instruction(words, [this](Instruction instruction) { read(instruction); });
    for (auto& [id, function] : functions) function.flow.finish();
  }

  std::string text_of(Id id) const {
    const auto found = texts_.find(id);
    return found == texts_.end() ? std::string() : found->second;
  }
  Condition condition_of(Id id) const {
    const auto found = conditions_.find(id);
    return found == conditions_.end() ? Condition{} : found->second;
  }
  std::uint32_t storage_of(Id pointer) const {
    const auto type = types.find(pointer);
    const auto storage = type == types.end() ? storages_.end() : storages_.find(type->second);
    return storage == storages_.end() ? kStorageFunction : storage->second;
  }
  bool is_pointer(Id value) const { return types.contains(value) && storages_.contains(types.at(value)); }
  /// What a load from a variable with a constant index may be, from its storage class; none: from what is stored there.
  std::optional<Spread> content_of(Id variable) const {
    switch (storage_of(variable)) {
      case kStoragePushConstant:
      case kStorageUniform:
        return Spread::uniform;
      case kStorageBuffer:
        return is_only_read(variable) || is_steady(variable) ? Spread::uniform : Spread::divergent;
      case kStorageUniformConstant:
        return is_sampled(pointees_.at(types.at(variable))) || is_only_read(variable) ? Spread::uniform
                                                                                      : Spread::divergent;
      case kStorageWorkgroup:
        return Spread::shared_memory;
      case kStorageInput: {
        const auto builtin = builtins_.find(variable);
        const bool is_of_group = builtin != builtins_.end() &&
                                 (builtin->second == kBuiltInWorkgroupId || builtin->second == kBuiltInNumWorkgroups ||
                                  builtin->second == kBuiltInNumSubgroups);
        return is_of_group ? Spread::uniform : Spread::divergent;
      }
      case kStoragePrivate:
      case kStorageFunction:
        return std::nullopt;
      default:
        return Spread::divergent;
    }
  }

  std::map<Id, Function> functions;
  std::map<Id, Id> types;            // of results
  std::map<Id, Instruction> chains;  // access chains
  Id entry = 0;

 private:
  void read(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kName) names_[instruction[1]] = reinterpret_cast<const char*>(instruction.words + 2);
    if (op == kEntryPoint) entry = instruction[2];
    if (op == kFunction) {
      function_ = &functions[instruction[2]];
      function_->name = names_[instruction[2]].substr(0, names_[instruction[2]].find('('));
    } else if (op == kFunctionEnd) {
      function_ = nullptr;
    } else if (function_ != nullptr) {
      read_body(instruction);
    } else {
      read_global(instruction);
    }
  }

  void read_body(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kLabel) {
      function_->flow.add_block(instruction[1]);
      function_->blocks.emplace_back();
      return;
    }
    if (const Id result = result_of(instruction); result != 0) types[result] = instruction[1];
    if (op == kFunctionParameter) return function_->parameters.push_back(instruction[2]);
    if (op == kAccessChain || op == kInBoundsAccessChain || op == kImageTexelPointer) {
      chains.emplace(instruction[2], instruction);
    }
    function_->blocks.back().push_back(instruction);
    if (is_end(op)) function_->flow.end_block(instruction);
  }

  void read_global(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    switch (op) {
      case kDecorate:
        if (instruction[2] == kDecorationSpecId) spec_ids_[instruction[1]] = instruction[3];
        if (instruction[2] == kDecorationBuiltIn) builtins_[instruction[1]] = instruction[3];
        if (instruction[2] == kDecorationNonWritable) only_read_.insert(instruction[1]);
        break;
      case kMemberDecorate:
        if (instruction[3] == kDecorationNonWritable) only_read_members_[instruction[1]].insert(instruction[2]);
        break;
      case kTypeStruct:
        member_counts_[instruction[1]] = instruction.count() - 2;
        break;
      case kTypeImage:
        if (instruction[7] == kImageIsSampled) sampled_.insert(instruction[1]);
        break;
      case kTypeSampledImage:
        sampled_.insert(instruction[1]);
        break;
      case kTypePointer:
        storages_[instruction[1]] = instruction[2];
        pointees_[instruction[1]] = instruction[3];
        break;
      case kVariable:
        types[instruction[2]] = instruction[1];
        break;
      case kConstant:
      case kConstantTrue:
      case kConstantFalse:
        texts_[instruction[2]] = op == kConstant ? std::to_string(instruction[3]) : op == kConstantTrue ? "1" : "0";
        break;
      case kSpecConstant:
      case kSpecConstantTrue:
      case kSpecConstantFalse:
        texts_[instruction[2]] = spec_text(spec_ids_[instruction[2]]);
        conditions_[instruction[2]] = {texts_[instruction[2]]};
        break;
      case kSpecConstantOp:
        read_operation(instruction);
        break;
      default:
        break;
    }
  }

  void read_operation(Instruction instruction) {
    const std::uint32_t op = instruction[3];
    std::string text;
    for (std::uint32_t i = 4; i < instruction.count(); ++i) {
      text += (i != 4 ? "," : "") + (texts_.contains(instruction[i]) ? texts_[instruction[i]] : "?");
    }
    texts_[instruction[2]] = std::to_string(op) + "(" + text + ")";
    Condition condition = {texts_[instruction[2]]};
    if (op == kLogicalNot) {
      condition = conditions_[instruction[4]];
      condition.is_inverted = !condition.is_inverted;
    } else if (op == kINotEqual || op == kIEqual) {
      condition = {std::to_string(kIEqual) + "(" + text + ")", op == kINotEqual};
    }
    conditions_[instruction[2]] = condition;
  }

  bool is_sampled(Id type) const { return sampled_.contains(type); }
  bool is_steady(Id variable) const {
    const auto name = names_.find(pointees_.at(types.at(variable)));
    return name != names_.end() && facts_.steady_blocks.contains(name->second);
  }
  bool is_only_read(Id variable) const {
    if (only_read_.contains(variable)) return true;
    const auto pointee = pointees_.find(types.at(variable));
    if (pointee == pointees_.end() || !member_counts_.contains(pointee->second)) return false;
    const auto members = only_read_members_.find(pointee->second);
    return members != only_read_members_.end() && members->second.size() == member_counts_.at(pointee->second);
  }

  const KnownFacts& facts_;
  Function* function_ = nullptr;
  std::map<Id, std::string> names_;
  std::map<Id, std::string> texts_;
  std::map<Id, Condition> conditions_;
  std::map<Id, std::uint32_t> spec_ids_, builtins_, storages_, member_counts_;
  std::map<Id, std::set<std::uint32_t>> only_read_members_;
  std::map<Id, Id> pointees_;
  std::set<Id> only_read_, sampled_;
};

}  // namespace portability

#endif
