// SPDX-License-Identifier: MIT
// Tests of damaged videos: a files::Error, or frames that are all they should be.
#include <set>
#include <string>
#include <vector>

#include "image_io/fixtures/io_video_fixtures.h"
#include "unit/sampling.h"

namespace io_test {
namespace {

struct Outcome {
  std::vector<image_io::VideoFrame> frames;  ///< those before the error, if there is one
  VideoFormat format;
  bool is_open = false;
  std::string error;
};

bool fits(const VideoFormat& format, const image_io::VideoFrame& frame) {
  for (int plane = 0; plane < 3; ++plane) {
    const image_io::PlaneSize size = image_io::plane_size(format, plane);
    const std::size_t samples = std::size_t{size.width} * size.height;
    const auto& bytes = frame.planes[plane];
    if (bytes.size() != samples * image_io::sample_bytes(format)) return false;
    for (std::size_t i = 0; format.bits > 8 && i < bytes.size(); i += 2) {
      std::uint16_t sample = 0;
      std::memcpy(&sample, &bytes[i], sizeof sample);
      if (sample >> format.bits != 0) return false;
    }
  }
  return true;
}

// Anything but files::Error fails the test.
Outcome read_all(const std::filesystem::path& file) {
  Outcome outcome;
  std::optional<std::uint64_t> promised;
  try {
    const auto reader = image_io::open_y4m(file);
    outcome.is_open = true;
    outcome.format = reader->format();
    promised = reader->frames();
    image_io::VideoFrame frame;
    while (reader->read_frame(frame)) {
      EXPECT_TRUE(fits(outcome.format, frame));
      outcome.frames.push_back(frame);
    }
    EXPECT_FALSE(outcome.frames.empty());
    EXPECT_EQ(outcome.frames.size(), promised.value_or(outcome.frames.size()));
  } catch (const files::Error& error) {
    outcome.error = test_files::reason_in(error.what(), file);
  }
  return outcome;
}

class VideoFileDamage : public FolderTest {
 protected:
  Outcome read_file_of(const Bytes& bytes) {
    write_file(folder_ / "a.y4m", bytes);
    return read_all(folder_ / "a.y4m");
  }
  static Outcome read_pipe_of(const Bytes& bytes) { return read_all(Pipe(bytes).path()); }

  const std::vector<VideoFormat> formats_ = {
      {4, 2, 8, Chroma::c420}, {4, 2, 10, Chroma::c420}, {3, 1, 12, Chroma::c444}};
};

TEST_F(VideoFileDamage, NoTruncationReadsInPart) {
  for (const VideoFormat& format : formats_) {
    const Bytes whole = make_y4m(format, 3);
    const std::size_t frame = std::string("FRAME\n").size() + frame_bytes(format, 0).size();
    const std::size_t header = whole.size() - 3 * frame;
    std::set<std::size_t> sizes = {header + frame, header + 2 * frame, whole.size()};
    for (const std::size_t index : sampling::sampled(whole.size(), 4)) sizes.insert(index + 1);
    for (const std::size_t size : sizes) {
      SCOPED_TRACE(format_text(format) + ", " + std::to_string(size) + " bytes");
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const std::size_t frames = size < header ? 0 : (size - header) / frame;
      const bool clean = frames > 0 && size == header + frames * frame;
      const Outcome file = read_file_of(bytes);
      const Outcome pipe = read_pipe_of(bytes);
      EXPECT_EQ(file.error.empty(), clean) << file.error;
      EXPECT_EQ(file.error, pipe.error);
      EXPECT_EQ(file.is_open, clean) << "a file is looked through on opening";
      EXPECT_EQ(pipe.is_open, size >= header);
      ASSERT_EQ(file.frames.size(), clean ? frames : 0);
      ASSERT_EQ(pipe.frames.size(), frames);
      for (unsigned i = 0; i < file.frames.size(); ++i) expect_frame(format, file.frames[i], i);
      for (unsigned i = 0; i < pipe.frames.size(); ++i) expect_frame(format, pipe.frames[i], i);
      if (!clean && size > header) {
        EXPECT_TRUE(file.error.starts_with("truncated in frame " + std::to_string(frames) + ": ")) << file.error;
      }
    }
  }
}

TEST_F(VideoFileDamage, FlippedBytesReadOrAreRefused) {
  std::size_t refused = 0;
  std::size_t read = 0;
  for (const VideoFormat& format : formats_) {
    const Bytes whole = make_y4m(format, 3);
    for (const std::size_t i : sampling::sampled(whole.size(), 4)) {
      for (const unsigned flip : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 255u}) {
        SCOPED_TRACE(format_text(format) + ", byte " + std::to_string(i) + ", flipped " + std::to_string(flip));
        Bytes bytes = whole;
        bytes[i] ^= static_cast<unsigned char>(flip);
        const Outcome file = read_file_of(bytes);
        const Outcome pipe = read_pipe_of(bytes);
        // A file is looked through before its samples are: it may be refused for another reason, earlier.
        EXPECT_EQ(file.error.empty(), pipe.error.empty()) << file.error << pipe.error;
        ++(file.error.empty() ? read : refused);
        if (!file.error.empty()) continue;
        EXPECT_EQ(file.frames.size(), pipe.frames.size());
      }
    }
  }
  EXPECT_GT(refused, read / 10);
  EXPECT_GT(read, refused / 10);
}

TEST_F(VideoFileDamage, PromisesThatAPipeDoesNotKeepCostNoMemory) {
  const Pipe pipe(bytes_of("YUV4MPEG2 W32768 H32768 C444p16\nFRAME\n" + std::string(1000, 'x')));
  const long before = peak_memory_kib();
  ASSERT_GT(before, 0);
  const auto reader = image_io::open_y4m(pipe.path());
  image_io::VideoFrame frame;
  EXPECT_EQ(reason_of(pipe.path(), [&] { reader->read_frame(frame); }),
            "truncated in frame 0: 6442450944 bytes wanted, 1000 found");
  EXPECT_LT(peak_memory_kib() - before, 48 * 1024);
}

TEST_F(VideoFileDamage, FramesOverOneStepOfReadingAreWhole) {
  // 48 MiB of luma: the planes grow while they are read.
  const VideoFormat format{6144, 4096, 16, Chroma::c422};
  const std::size_t luma = std::size_t{6144} * 4096 * 2;
  Bytes bytes(2 * luma);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i ^ i >> 8 ^ i >> 16);
  write_file(folder_ / "a.yuv", bytes);
  const auto reader = image_io::open_yuv(folder_ / "a.yuv", format);
  EXPECT_EQ(reader->frames(), 1u);
  image_io::VideoFrame frame;
  ASSERT_TRUE(reader->read_frame(frame));
  std::size_t at = 0;
  for (const auto& plane : frame.planes) {
    ASSERT_EQ(plane.size(), at == 0 ? luma : luma / 2);
    EXPECT_EQ(plane.capacity(), plane.size()) << "no memory over the frame's";
    ASSERT_EQ(std::memcmp(plane.data(), &bytes[at], plane.size()), 0);
    at += plane.size();
  }
  EXPECT_FALSE(reader->read_frame(frame));
}

}  // namespace
}  // namespace io_test
