// SPDX-License-Identifier: MIT
// Types of Vulkan, and its errors as exceptions. Functions are in the table of each context: function_table.h.
#ifndef PHOTOPIC_ENGINE_VK_H
#define PHOTOPIC_ENGINE_VK_H

#include <vulkan/vulkan.h>

#include <stdexcept>
#include <string>

namespace engine {

/// No device to run on, or a device error. what() is one line for the user.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
/// No device, none of those that were asked for, or one that lacks what the module needs.
class UnsuitableDevice : public Error {
 public:
  using Error::Error;
};

/// Throws Error "CALL: VkResult N" unless `result` is VK_SUCCESS.
inline void check(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return;
  const char* meaning = result == VK_ERROR_OUT_OF_DEVICE_MEMORY ? " (out of device memory)"
                        : result == VK_ERROR_OUT_OF_HOST_MEMORY ? " (out of host memory)"
                        : result == VK_ERROR_DEVICE_LOST        ? " (device lost)"
                                                                : "";
  throw Error(std::string(call) + ": VkResult " + std::to_string(result) + meaning);
}

}  // namespace engine

#endif
