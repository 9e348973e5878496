// SPDX-License-Identifier: MIT
// Samples and bytes of made YUV4MPEG2 and raw videos.
#include "image_io/io_video_fixtures.h"

#include <unistd.h>

namespace io_test {
namespace {

std::uint32_t plane_width(const VideoFormat& format, int plane) {
  return plane == 0 || format.chroma == Chroma::c444 ? format.width : format.width / 2;
}

std::uint32_t plane_height(const VideoFormat& format, int plane) {
  return plane == 0 || format.chroma != Chroma::c420 ? format.height : format.height / 2;
}

void append(Bytes& bytes, const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

}  // namespace

std::string chroma_tag(const VideoFormat& format) {
  const std::string family = format.chroma == Chroma::c420 ? "420" : format.chroma == Chroma::c422 ? "422" : "444";
  return format.bits == 8 ? family : family + "p" + std::to_string(format.bits);
}

std::string format_text(const VideoFormat& format) {
  return std::to_string(format.width) + " x " + std::to_string(format.height) + ", C" + chroma_tag(format);
}

unsigned video_sample(const VideoFormat& format, unsigned frame, int plane, std::uint32_t x, std::uint32_t y) {
  const unsigned count = 1u << format.bits;
  if (x < 2 && y == 0) return x * (count - 1);
  return (x * 40503u + y * 30011u + static_cast<unsigned>(plane) * 20021u + frame * 10007u) % count;
}

Bytes frame_bytes(const VideoFormat& format, unsigned frame) {
  Bytes bytes;
  for (int plane = 0; plane < 3; ++plane) {
    for (std::uint32_t y = 0; y < plane_height(format, plane); ++y) {
      for (std::uint32_t x = 0; x < plane_width(format, plane); ++x) {
        const unsigned value = video_sample(format, frame, plane, x, y);
        bytes.push_back(static_cast<unsigned char>(value & 0xff));
        if (format.bits > 8) bytes.push_back(static_cast<unsigned char>(value >> 8));
      }
    }
  }
  return bytes;
}

Bytes make_yuv(const VideoFormat& format, unsigned frames) {
  Bytes bytes;
  for (unsigned frame = 0; frame < frames; ++frame) append(bytes, frame_bytes(format, frame));
  return bytes;
}

Bytes make_y4m(const VideoFormat& format, unsigned frames, const std::string& tags, const std::string& parameters) {
  Bytes bytes = bytes_of("YUV4MPEG2 " + tags + "\n");
  for (unsigned frame = 0; frame < frames; ++frame) {
    append(bytes, bytes_of("FRAME" + parameters + "\n"));
    append(bytes, frame_bytes(format, frame));
  }
  return bytes;
}

Bytes make_y4m(const VideoFormat& format, unsigned frames) {
  return make_y4m(format, frames,
                  "W" + std::to_string(format.width) + " H" + std::to_string(format.height) + " F25:1 Ip A1:1 C" +
                      chroma_tag(format));
}

Bytes bytes_of(const std::string& text) { return Bytes(text.begin(), text.end()); }

void expect_frame(const VideoFormat& format, const image_io::VideoFrame& frame, unsigned index) {
  for (int plane = 0; plane < 3; ++plane) {
    const std::size_t size = std::size_t{plane_width(format, plane)} * plane_height(format, plane);
    ASSERT_EQ(frame.planes[plane].size(), size * (format.bits > 8 ? 2 : 1)) << format_text(format);
    for (std::size_t i = 0; i < size; ++i) {
      unsigned value = static_cast<unsigned>(frame.planes[plane][format.bits > 8 ? 2 * i : i]);
      if (format.bits > 8) {
        std::uint16_t deep = 0;
        std::memcpy(&deep, &frame.planes[plane][2 * i], sizeof deep);
        value = deep;
      }
      const auto x = static_cast<std::uint32_t>(i % plane_width(format, plane));
      const auto y = static_cast<std::uint32_t>(i / plane_width(format, plane));
      ASSERT_EQ(value, video_sample(format, index, plane, x, y))
          << format_text(format) << ", frame " << index << ", plane " << plane << ", " << x << ' ' << y;
    }
  }
}

Pipe::Pipe(const Bytes& bytes) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(::pipe(ends), 0);
  read_end_ = ends[0];
  EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  path_ = "/proc/self/fd/" + std::to_string(read_end_);
}

Pipe::~Pipe() { ::close(read_end_); }

}  // namespace io_test
