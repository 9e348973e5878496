// SPDX-License-Identifier: MIT
// Data flow over SPIR-V: a function is followed once for each combination of arguments that may be NaN; local variables
// from block to block, other memory without order. Members of structs are told apart, elements of arrays aren't.
#include "unit/shaders/nan_flow.h"

#include <cstddef>
#include <map>
#include <utility>

#include "gpu/spirv/instruction.h"
#include "gpu/spirv/opcodes.h"

namespace test {
namespace {

using namespace photopic::spirv_code;
using Id = std::uint32_t;

// Opcodes that only this file knows.
constexpr std::uint32_t kTypeArray = 28, kTypeRuntimeArray = 29, kTypeStruct = 30, kTypePointer = 32,
                        kFunctionParameter = 55, kAccessChain = 65, kInBoundsAccessChain = 66, kCompositeConstruct = 80,
                        kSampledImage = 86, kFirstImageRead = 87, kLastImageRead = 98, kImage = 100,
                        kFirstImageQuery = 103, kLastImageQuery = 107, kConvertFToU = 109, kConvertUToF = 112,
                        kFirstComparison = 154, kIsNan = 156, kIsInf = 157, kIEqual = 170, kINotEqual = 171,
                        kLastComparison = 191, kFirstAtomic = 227, kLastAtomic = 242;
// Numbers of GLSL.std.450.
constexpr std::uint32_t kFMin = 37, kFMax = 40, kFClamp = 43, kNMin = 79, kNMax = 80, kNClamp = 81;

bool is_between(std::uint32_t op, std::uint32_t first, std::uint32_t last) { return op >= first && op <= last; }

/// What of a value may be NaN: a bit for each member of a struct, all bits of anything else.
using Nans = std::uint64_t;
constexpr Nans kAll = ~Nans{0};
Nans all_if(bool is_any) { return is_any ? kAll : 0; }
Nans bit(std::uint32_t member) { return Nans{1} << (member % 64); }

struct Block {
  std::vector<Instruction> instructions;
  std::vector<Id> after;  // labels
  Id merge = 0;           // of a loop that begins here: where it ends,
  Id next = 0;            // and where its next turn begins
};

struct Function {
  std::string name;
  std::vector<Id> parameters;
  std::vector<Id> order;  // labels
  std::map<Id, Block> blocks;
};

/// Where a pointer points to.
struct Place {
  Id root = 0;                 // variable or parameter
  std::ptrdiff_t member = -1;  // of it, or of all of its elements; -1 = all
  bool is_whole = true;        // what is stored there replaces what was
};

std::vector<Id> successors(Instruction end) {
  std::vector<Id> labels;
  if (end.op() == kBranch) labels = {end[1]};
  if (end.op() == kBranchConditional) labels = {end[2], end[3]};
  if (end.op() == kSwitch) {
    for (std::uint32_t i = 2; i < end.count(); i += 2) labels.push_back(end[i]);
  }
  return labels;
}

/// Loops run at least once: so they end after a turn, and not where they test whether to begin it.
void leave_loops_at_their_end(Function& function) {
  for (Id label : function.order) {
    const Block& header = function.blocks[label];
    if (header.merge == 0 || header.after.size() != 1) continue;
    std::vector<Id>& after = function.blocks[header.after[0]].after;
    if (std::erase(after, header.merge) != 0) function.blocks[header.next].after.push_back(header.merge);
  }
}

/// Types, constants, functions.
class Module {
 public:
  Module(std::vector<std::uint32_t>& words, std::span<const photopic::Specialization> fixed) {
    Function* function = nullptr;
    Id label = 0;
    for (std::size_t i = kHeaderWords; i < words.size(); i += words[i] >> 16) {
      const Instruction instruction{&words[i]};
      const std::uint32_t op = instruction.op();
      if (op == kName) names[instruction[1]] = reinterpret_cast<const char*>(&words[i + 2]);
      if (op == kEntryPoint) entry = instruction[2];
      if (op == kFunction) {
        function = &functions[instruction[2]];
        function->name = names[instruction[2]].substr(0, names[instruction[2]].find('('));
        continue;
      }
      if (op == kFunctionEnd) {
        leave_loops_at_their_end(*function);
        function = nullptr;
      } else if (op == kLabel) {
        label = instruction[1];
        function->order.push_back(label);
      } else if (function != nullptr) {
        read(*function, label, instruction);
      } else {
        read_global(instruction, fixed);
      }
    }
  }

