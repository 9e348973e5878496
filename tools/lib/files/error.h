// SPDX-License-Identifier: MIT
// Error of a file, in one line for the user.
#ifndef PHOTOPIC_TOOLS_FILES_ERROR_H
#define PHOTOPIC_TOOLS_FILES_ERROR_H

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace files {

/// "FILE: REASON".
class Error : public std::runtime_error {
 public:
  Error(const std::filesystem::path& file, const std::string& reason);
};

/// A file that wasn't read: the system, memory or a limit of this run stood against it. It says nothing of the content,
/// unlike Error, of which the file itself may be the cause.
class ReadFailure : public Error {
 public:
  ReadFailure(const std::filesystem::path& file, const std::string& reason) : Error(file, reason) {}
  /// With the system's text for an errno value.
  ReadFailure(const std::filesystem::path& file, int error_number);

  /// ENOENT, or ENOTDIR of a folder on the way.
  bool is_missing() const { return is_missing_; }

 private:
  bool is_missing_ = false;
};

/// The words in one line that moves no cursor and shows them in their order: control characters are written as \n, \t
/// or \x1b, separators of lines and marks of direction (Unicode's Bidi_Control) as \u202e. What is printed goes through
/// it, whoever named a file or wrote a text.
std::string printable(std::string_view words);

/// The system's text for an errno value.
std::string system_reason(int error_number);

}  // namespace files

#endif
