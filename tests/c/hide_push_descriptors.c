/* SPDX-License-Identifier: MIT */
/* Vulkan loader before the real one, whose devices have no VK_KHR_push_descriptor: a library named libvulkan.so.1. */
#include <dlfcn.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define EXPORTED __attribute__((visibility("default")))

static PFN_vkGetInstanceProcAddr real_instance_proc(void) {
  static PFN_vkGetInstanceProcAddr found;
  if (found == NULL) {
    void* const library = dlopen(PHOTOPIC_REAL_LOADER, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) *(void**)&found = dlsym(library, "vkGetInstanceProcAddr");
  }
  return found;
}

static PFN_vkEnumerateDeviceExtensionProperties real_extensions;

/* All but one: its place is taken by the last. */
static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice device, const char* layer, uint32_t* count,
                                                 VkExtensionProperties* out) {
  const VkResult result = real_extensions(device, layer, count, out);
  uint32_t i;
  for (i = 0; out != NULL && i < *count; ++i) {
    if (strcmp(out[i].extensionName, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME) == 0) out[i] = out[--*count];
  }
  return result;
}

EXPORTED VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance, const char* name) {
  PFN_vkVoidFunction found;
  if (real_instance_proc() == NULL) return NULL;
  found = real_instance_proc()(instance, name);
  if (strcmp(name, "vkEnumerateDeviceExtensionProperties") != 0) return found;
  real_extensions = (PFN_vkEnumerateDeviceExtensionProperties)found;
  return (PFN_vkVoidFunction)extensions;
}
