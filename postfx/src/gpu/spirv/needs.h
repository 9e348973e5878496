// SPDX-License-Identifier: MIT
// What SPIR-V needs of a device: invocations, workgroup memory, subgroup operations, bindings.
#ifndef PHOTOPIC_SRC_GPU_NEEDS_H
#define PHOTOPIC_SRC_GPU_NEEDS_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/spirv/constants.h"

namespace photopic {

struct ShaderNeeds {
  /// shared_bytes of code whose arrays can't be sized.
  static constexpr std::uint32_t kUnknown = 0xffffffffu;

  std::uint32_t group_size[3] = {};       ///< of a compute shader, by dimension; else 0
  std::uint32_t shared_bytes = 0;         ///< workgroup memory by the rules of std430, in the order of the code
  std::uint32_t subgroup_operations = 0;  ///< VkSubgroupFeatureFlagBits
  std::uint32_t bindings = 0;             ///< bit n: binding n is used
  bool float16 = false;                   ///< the feature shaderFloat16
  bool is_specialized = false;            ///< whether specialisation constants size the group or its memory
};

/// Needs of code with these constants. Counts variables that a function names: in code that trim() has cut, those that
/// the variant uses. `words`: valid SPIR-V for Vulkan with one entry point. False without memory.
bool needs_of(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants,
              ShaderNeeds* out) noexcept;

}  // namespace photopic

#endif
