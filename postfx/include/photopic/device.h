// SPDX-License-Identifier: MIT
// Host's device as Photopic borrows it, and the status of every call.
#ifndef PHOTOPIC_DEVICE_H
#define PHOTOPIC_DEVICE_H

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

/// Outcome of every call that can fail. A failed call has recorded and changed nothing.
enum class [[nodiscard]] Status : std::int32_t{
    ok = 0,
    invalid_argument,  ///< an argument is outside its documented range
    unsupported,       ///< the device, or what the host enabled on it, can't do this
    out_of_memory,     ///< host or device memory
    device_error,      ///< any other Vulkan error, such as a lost device
};

/// Why a call failed, in words: function, argument, value and limit. Called on the failing thread; `text` lives for the
/// call.
using MessageFn = void (*)(Status status, const char* text, void* user);

/// Optional device features. Set what the host has enabled at vkCreateDevice; Photopic can't ask Vulkan for it.
struct EnabledFeatures {
  bool shader_storage_image_extended_formats = false;  ///< needed by NaiveMeter's LevelFormat::r16f
  /// shaderInt64 and shaderBufferInt64Atomics, both: MeterMethod::single_pass then needs one atomic per workgroup, if
  /// the device also has subgroup arithmetic in compute shaders.
  bool shader_buffer_int64_atomics = false;
  bool shader_float64 = false;   ///< shaderFloat64: CIEDE2000 then works in doubles instead of pairs of floats
  bool push_descriptor = false;  ///< pushDescriptor of VkPhysicalDeviceVulkan14Features: Bindings::push_core
};

/// How dispatches get images and buffers.
enum class Bindings : std::uint32_t {
  automatic,       ///< the first of those below that the device has
  push_extension,  ///< pushed by VK_KHR_push_descriptor, which the host has enabled
  push_core,       ///< pushed by Vulkan 1.4, whose feature pushDescriptor the host has enabled
  /// Descriptor sets that are written again after Device::frames_in_flight recordings: every device of Vulkan 1.2.
  ring,
};

/// What a block of device memory has to be.
struct MemoryRequest {
  VkDeviceSize size_bytes = 0;
  VkDeviceSize alignment_bytes = 1;    ///< of the block's offset; a power of two
  std::uint32_t memory_type = 0;       ///< index of VkPhysicalDeviceMemoryProperties::memoryTypes: the best one
  bool is_mapped = false;              ///< the CPU reaches it, by MemoryBlock::mapped; the type is HOST_COHERENT then
  std::uint32_t memory_type_bits = 0;  ///< of all types that will do, as VkMemoryRequirements::memoryTypeBits
};

struct MemoryBlock {
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize offset_bytes = 0;
  void* mapped = nullptr;  ///< where the block begins, if MemoryRequest::is_mapped
  void* handle = nullptr;  ///< the host's own; comes back to `free`
};

/// Device memory that the host gives, out of an allocator of its own. Objects ask for few blocks: PostProcess::create()
/// for one of each memory type that it needs, and one more for what has the size of pictures;
/// PostProcess::memory_requests() says which beforehand. Called in create(), resize() and destructors, on their
/// threads.
struct MemoryCallbacks {
  /// VK_SUCCESS, or why there is none: the call that needs it fails with Status::out_of_memory, say.
  VkResult (*allocate)(const MemoryRequest& request, MemoryBlock* out, void* user) = nullptr;
  void (*free)(const MemoryBlock& block, void* user) = nullptr;
  void* user = nullptr;
};

/// The host's device; instance and device of Vulkan 1.2 or later. All of it is
/// borrowed and must outlive every object created with it. Photopic reaches Vulkan only through
/// `get_instance_proc_addr`: it links to no loader, so that volk, libvulkan or any other dispatch in the host stays
/// undisturbed.
struct Device {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  /// VkApplicationInfo::apiVersion that `instance` was created with: VK_API_VERSION_1_2 or later. Vulkan can't be asked
  /// for it, and what a later instance allows is invalid on one of 1.0 or 1.1.
  std::uint32_t api_version = 0;
  std::uint32_t queue_family = 0;  ///< of the command buffers given to record*(); must have COMPUTE
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  EnabledFeatures enabled;
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;   ///< optional
  const VkAllocationCallbacks* allocator = nullptr;  ///< optional
  MessageFn message = nullptr;                       ///< optional
  void* message_user = nullptr;
  Bindings bindings = Bindings::automatic;
  /// With Bindings::ring, of every object: frames whose command buffers may be pending, or submitted again, while the
  /// next one is recorded, 1..64. A frame has one record*() of each name for each view (a view of `more_sources` counts
  /// as many more); hosts that record more of them count each as a frame. Others ignore it.
  std::uint32_t frames_in_flight = 0;
  const MemoryCallbacks* memory = nullptr;  ///< optional; copied
  /// Each buffer and image gets memory of its own, as tools that watch them may wish.
  bool separate_memory = false;
};

}  // namespace photopic

#endif
