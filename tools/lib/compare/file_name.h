// SPDX-License-Identifier: MIT
// Names of pictures that come from folders, and the names of what is written for them.
#ifndef PHOTOPIC_TOOLS_COMPARE_FILE_NAME_H
#define PHOTOPIC_TOOLS_COMPARE_FILE_NAME_H

#include <cstddef>
#include <string>
#include <string_view>

namespace compare {

/// Bytes of a part of a name. What is written for a picture has a longer name, and file systems take 255.
inline constexpr std::size_t kMaxNameLength = 200;

/// Why results can't name a picture's file, relative to a folder, in words: it isn't UTF-8, has control characters or a
/// part longer than kMaxNameLength. Empty: they can.
std::string naming_problem(std::string_view file);

/// The same of a golden's file, which may not have a part that is empty or begins with a dot either. Everything else
/// that file systems take is fine.
std::string file_problem(std::string_view file);

/// The name of a file that naming_problem() refuses, as text: UTF-8 without control characters, which are written as \n
/// or \xe9.
std::string readable_name(std::string_view file);

/// `file` with a last part of at most kMaxNameLength bytes: the rest of a longer one becomes its hash.
std::string short_name(const std::string& file);

}  // namespace compare

#endif
