// SPDX-License-Identifier: MIT
// Inputs by device and inode, and checks of outputs against them.
#include "files/output_guard.h"

#include <sys/stat.h>

#include <cerrno>

#include "files/error.h"
#include "files/path.h"

namespace files {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& output, const std::filesystem::path& input) {
  throw Error(output, "would overwrite " + (input == output ? "" : input.string() + ", ") + "an input");
}

}  // namespace

void OutputGuard::add_input(const std::filesystem::path& file) {
  if (file.empty()) return;
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    if (S_ISREG(status.st_mode)) inputs_.emplace(Identity(status.st_dev, status.st_ino), file);
  } else if (errno == ENOENT) {
    missing_.emplace(resolved(follow_links(file).path), file);
  }
}

void OutputGuard::check_output(const std::filesystem::path& file) const {
  if (file.empty()) return;
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) {
    const auto input = inputs_.find({status.st_dev, status.st_ino});
    if (input != inputs_.end()) refuse(file, input->second);
  } else if (errno == ENOENT && !missing_.empty()) {
    const auto input = missing_.find(resolved(follow_links(file).path));
    if (input != missing_.end()) refuse(file, input->second);
  }
}

}  // namespace files
