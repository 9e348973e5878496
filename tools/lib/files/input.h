// SPDX-License-Identifier: MIT
// Kinds of files that are read.
#ifndef PHOTOPIC_TOOLS_FILES_INPUT_H
#define PHOTOPIC_TOOLS_FILES_INPUT_H

#include <cstdint>
#include <filesystem>
#include <optional>

namespace files {

/// Bytes of a regular file; none for a pipe that is open already (/dev/stdin, a shell's <(...)). Throws Error for what
/// is missing, a folder, a device, and a pipe that has a name: opening that would wait for a writer. To be asked before
/// any file is opened whose name a user gives.
std::optional<std::uint64_t> check_input(const std::filesystem::path& file);

}  // namespace files

#endif
