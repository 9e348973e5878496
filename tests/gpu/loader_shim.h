// SPDX-License-Identifier: MIT
// Vulkan loader between Photopic and the real one: it counts, remembers what is alive, and can let any call fail.
#ifndef PHOTOPIC_TESTS_GPU_LOADER_SHIM_H
#define PHOTOPIC_TESTS_GPU_LOADER_SHIM_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/device/context.h"

namespace test {

/// Wraps every device function that Photopic may ask for, while it lives. One at a time: vkGetInstanceProcAddr has no
/// user pointer, so the shim is found through a global. Must outlive what is made through it.
class LoaderShim {
 public:
  struct Allocation {
    VkDeviceMemory memory;
    VkDeviceSize size_bytes;
    std::uint32_t type_index;
    bool is_mapped = false;  ///< the module wrote it from the CPU: what it then holds is part of the module's state
  };

  explicit LoaderShim(engine::Context& context);
  ~LoaderShim();
  LoaderShim(const LoaderShim&) = delete;
  LoaderShim& operator=(const LoaderShim&) = delete;

  /// The context's device, reached through this shim.
  const photopic::Device& device() const { return device_; }

  /// The `countdown`-th call from now (1 = the next) that returns a VkResult fails with `result`.
  void fail_call(std::uint32_t countdown, VkResult result);
  /// No further failure; the name of the call that failed, empty if none did.
  std::string take_failed_call();
  /// The loader doesn't know `name` from now on; empty: knows all.
  void hide(std::string name) { hidden_ = std::move(name); }
  /// Photopic gets `function` for the instance function `name`; null: the real one.
  void replace(const std::string& name, PFN_vkVoidFunction function) { replaced_[name] = function; }

  /// From now on, no memory type is both device-local and visible to the CPU.
  void separate_memory();

  /// From now on the device's limits are what `change` makes of them; null: as they are. For limits that are lowered:
  /// the driver keeps its own.
  void change_limits(std::function<void(VkPhysicalDeviceLimits&)> change);
  /// From now on the device says that it is a GPU, for code that a CPU has other variants of.
  void be_a_gpu(bool is_gpu = true) { is_gpu_ = is_gpu; }
  /// The least that Vulkan 1.2 promises of workgroups, descriptors, push constants and images.
  static void lower_to_vulkan_1_2(VkPhysicalDeviceLimits& limits);

  /// From now on pipelines are numbers that stand for nothing: they are most of the time that an object takes to make.
  /// For objects that are made and not used. Nothing has a name then.
  void make_no_pipelines() {
    has_pipelines_ = false;
    hide("vkSetDebugUtilsObjectNameEXT");
  }

  /// Calls by name.
  const std::map<std::string, std::uint32_t>& calls() const { return calls_; }
  std::uint32_t calls_that_create() const { return creations_; }
  /// Handles alive that calls of `name` made.
  std::size_t alive_of(const std::string& name) const {
    return static_cast<std::size_t>(
        std::count_if(alive_.begin(), alive_.end(), [&](const auto& handle) { return handle.second == name; }));
  }
  std::uint32_t commands_recorded() const;
  /// Handles made and not yet destroyed, with the call that made them.
  const std::map<std::uint64_t, std::string>& alive() const { return alive_; }
  /// Device memory not yet freed.
  const std::vector<Allocation>& allocations() const { return allocations_; }
  VkDeviceSize allocated_bytes() const;

  // For the wrappers.
  bool is_hidden(const char* name) const { return hidden_ == name; }
  PFN_vkVoidFunction replacement(const char* name) const;
  bool has_pipelines() const { return has_pipelines_; }
  void change(VkPhysicalDeviceProperties& properties) const;
  bool enter(const char* name, bool can_fail, VkResult* result);
  void made(const char* name, std::uint64_t handle);
  void destroyed(std::uint64_t handle);
  void allocated(const Allocation& allocation) { allocations_.push_back(allocation); }
  /// Fills what was mapped with NaN before the module sees it.
  void mapped(VkDeviceMemory memory, void* data);

 private:
  photopic::Device device_;
  std::map<std::string, std::uint32_t> calls_;
  std::map<std::uint64_t, std::string> alive_;
  std::vector<Allocation> allocations_;
  bool has_pipelines_ = true;
  std::uint32_t creations_ = 0;
  std::uint32_t countdown_ = 0;
  VkResult failure_ = VK_SUCCESS;
  std::string failed_call_;
  std::string hidden_;
  std::map<std::string, PFN_vkVoidFunction> replaced_;
  std::function<void(VkPhysicalDeviceLimits&)> change_limits_;
  bool is_gpu_ = false;
};

inline constexpr std::uint32_t kQuietNan = 0x7fc00000;  // as two halves: 0 and NaN

/// Fills every device memory that was allocated through a shim, at the time of construction, by buffers bound to the
/// same memory, but for memory that the module itself has initialised from the CPU: that was full of NaN before. Those
/// memories must outlive this.
class Poison {
 public:
  Poison(const engine::Context& context, const LoaderShim& shim);
  ~Poison();
  Poison(const Poison&) = delete;
  Poison& operator=(const Poison&) = delete;

  /// False where some memory type takes no buffers; that memory stays as it is.
  bool covers_all() const { return covers_all_; }
  /// Orders itself against what came before and after.
  void record(VkCommandBuffer command_buffer, std::uint32_t word = kQuietNan) const;

 private:
  const engine::Context& context_;
  std::vector<VkBuffer> buffers_;
  bool covers_all_ = true;
};

}  // namespace test

#endif
