// SPDX-License-Identifier: MIT
#include "unit/temp_folder.h"

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>

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
  std::ifstream stream(file, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

void write_file(const fs::path& file, const Bytes& bytes) {
  fs::remove(file);  // some file systems flush a file to disk that replaces its contents
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_file(const fs::path& file, const std::string& text) { write_file(file, Bytes(text.begin(), text.end())); }

}  // namespace test_files
