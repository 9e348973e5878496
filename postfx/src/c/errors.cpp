// SPDX-License-Identifier: MIT
// Errors of the C interface: the text of the calling thread's last one, and the host's callback.
#include "c/errors.h"

#include <cstdarg>
#include <cstdio>

#include "c/structs.h"
#include "gpu/host/report.h"

#define PHOTOPIC_TEXT_OF(number) #number
#define PHOTOPIC_TEXT(number) PHOTOPIC_TEXT_OF(number)

namespace photopic::c {

photopic_result fail(photopic_result result, const char* format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  keep_error(text);
  return result;
}

photopic_result out_of_memory(const char* function) noexcept {
  return fail(PHOTOPIC_OUT_OF_MEMORY, "%s: no host memory", function);
}

photopic_result take_device(const char* function, const photopic_device* given, MemoryCallbacks* memory,
                            Device* out) noexcept {
  PHOTOPIC_TRY(take(function, "device", given, out));
  if (out->memory == nullptr) return PHOTOPIC_OK;
  PHOTOPIC_TRY(take(function, "device->memory", out->memory, memory));
  out->memory = memory;
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

extern "C" {

const char* photopic_last_error(void) { return photopic::last_error(); }

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
    case PHOTOPIC_NOT_PREPARED:
      return "not prepared";
  }
  return "an unknown result";
}

const char* photopic_version(void) {
  return PHOTOPIC_TEXT(PHOTOPIC_VERSION_MAJOR) "." PHOTOPIC_TEXT(PHOTOPIC_VERSION_MINOR) "." PHOTOPIC_TEXT(
      PHOTOPIC_VERSION_PATCH);
}

uint32_t photopic_interface_version(void) { return PHOTOPIC_INTERFACE_VERSION; }

}  // extern "C"
