/* SPDX-License-Identifier: MIT */
/* Results, struct heads and the host's device: what the C and the C++ interface share. */
#ifndef PHOTOPIC_C_BASE_H
#define PHOTOPIC_C_BASE_H

#include <photopic/version.h>
#include <vulkan/vulkan_core.h>

#include <stddef.h>
#include <stdint.h>

/* From C++17 on, structs have defaults and enumerations types. C++11 and C++14 see what C sees. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define PHOTOPIC_CPP 1
#elif defined(_MSVC_LANG) && _MSVC_LANG >= 201703L
#define PHOTOPIC_CPP 1
#endif
#ifdef PHOTOPIC_CPP
#include <cstdint>
#endif

#if defined(PHOTOPIC_SHARED_BUILD) && defined(_WIN32)
#define PHOTOPIC_API __declspec(dllexport)
#elif defined(PHOTOPIC_SHARED_BUILD)
#define PHOTOPIC_API __attribute__((visibility("default")))
#else
#define PHOTOPIC_API
#endif

/* ---- structs --------------------------------------------------------------------------------------------------------
 * Each struct is written once, for C and C++: photopic::Frame is photopic_frame.
 * - 0 is the default of every member. C++ sets it (PHOTOPIC_0), C gets it from an initialiser.
 * - A struct that is passed by pointer begins with its size and the version of the interface that it was written for.
 *   C++ sets both; C writes PHOTOPIC_INIT: photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view =
 * view}};
 * - Structs with such a head grow at their end: a program that was built for an older version works with a newer
 *   library, and a newer struct than the library's is refused. Structs without a head never change.
 * Strings that are handed in are UTF-8, end in 0 and are read during the call. */
#define PHOTOPIC_INTERFACE_VERSION 4u
#define PHOTOPIC_INIT(type) .size = sizeof(type), .version = PHOTOPIC_INTERFACE_VERSION
#ifdef PHOTOPIC_CPP
#define PHOTOPIC_0 = {}
#define PHOTOPIC_HEAD(type)     \
  uint32_t size = sizeof(type); \
  uint32_t version = PHOTOPIC_INTERFACE_VERSION;
#else
#define PHOTOPIC_0
#define PHOTOPIC_HEAD(type) \
  uint32_t size;            \
  uint32_t version;
#endif
#ifdef __cplusplus
#define PHOTOPIC_BEGIN_C extern "C" {
#define PHOTOPIC_END_C }
#else
#define PHOTOPIC_BEGIN_C
#define PHOTOPIC_END_C
#endif

/* ---- results --------------------------------------------------------------------------------------------------------
 * A call that fails has recorded and changed nothing, and leaves its reason in photopic_last_error(). No exception
 * leaves the library, and it ends no process. */
