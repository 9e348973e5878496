// SPDX-License-Identifier: MIT
// Frames from files and from YUV4MPEG2.
#include "flashes/source.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <utility>

#include "files/error.h"
#include "image_io/video/video.h"

namespace flashes {
namespace {

using image_io::CodeImage;

class PictureSource : public Source {
 public:
  explicit PictureSource(std::vector<std::filesystem::path> files) : files_(std::move(files)) {
    count_ = files_.size();
  }
  const std::filesystem::path& file(std::size_t frame) const override { return files_[frame]; }
  std::string name(std::size_t frame) const override { return files_[frame].filename().string(); }
  CodeImage load(std::size_t frame) override { return image_io::read_code_image(files_[frame]); }

 private:
  std::vector<std::filesystem::path> files_;
};

/// Y, Cb, Cr of 0 to 1, and -0.5 to 0.5, of every code. Grey without chroma is of full range, as FFmpeg has it.
struct Levels {
  explicit Levels(const image_io::VideoFormat& format) {
    const double unit = double(1u << (format.bits - 8)), peak = double((1u << format.bits) - 1u);
    const bool is_full = format.is_full_range || format.chroma == image_io::VideoFormat::Chroma::none;
    const double black = is_full ? 0.0 : 16.0 * unit, neutral = 128.0 * unit;
    const double of_luma = is_full ? peak : 219.0 * unit, of_chroma = is_full ? peak : 224.0 * unit;
    for (std::uint32_t code = 0; code < 1u << format.bits; ++code) {
      luma.push_back(float((double(code) - black) / of_luma));
      chroma.push_back(float((double(code) - neutral) / of_chroma));
    }
  }
  std::vector<float> luma, chroma;
};

std::uint32_t code_at(const std::vector<std::byte>& plane, std::size_t index, bool is_wide) {
  if (!is_wide) return std::to_integer<std::uint32_t>(plane[index]);
  std::uint16_t code;
  std::memcpy(&code, plane.data() + 2 * index, sizeof code);
  return code;
}

/// ITU-R BT.709: chroma of the nearest sample.
CodeImage rgb_of(const image_io::VideoFormat& format, const image_io::VideoFrame& frame, const Levels& levels) {
  CodeImage image;
  image.width = format.width;
  image.height = format.height;
  image.samples = CodeImage::Samples::codes16;
  image.facts.channels = 3;
  image.texels.resize(std::size_t{image.width} * image.height * texel_bytes(image.samples));
  const bool is_grey = format.chroma == image_io::VideoFormat::Chroma::none;
  const image_io::ChromaStep step = chroma_step(format.chroma);
  const std::uint32_t chroma_width = plane_size(format, 1).width;
  const bool is_wide = sample_bytes(format) > 1;
  const auto code = [](float signal) { return std::uint16_t(std::clamp(signal, 0.0f, 1.0f) * 65535.0f + 0.5f); };
  for (std::uint32_t y = 0; y < image.height; ++y) {
    std::byte* out = image.texels.data() + std::size_t{image.width} * y * 8;
    for (std::uint32_t x = 0; x < image.width; ++x, out += 8) {
      const std::size_t at = std::size_t{y / step.y} * chroma_width + x / step.x;
      const float luma = levels.luma[code_at(frame.planes[0], std::size_t{y} * image.width + x, is_wide)];
      const float cb = is_grey ? 0.0f : levels.chroma[code_at(frame.planes[1], at, is_wide)];
      const float cr = is_grey ? 0.0f : levels.chroma[code_at(frame.planes[2], at, is_wide)];
      const std::uint16_t rgba[] = {code(luma + 1.5748f * cr), code(luma - 0.187324f * cb - 0.468124f * cr),
                                    code(luma + 1.8556f * cb), 65535};
      std::memcpy(out, rgba, sizeof rgba);
    }
  }
  return image;
}

class VideoSource : public Source {
 public:
  VideoSource(const std::filesystem::path& file, std::unique_ptr<image_io::VideoReader> reader)
      : file_(file), reader_(std::move(reader)), levels_(reader_->format()) {
    count_ = std::size_t(*reader_->frames());
  }
  const std::filesystem::path& file(std::size_t /*frame*/) const override { return file_; }
  std::string name(std::size_t frame) const override {
    return file_.filename().string() + " frame " + std::to_string(frame);
  }
  CodeImage load(std::size_t frame) override {
    image_io::VideoFrame read;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return next_ == frame || error_; });
      if (error_) std::rethrow_exception(error_);
      try {
        if (!reader_->read_frame(read)) throw files::Error(file_, "ends before its last frame");
      } catch (...) {
        error_ = std::current_exception();
      }
      ++next_;
      changed_.notify_all();
      if (error_) std::rethrow_exception(error_);
    }
    return rgb_of(reader_->format(), read, levels_);
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<image_io::VideoReader> reader_;
  Levels levels_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;  ///< the frame that is read next
  std::exception_ptr error_;
};

}  // namespace

std::int64_t time_us_of(std::uint64_t frame, const Rate& rate) {
  return static_cast<std::int64_t>(std::floor(double(frame) * 1e6 * rate.denominator / rate.numerator + 0.5));
}

std::unique_ptr<Source> picture_source(std::vector<std::filesystem::path> files) {
  return std::make_unique<PictureSource>(std::move(files));
}

std::unique_ptr<Source> video_source(const std::filesystem::path& file, Rate* rate) {
  std::unique_ptr<image_io::VideoReader> reader = image_io::open_y4m(file);
  if (!reader->frames()) throw files::Error(file, "is a pipe: frames of flashes are counted before they are read");
  if (const auto& own = reader->frame_rate()) *rate = {double(own->numerator), double(own->denominator)};
  return std::make_unique<VideoSource>(file, std::move(reader));
}

}  // namespace flashes
