// SPDX-License-Identifier: MIT
// Video of what the window shows, in steps of the same length however long a frame takes.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_RECORDING_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_RECORDING_H

#include <filesystem>
#include <optional>

#include "session/output/video_writer.h"

namespace viewer {

/// Of the camera path from its start to its end; without one, until it is stopped.
class Recording {
 public:
  static constexpr double kFps = 30.0;

  /// `frames`: 0 where the end isn't known. Throws files::Error.
  void start(const std::filesystem::path& file, VkExtent2D extent, std::size_t frames);
  bool is_on() const { return writer_.has_value(); }
  VkExtent2D extent() const { return extent_; }
  std::size_t done() const { return done_; }
  std::size_t frames() const { return frames_; }
  bool is_complete() const { return frames_ > 0 && done_ >= frames_; }
  const std::filesystem::path& file() const { return file_; }

  /// Throws files::Error; nothing is recorded then.
  void add(VkExtent2D extent, std::span<const std::byte> texels, const photopic::DisplaySettings& display);
  /// Completes the file. Throws files::Error.
  void finish();

 private:
  std::optional<session::VideoWriter> writer_;
  std::filesystem::path file_;
  VkExtent2D extent_ = {};
  std::size_t frames_ = 0, done_ = 0;
};

}  // namespace viewer

#endif
