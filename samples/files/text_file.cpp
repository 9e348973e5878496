// SPDX-License-Identifier: MIT
// Reading of a whole file, as far as its kind and size allow.
#include "files/text_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <fstream>

#include "files/error.h"
#include "files/path.h"

namespace files {
namespace {

void check_kind(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw Error(file, system_reason(errno));
  if (S_ISREG(status.st_mode)) return;
  if (S_ISDIR(status.st_mode)) throw Error(file, system_reason(EISDIR));
  if (!S_ISFIFO(status.st_mode)) throw Error(file, "is a device, not a file");
  if (!follow_links(file).is_descriptor) throw Error(file, "is a named pipe, not a file");
}

}  // namespace

std::string read_text(const std::filesystem::path& file, std::uint64_t max_bytes) {
  check_kind(file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(file, system_reason(errno));
  std::string text;
  constexpr std::size_t kChunkBytes = 1 << 16;
  while (stream && text.size() <= max_bytes) {
    const std::size_t size = text.size();
    text.resize(size + kChunkBytes);
    stream.read(text.data() + size, kChunkBytes);
    text.resize(size + static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw Error(file, system_reason(EIO));
  if (text.size() > max_bytes) {
    throw Error(file, "is larger than " + std::to_string(max_bytes >> 20) + " MiB, the limit of such files");
  }
  return text;
}

}  // namespace files
