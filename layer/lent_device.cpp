// SPDX-License-Identifier: MIT
// Lending of a program's device to the module.
#include "layer/lent_device.h"

#include <cstdio>
#include <cstring>

namespace layer {
namespace {

PFN_vkVoidFunction VKAPI_CALL next_device_proc(VkDevice handle, const char* name) {
  const Device* const device = find_device(handle);
  return device != nullptr ? device->vk.GetDeviceProcAddr(handle, name) : nullptr;
}

/// From the table: now, the next layer's function for names may answer with the top of the chain.
PFN_vkVoidFunction VKAPI_CALL next_instance_proc(VkInstance handle, const char* name) {
  const Instance* const instance = find_instance(handle);
  if (instance == nullptr) return nullptr;
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(next_device_proc);
#define PHOTOPIC_LAYER_FIND(function) \
  if (std::strcmp(name, "vk" #function) == 0) return reinterpret_cast<PFN_vkVoidFunction>(instance->vk.function);
  PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(PHOTOPIC_LAYER_FIND)
#undef PHOTOPIC_LAYER_FIND
  return nullptr;
}

void keep_message(photopic::Status status, const char* text, void* user) {
  auto& reason = *static_cast<Reason*>(user);
  if (status != photopic::Status::ok) std::snprintf(reason.data(), reason.size(), "%s", text);
}

}  // namespace

photopic::Device lend(const Device& device, std::uint32_t family, Reason* reason) {
  photopic::Device lent;
  lent.instance = device.instance->handle;
  lent.physical_device = device.physical;
  lent.device = device.handle;
  lent.api_version = device.instance->api_version;
  lent.queue_family = family;
  lent.get_instance_proc_addr = next_instance_proc;
  lent.message = keep_message;
  lent.message_user = reason;
  lent.frames_in_flight = 1;
  lent.bindings = photopic::Bindings::ring;  // the program has enabled what it needs, which may be nothing
  return lent;
}

}  // namespace layer
