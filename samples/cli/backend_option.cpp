// SPDX-License-Identifier: MIT
#include "cli/backend_option.h"

#include "cli/errors.h"

namespace cli {

Backend parse_backend(const std::string& text, const std::string& option, bool has_es2) {
  if (text == "vulkan") return Backend::vulkan;
  if (text == "opengl") return Backend::opengl;
  if (text == "es2" && has_es2) return Backend::es2;
  throw UsageError(option + ": '" + text + "' is none of vulkan, opengl" + (has_es2 ? ", es2" : ""));
}

void add_backend_option(CLI::App& command, Backend& backend, bool has_es2) {
  const auto take = [&backend, has_es2](const std::string& text) {
    backend = parse_backend(text, "--backend", has_es2);
  };
  const std::string help = has_es2 ? "vulkan, opengl (4.5) or es2 (OpenGL ES 2.0), both without a window"
                                   : "vulkan, or opengl: OpenGL 4.5 without a window";
  command.add_option_function<std::string>("--backend", take, help)->type_name("NAME")->default_str("vulkan");
}

}  // namespace cli