#ifdef PHOTOPIC_CPP
namespace photopic {
/// Result of each call that can fail.
enum class [[nodiscard]] Status : std::int32_t{
    ok = 0,
    invalid_argument = 1,  ///< an argument is null, outside its documented range, of a wrong size, an unknown name
    unsupported = 2,       ///< the device, or what the host enabled on it, can't do this
    out_of_memory = 3,     ///< host or device memory
    device_error = 4,      ///< any other Vulkan error, such as a lost device
    not_ready = 5,         ///< no frame has reached the CPU yet; leaves no text
    not_prepared = 6,      ///< the settings need what neither CreateInfo::uses nor prepare() has named
};
/// True on failure: `if (!post.record(commands, frame, settings)) return 1;`
constexpr bool operator!(Status status) noexcept { return status != Status::ok; }

/// How dispatches get images and buffers.
enum class Bindings : std::uint32_t {
  automatic,       ///< the first of those below that the device has
  push_extension,  ///< pushed by VK_KHR_push_descriptor, which the host has enabled
  push_core,       ///< pushed by Vulkan 1.4, whose feature pushDescriptor the host has enabled
  ring,            ///< sets that are written again after Device::frames_in_flight recordings: every device
};
}  // namespace photopic
typedef photopic::Status photopic_result;
typedef photopic::Bindings photopic_bindings;
#define PHOTOPIC_OK photopic::Status::ok
#define PHOTOPIC_INVALID_ARGUMENT photopic::Status::invalid_argument
#define PHOTOPIC_UNSUPPORTED photopic::Status::unsupported
#define PHOTOPIC_OUT_OF_MEMORY photopic::Status::out_of_memory
#define PHOTOPIC_DEVICE_ERROR photopic::Status::device_error
#define PHOTOPIC_NOT_READY photopic::Status::not_ready
#define PHOTOPIC_NOT_PREPARED photopic::Status::not_prepared
#else
typedef enum photopic_result {
  PHOTOPIC_OK = 0,
  PHOTOPIC_INVALID_ARGUMENT = 1, /* null, outside its documented range, of a wrong size or version, an unknown name */
  PHOTOPIC_UNSUPPORTED = 2,      /* the device, or what the host enabled on it, can't do this */
  PHOTOPIC_OUT_OF_MEMORY = 3,    /* host or device memory */
  PHOTOPIC_DEVICE_ERROR = 4,     /* any other Vulkan error, such as a lost device */
  PHOTOPIC_NOT_READY = 5,        /* no frame has reached the CPU yet; leaves no text */
  PHOTOPIC_NOT_PREPARED = 6,     /* the settings need what neither `uses` nor prepare has named */
  PHOTOPIC_RESULT_MAX = 0x7fffffff
} photopic_result;
enum {
  PHOTOPIC_BINDINGS_AUTOMATIC,      /* the first of those below that the device has */
  PHOTOPIC_BINDINGS_PUSH_EXTENSION, /* pushed by VK_KHR_push_descriptor, which the host has enabled */
  PHOTOPIC_BINDINGS_PUSH_CORE,      /* pushed by Vulkan 1.4, whose feature pushDescriptor the host has enabled */
  PHOTOPIC_BINDINGS_RING            /* sets that are written again after `frames_in_flight`: every device */
};
typedef uint32_t photopic_bindings;
#endif

PHOTOPIC_BEGIN_C
/* Why the last call of this thread that failed did so: function, argument, value and limit. Empty if none has. Never
 * null; until the next call of this thread that fails. */
PHOTOPIC_API const char* photopic_last_error(void);
/* "invalid argument", ... of any number. Static. */
PHOTOPIC_API const char* photopic_result_name(photopic_result result);

/* Called on the thread whose call fails, before it returns; `text` lives for the call. PHOTOPIC_OK: a note, and nothing
 * has failed. */
typedef void (*photopic_message_fn)(photopic_result result, const char* text, void* user);

/* "MAJOR.MINOR.PATCH" of the library, and the newest PHOTOPIC_INTERFACE_VERSION that it knows. */
PHOTOPIC_API const char* photopic_version(void);
PHOTOPIC_API uint32_t photopic_interface_version(void);

/* ---- the host's device ----------------------------------------------------------------------------------------------
 */
/* What a block of device memory has to be. */
typedef struct photopic_memory_request {
  VkDeviceSize size_bytes PHOTOPIC_0;
  VkDeviceSize alignment_bytes PHOTOPIC_0; /* of the block's offset; a power of two */
  uint32_t memory_type PHOTOPIC_0;         /* index of VkPhysicalDeviceMemoryProperties::memoryTypes: the best one */
  VkBool32 is_mapped PHOTOPIC_0; /* the CPU reaches it by photopic_memory_block::mapped; its type is HOST_COHERENT */
  uint32_t memory_type_bits PHOTOPIC_0; /* of all types that will do, as VkMemoryRequirements::memoryTypeBits */
  uint32_t reserved PHOTOPIC_0;
} photopic_memory_request;

