// SPDX-License-Identifier: MIT
// Data flow over SPIR-V that finds which values are the same in all invocations of a workgroup.
#include "portability/uniformity.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "portability/control_flow.h"
#include "portability/spirv_module.h"
#include "portability/spirv_numbers.h"

namespace portability {
namespace {

using namespace photopic::spirv_code;
using Id = std::uint32_t;

Spread most(Spread a, Spread b) { return std::max(a, b); }
void raise(Spread& to, Spread spread) { to = most(to, spread); }

/// A condition on specialisation constants, as text: the same text has the same value. Empty: another condition.
struct Condition {
  std::string text;
  bool is_inverted = false;
};
using Assumptions = std::map<std::string, bool>;
std::string spec_text(std::uint32_t spec_id) { return "#" + std::to_string(spec_id); }

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

/// Results of a call.
struct Outcome {
  Spread returned = Spread::always;
  std::vector<Spread> arguments;  ///< what pointers point to, afterwards
};

class Analysis {
 public:
  Analysis(const Code& code, const Assumptions& assumptions) : code_(code), assumptions_(assumptions) {
    do {
      has_news_ = false;
      outcomes_.clear();
      outcome_of(code_.entry, {}, Spread::always);
    } while (has_news_);
  }

  /// Barriers by where they stand.
  const std::map<const std::uint32_t*, Barrier>& barriers() const { return barriers_; }

  /// A condition that isn't assumed yet and that decides whether a divergent barrier, or a call that leads to one, is
  /// reached. Empty: none.
  std::string undecided() const {
    std::set<Id> leading;  // functions with such barriers, and then their callers
    std::string found;
    for (const auto& [id, function] : code_.functions) {
      for (std::size_t block = 0; block < function.blocks.size(); ++block) {
        for (const Instruction instruction : function.blocks[block]) {
          const auto barrier = barriers_.find(instruction.words);
          if (barrier == barriers_.end() || barrier->second.way != Spread::divergent) continue;
          leading.insert(id);
          if (found.empty()) found = undecided_before(function, block);
        }
      }
    }
    for (std::size_t count = 0; found.empty() && count != leading.size();) {
      count = leading.size();
      for (const auto& [id, function] : code_.functions) {
        for (std::size_t block = 0; block < function.blocks.size(); ++block) {
          for (const Instruction instruction : function.blocks[block]) {
            if (instruction.op() != kFunctionCall || !leading.contains(instruction[3])) continue;
            leading.insert(id);
            if (found.empty()) found = undecided_before(function, block);
          }
        }
      }
    }
    return found;
  }

 private:
  /// A function, by what is assumed.
  struct Shape {
    Edges after;
    Regions regions;
    std::map<Id, std::size_t> homes;  // blocks of results
  };

  /// Within one function.
  struct Call {
    const Function& function;
    const Shape& shape;
    Spread way;                   // that led here
    std::map<Id, Spread> values;  // of results; of variables and parameters that are pointers: their content
    std::vector<Spread> ways;     // of blocks, from the function's start
    Outcome outcome;
    bool has_news;

    Spread operator[](Id id) const {
      const auto found = values.find(id);
      return found == values.end() ? Spread::always : found->second;
    }
    void raise(Id id, Spread spread) {
      Spread& value = values[id];
      has_news |= spread > value;
      portability::raise(value, spread);
    }
  };

  /// What a branch decides by what is assumed.
  std::optional<bool> assumed(Id condition) const {
    const Condition known = code_.condition_of(condition);
    const auto found = assumptions_.find(known.text);
    if (known.text.empty() || found == assumptions_.end()) return std::nullopt;
    return found->second != known.is_inverted;
  }

  Edges successors_of(const Function& function) const {
    Edges after = function.flow.successors();
    for (std::size_t block = 0; block < after.size(); ++block) {
      const Instruction end = function.blocks[block].back();
      if (end.op() != kBranchConditional) continue;
      if (const std::optional<bool> is_taken = assumed(end[1])) {
        after[block] = {function.flow.index_of(end[*is_taken ? 2 : 3])};
      }
    }
    return after;
  }

  std::string undecided_before(const Function& function, std::size_t block) const {
    const Edges after = successors_of(function);
    const Regions regions(after);
    for (std::size_t branch = 0; branch < after.size(); ++branch) {
      const Instruction end = function.blocks[branch].back();
      if (end.op() != kBranchConditional || after[branch].size() < 2) continue;
      const std::string text = code_.condition_of(end[1]).text;
      if (!text.empty() && regions.decides(branch, block)) return text;
    }
    return {};
  }

