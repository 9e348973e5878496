// SPDX-License-Identifier: MIT
// Contents of a photopic::es2::Context.
#ifndef PHOTOPIC_SRC_ES2_CONTEXT_H
#define PHOTOPIC_SRC_ES2_CONTEXT_H

#include <photopic/es2.h>

#include "programs.h"

namespace photopic::es2 {

struct Context::Impl {
  Gpu gpu;  ///< no Vulkan: whom messages go to
  std::uint32_t max_side = 0;
  std::uint32_t framebuffer = 0;
  std::uint32_t corners = 0;  ///< vertex buffer of full_screen.vert
  bool keeps_subnormals = false;
  Programs programs;
};

/// Whether arithmetic is what it is to be; else device_error, reported. Sets keeps_subnormals.
Status test_arithmetic(Context::Impl& context, const char* function) noexcept;

}  // namespace photopic::es2

#endif
