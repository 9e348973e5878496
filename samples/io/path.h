// SPDX-License-Identifier: MIT
#ifndef PHOTOPIC_SAMPLES_IO_PATH_H
#define PHOTOPIC_SAMPLES_IO_PATH_H

#include <filesystem>

namespace io {

/// Absolute, with links followed as far as there is something, and without a slash at the end. Throws Error, as for a
/// ring of links.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether `path` is the folder or lies in it, both resolved(). Neither needs to be there. Throws Error.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace io

#endif
