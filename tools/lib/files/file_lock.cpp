// SPDX-License-Identifier: MIT
// Locking of open files.
#include "files/file_lock.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace files {

bool lock_file(int descriptor, int how) {
  int result = 0;
  do {
    result = ::flock(descriptor, how);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

bool is_at(const std::filesystem::path& path, int descriptor) {
  struct stat open {
  }, found{};
  return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &found) == 0 && open.st_dev == found.st_dev &&
         open.st_ino == found.st_ino;
}

}  // namespace files
