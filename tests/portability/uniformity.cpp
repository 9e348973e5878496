// SPDX-License-Identifier: MIT
// Data flow over SPIR-V that finds which values are the same in all invocations of a workgroup.
#include "portability/uniformity.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "portability/uniformity_code.h"

namespace portability {
namespace {

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
