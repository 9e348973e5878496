// SPDX-License-Identifier: MIT
// OpenGL errors as Vulkan's.
#ifndef PHOTOPIC_SRC_GL_GL_ERROR_H
#define PHOTOPIC_SRC_GL_GL_ERROR_H

#include <vulkan/vulkan_core.h>

namespace photopic::gl {

/// What glGetError() tells of all calls since the last.
VkResult take_error() noexcept;

}  // namespace photopic::gl

#endif
