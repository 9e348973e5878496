// SPDX-License-Identifier: MIT
// Patterns with wildcards, of case names and of files.
#ifndef PHOTOPIC_TOOLS_REGRESS_SUITE_PATTERN_H
#define PHOTOPIC_TOOLS_REGRESS_SUITE_PATTERN_H

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace regress {

/// Of names: '*' is any characters, '/' too, and '?' is one.
bool matches(std::string_view pattern, std::string_view name);

/// All that is in and below a folder but folders, relative to it, sorted. Hidden files and folders are left out, links
/// to folders aren't followed. Throws files::Error for a folder that can't be read.
std::vector<std::string> files_below(const std::filesystem::path& folder);

/// Files that a pattern finds.
struct Found {
  std::filesystem::path folder;    ///< the pattern's, as far as it has no wildcard
  std::vector<std::string> files;  ///< relative to it, sorted
};
/// Of files: '*' and '?' stop at '/', and a part that is "**" stands for any folders, none too. Throws and
/// leaves out as files_below().
Found find_files(const std::filesystem::path& pattern);

}  // namespace regress

#endif
