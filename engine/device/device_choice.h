// SPDX-License-Identifier: MIT
// The choice of the physical device to run on.
#ifndef PHOTOPIC_ENGINE_DEVICE_CHOICE_H
#define PHOTOPIC_ENGINE_DEVICE_CHOICE_H

#include <string>
#include <vector>

#include "engine/device/vk.h"

namespace engine {

/// What is known of one device before it is chosen.
struct DeviceFacts {
  std::string name;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  std::string lacks;  ///< why it can't be used; empty if it can
};

/// "discrete GPU", "CPU", ...
const char* type_name(VkPhysicalDeviceType type);

/// Index of the device to use. `choice` as ContextOptions::device. Throws Error with the reason and the devices there
/// are.
std::size_t choose_device(const std::vector<DeviceFacts>& devices, const std::string& choice);

}  // namespace engine

#endif
