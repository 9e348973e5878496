// SPDX-License-Identifier: MIT
// VK_LAYER_PHOTOPIC_run: functions that the loader finds, and those that are hooked.
#include <cstring>

#include "layer/clock/steps.h"
#include "layer/present.h"

namespace layer {
namespace {

// They live as long as the process: at its exit, devices that it hasn't destroyed are nobody's to use.
Registry<Instance>& instances = *new Registry<Instance>;
Registry<Device>& devices = *new Registry<Device>;

constexpr std::uint32_t kToolsApi = VK_API_VERSION_1_2;  ///< the module's

/// The link of the chain that the loader has made for this layer; it is taken off for the next one.
template <class Link, class Info>
Link* link_of(const Info* info, VkStructureType type) {
  auto* found = reinterpret_cast<Link*>(const_cast<void*>(info->pNext));
  while (found != nullptr && (found->sType != type || found->function != VK_LAYER_LINK_INFO)) {
    found = reinterpret_cast<Link*>(const_cast<void*>(found->pNext));
  }
  return found;
}

// ---- instances ------------------------------------------------------------------------------------------------------

/// Makes an instance for the module, too, where tools are asked for, else and where that fails as the program asks.
/// Returns its API version in `version`.
VkResult create_with_api(PFN_vkCreateInstance create, VkLayerInstanceCreateInfo& link, VkInstanceCreateInfo info,
                         const VkAllocationCallbacks* allocator, VkInstance* created, std::uint32_t* version) {
  const VkApplicationInfo* const own = info.pApplicationInfo;
  *version = own != nullptr && own->apiVersion != 0 ? own->apiVersion : VK_API_VERSION_1_0;
  const Channel* const channel = Channel::open();
  if (channel != nullptr && channel->configuration().tools != 0 && *version < kToolsApi) {
    VkApplicationInfo raised = own != nullptr ? *own : VkApplicationInfo{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    raised.apiVersion = kToolsApi;
    info.pApplicationInfo = &raised;
    VkLayerInstanceLink* const next = link.u.pLayerInfo;
    if (create(&info, allocator, created) == VK_SUCCESS) {
      *version = kToolsApi;
      return VK_SUCCESS;
    }
    link.u.pLayerInfo = next;  // which the layers below have taken off
    info.pApplicationInfo = own;
  }
  return create(&info, allocator, created);
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                               VkInstance* created) {
  auto* const link = link_of<VkLayerInstanceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(next(nullptr, "vkCreateInstance"));
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  std::uint32_t version = 0;
  const VkResult result = create_with_api(create, *link, *info, allocator, created, &version);
  if (result != VK_SUCCESS) return result;
  auto instance = std::make_unique<Instance>();
  instance->handle = *created;
  instance->api_version = version;
  instance->vk.GetInstanceProcAddr = next;
#define PHOTOPIC_LAYER_GET(name) instance->vk.name = reinterpret_cast<PFN_vk##name>(next(*created, "vk" #name));
  PHOTOPIC_LAYER_INSTANCE_FUNCTIONS(PHOTOPIC_LAYER_GET)
#undef PHOTOPIC_LAYER_GET
  instances.add(*created, std::move(instance));
  if (Channel* const channel = Channel::open()) channel->send({.kind = Report::Kind::hello});
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance handle, const VkAllocationCallbacks* allocator) {
  if (handle == VK_NULL_HANDLE) return;
  if (const auto instance = instances.take(instances.key(handle))) instance->vk.DestroyInstance(handle, allocator);
}

VKAPI_ATTR void VKAPI_CALL destroy_surface(VkInstance handle, VkSurfaceKHR surface,
                                           const VkAllocationCallbacks* allocator) {
  Instance& instance = *instances.find(handle);
  {
    const std::lock_guard guard(instance.mutex);
    instance.windows.erase(surface);
  }
  instance.vk.DestroySurfaceKHR(handle, surface, allocator);
}

// ---- devices --------------------------------------------------------------------------------------------------------

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* created) {
  auto* const link = link_of<VkLayerDeviceCreateInfo>(info, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  Instance* const instance = instances.find(physical);
  if (link == nullptr || instance == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  const PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(next_instance(instance->handle, "vkCreateDevice"));
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  PFN_vkSetDeviceLoaderData set_loader_data = nullptr;
  for (auto* one = static_cast<const VkLayerDeviceCreateInfo*>(info->pNext); one != nullptr;
       one = static_cast<const VkLayerDeviceCreateInfo*>(one->pNext)) {
    if (one->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO && one->function == VK_LOADER_DATA_CALLBACK) {
      set_loader_data = one->u.pfnSetDeviceLoaderData;
    }
  }
  const VkResult result = create(physical, info, allocator, created);
  if (result != VK_SUCCESS) return result;
  auto device = std::make_unique<Device>();
  device->instance = instance;
  device->handle = *created;
  device->physical = physical;
  device->set_loader_data = set_loader_data;
  device->vk.GetDeviceProcAddr = next;
#define PHOTOPIC_LAYER_GET(name) device->vk.name = reinterpret_cast<PFN_vk##name>(next(*created, "vk" #name));
  PHOTOPIC_LAYER_DEVICE_FUNCTIONS(PHOTOPIC_LAYER_GET)
#undef PHOTOPIC_LAYER_GET
  std::uint32_t count = 0;
  instance->vk.GetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  device->families.resize(count);
  instance->vk.GetPhysicalDeviceQueueFamilyProperties(physical, &count, device->families.data());
  instance->vk.GetPhysicalDeviceMemoryProperties(physical, &device->memory);
  instance->vk.GetPhysicalDeviceProperties(physical, &device->properties);
  const VkPhysicalDeviceProperties properties = device->properties;
  devices.add(*created, std::move(device));
  if (Channel* const channel = Channel::open()) {
    Report report = {.kind = Report::Kind::device, .api_version = properties.apiVersion};
    std::memcpy(report.name.data(), properties.deviceName, sizeof properties.deviceName);
    channel->send(report);
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice handle, const VkAllocationCallbacks* allocator) {
  if (handle == VK_NULL_HANDLE) return;
  const auto device = devices.take(devices.key(handle));
  if (device == nullptr) return;
  device->swapchains.clear();
  device->tools.clear();
  for (const VkSemaphore semaphore : device->used_semaphores) device->vk.DestroySemaphore(handle, semaphore, nullptr);
  device->vk.DestroyDevice(handle, allocator);
}

void keep_family(VkDevice handle, VkQueue queue, std::uint32_t family) {
  Device& device = *devices.find(handle);
  const std::lock_guard guard(device.mutex);
  device.family_of[queue] = family;
}

VKAPI_ATTR void VKAPI_CALL get_device_queue(VkDevice handle, std::uint32_t family, std::uint32_t index,
                                            VkQueue* queue) {
  devices.find(handle)->vk.GetDeviceQueue(handle, family, index, queue);
  keep_family(handle, *queue, family);
}

VKAPI_ATTR void VKAPI_CALL get_device_queue2(VkDevice handle, const VkDeviceQueueInfo2* info, VkQueue* queue) {
  devices.find(handle)->vk.GetDeviceQueue2(handle, info, queue);
  if (*queue != VK_NULL_HANDLE) keep_family(handle, *queue, info->queueFamilyIndex);
}

// ---- swapchains -----------------------------------------------------------------------------------------------------

bool is_shared_refresh(VkPresentModeKHR mode) {
  return mode == VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR || mode == VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR;
}

Problem problem_of(const Device& device, const VkSwapchainCreateInfoKHR& info, bool has_overlay) {
  if (texels_of(info.imageFormat) == Texels::none) return Problem::format;
  if ((info.flags & VK_SWAPCHAIN_CREATE_PROTECTED_BIT_KHR) != 0) return Problem::is_protected;
  if (info.imageArrayLayers > 1) return Problem::layers;
  if (is_shared_refresh(info.presentMode)) return Problem::shared_refresh;
  if (info.imageExtent.width > kMaxSide || info.imageExtent.height > kMaxSide) return Problem::size;
  VkSurfaceCapabilitiesKHR capabilities = {};
  const auto get = device.instance->vk.GetPhysicalDeviceSurfaceCapabilitiesKHR;
  if (get == nullptr || get(device.physical, info.surface, &capabilities) != VK_SUCCESS ||
      (capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_SRC_BIT) == 0) {
    return Problem::no_transfer;
  }
  if (has_overlay && (capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT) == 0) {
    return Problem::no_drawing;
  }
  return Problem::none;
}

VKAPI_ATTR VkResult VKAPI_CALL create_swapchain(VkDevice handle, const VkSwapchainCreateInfoKHR* info,
                                                const VkAllocationCallbacks* allocator, VkSwapchainKHR* created) {
  Device& device = *devices.find(handle);
  const Channel* const channel = Channel::open();
  const bool has_overlay = channel != nullptr && (channel->configuration().tools & kOverlayTool) != 0;
  Problem problem = problem_of(device, *info, has_overlay);
  if (Swapchain* const old = device.swapchain(info->oldSwapchain)) old->finish();  // its tools go on with the new one
  VkSwapchainCreateInfoKHR changed = *info;
  if (problem == Problem::none) {
    changed.imageUsage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    if (has_overlay) changed.imageUsage |= VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  }
  VkResult result = device.vk.CreateSwapchainKHR(handle, &changed, allocator, created);
  if (result != VK_SUCCESS &&
      changed.imageUsage != info->imageUsage) {  // not with these usages, whatever the surface says
    problem = has_overlay ? Problem::no_drawing : Problem::no_transfer;
    result = device.vk.CreateSwapchainKHR(handle, info, allocator, created);
  }
  if (result != VK_SUCCESS) return result;
  auto swapchain =
      std::make_unique<Swapchain>(device, *created, *info, problem, device.instance->window_of(info->surface));
  if (swapchain->window().is_known) swapchain->tell();
  const std::lock_guard guard(device.mutex);
  device.swapchains[*created] = std::move(swapchain);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_swapchain(VkDevice handle, VkSwapchainKHR swapchain,
                                             const VkAllocationCallbacks* allocator) {
  Device& device = *devices.find(handle);
  std::unique_ptr<Swapchain> gone;
  {
    const std::lock_guard guard(device.mutex);
    const auto found = device.swapchains.find(swapchain);
    if (found != device.swapchains.end()) {
      gone = std::move(found->second);
      device.swapchains.erase(found);
    }
  }
  gone.reset();
  device.vk.DestroySwapchainKHR(handle, swapchain, allocator);
}

VKAPI_ATTR void VKAPI_CALL set_hdr_metadata(VkDevice handle, std::uint32_t count, const VkSwapchainKHR* swapchains,
                                            const VkHdrMetadataEXT* metadata) {
  Device& device = *devices.find(handle);
  device.vk.SetHdrMetadataEXT(handle, count, swapchains, metadata);
  Channel* const channel = Channel::open();
  for (std::uint32_t i = 0; channel != nullptr && i < count; ++i) {
    Swapchain* const swapchain = device.swapchain(swapchains[i]);
    if (swapchain == nullptr) continue;
    Report report = swapchain->report(Report::Kind::metadata);
    report.light = {metadata[i].maxLuminance, metadata[i].minLuminance, metadata[i].maxContentLightLevel,
                    metadata[i].maxFrameAverageLightLevel};
    channel->send(report);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL queue_present(VkQueue queue, const VkPresentInfoKHR* info) {
  Device& device = *devices.find(queue);
  Channel* const channel = Channel::open();
  const VkResult result =
      channel != nullptr ? present(device, *channel, queue, *info) : device.vk.QueuePresentKHR(queue, info);
  step_clock();
  return result;
}

// ---- what the loader asks for ---------------------------------------------------------------------------------------

struct Hook {
  const char* name;
  PFN_vkVoidFunction function;
  bool is_of_instances;
  bool is_of_windows;  ///< there without photopic run, too, if it isn't
};

PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance, const char* name);
PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char* name);

template <class Function>
PFN_vkVoidFunction plain(Function* function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

const Hook kHooks[] = {
    {"vkGetInstanceProcAddr", plain(get_instance_proc), true, false},
    {"vkCreateInstance", plain(create_instance), true, false},
    {"vkDestroyInstance", plain(destroy_instance), true, false},
    {"vkCreateDevice", plain(create_device), true, false},
    {"vkDestroySurfaceKHR", plain(destroy_surface), true, true},
    {"vkGetDeviceProcAddr", plain(get_device_proc), false, false},
    {"vkDestroyDevice", plain(destroy_device), false, false},
    {"vkGetDeviceQueue", plain(get_device_queue), false, true},
    {"vkGetDeviceQueue2", plain(get_device_queue2), false, true},
    {"vkCreateSwapchainKHR", plain(create_swapchain), false, true},
    {"vkDestroySwapchainKHR", plain(destroy_swapchain), false, true},
    {"vkQueuePresentKHR", plain(queue_present), false, true},
    {"vkSetHdrMetadataEXT", plain(set_hdr_metadata), false, true},
};

/// Whether this process hooks windows: decided once, so that what is made hooked is destroyed hooked.
bool hooks_windows() {
  static const bool is_hooking = Channel::open() != nullptr;
  return is_hooking;
}

/// Null: not hooked.
const Hook* hook_of(const char* name) {
  for (const Hook& hook : kHooks) {
    if (std::strcmp(hook.name, name) == 0) return hook.is_of_windows && !hooks_windows() ? nullptr : &hook;
  }
  return nullptr;
}

PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance, const char* name) {
  const Hook* const hook = hook_of(name);
  // The loader asks for vkCreateInstance before there is an instance, with null or with one of its own.
  Instance* const known = instance != VK_NULL_HANDLE ? instances.find(instance) : nullptr;
  if (known == nullptr) return hook != nullptr && hook->is_of_instances ? hook->function : nullptr;
  const PFN_vkVoidFunction next = known->vk.GetInstanceProcAddr(instance, name);
  return next != nullptr && hook != nullptr ? hook->function : next;
}

PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice handle, const char* name) {
  Device* const device = devices.find(handle);
  if (device == nullptr) return nullptr;
  const PFN_vkVoidFunction next = device->vk.GetDeviceProcAddr(handle, name);
  const Hook* const hook = hook_of(name);
  return next != nullptr && hook != nullptr && !hook->is_of_instances ? hook->function : next;
}

}  // namespace

std::shared_ptr<Window> Instance::window_of(VkSurfaceKHR surface) {
  const std::lock_guard guard(mutex);
  std::shared_ptr<Window>& window = windows[surface];
  if (window == nullptr) window = std::make_shared<Window>();
  return window;
}

Instance* find_instance(VkInstance handle) { return instances.find(handle); }
Device* find_device(VkDevice handle) { return devices.find(handle); }

Tools* Device::tools_of(const Window& window) {
  const std::lock_guard guard(mutex);
  for (const auto& one : tools) {
    if (one->window() == &window) return one.get();
  }
  return nullptr;
}

Swapchain* Device::swapchain(VkSwapchainKHR swapchain) {
  const std::lock_guard guard(mutex);
  const auto found = swapchains.find(swapchain);
  return found == swapchains.end() ? nullptr : found->second.get();
}

std::uint32_t Device::family(VkQueue queue) {
  const std::lock_guard guard(mutex);
  const auto found = family_of.find(queue);
  return found == family_of.end() ? ~0u : found->second;
}

}  // namespace layer

/// Version 2 of the interface: everything else is found by these functions.
extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version) {
  if (version == nullptr || version->loaderLayerInterfaceVersion < 2) return VK_ERROR_INITIALIZATION_FAILED;
  version->loaderLayerInterfaceVersion = 2;
  version->pfnGetInstanceProcAddr = layer::get_instance_proc;
  version->pfnGetDeviceProcAddr = layer::get_device_proc;
  version->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
