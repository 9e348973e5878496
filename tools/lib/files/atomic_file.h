// SPDX-License-Identifier: MIT
// A file that appears under its final name only when it is complete.
#ifndef PHOTOPIC_TOOLS_FILES_ATOMIC_FILE_H
#define PHOTOPIC_TOOLS_FILES_ATOMIC_FILE_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>

#include "files/temporary.h"

namespace files {

/// Opens a temporary file beside `file`; commit() flushes it to disk and renames it; the destructor removes what was
/// not committed. Throws Error with the system's reason (no such folder, permission denied, disk full). A symbolic
/// link is followed: the file it names is replaced, not the link. What exists and is not a regular file
/// (/dev/null, /dev/stdout, a pipe) is written straight into; temporary_path() is empty then.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path file);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& final_path() const { return final_; }
  std::filesystem::path temporary_path() const { return temporary_ ? temporary_->path() : std::filesystem::path(); }
  void write(const void* data, std::size_t size_bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Where the next write() goes, bytes from the start. Seeking fails on pipes.
  std::uint64_t position() const { return position_; }
  void seek(std::uint64_t position);
  void commit();

 private:
  void open_temporary();
  void open_in_place();

  std::filesystem::path final_;   ///< as the caller named it, for messages
  std::filesystem::path target_;  ///< final_ with its links followed
  std::optional<Temporary> temporary_;
  std::FILE* stream_ = nullptr;
  std::uint64_t position_ = 0;
};

/// Writes all of a file. Throws as AtomicFile.
void write_text(const std::filesystem::path& file, std::string_view text);

}  // namespace files

#endif