typedef struct photopic_memory_block {
  VkDeviceMemory memory PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0;
  void* mapped PHOTOPIC_0; /* start of the block, if photopic_memory_request::is_mapped */
  void* handle PHOTOPIC_0; /* the host's own; comes back to `free` */
} photopic_memory_block;

/* Device memory that the host gives, out of an allocator of its own. Objects ask for few blocks: one of each memory
 * type that they need, and one more for what has the size of pictures. Called in create, prepare, resize and
 * destruction, on their threads. */
typedef struct photopic_memory_callbacks {
  PHOTOPIC_HEAD(photopic_memory_callbacks)
  /* VK_SUCCESS with `out` filled, which is zero before; or why there is none. */
  VkResult (*allocate)(const photopic_memory_request* request, photopic_memory_block* out, void* user) PHOTOPIC_0;
  void (*free)(const photopic_memory_block* block, void* user) PHOTOPIC_0;
  void* user PHOTOPIC_0;
} photopic_memory_callbacks;

/* Instance and device of Vulkan 1.2 or later. All of it is borrowed and must outlive the objects that are made with it.
 * Vulkan is reached only through `get_instance_proc_addr`: the library links to no loader, so that volk, libvulkan or
 * any other dispatch of the host stays undisturbed. */
typedef struct photopic_device {
  PHOTOPIC_HEAD(photopic_device)
  VkInstance instance PHOTOPIC_0;
  VkPhysicalDevice physical_device PHOTOPIC_0;
  VkDevice device PHOTOPIC_0;
  /* VkApplicationInfo::apiVersion of `instance`: VK_API_VERSION_1_2 or later. Vulkan can't be asked for it. */
  uint32_t api_version PHOTOPIC_0;
  uint32_t queue_family PHOTOPIC_0; /* of the command buffers given to record calls; has COMPUTE */
  PFN_vkGetInstanceProcAddr get_instance_proc_addr PHOTOPIC_0;
  /* Needed with Bindings::ring: frames whose command buffers may be pending, or submitted again, while the next one is
   * recorded, 1..64. A frame has one call of each name for each view (a view of `more_sources` counts as many more);
   * hosts that record more count each as a frame. Others ignore it. */
  uint32_t frames_in_flight PHOTOPIC_0;
  photopic_bindings bindings PHOTOPIC_0; /* 0 = automatic */
  /* Optional. Features that the host has enabled at vkCreateDevice; Vulkan can't be asked for them. */
  VkBool32 shader_storage_image_extended_formats PHOTOPIC_0; /* naive meters' r16f, pictures of 10 bits */
  VkBool32 shader_buffer_int64_atomics PHOTOPIC_0; /* shaderInt64 and shaderBufferInt64Atomics: faster metering */
  VkBool32 shader_float64 PHOTOPIC_0;              /* CIEDE2000 in doubles instead of pairs of floats */
  VkBool32 push_descriptor PHOTOPIC_0;             /* pushDescriptor of Vulkan 1.4 */
  VkPipelineCache pipeline_cache PHOTOPIC_0;
  const VkAllocationCallbacks* allocator PHOTOPIC_0;
  photopic_message_fn message PHOTOPIC_0;
  void* message_user PHOTOPIC_0;
  const photopic_memory_callbacks* memory PHOTOPIC_0; /* copied */
  VkBool32 separate_memory PHOTOPIC_0; /* each buffer and image gets memory of its own, as tools may wish */
  uint32_t reserved PHOTOPIC_0;
} photopic_device;
PHOTOPIC_END_C

#ifdef PHOTOPIC_CPP
namespace photopic {
using Device = photopic_device;
using MessageFn = photopic_message_fn;
using MemoryRequest = photopic_memory_request;
using MemoryBlock = photopic_memory_block;
using MemoryCallbacks = photopic_memory_callbacks;
}  // namespace photopic
#endif
#endif
