// SPDX-License-Identifier: MIT
// The Vulkan functions that make and destroy objects, on OpenGL.
#ifndef PHOTOPIC_SRC_GL_OBJECTS_H
#define PHOTOPIC_SRC_GL_OBJECTS_H

#include <vulkan/vulkan_core.h>

namespace photopic::gl {

/// Null for what is none of them.
PFN_vkVoidFunction object_function(const char* name) noexcept;
/// The same for functions that are recorded: commands.cpp.
PFN_vkVoidFunction command_function(const char* name) noexcept;

}  // namespace photopic::gl

#endif
