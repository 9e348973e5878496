// SPDX-License-Identifier: MIT
// Objects behind the VkInstance, VkPhysicalDevice, VkDevice and VkCommandBuffer that the module is given.
#ifndef PHOTOPIC_SRC_GL_CONTEXT_H
#define PHOTOPIC_SRC_GL_CONTEXT_H

#include <photopic/gl.h>

#include <array>
#include <cstdint>

#include "bindings.h"

namespace photopic::gl {

struct Context::Impl {
  Device device;
  VkPhysicalDeviceProperties properties = {};
  std::uint32_t push_constants = 0;                ///< a uniform buffer
  std::array<std::uint32_t, 2> framebuffers = {};  ///< read and drawn to by blits
  HostBindings host;                               ///< what Recording restores
};

/// The largest push-constant block of the pass table.
inline constexpr std::uint32_t kPushBytes = 128;

/// The module's own vkGetInstanceProcAddr.
PFN_vkVoidFunction VKAPI_CALL function_named(VkInstance instance, const char* name);

}  // namespace photopic::gl

#endif
