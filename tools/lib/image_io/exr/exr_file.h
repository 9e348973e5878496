// SPDX-License-Identifier: MIT
// Open OpenEXR file, its headers checked.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_FILE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_EXR_EXR_FILE_H

#include <ImfIO.h>
#include <ImfMultiPartInputFile.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>

#include "image_io/internal.h"

namespace image_io::internal {

class FileStream : public Imf::IStream {
 public:
  FileStream(const std::filesystem::path& file, InputFile input);

  bool read(char* data, int size) override;
  std::uint64_t tellg() override { return position_; }
  void seekg(std::uint64_t position) override;
  void clear() override;

 private:
  InputFile input_;
  std::uint64_t position_ = 0;
};

struct ExrFile {
  std::unique_ptr<FileStream> stream;
  std::unique_ptr<Imf::MultiPartInputFile> input;
  std::uint64_t size_bytes = 0;
};

/// Throws Error for headers that check_exr_headers() refuses; what the library throws passes, see translated().
ExrFile open_exr_file(const std::filesystem::path& file);

bool is_deep(const Imf::Header& header);

/// Runs what calls the library, so that only Error leaves.
template <typename Function>
auto translated(const std::filesystem::path& file, Function&& function) {
  try {
    return function();
  } catch (const files::Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw files::ReadFailure(file, "out of memory");
  } catch (const std::exception& error) {
    throw files::Error(file, error.what());
  }
}

}  // namespace image_io::internal

#endif
