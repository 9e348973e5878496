// SPDX-License-Identifier: MIT
// Videos for the tests of photopic_io, made without photopic_io.
#ifndef PHOTOPIC_TESTS_IMAGE_IO_IO_VIDEO_FIXTURES_H
#define PHOTOPIC_TESTS_IMAGE_IO_IO_VIDEO_FIXTURES_H

#include <string>
#include <vector>

#include "image_io/io_fixtures.h"
#include "image_io/video/video.h"

namespace io_test {

using image_io::VideoFormat;
using Chroma = image_io::VideoFormat::Chroma;

/// "420p10", "444"
std::string chroma_tag(const VideoFormat& format);
/// "4:2:0, 10 bits", for failures
std::string format_text(const VideoFormat& format);

/// A value for every sample of every frame; the first two of a plane are 0 and the largest there is.
unsigned video_sample(const VideoFormat& format, unsigned frame, int plane, std::uint32_t x, std::uint32_t y);

/// The samples of one frame as they lie in a file.
Bytes frame_bytes(const VideoFormat& format, unsigned frame);
Bytes make_yuv(const VideoFormat& format, unsigned frames);
/// `tags`: all that follows "YUV4MPEG2 ", `parameters`: all that follows "FRAME".
Bytes make_y4m(const VideoFormat& format, unsigned frames, const std::string& tags, const std::string& parameters = "");
/// With tags for the format itself.
Bytes make_y4m(const VideoFormat& format, unsigned frames);
Bytes bytes_of(const std::string& text);

/// Fails unless `frame` holds all samples of frame `index`.
void expect_frame(const VideoFormat& format, const image_io::VideoFrame& frame, unsigned index);

/// A pipe that holds some bytes and ends after them, open for reading under a name.
class Pipe {
 public:
  /// At most 64 KiB: nobody reads while they are written.
  explicit Pipe(const Bytes& bytes);
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  int read_end_ = -1;
  std::filesystem::path path_;
};

}  // namespace io_test

#endif
