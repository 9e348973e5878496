// SPDX-License-Identifier: MIT
// Guard against outputs that would overwrite an input.
#ifndef PHOTOPIC_TOOLS_FILES_OUTPUT_GUARD_H
#define PHOTOPIC_TOOLS_FILES_OUTPUT_GUARD_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

namespace files {

/// Knows the inputs of a run, and refuses outputs that are one of them under whatever name: through symbolic and hard
/// links; what isn't there yet by its path, links followed. Asked before a run writes its first file.
class OutputGuard {
 public:
  /// A file that is read. An empty path, and what is no regular file, is none.
  void add_input(const std::filesystem::path& file);
  /// Throws Error "FILE: would overwrite INPUT, an input". An empty path is none.
  void check_output(const std::filesystem::path& file) const;

 private:
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  ///< device and inode
  std::map<Identity, std::filesystem::path> inputs_;
  std::map<std::filesystem::path, std::filesystem::path> missing_;  ///< by resolved path
};

}  // namespace files

#endif
