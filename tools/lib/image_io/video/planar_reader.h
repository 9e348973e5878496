// SPDX-License-Identifier: MIT
// Base of readers of planar video: planes from a stream into a frame.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_VIDEO_PLANAR_READER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_VIDEO_PLANAR_READER_H

#include "image_io/internal.h"
#include "image_io/video/video.h"

namespace image_io::internal {

/// Bytes of the samples of one frame, all planes.
std::uint64_t frame_bytes(const VideoFormat& format);

/// Throws Error for a format outside the ranges of VideoFormat.
void check_format(const std::filesystem::path& file, const VideoFormat& format);

class PlanarReader : public VideoReader {
 public:
  PlanarReader(const std::filesystem::path& file, InputStream input) : file_(file), input_(std::move(input)) {}
  bool read_frame(VideoFrame& frame) final;

 protected:
  /// Goes to the first sample of the next frame. False where the video ends instead.
  virtual bool begin_frame() = 0;

  /// The next byte, or EOF. Throws Error when the system can't read.
  int next_byte();
  /// `frame`: of which the samples end early.
  [[noreturn]] void fail_cut_short(std::uint64_t frame, std::uint64_t found_bytes) const;
  [[noreturn]] void fail_without_frames() const { throw files::Error(file_, "the video has no frames"); }

  std::filesystem::path file_;
  InputStream input_;
  std::uint64_t frame_ = 0;  ///< the one that is read next

 private:
  enum class State { reading, ended, failed };

  void read_planes(VideoFrame& frame);
  void check_samples(const VideoFrame& frame) const;

  State state_ = State::reading;
};

}  // namespace image_io::internal

#endif
