// SPDX-License-Identifier: MIT
// Text of a whole file.
#ifndef PHOTOPIC_SAMPLES_FILES_TEXT_FILE_H
#define PHOTOPIC_SAMPLES_FILES_TEXT_FILE_H

#include <filesystem>
#include <string>

namespace files {

/// All bytes of a file or a pipe. Throws Error for what is missing, a folder or unreadable.
std::string read_text(const std::filesystem::path& file);

}  // namespace files

#endif
