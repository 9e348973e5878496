// SPDX-License-Identifier: MIT
// Identities of inputs, and checks of outputs against them.
#include "files/output_guard.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "files/error.h"
#include "files/path.h"

namespace files {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& output, const std::filesystem::path& input) {
  throw Error(output, "would overwrite " + (input == output ? "" : input.string() + ", ") + "an input");
}

/// Where a file would be made: at the end of its links.
std::filesystem::path place_of(std::filesystem::path file) {
  constexpr int kMaxLinks = 40;
  std::error_code error;
  for (int i = 0; i < kMaxLinks && std::filesystem::is_symlink(file, error); ++i) {
    file = file.parent_path() / std::filesystem::read_symlink(file, error);  // what is absolute stays as it is
  }
  return resolved(file);
}

}  // namespace

void OutputGuard::add_input(const std::filesystem::path& file) {
  if (file.empty()) return;
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    if (S_ISREG(status.st_mode)) inputs_.emplace(Identity(status.st_dev, status.st_ino), file);
  } else if (errno == ENOENT) {
    missing_.emplace(place_of(file), file);
  }
}

void OutputGuard::check_output(const std::filesystem::path& file) const {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    const auto input = inputs_.find({status.st_dev, status.st_ino});
    if (input != inputs_.end()) refuse(file, input->second);
  } else if (errno == ENOENT && !missing_.empty()) {
    const auto input = missing_.find(place_of(file));
    if (input != missing_.end()) refuse(file, input->second);
  }
}

}  // namespace files
