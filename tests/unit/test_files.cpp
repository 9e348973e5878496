// SPDX-License-Identifier: MIT
// Temporary folders, reading and writing of files, and peak memory.
#include "unit/test_files.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <sstream>

namespace test_files {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
  static std::atomic<int> count{0};
  path_ = fs::temp_directory_path() /
          ("photopic_test_" + std::to_string(::getpid()) + "_" + std::to_string(count.fetch_add(1)));
  fs::create_directories(path_);
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::size_t TempFolder::file_count() const {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
}

Bytes read_file(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  const auto view = bytes.view();
  Bytes all(view.size());
  std::copy(view.begin(), view.end(), reinterpret_cast<char*>(all.data()));
  return all;
}

void write_file(const fs::path& file, const Bytes& bytes) {
  fs::remove(file);  // some file systems flush a file to disk that replaces its contents
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_file(const fs::path& file, const std::string& text) { write_file(file, Bytes(text.begin(), text.end())); }

void fix_png_checksums(Bytes& png) {
  constexpr std::size_t kSignature = 8;
  for (std::size_t at = kSignature; at + 12 <= png.size();) {
    const std::size_t size =
        std::size_t{png[at]} << 24 | std::size_t{png[at + 1]} << 16 | std::size_t{png[at + 2]} << 8 | png[at + 3];
    if (size > png.size() - at - 12) return;
    const auto checksum = crc32(0, &png[at + 4], static_cast<unsigned>(size) + 4);
    for (std::size_t i = 0; i < 4; ++i) png[at + 8 + size + i] = static_cast<unsigned char>(checksum >> (24 - 8 * i));
    at += size + 12;
  }
}

std::string reason_in(const std::string& message, const fs::path& file) {
  const std::string start = file.string() + ": ";
  EXPECT_TRUE(message.starts_with(start)) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_EQ(message.find(file.string(), 1), std::string::npos) << "the file is named twice: " << message;
  EXPECT_GT(message.size(), start.size()) << message;
  return message.substr(std::min(start.size(), message.size()));
}

long peak_memory_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return 0;
}

}  // namespace test_files