  const Shape& shape_of(Id id) {
    const auto found = shapes_.find(id);
    if (found != shapes_.end()) return found->second;
    const Function& function = code_.functions.at(id);
    const Edges after = successors_of(function);
    Shape shape = {after, Regions(after), {}};
    for (std::size_t block = 0; block < function.blocks.size(); ++block) {
      for (const Instruction instruction : function.blocks[block]) {
        if (const Id result = result_of(instruction); result != 0) shape.homes[result] = block;
      }
    }
    return shapes_.emplace(id, std::move(shape)).first->second;
  }

  const Outcome& outcome_of(Id id, const std::vector<Spread>& arguments, Spread way) {
    const auto key = std::make_pair(id, std::make_pair(arguments, way));
    const auto [found, is_new] = outcomes_.try_emplace(key, Outcome{Spread::always, arguments});
    if (!is_new) return found->second;
    const Function& function = code_.functions.at(id);
    const Shape& shape = shape_of(id);
    const Regions& regions = shape.regions;
    Call call{function, shape, way, {}, {}, {Spread::always, arguments}, true};
    for (std::size_t i = 0; i < arguments.size(); ++i) call.values[function.parameters[i]] = arguments[i];
    call.ways.assign(function.blocks.size(), Spread::always);
    while (call.has_news) {
      call.has_news = false;
      for (std::size_t block = 0; block < function.blocks.size(); ++block) {
        if (!regions.is_reached(block)) continue;
        for (const Instruction instruction : function.blocks[block]) step(call, block, instruction);
        if (call.shape.after[block].size() < 2) continue;
        const Spread spread = most(Spread::constant, value_of(call, block, function.blocks[block].back()[1]));
        for (std::size_t other = 0; other < call.ways.size(); ++other) {
          if (!regions.decides(block, other) || call.ways[other] >= spread) continue;
          call.ways[other] = spread;
          call.has_news = true;
        }
      }
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      raise(call.outcome.arguments[i], call[function.parameters[i]]);
    }
    return outcomes_[key] = call.outcome;
  }

  /// An operand's. One from a loop that invocations leave apart is of different turns.
  Spread value_of(const Call& call, std::size_t block, Id id) const {
    Spread spread = call[id];
    const auto home = call.shape.homes.find(id);
    if (home != call.shape.homes.end() && call.ways[home->second] > call.ways[block])
      raise(spread, call.ways[home->second]);
    return spread;
  }

  struct Place {
    Id root;
    Spread index = Spread::always;
  };
  Place place_of(const Call& call, std::size_t block, Id pointer) const {
    const auto chain = code_.chains.find(pointer);
    if (chain == code_.chains.end()) return {pointer};
    Place place = place_of(call, block, chain->second[3]);
    for (std::uint32_t i = 4; i < chain->second.count(); ++i) {
      raise(place.index, value_of(call, block, chain->second[i]));
    }
    return place;
  }

  Spread load(const Call& call, std::size_t block, Id pointer) const {
    const Place place = place_of(call, block, pointer);
    const bool is_parameter = std::find(call.function.parameters.begin(), call.function.parameters.end(), place.root) !=
                              call.function.parameters.end();
    const std::optional<Spread> content = is_parameter ? std::nullopt : code_.content_of(place.root);
    if (content) return most(*content, place.index);
    const auto global = globals_.find(place.root);
    return most(global != globals_.end() ? global->second : call[place.root], place.index);
  }

  void store(Call& call, std::size_t block, Id pointer, Spread spread) {
    const Place place = place_of(call, block, pointer);
    raise(spread, most(place.index, call.ways[block]));
    if (code_.storage_of(place.root) == kStoragePrivate) {
      Spread& content = globals_[place.root];
      raise(spread, call.way);
      has_news_ |= spread > content;
      call.has_news |= spread > content;
      raise(content, spread);
    } else {
      call.raise(place.root, spread);
    }
  }

  void step(Call& call, std::size_t block, Instruction instruction) {
    const std::uint32_t op = instruction.op();
    const auto value = [&](std::uint32_t i) { return value_of(call, block, instruction[i]); };
    switch (op) {
      case kControlBarrier:
      case kMemoryBarrier: {
        const Spread way = most(call.way, call.ways[block]);
        const auto known =
            barriers_.try_emplace(instruction.words, Barrier{call.function.name, op == kControlBarrier, way});
        return raise(known.first->second.way, way);
      }
      case kStore:
        return store(call, block, instruction[1], value(2));
      case kCopyMemory:
        return store(call, block, instruction[1], load(call, block, instruction[2]));
      case kReturnValue:
        return raise(call.outcome.returned, most(value(1), call.ways[block]));
      case kFunctionCall:
        return follow(call, block, instruction);
      case kLoad:
        return call.raise(instruction[2], load(call, block, instruction[3]));
      case kPhi:
        return call.raise(instruction[2], merged(call, block, instruction));
      default:
        break;
    }
    const Id result = result_of(instruction);
    if (result == 0 || op == kVariable || is_end(op)) return;
    Spread spread = Spread::always;
    for (std::uint32_t i = 3; i < instruction.count(); ++i) {
      if (may_be_id(op, i)) raise(spread, value(i));
    }
    const bool is_apart = (op >= kFirstAtomic && op <= kLastAtomic) || (op >= kFirstSubgroup && op <= kLastSubgroup);
    if (is_apart) spread = Spread::divergent;
    if (op == kExtInst) {  // modf() and frexp() store
      for (std::uint32_t i = 5; i < instruction.count(); ++i) {
        if (code_.is_pointer(instruction[i])) store(call, block, instruction[i], spread);
      }
    }
    call.raise(result, spread);
  }

