// SPDX-License-Identifier: MIT
// Sizes of types, of workgroups and of their memory, read from SPIR-V.
#include "gpu/spirv/needs.h"

#include <algorithm>
#include <memory>
#include <new>

#include "gpu/spirv/instruction.h"
#include "gpu/spirv/opcodes.h"

namespace photopic {
namespace {

using namespace spirv_code;

constexpr std::uint32_t kWordBytes = 4;

std::uint32_t rounded_up(std::uint32_t bytes, std::uint32_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Size and alignment of a type by the rules of std430. A size of 0: unknown, or of no memory.
struct Layout {
  std::uint32_t bytes = 0;
  std::uint32_t alignment = kWordBytes;

  std::uint32_t stride_bytes() const { return rounded_up(bytes, alignment); }
};

/// Facts about an id that is a type or a variable.
struct TypeOrVariable {
  Layout layout;                ///< of a type, and of what a pointer type points to
  std::uint32_t binding = 0;    ///< plus 1; 0: none
  bool is_used = false;         ///< by a function
  bool is_specialized = false;  ///< a type whose size depends on specialisation constants
};

class Reading {
 public:
  Reading(std::span<const Specialization> constants, ShaderNeeds* out) : known_(constants), needs_(*out) {}

  bool init(std::uint32_t bound) {
    bound_ = bound;
    ids_.reset(new (std::nothrow) TypeOrVariable[bound]);
    return ids_ != nullptr && known_.init(bound);
  }

  void run(std::uint32_t* first, std::uint32_t* end) {
    needs_ = {};
    for_each(first, end, [this](Instruction instruction) { read(instruction); });
    is_in_function_ = false;
    for_each(first, end, [this](Instruction instruction) { add(instruction); });
    add_group_size();
  }

 private:
  template <class Take>
  static void for_each(std::uint32_t* first, std::uint32_t* end, Take&& take) {
    for (std::uint32_t* at = first; at != end;) {
      const Instruction instruction = {at};
      at += instruction.count();
      take(instruction);
    }
  }

  void read(Instruction instruction) {
    const std::uint32_t op = instruction.op();
    if (op == kFunction) is_in_function_ = true;
    if (is_in_function_) return use(instruction);
    known_.read(instruction);
    switch (op) {
      case kCapability:
        if (instruction[1] == kCapabilityFloat16) needs_.float16 = true;
        if (instruction[1] >= kCapabilityGroupNonUniform && instruction[1] <= kCapabilityGroupNonUniformQuad) {
          needs_.subgroup_operations |= 1u << (instruction[1] - kCapabilityGroupNonUniform);
        }
        break;
      case kExecutionMode:
        if (instruction[2] == kModeLocalSize) std::copy_n(instruction.words + 3, 3, needs_.group_size);
        break;
      case kExecutionModeId:
        if (instruction[2] == kModeLocalSizeId) std::copy_n(instruction.words + 3, 3, size_ids_);
        break;
      case kDecorate:
        if (instruction[2] == kDecorationBuiltIn && instruction[3] == kBuiltInWorkgroupSize) size_ = instruction[1];
        if (instruction[2] == kDecorationBinding) ids_[instruction[1]].binding = instruction[3] + 1;
        break;
      case kConstantComposite:
      case kSpecConstantComposite:
        if (instruction[2] == size_) std::copy_n(instruction.words + 3, 3, size_ids_);
        break;
      default:
        read_type(instruction);
        break;
    }
  }

  void read_type(Instruction instruction) {
    if (instruction.op() < kTypeBool || instruction.op() > kTypePointer) return;
    TypeOrVariable& id = ids_[instruction[1]];
    const auto of = [this, instruction](std::uint32_t i) -> const TypeOrVariable& { return ids_[instruction[i]]; };
    switch (instruction.op()) {
      case kTypeBool:
        id.layout = {kWordBytes, kWordBytes};
        break;
      case kTypeInt:
      case kTypeFloat:
        id.layout = {instruction[2] / 8, instruction[2] / 8};
        break;
      case kTypeVector: {
        const std::uint32_t part_bytes = of(2).layout.bytes;
        id.layout = {part_bytes * instruction[3], part_bytes * (instruction[3] == 2 ? 2 : 4)};
        break;
      }
      case kTypeMatrix:
        id.layout = {of(2).layout.stride_bytes() * instruction[3], of(2).layout.alignment};
        break;
      case kTypeArray: {
        const Constants::Value& length = known_[instruction[3]];
        id.layout = {length.is_known ? of(2).layout.stride_bytes() * length.number : 0, of(2).layout.alignment};
        id.is_specialized = length.is_specialized || of(2).is_specialized;
        break;
      }
      case kTypeStruct:
        for (std::uint32_t i = 2; i < instruction.count(); ++i) add_member(of(i), &id);
        id.layout.bytes = id.layout.stride_bytes();
        break;
      case kTypePointer:
        id.layout = of(3).layout;
        id.is_specialized = of(3).is_specialized;
        break;
      default:
        break;
    }
  }

  static void add_member(const TypeOrVariable& member, TypeOrVariable* to) {
    to->layout.alignment = std::max(to->layout.alignment, member.layout.alignment);
    to->layout.bytes = rounded_up(to->layout.bytes, member.layout.alignment) + member.layout.bytes;
    to->is_specialized = to->is_specialized || member.is_specialized;
  }

  void use(Instruction instruction) {
    for (std::uint32_t i = 1; i < instruction.count(); ++i) {
      if (may_be_id(instruction.op(), i) && instruction[i] < bound_) ids_[instruction[i]].is_used = true;
    }
  }

  /// After all instructions: a global variable.
  void add(Instruction instruction) {
    if (instruction.op() == kFunction) is_in_function_ = true;
    if (is_in_function_ || instruction.op() != kVariable || !ids_[instruction[2]].is_used) return;
    const std::uint32_t binding = ids_[instruction[2]].binding;
    if (binding != 0) needs_.bindings |= 1u << (binding - 1);
    if (instruction[3] != kStorageWorkgroup) return;
    const TypeOrVariable& type = ids_[instruction[1]];
    needs_.is_specialized = needs_.is_specialized || type.is_specialized;
    if (type.layout.bytes == 0) needs_.shared_bytes = ShaderNeeds::kUnknown;
    if (needs_.shared_bytes == ShaderNeeds::kUnknown) return;
    needs_.shared_bytes = rounded_up(needs_.shared_bytes, type.layout.alignment) + type.layout.bytes;
  }

  void add_group_size() {
    if (size_ids_[0] == 0) return;
    for (std::uint32_t i = 0; i < 3; ++i) {
      needs_.group_size[i] = known_[size_ids_[i]].number;
      needs_.is_specialized = needs_.is_specialized || known_[size_ids_[i]].is_specialized;
    }
  }

  Constants known_;
  ShaderNeeds& needs_;
  std::uint32_t bound_ = 0;
  std::unique_ptr<TypeOrVariable[]> ids_;
  bool is_in_function_ = false;
  std::uint32_t size_ = 0;          // the constant that is the group's size
  std::uint32_t size_ids_[3] = {};  // of constants, by dimension
};

}  // namespace

bool needs_of(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants,
              ShaderNeeds* out) noexcept {
  Reading reading(constants, out);
  if (!reading.init(words[kBoundWord])) return false;
  reading.run(words + kHeaderWords, words + count);
  return true;
}

}  // namespace photopic