  /// The struct that a type is, or that elements of an array are, or 0; and how many arrays are around it.
  std::pair<Id, std::uint32_t> struct_in(Id type) const {
    std::uint32_t arrays = 0;
    for (auto array = elements_.find(type); array != elements_.end(); array = elements_.find(type)) {
      type = array->second;
      ++arrays;
    }
    return {structs_.contains(type) ? type : 0, arrays};
  }
  Id type_of(Id value) const { return at(types_, value); }
  bool is_pointer(Id value) const { return pointees_.contains(type_of(value)); }
  bool is_local(Id root) const { return locals_.contains(root); }
  bool is_taken(Id condition) const { return at(conditions_, condition) != 0; }
  bool is_known(Id condition) const { return conditions_.contains(condition); }

  Place place_of(Id pointer) const {
    const auto chain = chains_.find(pointer);
    if (chain == chains_.end()) return {pointer};
    const Instruction instruction = chain->second;
    Place place = place_of(instruction[3]);
    if (place.root != instruction[3]) return {place.root, place.member, false};
    std::uint32_t index = 4;
    auto [type, arrays] = struct_in(at(pointees_, type_of(place.root)));
    index += arrays;
    if (type != 0 && structs_.at(type).size() == 1 && index < instruction.count()) {  // a buffer's block
      const auto inner = struct_in(structs_.at(type)[0]);
      type = inner.first;
      index += 1 + inner.second;
    }
    if (type != 0 && index < instruction.count()) place.member = std::ptrdiff_t(at(numbers_, instruction[index++]));
    place.is_whole = index >= instruction.count();
    if (type == 0 && arrays == 0) place.is_whole = false;  // of a vector, one component
    return place;
  }

  std::map<Id, std::string> names;
  std::map<Id, Function> functions;
  Id entry = 0;

 private:
  template <class Value>
  static Value at(const std::map<Id, Value>& map, Id key) {
    const auto found = map.find(key);
    return found == map.end() ? Value{} : found->second;
  }

  void read(Function& function, Id label, Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (const Id result = result_of(instruction); result != 0) types_[result] = instruction[1];
    if (op == kVariable || op == kFunctionParameter) locals_.insert(instruction[2]);
    if (op == kAccessChain || op == kInBoundsAccessChain) chains_.emplace(instruction[2], instruction);
    if (op == kFunctionParameter) return function.parameters.push_back(instruction[2]);
    Block& block = function.blocks[label];
    block.instructions.push_back(instruction);
    if (op == kLoopMerge) {
      block.merge = instruction[1];
      block.next = instruction[2];
    }
    if (!is_end(op)) return;
    block.after = successors(instruction);
    if (op == kBranchConditional && is_known(instruction[1])) {
      block.after = {instruction[is_taken(instruction[1]) ? 2 : 3]};
    }
  }

  void read_global(Instruction instruction, std::span<const photopic::Specialization> fixed) {
    const std::uint32_t op = instruction.op();
    for (const photopic::Specialization& constant : fixed) {
      if (op == kDecorate && instruction[2] == kDecorationSpecId && instruction[3] == constant.id) {
        fixed_[instruction[1]] = constant.value;
      }
    }
    if (op == kConstant) numbers_[instruction[2]] = instruction[3];
    if (op == kVariable) types_[instruction[2]] = instruction[1];
    if (op == kTypeArray || op == kTypeRuntimeArray) elements_[instruction[1]] = instruction[2];
    if (op == kTypePointer) pointees_[instruction[1]] = instruction[3];
    if (op == kTypeStruct) {
      structs_[instruction[1]] = {instruction.words + 2, instruction.words + instruction.count()};
    }
    if (op != kSpecConstantOp || instruction.count() < 6 || !fixed_.contains(instruction[4])) return;
    const std::uint32_t value = fixed_.at(instruction[4]), number = at(numbers_, instruction[5]);
    if (instruction[3] == kBitwiseAnd) fixed_[instruction[2]] = value & number;
    if (instruction[3] == kIEqual) conditions_[instruction[2]] = value == number ? 1 : 0;
    if (instruction[3] == kINotEqual) conditions_[instruction[2]] = value != number ? 1 : 0;
  }

