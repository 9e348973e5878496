// SPDX-License-Identifier: MIT
// Reading of texts, as far as kind and size of their files allow.
#include "files/text_file.h"

#include <cerrno>
#include <utility>

#include "files/error.h"
#include "files/input.h"

namespace files {
std::string read_text(const std::filesystem::path& file, std::uint64_t max_bytes) {
  check_input(file);
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
    : file_(std::move(file)), max_line_bytes_(max_line_bytes), size_bytes_(check_input(file_)) {
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
