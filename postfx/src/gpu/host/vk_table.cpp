// SPDX-License-Identifier: MIT
// Loading of the Vulkan functions that the module uses.
#include "gpu/host/vk_table.h"

namespace photopic {

const char* load(const Device& device, VkTable* table) noexcept {
#define PHOTOPIC_LOAD(name)                                                                          \
  table->name = reinterpret_cast<PFN_##name>(device.get_instance_proc_addr(device.instance, #name)); \
  if (table->name == nullptr) return #name;
  PHOTOPIC_INSTANCE_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
#define PHOTOPIC_LOAD(name)                                                                     \
  table->name = reinterpret_cast<PFN_##name>(table->vkGetDeviceProcAddr(device.device, #name)); \
  if (table->name == nullptr) return #name;
  PHOTOPIC_DEVICE_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
#define PHOTOPIC_LOAD(name) \
  table->name = reinterpret_cast<PFN_##name>(device.get_instance_proc_addr(device.instance, #name));
  PHOTOPIC_DEBUG_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
  return nullptr;
}

}  // namespace photopic
