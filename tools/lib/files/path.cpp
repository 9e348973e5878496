// SPDX-License-Identifier: MIT
// Resolving and comparing of paths, making of folders.
#include "files/path.h"

#include <system_error>

#include "files/error.h"

namespace files {

namespace fs = std::filesystem;

LinkEnd follow_links(const fs::path& path) {
  constexpr int kMaxLinks = 40;
  LinkEnd end = {path, false};
  std::error_code ignored;
  for (int i = 0; i < kMaxLinks; ++i) {
    const fs::path folder = end.path.has_parent_path() ? end.path.parent_path() : fs::path(".");
    end.is_descriptor = fs::weakly_canonical(folder, ignored).string().starts_with("/proc/");
    if (end.is_descriptor || !fs::is_symlink(end.path, ignored)) break;
    end.path = folder / fs::read_symlink(end.path, ignored);  // what is absolute stays as it is
  }
  return end;
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::absolute(path, error);
  if (!error) result = fs::weakly_canonical(result, error);
  if (error) throw ReadFailure(path, error.message());
  return result.has_filename() ? result : result.parent_path();
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const fs::path inside = resolved(path).lexically_relative(resolved(folder));
  return !inside.empty() && *inside.begin() != "..";
}

void make_output_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(folder, error.message());
  if (!fs::is_directory(folder, error)) throw Error(folder, "is not a folder");
}

std::string lower_case(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string lower_extension(const fs::path& file) { return lower_case(file.extension().string()); }

}  // namespace files
