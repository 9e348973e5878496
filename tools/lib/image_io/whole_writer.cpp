// SPDX-License-Identifier: MIT
// Rows that are kept until the last one is there.
#include "image_io/whole_writer.h"

#include <cstring>
#include <string>
#include <utility>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class WholeWriter : public ImageWriter {
 public:
  WholeWriter(WholePicture picture, Encode encode)
      : picture_(std::move(picture)), encode_(encode), output_(picture_.file) {
    picture_.rows = allocate(picture_.file, picture_.width, picture_.height, picture_.row_bytes() * picture_.height);
  }

  void write_rows(std::uint32_t row_count, const void* rows) override {
    if (finished_) throw files::Error(picture_.file, "written to after it was closed");
    if (row_count > picture_.height - written_) throw files::Error(picture_.file, "more rows than the picture has");
    const std::size_t sample_bytes = picture_.format.bits / 8, pixel_bytes = sample_bytes * picture_.channels();
    const auto* in = static_cast<const std::byte*>(rows);
    std::byte* out = picture_.rows.data() + written_ * picture_.row_bytes();
    for (std::size_t i = std::size_t{row_count} * picture_.width; i > 0; --i) {
      std::memcpy(out, in, pixel_bytes);
      out += pixel_bytes;
      in += 4 * sample_bytes;
    }
    written_ += row_count;
  }

  void finish() override {
    if (finished_) throw files::Error(picture_.file, "finished twice");
    if (written_ != picture_.height) {
      throw files::Error(picture_.file, "only " + std::to_string(written_) + " of " + std::to_string(picture_.height) +
                                            " rows were written");
    }
    finished_ = true;
    encode_(picture_, output_);
    output_.commit();
  }

 private:
  WholePicture picture_;
  Encode encode_;
  files::AtomicFile output_;
  std::uint32_t written_ = 0;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<ImageWriter> create_whole(WholePicture picture, Encode encode) {
  check_size(picture.file, picture.width, picture.height);
  if (picture.format.bits != 8 && picture.format.bits != 16) {
    throw files::Error(picture.file, "codes have 8 or 16 bits, not " + std::to_string(picture.format.bits));
  }
  return std::make_unique<WholeWriter>(std::move(picture), encode);
}

}  // namespace image_io::internal

namespace image_io {

std::unique_ptr<ImageWriter> create_avif([[maybe_unused]] const std::filesystem::path& file,
                                         [[maybe_unused]] std::uint32_t width, [[maybe_unused]] std::uint32_t height,
                                         [[maybe_unused]] const CodeFormat& format, [[maybe_unused]] int quality) {
  if constexpr (PHOTOPIC_AVIF) {
    return internal::create_whole({file, width, height, format, quality, {}}, internal::encode_avif);
  } else {
    throw files::Error(file, "this build writes no AVIF");
  }
}

std::unique_ptr<ImageWriter> create_jxl([[maybe_unused]] const std::filesystem::path& file,
                                        [[maybe_unused]] std::uint32_t width, [[maybe_unused]] std::uint32_t height,
                                        [[maybe_unused]] const CodeFormat& format, [[maybe_unused]] int quality) {
  if constexpr (PHOTOPIC_JXL) {
    return internal::create_whole({file, width, height, format, quality, {}}, internal::encode_jxl);
  } else {
    throw files::Error(file, "this build writes no JPEG XL");
  }
}

}  // namespace image_io
