// SPDX-License-Identifier: MIT
// Reading of texts, as far as kind and size of their files allow.
#include "files/text_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "files/error.h"
#include "files/path.h"

namespace files {
namespace {

/// Its size, of a regular file.
std::optional<std::uint64_t> check_kind(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw Error(file, system_reason(errno));
  if (S_ISREG(status.st_mode)) return static_cast<std::uint64_t>(status.st_size);
  if (S_ISDIR(status.st_mode)) throw Error(file, system_reason(EISDIR));
  if (!S_ISFIFO(status.st_mode)) throw Error(file, "is a device, not a file");
  if (!follow_links(file).is_descriptor) throw Error(file, "is a named pipe, not a file");
  return std::nullopt;
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

LineReader::LineReader(std::filesystem::path file, std::size_t max_line_bytes)
    : file_(std::move(file)), max_line_bytes_(max_line_bytes), size_bytes_(check_kind(file_)) {
  stream_.open(file_, std::ios::binary);
  if (!stream_) throw Error(file_, system_reason(errno));
}

int LineReader::next_byte() {
  constexpr int kEnd = std::ifstream::traits_type::eof();
  const int byte = stream_.get();
  if (byte != kEnd) {
    ++bytes_read_;
  } else if (stream_.bad()) {
    throw Error(file_, system_reason(EIO));
  }
  return byte;
}

std::optional<std::string_view> LineReader::next() {
  constexpr int kEnd = std::ifstream::traits_type::eof();
  line_.clear();
  int byte = next_byte();
  if (byte == kEnd) return std::nullopt;
  ++number_;
  for (; byte != kEnd && byte != '\n' && byte != '\r'; byte = next_byte()) {
    if (line_.size() == max_line_bytes_) fail(number_, "longer than " + std::to_string(max_line_bytes_) + " bytes");
    line_ += static_cast<char>(byte);
  }
  if (byte == '\r' && stream_.peek() == '\n') next_byte();
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (number_ == 1 && line_.starts_with(kByteOrderMark)) line_.erase(0, kByteOrderMark.size());
  return line_;
}

void LineReader::fail(std::uint64_t number, const std::string& reason) const {
  throw Error(file_, "line " + std::to_string(number) + ": " + reason);
}

}  // namespace files
