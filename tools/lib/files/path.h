// SPDX-License-Identifier: MIT
// Paths of files and folders.
#ifndef PHOTOPIC_TOOLS_FILES_PATH_H
#define PHOTOPIC_TOOLS_FILES_PATH_H

#include <filesystem>
#include <string>
#include <string_view>

namespace files {

/// Where the links at the end of a path lead; what it leads to need not be there.
struct LinkEnd {
  std::filesystem::path path;
  bool is_descriptor = false;  ///< of a process, such as /dev/stdin: open already. `path` is then any link on the way
};
LinkEnd follow_links(const std::filesystem::path& path);

/// Absolute, with links followed as far as there is something, and without a slash at the end. Throws
/// ReadFailure, as for a ring of links.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether `path` is the folder or lies in it, both resolved(). Neither needs to be there. Throws Error.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Makes the folder if need be. Throws Error if it can't be made or isn't one.
void make_output_folder(const std::filesystem::path& folder);

/// Of ASCII letters alone, whatever the locale: names that are equal then are one file on some file systems.
std::string lower_case(std::string_view name);

/// ".png" of "ROOM.PNG"
std::string lower_extension(const std::filesystem::path& file);

}  // namespace files

#endif
