// SPDX-License-Identifier: MIT
// Temporary files of tests, and messages about them.
#ifndef PHOTOPIC_TESTS_UNIT_TEST_FILES_H
#define PHOTOPIC_TESTS_UNIT_TEST_FILES_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace test_files {

using Bytes = std::vector<unsigned char>;

/// A folder of its own, removed at the end.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t file_count() const;

 private:
  std::filesystem::path path_;
};

Bytes read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const Bytes& bytes);
void write_file(const std::filesystem::path& file, const std::string& text);

/// Sets the checksum of every chunk anew.
void fix_png_checksums(Bytes& png);

/// What an error's `message` says after "FILE: "; a failure if it isn't one line that names the file once, at its
/// start.
std::string reason_in(const std::string& message, const std::filesystem::path& file);

/// The most memory that this process ever had; 0 where the system doesn't tell.
long peak_memory_kib();

}  // namespace test_files

#endif
