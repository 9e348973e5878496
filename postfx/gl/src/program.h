// SPDX-License-Identifier: MIT
// Programs of GLSL that was made of SPIR-V.
#ifndef PHOTOPIC_SRC_GL_PROGRAM_H
#define PHOTOPIC_SRC_GL_PROGRAM_H

#include <photopic/device.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace photopic::gl {

struct Stage {
  std::uint32_t type;                          ///< GL_COMPUTE_SHADER ...
  std::string_view text;                       ///< its first line is "#version 450"
  const VkSpecializationInfo* specialization;  ///< may be null; of 4 bytes each, below 2^31
};

/// 0, and the driver's words to the host's callback, where it can't compile or link them. `name` is the pass's.
std::uint32_t make_program(const Device& device, const char* name, std::span<const Stage> stages) noexcept;

}  // namespace photopic::gl

#endif
