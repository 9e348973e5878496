// SPDX-License-Identifier: MIT
// The passes that OpenGL can run, as GLSL 4.50 made from their SPIR-V by the build.
#ifndef PHOTOPIC_SRC_GL_GLSL_TABLE_H
#define PHOTOPIC_SRC_GL_GLSL_TABLE_H

#include <span>
#include <string_view>

#include "gpu/passes/pass_desc.h"

namespace photopic::gl {

struct PassGlsl {
  const PassDesc* pass;
  std::string_view text;  ///< its first line is "#version 450"
};

/// All but those with 64-bit atomics or doubles, which have a twin without.
std::span<const PassGlsl> glsl_table() noexcept;

}  // namespace photopic::gl

#endif
