// SPDX-License-Identifier: MIT
// --backend
#ifndef PHOTOPIC_SAMPLES_CLI_BACKEND_OPTION_H
#define PHOTOPIC_SAMPLES_CLI_BACKEND_OPTION_H

#include <CLI/CLI.hpp>
#include <string>

#include "cli/options.h"

namespace cli {

/// "vulkan", "opengl" or, where there is an ES 2.0 way, "es2". Throws UsageError; `option` begins the message.
Backend parse_backend(const std::string& text, const std::string& option, bool has_es2);
void add_backend_option(CLI::App& command, Backend& backend, bool has_es2 = false);

}  // namespace cli

#endif