  void follow(Call& call, std::size_t block, Instruction instruction) {
    std::vector<Spread> arguments;
    for (std::uint32_t i = 4; i < instruction.count(); ++i) {
      const bool is_pointer = code_.is_pointer(instruction[i]);
      arguments.push_back(is_pointer ? load(call, block, instruction[i]) : value_of(call, block, instruction[i]));
    }
    const Outcome outcome = outcome_of(instruction[3], arguments, most(call.way, call.ways[block]));
    for (std::uint32_t i = 4; i < instruction.count(); ++i) {
      if (code_.is_pointer(instruction[i]) && outcome.arguments[i - 4] > arguments[i - 4]) {
        store(call, block, instruction[i], outcome.arguments[i - 4]);
      }
    }
    call.raise(instruction[2], outcome.returned);
  }

  /// A phi's: also of the ways that lead to it.
  Spread merged(const Call& call, std::size_t block, Instruction instruction) const {
    Spread spread = Spread::always;
    for (std::uint32_t i = 3; i + 1 < instruction.count(); i += 2) {
      const std::size_t from = call.function.flow.index_of(instruction[i + 1]);
      raise(spread, most(value_of(call, block, instruction[i]), call.ways[from]));
      if (call.shape.after[from].size() > 1) raise(spread, value_of(call, from, call.function.blocks[from].back()[1]));
    }
    return spread;
  }

  const Code& code_;
  const Assumptions& assumptions_;
  std::map<Id, Shape> shapes_;
  std::map<Id, Spread> globals_;  // contents of private variables
  std::map<std::pair<Id, std::pair<std::vector<Spread>, Spread>>, Outcome> outcomes_;
  std::map<const std::uint32_t*, Barrier> barriers_;
  bool has_news_ = false;
};

std::string is_zero(std::uint32_t spec_id) { return std::to_string(kIEqual) + "(" + spec_text(spec_id) + ",0)"; }

bool are_possible(const Assumptions& assumptions, const KnownFacts& facts) {
  const auto is = [&](std::uint32_t spec_id, bool zero) {
    const auto found = assumptions.find(is_zero(spec_id));
    return found != assumptions.end() && found->second == zero;
  };
  return std::none_of(facts.implications.begin(), facts.implications.end(),
                      [&](const auto& pair) { return is(pair.first, false) && is(pair.second, true); });
}

/// Raises `all` to what is found for each value of the conditions that decide.
void solve(const Code& code, const Assumptions& assumptions, const KnownFacts& facts,
           std::map<const std::uint32_t*, Barrier>& all) {
  const Analysis analysis(code, assumptions);
  const std::string condition = analysis.undecided();
  if (!condition.empty()) {
    for (const bool value : {false, true}) {
      Assumptions more = assumptions;
      more[condition] = value;
      if (are_possible(more, facts)) solve(code, more, facts, all);
    }
    return;
  }
  for (const auto& [place, barrier] : analysis.barriers()) {
    const auto known = all.try_emplace(place, barrier).first;
    raise(known->second.way, barrier.way);
  }
}

}  // namespace

const char* name_of(Spread spread) {
  constexpr const char* kNames[] = {"always", "constant", "uniform", "shared", "divergent"};
  return kNames[static_cast<std::size_t>(spread)];
}

std::vector<Barrier> barriers_of(std::vector<std::uint32_t> words, const KnownFacts& facts) {
  const Code code(words, facts);
  std::map<const std::uint32_t*, Barrier> found;
  solve(code, {}, facts, found);
  const Assumptions none;
  const Analysis any(code, none);  // where a condition that solve() assumes is a branch
  std::vector<Barrier> barriers;
  for (auto& [place, barrier] : found) {
    if (any.barriers().at(place).way != Spread::always) raise(barrier.way, Spread::constant);
    barriers.push_back(barrier);
  }
  return barriers;
}

}  // namespace portability
