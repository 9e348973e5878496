// SPDX-License-Identifier: MIT
// Choice of the device, and the words of its validation.
#include "arguments/device_options.h"

#include <cstdio>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/words.h"
#include "files/error.h"

namespace arguments {

Backend parse_backend(const std::string& text, const std::string& option, bool has_es2) {
  constexpr const char* kNames[] = {"vulkan", "opengl", "es2"};
  return Backend(word_index(std::span(kNames).first(has_es2 ? 3 : 2), text, option));
}

void add_device_options(CLI::App& command, DeviceOptions& options, Backends backends) {
  const bool has_es2 = backends == Backends::with_es2;
  const auto take = [&backend = options.backend, has_es2](const std::string& text) {
    backend = parse_backend(text, "--backend", has_es2);
  };
  const std::string help = has_es2 ? "vulkan, opengl (OpenGL 4.5) or es2 (OpenGL ES 2.0); no window is needed"
                                   : "vulkan or opengl (OpenGL 4.5); no window is needed";
  if (backends != Backends::vulkan) {
    add_value(command, "--backend", take, "NAME", help)->default_str("vulkan");
  }
  add_device_options(command, options.device, "--validate", options.validate);
}

void check_device_options(const DeviceOptions& options) {
  if (options.backend != Backend::vulkan && !options.device.empty()) {
    throw UsageError("--device doesn't go with --backend: OpenGL has no choice of devices");
  }
}

engine::ContextOptions context_options(const DeviceOptions& options) {
  check_device_options(options);
  return {.backend = options.backend == Backend::opengl ? engine::Backend::opengl : engine::Backend::vulkan,
          .validation = options.validate,
          .device = options.device,
          .pipeline_cache = engine::default_pipeline_cache_file(),
          .note = [](const std::string& text) {
            const std::size_t end = text.find(": ");  // of the name of a function, which isn't the user's
            std::fprintf(stderr, "photopic: %s\n", text.c_str() + (end == std::string::npos ? 0 : end + 2));
          }};
}

void report_validation(const std::vector<std::string>& messages, const DeviceOptions& options) {
  if (options.validate) report_validation(messages);
}

void report_validation(const std::vector<std::string>& messages) {
  for (const std::string& message : messages) std::fprintf(stderr, "%s\n", files::printable(message).c_str());
  if (!messages.empty()) throw engine::Error("validation: " + std::to_string(messages.size()) + " messages, see above");
  std::fprintf(stderr, "validation: no messages\n");
}

}  // namespace arguments
