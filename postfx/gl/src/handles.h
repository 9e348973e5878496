// SPDX-License-Identifier: MIT
// Vulkan handles that hold OpenGL names.
#ifndef PHOTOPIC_SRC_GL_HANDLES_H
#define PHOTOPIC_SRC_GL_HANDLES_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <type_traits>

namespace photopic::gl {

/// Handles are pointers where pointers have 64 bits, else numbers.
template <class Handle>
Handle handle_of(std::uint32_t name) noexcept {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(name));
  } else {
    return static_cast<Handle>(name);
  }
}

template <class Handle>
std::uint32_t name_in(Handle handle) noexcept {
  if constexpr (std::is_pointer_v<Handle>) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle));
  } else {
    return static_cast<std::uint32_t>(handle);
  }
}

}  // namespace photopic::gl

#endif
