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

/// One per function: `call` is what Photopic gets instead of `real`.
template <class Function, int kIndex>
struct Wrapper;

template <class... Args, int kIndex>
struct Wrapper<VkResult(VKAPI_PTR*)(Args...), kIndex> {
  static inline VkResult(VKAPI_PTR* real)(Args...) = nullptr;
  static inline const char* name = nullptr;

  static VKAPI_ATTR VkResult VKAPI_CALL call(Args... args) {
    VkResult result = VK_SUCCESS;
    if (!active->enter(name, true, &result)) return result;
    const auto all = std::make_tuple(args...);
    const auto last = std::get<sizeof...(Args) - 1>(all);
    if constexpr (kIndex == k_vkCreateComputePipelines || kIndex == k_vkCreateGraphicsPipelines) {
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
    } else if constexpr (kIndex == k_vkCreateComputePipelines || kIndex == k_vkCreateGraphicsPipelines) {
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
};

template <class... Args, int kIndex>
struct Wrapper<void(VKAPI_PTR*)(Args...), kIndex> {
  static inline void(VKAPI_PTR* real)(Args...) = nullptr;
  static inline const char* name = nullptr;

  static VKAPI_ATTR void VKAPI_CALL call(Args... args) {
    VkResult result = VK_SUCCESS;
    active->enter(name, false, &result);
    const bool destroys = std::strncmp(name, "vkDestroy", 9) == 0 || std::strcmp(name, "vkFreeMemory") == 0;
    if (destroys) active->destroyed(number(std::get<1>(std::make_tuple(args...))));
    if (kIndex != k_vkDestroyPipeline || active->has_pipelines()) real(args...);
  }
};

PFN_vkGetInstanceProcAddr real_get_instance_proc_addr = nullptr;
PFN_vkGetDeviceProcAddr real_get_device_proc_addr = nullptr;

template <class Function, int kIndex>
PFN_vkVoidFunction wrap(VkDevice device, const char* name) {
  using W = Wrapper<Function, kIndex>;
  W::name = name;
  W::real = reinterpret_cast<Function>(real_get_device_proc_addr(device, name));
  return W::real == nullptr ? nullptr : reinterpret_cast<PFN_vkVoidFunction>(&W::call);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device, const char* name) {
  if (active->is_hidden(name)) return nullptr;
  if (PFN_vkVoidFunction replacement = active->replacement(name)) return replacement;
#define TEST_WRAP(function) \
  if (std::strcmp(name, #function) == 0) return wrap<PFN_##function, k_##function>(device, #function);
  PHOTOPIC_DEVICE_FUNCTIONS(TEST_WRAP)
  PHOTOPIC_RING_FUNCTIONS(TEST_WRAP)
  PHOTOPIC_DRAW_FUNCTIONS(TEST_WRAP)
  TEST_WRAP(vkCmdPushDescriptorSetKHR)
#undef TEST_WRAP
  return real_get_device_proc_addr(device, name);
}

VKAPI_ATTR void VKAPI_CALL changed_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
      real_get_instance_proc_addr(active->device().instance, "vkGetPhysicalDeviceProperties"))(device, properties);
  active->change(*properties);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance, const char* name) {
  if (active->is_hidden(name)) return nullptr;
  if (PFN_vkVoidFunction replacement = active->replacement(name)) return replacement;
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&changed_properties);
  }
  const bool is_lookup = std::strcmp(name, "vkGetDeviceProcAddr") == 0;
  return is_lookup ? reinterpret_cast<PFN_vkVoidFunction>(&get_device_proc_addr)
                   : real_get_instance_proc_addr(instance, name);
}

bool is_command(const std::string& name) { return name.compare(0, 5, "vkCmd") == 0; }

VKAPI_ATTR void VKAPI_CALL separate_memory_properties(VkPhysicalDevice device,
                                                      VkPhysicalDeviceMemoryProperties* properties) {
  reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties>(real_get_instance_proc_addr(
      active->device().instance, "vkGetPhysicalDeviceMemoryProperties"))(device, properties);
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
  countdown_ = countdown;
  failure_ = result;
  failed_call_.clear();
}

void LoaderShim::separate_memory() {
  replace("vkGetPhysicalDeviceMemoryProperties", reinterpret_cast<PFN_vkVoidFunction>(&separate_memory_properties));
}

void LoaderShim::change_limits(std::function<void(VkPhysicalDeviceLimits&)> change) {
  change_limits_ = std::move(change);
}

void LoaderShim::change(VkPhysicalDeviceProperties& properties) const {
  if (change_limits_) change_limits_(properties.limits);
  if (is_gpu_) properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
}

// Of the table "Required Limits" of the specification.
void LoaderShim::lower_to_vulkan_1_2(VkPhysicalDeviceLimits& limits) {
  limits.maxImageDimension2D = 4096;
  limits.maxPushConstantsSize = 128;
  limits.maxPerStageDescriptorSamplers = 16;
  limits.maxPerStageDescriptorStorageBuffers = 4;
  limits.maxPerStageDescriptorSampledImages = 16;
  limits.maxPerStageDescriptorStorageImages = 4;
  limits.maxPerStageResources = 128;
  limits.maxComputeSharedMemorySize = 16384;
  limits.maxComputeWorkGroupInvocations = 128;
  limits.maxComputeWorkGroupSize[0] = 128;
  limits.maxComputeWorkGroupSize[1] = 128;
  limits.maxComputeWorkGroupSize[2] = 64;
}

std::string LoaderShim::take_failed_call() {
  countdown_ = 0;
  return std::exchange(failed_call_, {});
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
  if (!can_fail || countdown_ == 0 || --countdown_ > 0) return true;
  failed_call_ = name;
  *result = failure_;
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
