// SPDX-License-Identifier: MIT
// Variables that a program is started with.
#ifndef PHOTOPIC_TOOLS_RUN_ENVIRONMENT_H
#define PHOTOPIC_TOOLS_RUN_ENVIRONMENT_H

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "run/program_run.h"

namespace run {

/// Beside what there is. `socket`: of the layer. `display`: of an X server; empty: the user's. Throws files::Error
/// where the layer isn't installed.
std::vector<std::pair<std::string, std::string>> environment_of(const RunOptions& options,
                                                                const std::filesystem::path& socket,
                                                                const std::string& display);

/// "; neither DISPLAY nor ...", of a program that has no screen. Empty: it has one.
std::string missing_display(const RunOptions& options);

}  // namespace run

#endif
