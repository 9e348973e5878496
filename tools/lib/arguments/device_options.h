// SPDX-License-Identifier: MIT
// Options for the device that a command runs on: backend, device, validation.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_DEVICE_OPTIONS_H
#define PHOTOPIC_TOOLS_ARGUMENTS_DEVICE_OPTIONS_H

#include <string>
#include <vector>

#include "arguments/command.h"
#include "engine/device/context.h"

namespace arguments {

/// What the module runs on.
enum class Backend { vulkan, opengl, es2 };

struct DeviceOptions {
  Backend backend = Backend::vulkan;
  std::string device;  ///< engine::ContextOptions::device
  bool validate = false;

  /// Whether an option says where to run: else the CPU may do.
  bool is_chosen() const { return !device.empty() || backend != Backend::vulkan || validate; }
};

/// "vulkan", "opengl" or, where there is an ES 2.0 way, "es2". Throws UsageError; `option` begins the message.
Backend parse_backend(const std::string& text, const std::string& option, bool has_es2);

/// --backend with those that a command has (none: Vulkan), --device and --validate.
enum class Backends { vulkan, with_opengl, with_es2 };
void add_device_options(CLI::App& command, DeviceOptions& options, Backends backends = Backends::with_opengl);

/// Throws UsageError for a choice of device where there is none.
void check_device_options(const DeviceOptions& options);

/// Context options of every command: the user's device and the shared pipeline cache. Throws as above.
engine::ContextOptions context_options(const DeviceOptions& options);

/// Prints what the validation layer or OpenGL said, and throws engine::Error if it said anything.
void report_validation(const std::vector<std::string>& messages);
/// The same, if it was asked for.
void report_validation(const std::vector<std::string>& messages, const DeviceOptions& options);

}  // namespace arguments

#endif
