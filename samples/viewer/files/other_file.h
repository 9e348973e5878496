// SPDX-License-Identifier: MIT
// The file that the one in the window is compared with.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_OTHER_FILE_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_OTHER_FILE_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "session/session.h"
#include "viewer/files/loading.h"

namespace viewer {

/// Shown under the settings, from the camera and, unless it is asked for its own, with the exposure of the window's
/// file. Used by one thread; the context must outlive it.
class OtherFile {
 public:
  explicit OtherFile(engine::Context& context) : context_(context) {}

  /// Where its picture is: nowhere, left of a line, or in the whole window.
  enum class Show : std::uint32_t { nothing, wipe, whole };

  Show show = Show::nothing;
  float split = 0.5f;               ///< share of the picture's width that a wipe leaves to it
  bool has_own_exposure = false;    ///< as if it were alone in the window
  Loading loading;                  ///< of it
  std::filesystem::path last_left;  ///< file that was in the window before; empty: none

  /// The file that is compared with, or is being read for that; empty: none.
  const std::filesystem::path& file() const { return file_; }
  /// Reads it on a thread: take() is due at loading's end.
  void choose(const std::filesystem::path& file, const session::Session& shown);
  /// What was read. Waits for the queue. Throws what Session::open() throws; there is none then.
  void take(const session::Session& shown);
  /// The same, now.
  void open(const std::filesystem::path& file, const session::Session& shown);
  /// Waits for the queue, if there is one.
  void clear();
  /// Whether it has been read.
  bool is_on() const { return own_ != nullptr; }
  /// Whether ldr() may be shown.
  bool has_picture() const { return is_recorded_ && has_own_exposure == was_own_exposure_; }
  /// Its picture isn't that of the frame at hand.
  void expire() { is_recorded_ = false; }

  /// Behind `shown.record()` in the same command buffer. Throws what Session::record() throws; there is none then.
  void record(VkCommandBuffer command_buffer, const session::Session& shown, double delta_time_s, bool is_cut);
  const session::Session& session() const { return *own_; }
  const engine::Image& ldr() const { return own_->ldr(); }
  /// Texels of session::picture_format(). Waits for the queue.
  std::vector<std::byte> read() const;

 private:
  void prepare(const session::Session& shown);

  engine::Context& context_;
  std::filesystem::path file_;
  std::unique_ptr<session::Session> own_;
  bool is_recorded_ = false;
  bool was_own_exposure_ = false;  ///< of what was recorded
};

}  // namespace viewer

#endif
