// SPDX-License-Identifier: MIT
// Needs of a pass, and the one comparison with the limits of a device.
#ifndef PHOTOPIC_SRC_GPU_DEVICE_NEEDS_H
#define PHOTOPIC_SRC_GPU_DEVICE_NEEDS_H

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <photopic/device.h>

#include "gpu/passes/pass_desc.h"
#include "gpu/spirv/constants.h"
#include "gpu/spirv/needs.h"

namespace photopic {

struct Gpu;

/// Limits that passes depend on, in the order of limit_info().
enum class NeededLimit : std::uint32_t {
  invocations,
  group_width,
  group_height,
  group_depth,
  shared_bytes,
  push_bytes,
  storage_buffers,
  storage_images,
  sampled_images,
  samplers,
  resources,
};
inline constexpr std::size_t kNeededLimitCount = 11;

struct NeededLimitInfo {
  const char* name;  ///< member of VkPhysicalDeviceLimits
  std::uint32_t (*of_device)(const VkPhysicalDeviceLimits& limits);
};
const NeededLimitInfo& limit_info(NeededLimit limit) noexcept;

/// Numbers by NeededLimit, subgroup operations and features.
struct DeviceNeeds {
  std::array<std::uint32_t, kNeededLimitCount> least = {};
  std::uint32_t subgroup_operations = 0;  ///< VkSubgroupFeatureFlagBits
  bool float16 = false;                   ///< Device::shader_float16

  std::uint32_t& operator[](NeededLimit limit) { return least[static_cast<std::size_t>(limit)]; }
  std::uint32_t operator[](NeededLimit limit) const { return least[static_cast<std::size_t>(limit)]; }
};

/// Needs of a pass whose layout has those of its bindings that `bindings` names (bit n: binding n).
DeviceNeeds device_needs(const PassDesc& desc, const ShaderNeeds& code, std::uint32_t bindings) noexcept;
/// The most that any pass of the module needs of each limit. A device that has it runs every pass but those that need a
/// feature.
extern const DeviceNeeds kMostNeeds;
/// Whether the device has all that `needs` says.
bool fits(const Gpu& gpu, const DeviceNeeds& needs) noexcept;

/// Whether workgroups have fewer invocations than usual: those of PHOTOPIC_SPEC_GROUP have PHOTOPIC_SMALL_GROUP then.
bool has_small_groups(const Gpu& gpu) noexcept;
inline constexpr std::size_t kMaxConstants = 40;  ///< specialisation constants of a variant
/// `constants`, and those of <gpu/interface.h> for a device that isn't Gpu::has_ample_limits.
std::span<const Specialization> with_device_constants(const Gpu& gpu, std::span<const Specialization> constants,
                                                      std::span<Specialization, kMaxConstants> room) noexcept;

/// The feature to leave out if a device can't run the pass, as words for a message.
const char* leave_out(const char* pass) noexcept;

/// ok, or unsupported with a message, of a variant of a pass on a device that isn't Gpu::has_ample_limits.
/// `*bindings`: those that the pass's variants use so far; those of this one are added.
Status check_needs(const Gpu& gpu, const PassDesc& desc, std::span<const Specialization> constants,
                   std::uint32_t* bindings) noexcept;

}  // namespace photopic

#endif
