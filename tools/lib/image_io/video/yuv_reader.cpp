// SPDX-License-Identifier: MIT
// Raw planar video without a header.
#include "image_io/video/planar_reader.h"

namespace image_io {
namespace internal {
namespace {

class YuvReader : public PlanarReader {
 public:
  YuvReader(const std::filesystem::path& file, InputStream input, const VideoFormat& format)
      : PlanarReader(file, std::move(input)) {
    format_ = format;
    if (!input_.size_bytes) return;
    const std::uint64_t frame_size = frame_bytes(format_);
    frames_ = *input_.size_bytes / frame_size;
    if (const std::uint64_t rest = *input_.size_bytes % frame_size; rest != 0) fail_cut_short(*frames_, rest);
  }

 private:
  bool begin_frame() override {
    const int byte = next_byte();
    return byte != EOF && std::ungetc(byte, input_.stream.get()) != EOF;
  }
};

}  // namespace
}  // namespace internal

std::unique_ptr<VideoReader> open_yuv(const std::filesystem::path& file, const VideoFormat& format) {
  internal::check_format(file, format);
  return std::make_unique<internal::YuvReader>(file, internal::open_stream(file), format);
}

}  // namespace image_io
