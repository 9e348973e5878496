// SPDX-License-Identifier: MIT
// Uncompressed video for comparing it, frame by frame: YUV4MPEG2 (.y4m) and raw planar files (.yuv).
// Everything here throws files::Error. Frames and planes are counted from 0 in its messages.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_VIDEO_VIDEO_H
#define PHOTOPIC_TOOLS_IMAGE_IO_VIDEO_VIDEO_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "image_io/image_file.h"

namespace image_io {

struct VideoFormat {
  enum class Chroma {
    c420,  ///< chroma planes of half the width and half the height
    c422,  ///< of half the width
    c444,  ///< of full size
    c411,  ///< of a quarter of the width
    none,  ///< grey: there are no chroma planes
  };

  std::uint32_t width = 0;   ///< luma samples, 1..kMaxSide
  std::uint32_t height = 0;  ///< luma samples, 1..kMaxSide
  std::uint32_t bits = 8;    ///< of a sample, 8..16
  Chroma chroma = Chroma::c420;
  bool is_full_range = false;  ///< black is 0 and white the largest code; else as in TV, 16 and 235 of 8 bits
};

/// Luma samples per chroma sample. At the right and lower edge the last chroma sample may stand for fewer.
struct ChromaStep {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};
constexpr ChromaStep chroma_step(VideoFormat::Chroma chroma) {
  constexpr ChromaStep kSteps[] = {{2, 2}, {2, 1}, {1, 1}, {4, 1}, {1, 1}};  // in the order of Chroma
  return kSteps[static_cast<std::size_t>(chroma)];
}

struct PlaneSize {
  std::uint32_t width = 0;   ///< samples
  std::uint32_t height = 0;  ///< samples
};

/// Plane 0 is Y, 1 is Cb, 2 is Cr. Sides of chroma planes are rounded up, as FFmpeg has them; of grey they are 0.
PlaneSize plane_size(const VideoFormat& format, int plane);

/// Of one sample in a file and in VideoFrame: 1 for 8 bits, 2 for more.
constexpr std::size_t sample_bytes(const VideoFormat& format) { return format.bits > 8 ? 2 : 1; }

/// Y, Cb, Cr as stored, tightly packed, top row first: uint8 for 8 bits, else uint16 in the host's byte order,
/// 0..2^bits-1. Chroma isn't resampled, wherever the file says that it is sited; fields of interlaced video stay woven.
struct VideoFrame {
  std::vector<std::byte> planes[3];
};

/// Frames per second.
struct FrameRate {
  std::uint32_t numerator = 0;    ///< 1 or more
  std::uint32_t denominator = 0;  ///< 1 or more
};

/// An open video, read from its start to its end, one frame in memory at a time.
class VideoReader {
 public:
  virtual ~VideoReader() = default;
  const VideoFormat& format() const { return format_; }
  /// How many there are, 1 or more; nothing for a pipe, which tells at its end.
  std::optional<std::uint64_t> frames() const { return frames_; }
  /// What the file says; nothing for raw frames, and where it says that it isn't known (0:0) or nothing.
  const std::optional<FrameRate>& frame_rate() const { return frame_rate_; }
  /// Statements of the file about its pictures; none for raw frames: "frame rate" (frames per second), "interlacing",
  /// "range", "chroma siting", "pixel aspect ratio" unless it is 1.
  const Tags& tags() const { return tags_; }
  /// False at the clean end, and from then on; `frame` is as it was then. Memory of `frame` is used again when it fits.
  /// Throws Error for a frame that ends early, for a sample over 2^bits-1, and for a pipe that ends before its first
  /// frame; after that the reader refuses further reads, and the contents of `frame` are undefined.
  virtual bool read_frame(VideoFrame& frame) = 0;

 protected:
  VideoFormat format_;
  std::optional<std::uint64_t> frames_;
  std::optional<FrameRate> frame_rate_;
  Tags tags_;
};

/// Opens a YUV4MPEG2 file, or a pipe that brings one (/dev/stdin). A file's frames are counted on opening, so that one
/// that ends within a frame is refused here.
/// - Tags W, H (needed), F, I, A, C, X. Unknown ones and parameters of FRAME lines are passed over.
/// - C: 420, 420jpeg, 420mpeg2, 420paldv, 411, 422, 444, mono, and 420pN, 422pN, 444pN, monoN with N of 9..16: little
///   endian, in the low bits of two bytes. Without C: what X YSCSS says, else 420jpeg. Others are refused, 444alpha
///   among them.
/// - X COLORRANGE: FULL or LIMITED, the default.
std::unique_ptr<VideoReader> open_y4m(const std::filesystem::path& file);

/// Opens raw frames without any header, Y then Cb then Cr, little endian in the low bits of two bytes when `format` has
/// more than 8 bits. Refuses a `format` outside its ranges, and a file whose length isn't a whole number of frames.
std::unique_ptr<VideoReader> open_yuv(const std::filesystem::path& file, const VideoFormat& format);

enum class VideoKind { none, y4m, yuv };

/// How `file` is to be opened as video. y4m: it starts as YUV4MPEG2 does, whatever its name. yuv: its name ends in
/// .yuv, in upper or lower case. Other pipes are y4m: no picture can be read from them, and looking would take their
/// start away. none, not an Error, for what is missing or unreadable under another name.
VideoKind video_kind(const std::filesystem::path& file);
inline bool is_video(const std::filesystem::path& file) { return video_kind(file) != VideoKind::none; }

}  // namespace image_io

#endif
