// SPDX-License-Identifier: MIT
// Where compiled shaders compute with what may be NaN. The rule is that of shaders/meter/numbers.glsl.
#ifndef PHOTOPIC_TESTS_UNIT_SHADERS_NAN_FLOW_H
#define PHOTOPIC_TESTS_UNIT_SHADERS_NAN_FLOW_H

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gpu/spirv/trim_spirv.h"

namespace test {

/// An instruction whose result drivers are free to choose where an operand is NaN.
struct NanUse {
  std::string function;     ///< its name in GLSL
  std::string instruction;  ///< "FMin", "FMax", "FClamp", "IsNan" or "IsInf"
  auto operator<=>(const NanUse&) const = default;
};

/// What is taken for finite.
struct FiniteNames {
  std::set<std::string> images;     ///< variables
  std::set<std::string> functions;  ///< what they do isn't followed; they return and store finite numbers only
};

/// FMin, FMax and FClamp with an operand that may be NaN, and all IsNan and IsInf. What is read from images may be NaN,
/// and so is what is computed from it, until an NMin, NMax or NClamp or a conversion to an integer. Constants, buffers
/// and push constants are finite, and arithmetic with finite numbers stays so. Loops run at least once, and those that
/// store elements of an array store all. Branches aren't looked at, but for those on the constants `fixed`, or on bits
/// of them. `words`: SPIR-V with names and one entry point.
std::set<NanUse> nan_uses(std::vector<std::uint32_t> words, const FiniteNames& finite,
                          std::span<const photopic::Specialization> fixed);

}  // namespace test

#endif
