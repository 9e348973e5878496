// SPDX-License-Identifier: MIT
// A file that appears under its final name only when it is complete.
#ifndef PHOTOPIC_SAMPLES_IO_ATOMIC_FILE_H
#define PHOTOPIC_SAMPLES_IO_ATOMIC_FILE_H

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace io {

/// Opens a temporary file beside `file`; commit() flushes it to disk and renames it; the destructor removes what was not
/// committed. Throws io::Error with the system's reason (no such folder, permission denied, disk full).
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path file);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  const std::filesystem::path& final_path() const { return final_; }
  const std::filesystem::path& temporary_path() const { return temporary_; }
  void write(const void* data, std::size_t size_bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

 private:
  std::filesystem::path final_;
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
};

}  // namespace io

#endif
