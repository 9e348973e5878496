// SPDX-License-Identifier: MIT
// Text of files: whole, or line by line.
#ifndef PHOTOPIC_TOOLS_FILES_TEXT_FILE_H
#define PHOTOPIC_TOOLS_FILES_TEXT_FILE_H

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace files {

/// Of settings, scripts, paths and suites, which people write.
inline constexpr std::uint64_t kMaxTextBytes = std::uint64_t{16} << 20;

/// All bytes of what check_input() takes. Throws Error as that does, and for what is unreadable or larger.
std::string read_text(const std::filesystem::path& file, std::uint64_t max_bytes = kMaxTextBytes);

/// Lines of what read_text() takes, one after another, however large it is. A mark of UTF-8 at the start is left out.
class LineReader {
 public:
  /// Throws Error as read_text().
  LineReader(std::filesystem::path file, std::size_t max_line_bytes);

  /// Without what ends it, a line feed, a carriage return or both; it stays until the next call. None: the file has
  /// ended. Throws Error for a line of more than the bytes allowed.
  std::optional<std::string_view> next();
  /// Of the line that next() gave last, from 1 on; 0 before.
  std::uint64_t number() const { return number_; }
  /// That next() has read.
  std::uint64_t bytes_read() const { return bytes_read_; }
  /// Of a regular file.
  std::optional<std::uint64_t> size_bytes() const { return size_bytes_; }
  /// Throws Error "FILE: line N: REASON".
  [[noreturn]] void fail(std::uint64_t number, const std::string& reason) const;

 private:
  int next_byte();

  std::filesystem::path file_;
  std::size_t max_line_bytes_;
  std::ifstream stream_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> size_bytes_;
};

}  // namespace files

#endif
