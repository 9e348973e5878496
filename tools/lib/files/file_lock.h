// SPDX-License-Identifier: MIT
// Locks of open files, which the system drops with their process.
#ifndef PHOTOPIC_TOOLS_FILES_FILE_LOCK_H
#define PHOTOPIC_TOOLS_FILES_FILE_LOCK_H

#include <filesystem>

namespace files {

/// flock() with `how`, again after signals. False with an errno: EWOULDBLOCK where another process has it, others where
/// the file system has no locks.
bool lock_file(int descriptor, int how);

/// Whether the path still leads to the file that is open.
bool is_at(const std::filesystem::path& path, int descriptor);

}  // namespace files

#endif
