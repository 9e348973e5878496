// SPDX-License-Identifier: MIT
// Loading of the functions of an instance and a device.
#include "engine/device/function_table.h"

namespace engine {

InstanceTable load_functions(VkInstance instance) {
  InstanceTable table;
  table.vkGetInstanceProcAddr = volk::vkGetInstanceProcAddr;
#define ENGINE_LOAD(name) \
  table.vk##name = reinterpret_cast<PFN_vk##name>(volk::vkGetInstanceProcAddr(instance, "vk" #name));
  ENGINE_INSTANCE_FUNCTIONS(ENGINE_LOAD)
#undef ENGINE_LOAD
  return table;
}

void load_device_functions(VkInstance instance, VkDevice device, FunctionTable* table) {
  // For volk's own vkGetDeviceProcAddr, which is the loader's, and the same for every instance.
  volk::volkLoadInstanceOnly(instance);
  volk::volkLoadDeviceTable(table, device);
}

}  // namespace engine
