// SPDX-License-Identifier: MIT
// Text of a whole file.
#ifndef PHOTOPIC_SAMPLES_FILES_TEXT_FILE_H
#define PHOTOPIC_SAMPLES_FILES_TEXT_FILE_H

#include <cstdint>
#include <filesystem>
#include <string>

namespace files {

/// Of settings, scripts, paths and suites, which people write.
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{16} << 20;

/// All bytes of a file, or of a pipe that is open already (/dev/stdin, a shell's <(...)). Throws Error for what is
/// missing, unreadable or larger, a folder, a device, and a pipe that has a name: opening that would wait for a writer.
std::string read_text(const std::filesystem::path& file, std::uint64_t max_bytes = kMaxTextBytes);

}  // namespace files

#endif