  std::map<Id, Id> types_;     // of results
  std::map<Id, Id> elements_;  // types of arrays' elements
  std::map<Id, Id> pointees_;  // types that types of pointers point to
  std::map<Id, std::vector<Id>> structs_;
  std::map<Id, std::uint32_t> numbers_;     // constants
  std::map<Id, std::uint32_t> conditions_;  // what fixed constants make of them
  std::map<Id, Instruction> chains_;
  std::set<Id> locals_;                // variables and parameters of functions
  std::map<Id, std::uint32_t> fixed_;  // constants, and what bits they have
};

/// What a call makes of its arguments.
struct Effect {
  Nans returned = 0;
  std::vector<Nans> arguments;  // values, or what pointers point to, afterwards
};

class Flow {
 public:
  Flow(const Module& module, const FiniteNames& finite) : module_(module), finite_(finite) {}

  std::set<NanUse> follow() {
    do {
      has_new_memory_ = false;
      effects_.clear();
      effect_of(module_.entry, {});
    } while (has_new_memory_);
    return uses_;
  }

 private:
  using Contents = std::map<Id, Nans>;

  /// Within one call.
  struct Call {
    const Function& function;
    std::map<Id, Nans> values;
    Contents variables;  // at this place: local ones
    bool has_news;
    Effect effect;

    Nans operator[](Id value) const {
      const auto found = values.find(value);
      return found == values.end() ? 0 : found->second;
    }
  };

  static Nans content(const Contents& contents, Place place) {
    const auto found = contents.find(place.root);
    if (found == contents.end()) return 0;
    return place.member < 0 ? found->second : all_if((found->second & bit(std::uint32_t(place.member))) != 0);
  }
  Nans content_of(const Call& call, Id pointer) const {
    const Place place = module_.place_of(pointer);
    return content(module_.is_local(place.root) ? call.variables : memory_, place);
  }

  void store(Call& call, Id pointer, Nans nans) {
    const Place place = module_.place_of(pointer);
    const Nans mask = place.member < 0 ? kAll : bit(std::uint32_t(place.member));
    if (place.member >= 0 || !place.is_whole) nans = all_if(nans != 0);
    if (module_.is_local(place.root)) {
      Nans& content = call.variables[place.root];
      if (place.is_whole) content &= ~mask;
      content |= nans & mask;
    } else {
      Nans& content = memory_[place.root];
      has_new_memory_ |= (nans & mask & ~content) != 0;
      content |= nans & mask;
    }
  }

  Effect effect_of(Id id, const std::vector<Nans>& arguments) {
    const auto [found, is_new] = effects_.try_emplace({id, arguments}, Effect{0, std::vector<Nans>(arguments.size())});
    const Function& function = module_.functions.at(id);
    if (!is_new || finite_.functions.contains(function.name)) return found->second;
    Call call{function, {}, {}, true, {0, std::vector<Nans>(arguments.size())}};
    Contents first;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      (module_.is_pointer(function.parameters[i]) ? first : call.values)[function.parameters[i]] = arguments[i];
    }
    // Until nothing is new: loops lead back.
    std::map<Id, Contents> before = {{function.order.front(), first}};
    while (call.has_news) {
      call.has_news = false;
      for (Id label : function.order) {
        if (!before.contains(label)) continue;  // not reached
        call.variables = before[label];
        const Block& block = function.blocks.at(label);
        for (Instruction instruction : block.instructions) step(call, instruction);
        for (Id next : block.after) {
          const auto [at, is_first] = before.try_emplace(next);
          call.has_news |= is_first;
          for (const auto& [root, nans] : call.variables) {
            call.has_news |= (nans & ~at->second[root]) != 0;
            at->second[root] |= nans;
          }
        }
      }
    }
    return effects_[{id, arguments}] = call.effect;
  }

  void step(Call& call, Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kStore) return store(call, instruction[1], call[instruction[2]]);
    if (op == kReturnValue) call.effect.returned |= call[instruction[1]];
    if (op == kReturn || op == kReturnValue) {
      for (std::size_t i = 0; i < call.effect.arguments.size(); ++i) {
        call.effect.arguments[i] |= call.variables[call.function.parameters[i]];
      }
    }
    const Id result = result_of(instruction);
    if (result == 0) return;
    const Nans nans = nans_of(call, instruction);
    call.has_news |= (nans & ~call[result]) != 0;
    call.values[result] |= nans;
  }

