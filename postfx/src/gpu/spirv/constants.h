// SPDX-License-Identifier: MIT
// Values of constants in SPIR-V, with the specialisation constants of a variant.
#ifndef PHOTOPIC_SRC_GPU_CONSTANTS_H
#define PHOTOPIC_SRC_GPU_CONSTANTS_H

#include <cstdint>
#include <memory>
#include <span>

#include "gpu/spirv/instruction.h"

namespace photopic {

/// Value of a 32-bit specialisation constant.
struct Specialization {
  std::uint32_t id;
  std::uint32_t value;
};

namespace spirv_code {

/// Values of ids: integers and booleans only.
class Constants {
 public:
  struct Value {
    std::uint32_t number = 0;
    bool is_known = false;
    bool is_specialized = false;  ///< depends on specialisation constants
  };

  /// `constants` must outlive this object.
  explicit Constants(std::span<const Specialization> constants) : constants_(constants) {}
  /// `bound`: larger than any id. False without memory.
  bool init(std::uint32_t bound);

  /// Takes a decoration or a constant; ignores other instructions. To be called in the order of the code.
  void read(Instruction instruction);
  /// Takes an operation: knows its result if that follows from what is known.
  void evaluate(std::uint32_t op, std::uint32_t result, const std::uint32_t* operands, std::uint32_t count);
  void know(std::uint32_t id, std::uint32_t number) {
    values_[id].is_known = true;
    values_[id].number = number;
  }
  const Value& operator[](std::uint32_t id) const { return values_[id]; }

 private:
  void specialize(std::uint32_t id, std::uint32_t spec_id);

  const std::span<const Specialization> constants_;
  std::uint32_t bound_ = 0;
  std::unique_ptr<Value[]> values_;
};

}  // namespace spirv_code
}  // namespace photopic

#endif
