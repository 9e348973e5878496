// SPDX-License-Identifier: MIT
// Wrappers of every Vulkan function, and the objects and failures they keep track of.
#include "gpu/loader_shim.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/transfer/commands.h"
#include "gpu/host/vk_table.h"  // the module's own list of functions: none can be forgotten here
#include "layer/wrapper.h"

namespace test {
namespace {

LoaderShim* active = nullptr;

enum FunctionIndex : int {
#define TEST_INDEX(name) k_##name,
  PHOTOPIC_DEVICE_FUNCTIONS(TEST_INDEX) PHOTOPIC_RING_FUNCTIONS(TEST_INDEX) PHOTOPIC_DRAW_FUNCTIONS(TEST_INDEX)
      TEST_INDEX(vkCmdPushDescriptorSetKHR)
#undef TEST_INDEX
};

template <class Handle>
std::uint64_t number(Handle handle) {
  std::uint64_t bits = 0;
  static_assert(sizeof handle <= sizeof bits);
  std::memcpy(&bits, &handle, sizeof handle);
  return bits;
}

constexpr bool makes_pipelines(int index) {
  return index == k_vkCreateComputePipelines || index == k_vkCreateGraphicsPipelines;
}

/// What happens around each function.
struct ShimHooks {
  template <int kIndex, class... Args>
  static VkResult call(const char* name, VkResult(VKAPI_PTR* real)(Args...), Args... args) {
    VkResult result = VK_SUCCESS;
    if (!active->enter(name, true, &result)) return result;
    const auto all = std::make_tuple(args...);
    const auto last = std::get<sizeof...(Args) - 1>(all);
    if constexpr (makes_pipelines(kIndex)) {
      if (!active->has_pipelines()) {
        static std::uint64_t count = std::uint64_t{kIndex} << 32;
        for (std::uint32_t i = 0; i < std::get<2>(all); ++i) {
          const std::uint64_t made_up = ~++count;
          std::memcpy(&last[i], &made_up, sizeof made_up);
          active->made(name, made_up);
        }
        return VK_SUCCESS;
      }
    }
    result = real(args...);
    if (result != VK_SUCCESS) return result;
    if constexpr (kIndex == k_vkMapMemory) {
      active->mapped(std::get<1>(all), *last);
    } else if constexpr (makes_pipelines(kIndex)) {
      for (std::uint32_t i = 0; i < std::get<2>(all); ++i) active->made(name, number(last[i]));
    } else if constexpr (kIndex == k_vkAllocateDescriptorSets) {  // they end with their pool
    } else if constexpr (std::is_pointer_v<std::remove_const_t<decltype(last)>>) {
      active->made(name, number(*last));
    }
    if constexpr (kIndex == k_vkAllocateMemory) {
      const VkMemoryAllocateInfo& info = *std::get<1>(all);
      active->allocated({*last, info.allocationSize, info.memoryTypeIndex});
    }
    return result;
  }

  template <int kIndex, class... Args>
  static void call(const char* name, void(VKAPI_PTR* real)(Args...), Args... args) {
    VkResult result = VK_SUCCESS;
    active->enter(name, false, &result);
    const bool destroys = std::strncmp(name, "vkDestroy", 9) == 0 || std::strcmp(name, "vkFreeMemory") == 0;
    if (destroys) active->destroyed(number(std::get<1>(std::make_tuple(args...))));
    if (kIndex != k_vkDestroyPipeline || active->has_pipelines()) real(args...);
  }
};

PFN_vkGetInstanceProcAddr real_get_instance_proc_addr = nullptr;
PFN_vkGetDeviceProcAddr real_get_device_proc_addr = nullptr;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device, const char* name) {
  if (active->is_hidden(name) || active->changes().hides_function(name)) return nullptr;
  if (PFN_vkVoidFunction replacement = active->replacement(name)) return replacement;
#define TEST_WRAP(function)                                                                                        \
  if (std::strcmp(name, #function) == 0) {                                                                         \
    return wrap<ShimHooks, PFN_##function, k_##function>(#function, real_get_device_proc_addr(device, #function)); \
  }
  PHOTOPIC_DEVICE_FUNCTIONS(TEST_WRAP)
  PHOTOPIC_RING_FUNCTIONS(TEST_WRAP)
  PHOTOPIC_DRAW_FUNCTIONS(TEST_WRAP)
  TEST_WRAP(vkCmdPushDescriptorSetKHR)
#undef TEST_WRAP
  return real_get_device_proc_addr(device, name);
}

template <class Function>
Function real_instance_function(const char* name) {
  return reinterpret_cast<Function>(real_get_instance_proc_addr(active->device().instance, name));
}

VKAPI_ATTR void VKAPI_CALL changed_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  real_instance_function<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, properties);
  active->changes().apply(*properties);
}

VKAPI_ATTR void VKAPI_CALL changed_properties_2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  real_instance_function<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(device, properties);
  active->changes().apply(properties->properties);
  active->changes().apply_to_chain(properties->pNext);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance, const char* name) {
  if (active->is_hidden(name)) return nullptr;
  if (PFN_vkVoidFunction replacement = active->replacement(name)) return replacement;
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&changed_properties);
  }
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&changed_properties_2);
  }
  const bool is_lookup = std::strcmp(name, "vkGetDeviceProcAddr") == 0;
  return is_lookup ? reinterpret_cast<PFN_vkVoidFunction>(&get_device_proc_addr)
                   : real_get_instance_proc_addr(instance, name);
}

