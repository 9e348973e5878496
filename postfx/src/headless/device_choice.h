// SPDX-License-Identifier: MIT
// Choice of a physical device by kind, index or name, of the library's own device and of programs.
#ifndef PHOTOPIC_SRC_HEADLESS_DEVICE_CHOICE_H
#define PHOTOPIC_SRC_HEADLESS_DEVICE_CHOICE_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <span>

namespace photopic {

/// What is known of one device before it is chosen.
struct DeviceFacts {
  const char* name = "";
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  const char* lack = nullptr;  ///< why it can't be used; null if it can
};

inline constexpr std::uint32_t kNoDevice = ~0u;

/// "discrete GPU", "CPU", ...
const char* type_name(VkPhysicalDeviceType type) noexcept;

/// The first usable device of the best kind: discrete, integrated, virtual, other, CPU; or, with a `choice`, the one of
/// that index, or the first usable one whose name has it as a part, in any case of ASCII letters. kNoDevice, and why in
/// `why`, cut to its size: the choice, and which devices there are.
std::uint32_t choose_device(std::span<const DeviceFacts> devices, const char* choice, std::span<char> why) noexcept;

}  // namespace photopic

#endif