  Nans nans_of(Call& call, Instruction instruction) {
    const std::uint32_t op = instruction.op();
    const auto any_from = [&](std::uint32_t first) {
      Nans any = 0;
      for (std::uint32_t i = first; i < instruction.count(); ++i) any |= may_be_id(op, i) ? call[instruction[i]] : 0;
      return any;
    };
    if (op == kIsNan || op == kIsInf) use(call, op == kIsNan ? "IsNan" : "IsInf");
    if (is_between(op, kFirstImageRead, kLastImageRead)) return all_if(!finite_images_.contains(instruction[3]));
    if (op == kSelect) return any_from(4);
    if (is_between(op, kFirstComparison, kLastComparison) || is_between(op, kFirstImageQuery, kLastImageQuery) ||
        is_between(op, kConvertFToU, kConvertUToF)) {
      return 0;
    }
    if (op == kLoad) {
      const auto name = module_.names.find(instruction[3]);
      if (name != module_.names.end() && finite_.images.contains(name->second)) finite_images_.insert(instruction[2]);
      return content_of(call, instruction[3]);
    }
    if (op == kSampledImage || op == kImage) {
      if (finite_images_.contains(instruction[3])) finite_images_.insert(instruction[2]);
      return 0;
    }
    if (is_between(op, kFirstAtomic, kLastAtomic)) {
      const Nans before = content_of(call, instruction[3]);
      if (any_from(6) != 0) store(call, instruction[3], kAll);
      return before;
    }
    if (op == kFunctionCall) return call_function(call, instruction);
    if (op == kExtInst) return all_if(is_instruction_nan(call, instruction));
    if (op == kCompositeExtract || op == kCompositeConstruct) return composite(call, instruction);
    const bool is_moved = op == kPhi || op == kCompositeInsert || op == kVectorShuffle;
    return is_moved ? any_from(3) : all_if(any_from(3) != 0);
  }

  Nans composite(const Call& call, Instruction instruction) const {
    if (instruction.op() == kCompositeExtract) {
      const auto [type, arrays] = module_.struct_in(module_.type_of(instruction[3]));
      const std::uint32_t index = 4 + arrays;
      if (type == 0 || index >= instruction.count()) return call[instruction[3]];
      return all_if((call[instruction[3]] & bit(instruction[index])) != 0);
    }
    const auto [type, arrays] = module_.struct_in(instruction[1]);
    Nans nans = 0;
    for (std::uint32_t i = 3; i < instruction.count(); ++i) {
      const Nans part = call[instruction[i]];
      nans |= type != 0 && arrays == 0 ? (part != 0 ? bit(i - 3) : 0) : part;
    }
    return nans;
  }

  Nans call_function(Call& call, Instruction instruction) {
    const std::vector<Id>& parameters = module_.functions.at(instruction[3]).parameters;
    std::vector<Nans> arguments;
    for (std::uint32_t i = 4; i < instruction.count(); ++i) {
      const bool is_pointer = module_.is_pointer(parameters[i - 4]);
      arguments.push_back(is_pointer ? content_of(call, instruction[i]) : call[instruction[i]]);
    }
    const Effect effect = effect_of(instruction[3], arguments);
    for (std::uint32_t i = 4; i < instruction.count(); ++i) {
      if (module_.is_pointer(parameters[i - 4])) store(call, instruction[i], effect.arguments[i - 4]);
    }
    return effect.returned;
  }

  bool is_instruction_nan(Call& call, Instruction instruction) {
    const auto is_nan = [&](std::uint32_t i) { return call[instruction[i]] != 0; };
    bool is_any = false;
    for (std::uint32_t i = 5; i < instruction.count(); ++i) is_any |= is_nan(i);
    switch (instruction[4]) {
      case kNMin:
      case kNMax:
        return is_nan(5) && is_nan(6);
      case kNClamp:
        return is_nan(5) && is_nan(6) && is_nan(7);
      case kFMin:
      case kFMax:
      case kFClamp:
        if (is_any) use(call, instruction[4] == kFMin ? "FMin" : instruction[4] == kFMax ? "FMax" : "FClamp");
        return is_any;
      default:
        return is_any;
    }
  }

  void use(const Call& call, const char* instruction) { uses_.insert({call.function.name, instruction}); }

  const Module& module_;
  const FiniteNames& finite_;
  std::set<Id> finite_images_;  // loaded
  Contents memory_;             // variables that aren't local
  bool has_new_memory_ = false;
  std::map<std::pair<Id, std::vector<Nans>>, Effect> effects_;
  std::set<NanUse> uses_;
};

}  // namespace

std::set<NanUse> nan_uses(std::vector<std::uint32_t> words, const FiniteNames& finite,
                          std::span<const photopic::Specialization> fixed) {
  const Module module(words, fixed);
  return Flow(module, finite).follow();
}

}  // namespace test
