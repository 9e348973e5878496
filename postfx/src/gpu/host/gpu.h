// SPDX-License-Identifier: MIT
// Host's device with its functions and its limits.
#ifndef PHOTOPIC_SRC_GPU_GPU_H
#define PHOTOPIC_SRC_GPU_GPU_H

#include <photopic/device.h>

#include <cstdint>

#include "gpu/host/vk_table.h"
#include "gpu/memory/allocation.h"
#include "gpu/memory/sized_parts.h"
#include "gpu/passes/pipeline_batch.h"

namespace photopic {

/// The host's device and what is known about it. Lives in the Impl of each public class; all that this makes points to
/// it.
struct Gpu {
  Device device;
  VkTable vk;
  const char* maker = "create";  ///< function that makes passes, for messages
  VkPhysicalDeviceLimits limits = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  VkQueueFlags queue_flags = 0;
  bool is_cpu = false;                           ///< a software implementation
  std::uint32_t subgroup_operations = 0;         ///< VkSubgroupFeatureFlagBits in compute shaders
  bool has_ample_limits = false;                 ///< for every pass: no variant is compared with the limits
  bool takes_whole_code = false;                 ///< kWholeCode
  bool ends_apart = false;                       ///< workgroups of a dispatch may not see each other's writes
  bool is_nvidia = false;                        ///< NVIDIA's own driver, for code that was measured there
  Bindings bindings = Bindings::push_extension;  ///< not automatic
  std::uint32_t recordings_in_flight = 0;        ///< of an object, which a ring is made for
  MemoryCallbacks memory_callbacks;              ///< null where memory is Vulkan's
  mutable MemoryPlan memory_plan;
  mutable SizedParts sized_parts;
  mutable VkDeviceSize memory_bytes = 0;  ///< of device memory, now
  mutable PipelineBatch batch;            ///< pipelines that passes wait for
  mutable std::uint64_t recording = 0;    ///< of calls that record, now; what they are given is alive until the next

  /// `function`: what makes passes, for messages.
  Status init(const Device& host, const char* function = "create") noexcept;
  /// Of objects that draw.
  Status init_drawing() noexcept;
  bool has_subgroup_arithmetic() const { return (subgroup_operations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0; }
  bool has_ring() const { return bindings == Bindings::ring; }
  VkFormatFeatureFlags optimal_features(VkFormat format) const noexcept;

 private:
  Status init_bindings() noexcept;
};

}  // namespace photopic

#endif
