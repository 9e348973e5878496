// SPDX-License-Identifier: MIT
// Frames of planar video, from files and pipes.
#include "image_io/video/planar_reader.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <utility>

namespace image_io {

PlaneSize plane_size(const VideoFormat& format, int plane) {
  if (plane == 0) return {format.width, format.height};
  if (format.chroma == VideoFormat::Chroma::none) return {};
  const ChromaStep step = chroma_step(format.chroma);
  return {(format.width + step.x - 1) / step.x, (format.height + step.y - 1) / step.y};
}

namespace internal {
namespace {

// Samples are read into uint16 as they lie in the file.
static_assert(std::endian::native == std::endian::little);

std::size_t plane_bytes(const VideoFormat& format, int plane) {
  const PlaneSize size = plane_size(format, plane);
  return std::size_t{size.width} * size.height * sample_bytes(format);
}

// Grows with what is read: a header that promises much costs no memory that a pipe doesn't fill.
std::size_t read_growing(std::FILE* stream, std::vector<std::byte>& bytes, std::size_t wanted) {
  constexpr std::size_t kStep = std::size_t{16} << 20;
  if (bytes.size() > wanted) bytes.resize(wanted);
  for (std::size_t at = 0; at < wanted;) {
    const std::size_t step = std::min(kStep, wanted - at);
    if (bytes.capacity() < at + step) bytes.reserve(std::min(wanted, std::max(at + step, 2 * at)));
    if (bytes.size() < at + step) bytes.resize(at + step);
    const std::size_t count = std::fread(bytes.data() + at, 1, step, stream);
    at += count;
    if (count < step) return at;
  }
  return wanted;
}

}  // namespace

std::uint64_t frame_bytes(const VideoFormat& format) {
  return plane_bytes(format, 0) + plane_bytes(format, 1) + plane_bytes(format, 2);
}

void check_format(const std::filesystem::path& file, const VideoFormat& format) {
  constexpr std::uint32_t kMinBits = 8;
  constexpr std::uint32_t kMaxBits = 16;
  check_size(file, format.width, format.height);
  if (format.bits < kMinBits || format.bits > kMaxBits) {
    throw files::Error(file, "samples of " + std::to_string(format.bits) + " bits; 8 to 16 are supported");
  }
}

bool PlanarReader::read_frame(VideoFrame& frame) {
  if (state_ == State::ended) return false;
  if (std::exchange(state_, State::failed) == State::failed) {
    throw files::Error(file_, "an earlier read of this video failed");
  }
  if (!begin_frame()) {
    if (frame_ == 0) fail_without_frames();
    state_ = State::ended;
    return false;
  }
  read_planes(frame);
  check_samples(frame);
  ++frame_;
  state_ = State::reading;
  return true;
}

int PlanarReader::next_byte() {
  errno = 0;
  const int byte = std::getc(input_.stream.get());
  if (byte == EOF && std::ferror(input_.stream.get()) != 0) throw files::ReadFailure(file_, errno);
  return byte;
}

void PlanarReader::fail_cut_short(std::uint64_t frame, std::uint64_t found_bytes) const {
  throw files::Error(file_, "truncated in frame " + std::to_string(frame) + ": " +
                                std::to_string(frame_bytes(format_)) + " bytes wanted, " + std::to_string(found_bytes) +
                                " found");
}

void PlanarReader::read_planes(VideoFrame& frame) {
  std::uint64_t found = 0;
  for (int plane = 0; plane < 3; ++plane) {
    const std::size_t wanted = plane_bytes(format_, plane);
    errno = 0;
    std::size_t count = 0;
    try {
      count = read_growing(input_.stream.get(), frame.planes[plane], wanted);
    } catch (const std::exception&) {
      throw files::ReadFailure(file_,
                               "out of memory for a frame of " + size_text(format_.width, format_.height) + " samples");
    }
    if (count != wanted && std::ferror(input_.stream.get()) != 0) throw files::ReadFailure(file_, errno);
    found += count;
    if (count != wanted) fail_cut_short(frame_, found);
  }
}

void PlanarReader::check_samples(const VideoFrame& frame) const {
  if (format_.bits == 8 || format_.bits == 16) return;
  constexpr const char* kNames[] = {"Y", "Cb", "Cr"};
  const unsigned max = (1u << format_.bits) - 1;
  for (int plane = 0; plane < 3; ++plane) {
    const auto* samples = reinterpret_cast<const std::uint16_t*>(frame.planes[plane].data());
    const std::size_t count = frame.planes[plane].size() / sizeof(*samples);
    // All of them at once first: this loop is one that compilers vectorize.
    unsigned bits_used = 0;
    for (std::size_t i = 0; i < count; ++i) bits_used |= samples[i];
    if (bits_used <= max) continue;
    const auto* over = std::find_if(samples, samples + count, [max](std::uint16_t sample) { return sample > max; });
    const auto at = static_cast<std::size_t>(over - samples);
    const std::uint32_t width = plane_size(format_, plane).width;
    throw files::Error(file_, "frame " + std::to_string(frame_) + ", plane " + kNames[plane] + ", x " +
                                  std::to_string(at % width) + ", y " + std::to_string(at / width) + ": sample " +
                                  std::to_string(*over) + " is over " + std::to_string(max) + ", the most that " +
                                  std::to_string(format_.bits) + " bits hold");
  }
}

}  // namespace internal
}  // namespace image_io
