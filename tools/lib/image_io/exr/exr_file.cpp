// SPDX-License-Identifier: MIT
// Opening of OpenEXR files, and the stream that the library reads them by.
#include "image_io/exr/exr_file.h"

#include <ImfHeader.h>
#include <ImfPartType.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace image_io::internal {

FileStream::FileStream(const std::filesystem::path& file, InputFile input)
    : IStream(file.string().c_str()), input_(std::move(input)) {}

bool FileStream::read(char* data, int size) {
  const auto count = static_cast<std::uint64_t>(std::max(size, 0));
  if (count > input_.size_bytes - std::min(position_, input_.size_bytes)) {
    throw std::runtime_error("truncated: data is missing at the end of the file");
  }
  errno = 0;
  if (std::fread(data, 1, count, input_.stream.get()) != count) {
    throw std::runtime_error(errno != 0 ? files::system_reason(errno) : "the file became shorter while it was read");
  }
  position_ += count;
  return position_ < input_.size_bytes;
}

void FileStream::seekg(std::uint64_t position) {
  if (position == position_) return;
  if (position > input_.size_bytes || ::fseeko(input_.stream.get(), static_cast<off_t>(position), SEEK_SET) != 0) {
    throw std::runtime_error("truncated or corrupt: data is said to lie past the end of the file");
  }
  position_ = position;
}

void FileStream::clear() { std::clearerr(input_.stream.get()); }

ExrFile open_exr_file(const std::filesystem::path& file) {
  ExrFile exr;
  {
    const InputFile checked = open_input(file);
    check_exr_headers(file, checked);
    exr.size_bytes = checked.size_bytes;
  }
  exr.stream = std::make_unique<FileStream>(file, open_input(file));
  // Not reconstructing the chunk table: a file without one was never finished, and would read with holes.
  exr.input = std::make_unique<Imf::MultiPartInputFile>(*exr.stream, exr_threads(), false);
  return exr;
}

bool is_deep(const Imf::Header& header) { return header.hasType() && Imf::isDeepData(header.type()); }

}  // namespace image_io::internal
