// SPDX-License-Identifier: MIT
// Errors of the C interface: the text of the calling thread's last one, and the host's callback.
#include "c/common/errors.h"

#include <cstdarg>
#include <cstdio>

#include "c/common/structs.h"

#define PHOTOPIC_TEXT_OF(number) #number
#define PHOTOPIC_TEXT(number) PHOTOPIC_TEXT_OF(number)

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_BINDINGS_AUTOMATIC == static_cast<int>(Bindings::automatic) &&
              PHOTOPIC_BINDINGS_PUSH_EXTENSION == static_cast<int>(Bindings::push_extension) &&
              PHOTOPIC_BINDINGS_PUSH_CORE == static_cast<int>(Bindings::push_core) &&
              PHOTOPIC_BINDINGS_RING == static_cast<int>(Bindings::ring));

thread_local char last_error[768] = "";

}  // namespace

void keep_message(Status status, const char* text, void* user) {
  std::snprintf(last_error, sizeof last_error, "%s", text);
  const Messages& messages = *static_cast<const Messages*>(user);
  if (messages.message != nullptr) messages.message(result_of(status), text, messages.user);
}

photopic_result fail(photopic_result result, const char* format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(last_error, sizeof last_error, format, arguments);
  va_end(arguments);
  return result;
}

photopic_result out_of_memory(const char* function) noexcept {
  return fail(PHOTOPIC_OUT_OF_MEMORY, "%s: no host memory", function);
}

photopic_result result_of(Status status) noexcept {
  static_assert(static_cast<int>(Status::ok) == PHOTOPIC_OK &&
                static_cast<int>(Status::invalid_argument) == PHOTOPIC_INVALID_ARGUMENT &&
                static_cast<int>(Status::unsupported) == PHOTOPIC_UNSUPPORTED &&
                static_cast<int>(Status::out_of_memory) == PHOTOPIC_OUT_OF_MEMORY &&
                static_cast<int>(Status::device_error) == PHOTOPIC_DEVICE_ERROR);
  return static_cast<photopic_result>(status);
}

photopic_memory_request request_of(const MemoryRequest& request) noexcept {
  return {request.size_bytes,       request.alignment_bytes,
          request.memory_type,      request.is_mapped ? VK_TRUE : VK_FALSE,
          request.memory_type_bits, 0};
}

namespace {

VkResult allocate(const MemoryRequest& request, MemoryBlock* out, void* user) {
  const photopic_memory_callbacks& host = static_cast<const Messages*>(user)->memory;
  const photopic_memory_request wanted = request_of(request);
  photopic_memory_block block = {};
  const VkResult result = host.allocate(&wanted, &block, host.user);
  *out = {block.memory, block.offset_bytes, block.mapped, block.handle};
  return result;
}

void free(const MemoryBlock& block, void* user) {
  const photopic_memory_callbacks& host = static_cast<const Messages*>(user)->memory;
  const photopic_memory_block given = {block.memory, block.offset_bytes, block.mapped, block.handle};
  host.free(&given, host.user);
}

}  // namespace

bool take_device(const char* function, const photopic_device* given, Messages* messages, Device* out,
                 photopic_result* result) noexcept {
  photopic_device device;
  *result = take(function, "device", given, &device);
  if (*result != PHOTOPIC_OK) return false;
  *messages = {device.message, device.message_user, {}, {}};
  if (device.memory != nullptr) {
    *result = take(function, "device->memory", device.memory, &messages->memory);
    if (*result != PHOTOPIC_OK) return false;
    messages->callbacks = {messages->memory.allocate != nullptr ? allocate : nullptr,
                           messages->memory.free != nullptr ? free : nullptr, messages};
  }
  *out = {};
  out->instance = device.instance;
  out->physical_device = device.physical_device;
  out->device = device.device;
  out->api_version = device.api_version;
  out->queue_family = device.queue_family;
  out->get_instance_proc_addr = device.get_instance_proc_addr;
  out->enabled.shader_storage_image_extended_formats = device.shader_storage_image_extended_formats != 0;
  out->enabled.shader_buffer_int64_atomics = device.shader_buffer_int64_atomics != 0;
  out->enabled.shader_float64 = device.shader_float64 != 0;
  out->enabled.push_descriptor = device.push_descriptor != 0;
  out->bindings = static_cast<Bindings>(device.bindings);
  out->frames_in_flight = device.frames_in_flight;
  out->separate_memory = device.separate_memory != 0;
  out->memory = device.memory != nullptr ? &messages->callbacks : nullptr;
  out->pipeline_cache = device.pipeline_cache;
  out->allocator = device.allocator;
  out->message = keep_message;
  out->message_user = messages;
  return true;
}

}  // namespace photopic::c

extern "C" {

const char* photopic_last_error(void) { return photopic::c::last_error; }

const char* photopic_result_name(photopic_result result) {
  switch (result) {
    case PHOTOPIC_OK:
      return "ok";
    case PHOTOPIC_INVALID_ARGUMENT:
      return "invalid argument";
    case PHOTOPIC_UNSUPPORTED:
      return "unsupported";
    case PHOTOPIC_OUT_OF_MEMORY:
      return "out of memory";
    case PHOTOPIC_DEVICE_ERROR:
      return "device error";
    case PHOTOPIC_NOT_READY:
      return "not ready";
    case PHOTOPIC_RESULT_MAX:
      break;
  }
  return "an unknown result";
}

const char* photopic_version(void) {
  return PHOTOPIC_TEXT(PHOTOPIC_VERSION_MAJOR) "." PHOTOPIC_TEXT(PHOTOPIC_VERSION_MINOR) "." PHOTOPIC_TEXT(
      PHOTOPIC_VERSION_PATCH);
}

uint32_t photopic_interface_version(void) { return PHOTOPIC_INTERFACE_VERSION; }

}  // extern "C"
