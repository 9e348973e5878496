// SPDX-License-Identifier: MIT
// Barriers of compute shaders, and how far the flow that leads to each is uniform over the workgroup.
#ifndef PHOTOPIC_TESTS_PORTABILITY_UNIFORMITY_H
#define PHOTOPIC_TESTS_PORTABILITY_UNIFORMITY_H

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace portability {

/// How a value, or a way through the code, may differ among the invocations of a workgroup. Each includes those above
/// it.
enum class Spread {
  always,         ///< of ways: no branch decides
  constant,       ///< constants, and specialisation constants
  uniform,        ///< push constants, WorkgroupId, uniform buffers, buffers and images that are only read
  shared_memory,  ///< what is read from one place of workgroup memory: uniform if the shader has no race
  divergent,      ///< anything else
};
const char* name_of(Spread spread);

struct Barrier {
  std::string function;  ///< its name in GLSL
  bool is_control;       ///< OpControlBarrier; else OpMemoryBarrier
  Spread way;            ///< of the branches and loops that decide whether an invocation comes here
  bool operator==(const Barrier&) const = default;
};

/// What the code doesn't say.
struct KnownFacts {
  /// Blocks of buffers that are written, but not while invocations of one workgroup read the same place.
  std::set<std::string> steady_blocks = {};
  /// Specialisation constants: where the first isn't 0, the second isn't.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> implications = {};
};

/// Every barrier that the code reaches, in its order. One that several calls reach has the way that differs most. A way
/// is divergent only if it is so for some values of the specialisation constants: branches on them are taken one by
/// one where that decides. `words`: SPIR-V of a compute shader with names and one entry point.
///
/// What is followed: values, local variables as wholes and without order, returns, breaks and calls. Invocations that
/// left a block of branches apart come together where all ways meet.
std::vector<Barrier> barriers_of(std::vector<std::uint32_t> words, const KnownFacts& facts = {});

}  // namespace portability

#endif
