// SPDX-License-Identifier: MIT
// Loading of the Vulkan functions that the module uses.
#include "gpu/host/vk_table.h"

namespace photopic {

// Ends the function with the name of one that isn't there.
#define PHOTOPIC_LOAD_OF_DEVICE(name)                                                           \
  table->name = reinterpret_cast<PFN_##name>(table->vkGetDeviceProcAddr(device.device, #name)); \
  if (table->name == nullptr) return #name;

const char* load(const Device& device, VkTable* table) noexcept {
#define PHOTOPIC_LOAD(name)                                                                          \
  table->name = reinterpret_cast<PFN_##name>(device.get_instance_proc_addr(device.instance, #name)); \
  if (table->name == nullptr) return #name;
  PHOTOPIC_INSTANCE_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
  PHOTOPIC_DEVICE_FUNCTIONS(PHOTOPIC_LOAD_OF_DEVICE)
#define PHOTOPIC_LOAD(name) \
  table->name = reinterpret_cast<PFN_##name>(device.get_instance_proc_addr(device.instance, #name));
  PHOTOPIC_DEBUG_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
  return nullptr;
}

namespace {

constexpr const char* kPush = "vkCmdPushDescriptorSetKHR";
constexpr const char* kPushOfCore = "vkCmdPushDescriptorSet";

PFN_vkCmdPushDescriptorSetKHR push_function(const Device& device, const VkTable& table, const char* name) {
  return reinterpret_cast<PFN_vkCmdPushDescriptorSetKHR>(table.vkGetDeviceProcAddr(device.device, name));
}

}  // namespace

const char* load_bindings(const Device& device, Bindings bindings, VkTable* table) noexcept {
  if (bindings != Bindings::ring) {
    const char* const name = bindings == Bindings::push_core ? kPushOfCore : kPush;
    table->vkCmdPushDescriptorSetKHR = push_function(device, *table, name);
    return table->vkCmdPushDescriptorSetKHR == nullptr ? name : nullptr;
  }
  PHOTOPIC_RING_FUNCTIONS(PHOTOPIC_LOAD_OF_DEVICE)
  return nullptr;
}

const char* load_drawing(const Device& device, VkTable* table) noexcept {
  PHOTOPIC_DRAW_FUNCTIONS(PHOTOPIC_LOAD_OF_DEVICE)
  return nullptr;
}

bool knows_dynamic_rendering(const Device& device, const VkTable& table) noexcept {
  return table.vkGetDeviceProcAddr(device.device, "vkCmdBeginRendering") != nullptr ||
         table.vkGetDeviceProcAddr(device.device, "vkCmdBeginRenderingKHR") != nullptr;
}

Bindings usual_bindings(const Device& device, const VkTable& table) noexcept {
  if (push_function(device, table, kPush) != nullptr) return Bindings::push_extension;
  // A device of Vulkan 1.4 knows the function whether its feature is enabled or not.
  const bool is_core = device.push_descriptor && push_function(device, table, kPushOfCore) != nullptr;
  return is_core ? Bindings::push_core : Bindings::ring;
}

}  // namespace photopic
