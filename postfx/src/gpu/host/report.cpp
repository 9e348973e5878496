// SPDX-License-Identifier: MIT
// Wording of errors, and their delivery to the host.
#include "gpu/host/report.h"

#include <cstdarg>
#include <cstdio>

namespace photopic {
namespace {

const char* result_name(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "VK_ERROR_TOO_MANY_OBJECTS";
    default:
      return "an unexpected VkResult";
  }
}

thread_local char last_text[512] = "";

}  // namespace

const char* last_error() noexcept { return last_text; }
void keep_error(const char* text) noexcept { std::snprintf(last_text, sizeof last_text, "%s", text); }

Status report(const Device& device, Status status, const char* format, ...) noexcept {
  char text[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (status != Status::ok) keep_error(text);
  if (device.message != nullptr) device.message(status, text, device.message_user);
  return status;
}

Status check(const Device& device, VkResult result, const char* call) noexcept {
  if (result == VK_SUCCESS) return Status::ok;
  const bool is_memory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
                         result == VK_ERROR_TOO_MANY_OBJECTS;
  return report(device, is_memory ? Status::out_of_memory : Status::device_error, "%s: %s (%d)", call,
                result_name(result), static_cast<int>(result));
}

}  // namespace photopic
