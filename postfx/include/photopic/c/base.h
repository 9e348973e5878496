/* SPDX-License-Identifier: MIT */
/* Results, errors, structs and the host's device: what all of the C interface has in common. */
#ifndef PHOTOPIC_C_BASE_H
#define PHOTOPIC_C_BASE_H

#include <photopic/version.h>
#include <vulkan/vulkan_core.h>

#include <stddef.h>
#include <stdint.h>

#if defined(PHOTOPIC_SHARED_BUILD) && defined(_WIN32)
#define PHOTOPIC_API __declspec(dllexport)
#elif defined(PHOTOPIC_SHARED_BUILD)
#define PHOTOPIC_API __attribute__((visibility("default")))
#else
#define PHOTOPIC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- structs --------------------------------------------------------------------------------------------------------
 * A struct that is passed by pointer begins with its size and the version of this interface that it was written for:
 *
 *   photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = view};      C, and C++20
 *
 * All other members may be 0: that is the default, and what a version to come will take for the members it adds. A
 * program that was built for an older version works with a newer library; a newer struct than the library's is refused.
 *
 * Strings that are handed in are UTF-8, end in 0 and are read during the call. */
#define PHOTOPIC_INTERFACE_VERSION 4u
#define PHOTOPIC_INIT(type) .size = sizeof(type), .version = PHOTOPIC_INTERFACE_VERSION

/* ---- results --------------------------------------------------------------------------------------------------------
 * A call that fails has recorded and changed nothing, and leaves its reason in photopic_last_error(). No exception
 * leaves the library, and it ends no process. */
typedef enum photopic_result {
  PHOTOPIC_OK = 0,
  PHOTOPIC_INVALID_ARGUMENT = 1, /* null, outside its documented range, of a wrong size or version, an unknown name */
  PHOTOPIC_UNSUPPORTED = 2,      /* the device, or what the host enabled on it, can't do this */
  PHOTOPIC_OUT_OF_MEMORY = 3,    /* host or device memory */
  PHOTOPIC_DEVICE_ERROR = 4,     /* any other Vulkan error, such as a lost device */
  PHOTOPIC_NOT_READY = 5,        /* no frame has reached the CPU yet; leaves no text */
  PHOTOPIC_RESULT_MAX = 0x7fffffff
} photopic_result;

/* Why the last call of this thread that failed did so: function, argument, value and limit. Empty if none has. Never
 * null; until the next call of this thread that fails. Objects are named as in C++, "PostProcess::record". */
PHOTOPIC_API const char* photopic_last_error(void);
/* "invalid argument", ... of any number. Static. */
PHOTOPIC_API const char* photopic_result_name(photopic_result result);

/* Called on the thread whose call fails, before it returns; `text` lives for the call. */
typedef void (*photopic_message_fn)(photopic_result result, const char* text, void* user);

/* "MAJOR.MINOR.PATCH" of the library, and the newest PHOTOPIC_INTERFACE_VERSION that it knows. */
PHOTOPIC_API const char* photopic_version(void);
PHOTOPIC_API uint32_t photopic_interface_version(void);

/* ---- the host's device ----------------------------------------------------------------------------------------------
 * Instance and device of Vulkan 1.2 or later. All of it is borrowed and must
 * outlive every object created with it. The library reaches Vulkan only through `get_instance_proc_addr`. */
/* How dispatches get images and buffers. */
typedef enum photopic_bindings {
  PHOTOPIC_BINDINGS_AUTOMATIC = 0,      /* the first of those below that the device has */
  PHOTOPIC_BINDINGS_PUSH_EXTENSION = 1, /* pushed by VK_KHR_push_descriptor, which the host has enabled */
  PHOTOPIC_BINDINGS_PUSH_CORE = 2,      /* pushed by Vulkan 1.4, whose feature pushDescriptor the host has enabled */
  PHOTOPIC_BINDINGS_RING = 3,           /* sets that are written again after `frames_in_flight`: every device */
  PHOTOPIC_BINDINGS_MAX = 0x7fffffff
} photopic_bindings;

/* Device memory that the host gives: MemoryCallbacks of <photopic/device.h>. Structs of a fixed size. */
typedef struct photopic_memory_request {
  VkDeviceSize size_bytes;
  VkDeviceSize alignment_bytes; /* of the block's offset; a power of two */
  uint32_t memory_type;         /* index of VkPhysicalDeviceMemoryProperties::memoryTypes: the best one */
  VkBool32 is_mapped;           /* the CPU reaches it, by photopic_memory_block::mapped */
  uint32_t memory_type_bits;    /* of all types that will do, as VkMemoryRequirements::memoryTypeBits */
  uint32_t reserved;            /* 0 */
} photopic_memory_request;

typedef struct photopic_memory_block {
  VkDeviceMemory memory;
  VkDeviceSize offset_bytes;
  void* mapped; /* where the block begins, if photopic_memory_request::is_mapped */
  void* handle; /* the host's own; comes back to `free` */
} photopic_memory_block;

typedef struct photopic_memory_callbacks {
  uint32_t size;
  uint32_t version;
  /* VK_SUCCESS with `out` filled, which is zero before; or why there is none. */
  VkResult (*allocate)(const photopic_memory_request* request, photopic_memory_block* out, void* user);
  void (*free)(const photopic_memory_block* block, void* user);
  void* user;
} photopic_memory_callbacks;

typedef struct photopic_device {
  uint32_t size;
  uint32_t version;
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t api_version;  /* VkApplicationInfo::apiVersion of `instance`: VK_API_VERSION_1_2 or later */
  uint32_t queue_family; /* of the command buffers given to record calls; must have COMPUTE */
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  /* Optional features that the host has enabled at vkCreateDevice; 0 = not. */
  VkBool32 shader_storage_image_extended_formats; /* needed by PHOTOPIC_LEVELS_R16F, and for 10-bit surfaces */
  VkBool32 shader_buffer_int64_atomics;           /* shaderInt64 and shaderBufferInt64Atomics: faster metering */
  VkBool32 shader_float64;                        /* CIEDE2000 in doubles instead of pairs of floats */
  VkPipelineCache pipeline_cache;                 /* optional */
  const VkAllocationCallbacks* allocator;         /* optional */
  photopic_message_fn message;                    /* optional */
  void* message_user;
  /* Version 2 */
  VkBool32 push_descriptor;  /* the host has enabled this feature of Vulkan 1.4 */
  uint32_t bindings;         /* photopic_bindings */
  uint32_t frames_in_flight; /* of PHOTOPIC_BINDINGS_RING, 1..64: Device of <photopic/device.h> says what counts */
  VkBool32 separate_memory;  /* each buffer and image gets memory of its own */
  const photopic_memory_callbacks* memory; /* optional; read during the call, called as long as the object lives */
} photopic_device;

#ifdef __cplusplus
}
#endif
#endif
