// SPDX-License-Identifier: MIT
// Frames of a sequence: files of pictures, or a video.
#ifndef PHOTOPIC_TOOLS_FLASHES_SOURCE_H
#define PHOTOPIC_TOOLS_FLASHES_SOURCE_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "image_io/code_image.h"

namespace flashes {

/// Frames per second, as a ratio where a file has one.
struct Rate {
  double numerator = 0.0;
  double denominator = 1.0;
};
/// When a frame is shown: whole microseconds, rounded.
std::int64_t time_us_of(std::uint64_t frame, const Rate& rate);

class Source {
 public:
  virtual ~Source() = default;
  std::size_t count() const { return count_; }
  /// Of a frame, for messages; of a video, the video.
  virtual const std::filesystem::path& file(std::size_t frame) const = 0;
  /// "shot.0012.png", "clip.y4m frame 12"
  virtual std::string name(std::size_t frame) const = 0;
  /// Each frame once, on any thread; where several ask, each waits for the one before to be read. Throws files::Error.
  virtual image_io::CodeImage load(std::size_t frame) = 0;

 protected:
  std::size_t count_ = 0;
};

/// In the order of their names.
std::unique_ptr<Source> picture_source(std::vector<std::filesystem::path> files);
/// YUV4MPEG2, taken for BT.709 encoded as sRGB's displays show it, of limited range unless the file says full, or has
/// no chroma. `rate`: its own, if it has one. Throws files::Error, also for a pipe, whose frames can't be counted.
std::unique_ptr<Source> video_source(const std::filesystem::path& file, Rate* rate);

}  // namespace flashes

#endif
