// SPDX-License-Identifier: MIT
// Vulkan's loader, found when the program runs.
#include "headless/loader.h"

#include <initializer_list>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace photopic {

Loader::~Loader() {
  if (library_ == nullptr) return;
#ifdef _WIN32
  FreeLibrary(static_cast<HMODULE>(library_));
#else
  dlclose(library_);
#endif
}

bool Loader::open() noexcept {
#ifdef _WIN32
  library_ = LoadLibraryA("vulkan-1.dll");
  if (library_ == nullptr) return false;
  get_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library_), "vkGetInstanceProcAddr")));
#else
  for (const char* name : {"libvulkan.so.1", "libvulkan.so", "libvulkan.1.dylib"}) {
    if (library_ == nullptr) library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library_ == nullptr) return false;
  get_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
#endif
  return get_ != nullptr;
}

const char* load_instance(PFN_vkGetInstanceProcAddr get, VkInstance instance, HeadlessTable* table) noexcept {
#define PHOTOPIC_LOAD(name)                                         \
  table->name = reinterpret_cast<PFN_##name>(get(instance, #name)); \
  if (table->name == nullptr) return #name;
  PHOTOPIC_HEADLESS_INSTANCE_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
  return nullptr;
}

const char* load_device(VkDevice device, HeadlessTable* table) noexcept {
#define PHOTOPIC_LOAD(name)                                                              \
  table->name = reinterpret_cast<PFN_##name>(table->vkGetDeviceProcAddr(device, #name)); \
  if (table->name == nullptr) return #name;
  PHOTOPIC_HEADLESS_DEVICE_FUNCTIONS(PHOTOPIC_LOAD)
#undef PHOTOPIC_LOAD
  return nullptr;
}

}  // namespace photopic
