// SPDX-License-Identifier: MIT
#include "io_fixtures.h"

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>

namespace io_test {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
  static std::atomic<int> count{0};
  path_ = fs::temp_directory_path() /
          ("photopic_io_" + std::to_string(::getpid()) + "_" + std::to_string(count.fetch_add(1)));
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
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void write_file(const fs::path& file, const std::string& text) { write_file(file, Bytes(text.begin(), text.end())); }

std::string reason_of(const fs::path& file, const std::function<void()>& function) {
  try {
    function();
  } catch (const io::Error& error) {
    const std::string text = error.what();
    const std::string start = file.string() + ": ";
    EXPECT_TRUE(text.starts_with(start)) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_EQ(text.find(file.string(), 1), std::string::npos) << "the file is named twice: " << text;
    EXPECT_GT(text.size(), start.size()) << text;
    return text.substr(std::min(start.size(), text.size()));
  } catch (const std::exception& error) {
    ADD_FAILURE() << "not an io::Error: " << error.what();
    return "";
  }
  ADD_FAILURE() << "nothing was thrown for " << file;
  return "";
}

std::string open_reason(const fs::path& file) {
  return reason_of(file, [&] { io::read_image(file); });
}

float sample(int x, int y, int channel) {
  return 0.25f + static_cast<float>((x * 7 + y * 29 + channel * 101) % 512) / 256.0f;
}

}  // namespace io_test
