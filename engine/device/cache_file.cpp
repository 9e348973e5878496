// SPDX-License-Identifier: MIT
// Writing of a cache's files, and removing of temporaries that were left behind.
#include "engine/device/cache_file.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>

namespace engine {
namespace {

namespace fs = std::filesystem;

/// A variable's absolute path; the XDG base directory specification has relative ones ignored.
fs::path folder_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || value[0] != '/') return {};
  const fs::path folder = fs::path(value).lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

/// Whether making `folder` would make $HOME.
bool is_in_missing_home(const fs::path& folder) {
  const fs::path home = folder_in("HOME");
  std::error_code ignored;
  if (home.empty() || fs::is_directory(home, ignored)) return false;
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return std::mismatch(home.begin(), home.end(), whole.begin(), whole.end()).first == home.end();
}

bool is_leftover(const fs::directory_entry& entry, const fs::path& extension) {
  const std::string number = entry.path().extension().string();  // ".1234"
  if (number.size() < 2 || number.find_first_not_of("0123456789", 1) != std::string::npos) return false;
  if (entry.path().stem().extension() != extension) return false;
  std::error_code error;
  const auto age = fs::file_time_type::clock::now() - entry.last_write_time(error);
  constexpr std::chrono::hours kDay{24};  // longer than a cache's file takes to write
  return !error && age > kDay && entry.symlink_status(error).type() == fs::file_type::regular;
}

}  // namespace

fs::path cache_folder() {
  if (const fs::path cache = folder_in("XDG_CACHE_HOME"); !cache.empty()) return cache / "photopic";
  const fs::path home = folder_in("HOME");
  return home.empty() ? fs::path() : home / ".cache" / "photopic";
}

bool make_cache_folder(const fs::path& folder) {
  std::error_code error;
  if (!is_in_missing_home(folder)) fs::create_directories(folder, error);
  return fs::is_directory(folder, error);
}

void write_cache_file(const fs::path& file, std::initializer_list<std::span<const std::byte>> parts) {
  static std::mutex writing;  // threads of a process write the same temporary
  const std::lock_guard lock(writing);
  if (!make_cache_folder(file.parent_path())) return;
  const fs::path temporary = file.string() + "." + std::to_string(::getpid());
  std::ofstream stream(temporary, std::ios::binary);
  for (const std::span<const std::byte> part : parts) {
    stream.write(reinterpret_cast<const char*>(part.data()), std::streamsize(part.size()));
  }
  stream.close();
  std::error_code error;
  if (stream) fs::rename(temporary, file, error);
  fs::remove(temporary, error);
}

void remove_cache_leftovers(const fs::path& file) noexcept {
  try {
    std::error_code error;
    fs::directory_iterator entry(file.parent_path(), error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      std::error_code ignored;
      if (is_leftover(*entry, file.extension())) fs::remove(entry->path(), ignored);
    }
  } catch (...) {
    // Out of memory: the next run removes them.
  }
}

}  // namespace engine