bool is_command(const std::string& name) { return name.compare(0, 5, "vkCmd") == 0; }

VKAPI_ATTR void VKAPI_CALL separate_memory_properties(VkPhysicalDevice device,
                                                      VkPhysicalDeviceMemoryProperties* properties) {
  real_instance_function<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                                         properties);
  for (std::uint32_t i = 0; i < properties->memoryTypeCount; ++i) {
    VkMemoryPropertyFlags& flags = properties->memoryTypes[i].propertyFlags;
    if ((flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0) flags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  }
}

}  // namespace

LoaderShim::LoaderShim(engine::Context& context) : device_(context.lend()) {
  if (active != nullptr) throw engine::Error("one LoaderShim at a time");
  active = this;
  real_get_instance_proc_addr = device_.get_instance_proc_addr;
  real_get_device_proc_addr =
      reinterpret_cast<PFN_vkGetDeviceProcAddr>(real_get_instance_proc_addr(device_.instance, "vkGetDeviceProcAddr"));
  device_.get_instance_proc_addr = get_instance_proc_addr;
}

LoaderShim::~LoaderShim() { active = nullptr; }

void LoaderShim::fail_call(std::uint32_t countdown, VkResult result) {
  failure_.arm(countdown);
  failure_result_ = result;
}

void LoaderShim::separate_memory() {
  replace("vkGetPhysicalDeviceMemoryProperties", reinterpret_cast<PFN_vkVoidFunction>(&separate_memory_properties));
}

PFN_vkVoidFunction LoaderShim::replacement(const char* name) const {
  const auto found = replaced_.find(name);
  return found == replaced_.end() ? nullptr : found->second;
}

std::uint32_t LoaderShim::commands_recorded() const {
  std::uint32_t count = 0;
  for (const auto& [name, calls] : calls_) count += is_command(name) ? calls : 0;
  return count;
}

VkDeviceSize LoaderShim::allocated_bytes() const {
  VkDeviceSize sum = 0;
  for (const Allocation& allocation : allocations_) sum += allocation.size_bytes;
  return sum;
}

bool LoaderShim::enter(const char* name, bool can_fail, VkResult* result) {
  ++calls_[name];
  if (!can_fail || !failure_.strikes(name)) return true;
  *result = failure_result_;
  return false;
}

void LoaderShim::made(const char* name, std::uint64_t handle) {
  ++creations_;
  alive_[handle] = name;
}

void LoaderShim::destroyed(std::uint64_t handle) {
  alive_.erase(handle);
  std::erase_if(allocations_, [&](const Allocation& allocation) { return number(allocation.memory) == handle; });
}

void LoaderShim::mapped(VkDeviceMemory memory, void* data) {
  for (Allocation& allocation : allocations_) {
    if (allocation.memory != memory) continue;
    auto* words = static_cast<std::uint32_t*>(data);
    std::fill_n(words, allocation.size_bytes / sizeof *words, kQuietNan);
    allocation.is_mapped = true;
  }
}

namespace {

VkBuffer make_unbound_buffer(const engine::Context& context, VkDeviceSize size_bytes, VkMemoryRequirements* needs) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size_bytes;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  engine::check(context.vk().vkCreateBuffer(context.device(), &info, nullptr, &buffer), "vkCreateBuffer");
  context.vk().vkGetBufferMemoryRequirements(context.device(), buffer, needs);
  return buffer;
}

}  // namespace

Poison::Poison(const engine::Context& context, const LoaderShim& shim) : context_(context) {
  for (const LoaderShim::Allocation& allocation : shim.allocations()) {
    if (allocation.is_mapped) continue;
    VkMemoryRequirements needs;
    VkBuffer buffer = make_unbound_buffer(context, allocation.size_bytes, &needs);
    if (needs.size > allocation.size_bytes) {  // rounded up by the driver: take as much as fits
      context.vk().vkDestroyBuffer(context.device(), buffer, nullptr);
      buffer = make_unbound_buffer(context, 2 * allocation.size_bytes - needs.size, &needs);
    }
    buffers_.push_back(buffer);
    if ((needs.memoryTypeBits >> allocation.type_index & 1u) == 0) {
      context.vk().vkDestroyBuffer(context.device(), buffer, nullptr);
      buffers_.pop_back();
      covers_all_ = false;
      continue;
    }
    engine::check(context.vk().vkBindBufferMemory(context.device(), buffer, allocation.memory, 0),
                  "vkBindBufferMemory");
  }
}

Poison::~Poison() {
  for (VkBuffer buffer : buffers_) context_.vk().vkDestroyBuffer(context_.device(), buffer, nullptr);
}

void Poison::record(VkCommandBuffer command_buffer, std::uint32_t word) const {
  const engine::Scope everything =
      engine::kComputeRead | engine::kComputeWrite | engine::kTransferRead | engine::kTransferWrite;
  engine::memory_barrier(context_, command_buffer, everything, engine::kTransferWrite);
  for (VkBuffer buffer : buffers_) context_.vk().vkCmdFillBuffer(command_buffer, buffer, 0, VK_WHOLE_SIZE, word);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, everything);
}

}  // namespace test
