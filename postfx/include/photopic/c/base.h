/* SPDX-License-Identifier: MIT */
/* Results, struct heads and the host's device, shared by the C and the C++ interface. */
#ifndef PHOTOPIC_C_BASE_H
#define PHOTOPIC_C_BASE_H

#include <photopic/version.h>
#include <vulkan/vulkan_core.h>

#include <stddef.h>
#include <stdint.h>

/* In C++17 and later, structs have defaults and enumerations have types. C++11 and C++14 see the same as C. */
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
 * - Every member that isn't initialised is 0, and 0 is its default.
 * - A struct that is passed by pointer begins with `size` (its bytes) and `version` (of the interface that the program
 *   was compiled with), also a struct that a call fills. C++ sets both. C sets both by PHOTOPIC_INIT:
 *     photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = view}};
 *   Versions 1 to 3 are refused.
 * - A struct with this head may grow at its end. An older program works with a newer library. An older library refuses
 *   a newer struct. A struct without this head never changes.
 * - A call reads its pointers, structs and strings before it returns, unless the member says otherwise. Strings are
 *   UTF-8 and end in 0. */
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
 * A call that fails has recorded nothing and changed nothing. photopic_last_error() says why it failed. The library
 * throws no exception and ends no process. */
#ifdef PHOTOPIC_CPP
namespace photopic {
/// Result of each call that can fail.
enum class [[nodiscard]] Status : std::int32_t{
    ok = 0,
    invalid_argument = 1,  ///< an argument is null, out of range or unknown, or a struct has a wrong size or version
    unsupported = 2,       ///< the device can't do this, or the host hasn't enabled the feature
    out_of_memory = 3,     ///< host or device memory
    device_error = 4,      ///< any other Vulkan error, such as a lost device
    not_ready = 5,         ///< no frame has reached the CPU yet; sets no message
    not_prepared = 6,      ///< name these settings in CreateInfo::uses, or call prepare()
};
/// True on failure: `if (!post.record(commands, frame, settings)) return 1;`
constexpr bool operator!(Status status) noexcept { return status != Status::ok; }

/// How the module binds images and buffers to its dispatches.
enum class Bindings : std::uint32_t {
  automatic,       ///< the first of the following that the device supports
  push_extension,  ///< pushed descriptors; needs VK_KHR_push_descriptor, enabled by the host
  push_core,       ///< pushed descriptors of Vulkan 1.4; needs the feature pushDescriptor, enabled by the host
  ring,            ///< descriptor sets, reused after Device::frames_in_flight frames; works on every device
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
  PHOTOPIC_INVALID_ARGUMENT =
      1,                      /* an argument is null, out of range or unknown; a struct has a wrong size or version */
  PHOTOPIC_UNSUPPORTED = 2,   /* the device can't do this, or the host hasn't enabled the feature */
  PHOTOPIC_OUT_OF_MEMORY = 3, /* host or device memory */
  PHOTOPIC_DEVICE_ERROR = 4,  /* any other Vulkan error, such as a lost device */
  PHOTOPIC_NOT_READY = 5,     /* no frame has reached the CPU yet; sets no message */
  PHOTOPIC_NOT_PREPARED = 6,  /* name these settings in `uses`, or call photopic_post_process_prepare() */
  PHOTOPIC_RESULT_MAX = 0x7fffffff
} photopic_result;
/* How the module binds images and buffers to its dispatches. */
enum {
  PHOTOPIC_BINDINGS_AUTOMATIC,      /* the first of the following that the device supports */
  PHOTOPIC_BINDINGS_PUSH_EXTENSION, /* pushed descriptors; needs VK_KHR_push_descriptor, enabled by the host */
  PHOTOPIC_BINDINGS_PUSH_CORE,      /* pushed descriptors of Vulkan 1.4; needs pushDescriptor, enabled by the host */
  PHOTOPIC_BINDINGS_RING            /* sets, reused after photopic_device::frames_in_flight frames; every device */
};
typedef uint32_t photopic_bindings;
#endif

PHOTOPIC_BEGIN_C
/* Message of the last call that failed on this thread: function, argument, value and limit. Empty if no call has
 * failed. Never null. Valid until the next call that fails on this thread. */
PHOTOPIC_API const char* photopic_last_error(void);
/* Name of a result, such as "invalid argument". Accepts any number. Static string. */
PHOTOPIC_API const char* photopic_result_name(photopic_result result);

/* Receives messages. Called on the thread of the call that fails, before that call returns. `text` is valid during the
 * callback. PHOTOPIC_OK marks a note: nothing has failed. */
typedef void (*photopic_message_fn)(photopic_result result, const char* text, void* user);

/* Version of the library, "MAJOR.MINOR.PATCH". Static string. */
PHOTOPIC_API const char* photopic_version(void);
/* Newest PHOTOPIC_INTERFACE_VERSION that the library accepts. */
PHOTOPIC_API uint32_t photopic_interface_version(void);

/* ---- the host's device ----------------------------------------------------------------------------------------------
 */
/* Request for one block of device memory. */
typedef struct photopic_memory_request {
  VkDeviceSize size_bytes PHOTOPIC_0;
  VkDeviceSize alignment_bytes PHOTOPIC_0; /* alignment of the block's offset; a power of two */
  uint32_t memory_type PHOTOPIC_0;         /* preferred index into VkPhysicalDeviceMemoryProperties::memoryTypes */
  VkBool32 is_mapped PHOTOPIC_0;           /* photopic_memory_block::mapped must be set, and the type HOST_COHERENT */
  uint32_t memory_type_bits PHOTOPIC_0;    /* all types that may be used, as VkMemoryRequirements::memoryTypeBits */
  uint32_t reserved PHOTOPIC_0;
} photopic_memory_request;

/* One block of device memory, given by the host. */
typedef struct photopic_memory_block {
  VkDeviceMemory memory PHOTOPIC_0;
  VkDeviceSize offset_bytes PHOTOPIC_0; /* start of the block in `memory` */
  void* mapped PHOTOPIC_0;              /* CPU address of the block's start; required if the request is_mapped */
  void* handle PHOTOPIC_0;              /* any pointer of the host; returned to `free` */
} photopic_memory_block;

/* Allocator of the host for device memory. An object asks for few blocks: one per memory type, and one more for memory
 * whose size depends on max_extent. The callbacks run during create, prepare, resize and destruction, on the thread of
 * that call. */
typedef struct photopic_memory_callbacks {
  PHOTOPIC_HEAD(photopic_memory_callbacks)
  /* Fills `out`, which is zero before, and returns VK_SUCCESS. Returns a Vulkan error if there is no memory. */
  VkResult (*allocate)(const photopic_memory_request* request, photopic_memory_block* out, void* user) PHOTOPIC_0;
  /* Takes back a block that `allocate` gave. */
  void (*free)(const photopic_memory_block* block, void* user) PHOTOPIC_0;
  void* user PHOTOPIC_0; /* last argument of both callbacks */
} photopic_memory_callbacks;

/* Vulkan device of the host, Vulkan 1.2 or later. All handles are borrowed and must outlive the objects that are made
 * with them. The library links to no Vulkan loader. It calls Vulkan only through `get_instance_proc_addr`, so it works
 * beside volk, libvulkan and any other loader. */
typedef struct photopic_device {
  PHOTOPIC_HEAD(photopic_device)
  VkInstance instance PHOTOPIC_0;
  VkPhysicalDevice physical_device PHOTOPIC_0;
  VkDevice device PHOTOPIC_0;
  /* VkApplicationInfo::apiVersion of `instance`, VK_API_VERSION_1_2 or later. Vulkan has no query for it. */
  uint32_t api_version PHOTOPIC_0;
  /* Family of the queue that executes the recorded command buffers. The family must support COMPUTE. */
  uint32_t queue_family PHOTOPIC_0;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr PHOTOPIC_0;
  /* Frames in flight, 1..64. Required with Bindings::ring, ignored otherwise. When a frame is recorded, at most
   * frames_in_flight - 1 earlier frames may still be pending or be submitted again. 2 suits a host that waits for the
   * fence of the frame before the last one. A frame has one call of each record function per view. If you record more
   * (tiles, `more_sources`), count each extra call or source as one more frame. */
  uint32_t frames_in_flight PHOTOPIC_0;
  photopic_bindings bindings PHOTOPIC_0; /* 0 = automatic */
  /* Optional. Features that the host has enabled at vkCreateDevice. Vulkan has no query for enabled features. */
  VkBool32 shader_storage_image_extended_formats PHOTOPIC_0; /* A2B10G10R10 pictures; r16f levels of naive meters */
  VkBool32 shader_buffer_int64_atomics PHOTOPIC_0; /* shaderInt64 and shaderBufferInt64Atomics: faster metering */
  VkBool32 shader_float64 PHOTOPIC_0;              /* CIEDE2000 in doubles instead of pairs of floats */
  VkBool32 push_descriptor PHOTOPIC_0;             /* pushDescriptor of Vulkan 1.4, for Bindings::push_core */
  VkBool32 shader_float16 PHOTOPIC_0;              /* shaderFloat16: faster glare and sharpening */
  /* Optional. The meter and the flash analyser end in a dispatch of their own, after a barrier. For drivers on which
   * workgroups of one dispatch don't see each other's writes; the library does it by itself on MoltenVK. Doesn't change
   * the result. */
  VkBool32 separate_meter_end PHOTOPIC_0;
  /* Optional. Objects of the host. */
  VkPipelineCache pipeline_cache PHOTOPIC_0;          /* used for all pipelines; null = none */
  const VkAllocationCallbacks* allocator PHOTOPIC_0;  /* passed to Vulkan; null = none */
  photopic_message_fn message PHOTOPIC_0;             /* receives messages; null = none */
  void* message_user PHOTOPIC_0;                      /* last argument of `message` */
  const photopic_memory_callbacks* memory PHOTOPIC_0; /* the struct is copied; null = vkAllocateMemory */
  VkBool32 separate_memory PHOTOPIC_0; /* one allocation per buffer and image, for memory debugging tools */
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
