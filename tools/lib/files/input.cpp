// SPDX-License-Identifier: MIT
// Checks of kinds of files, before they are opened.
#include "files/input.h"

#include <sys/stat.h>

#include <cerrno>

#include "files/error.h"
#include "files/path.h"

namespace files {

std::optional<std::uint64_t> check_input(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw Error(file, system_reason(errno));
  if (S_ISREG(status.st_mode)) return static_cast<std::uint64_t>(status.st_size);
  if (S_ISDIR(status.st_mode)) throw Error(file, system_reason(EISDIR));
  if (!S_ISFIFO(status.st_mode)) throw Error(file, "is a device, not a file");
  if (!follow_links(file).is_descriptor) throw Error(file, "is a named pipe, not a file");
  return std::nullopt;
}

}  // namespace files
